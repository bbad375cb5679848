// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/veilplan/veil/experiment"
)

// proofs are true ones of every kind, against an invited worker.
func proofs(t testing.TB) (map[string]*Proof, *identity) {
	t.Helper()
	keyring, err := OpenKeyring(t.TempDir(), time.Now())
	if err != nil {
		t.Fatal(err)
	}
	text, err := keyring.Invite(RoleWorker, "ann", time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	ann, err := identify(text, "ann")
	if err != nil {
		t.Fatal(err)
	}
	p := planOf(t, fmt.Sprintf(tigerSpec, 100))
	spec, err := p.Spec.YAML()
	if err != nil {
		t.Fatal(err)
	}
	wrong, right := signedBy(t, ann, p, tamper), signedBy(t, ann, p, nil)
	failed := signedBy(t, ann, p, func(r *result) {
		r.Played, r.lines, r.Error = 0, nil, "out of memory"
		r.digest()
	})
	cut := signedBy(t, ann, p, func(r *result) { r.Digest = digestOf(nil) })
	all := map[string]*Proof{
		proofDifferent: {Episode: 3, Signed: []Signed{wrong}},
		proofFailure:   {Episode: 3, Signed: []Signed{failed}},
		proofDigest:    {Signed: []Signed{cut}},
		proofTwo:       {Episode: 3, Signed: []Signed{wrong, right}},
	}
	for kind, proof := range all {
		proof.Schema, proof.Kind, proof.Spec = proofSchema, kind, string(spec)
	}
	return all, ann
}

// signedBy plays some episodes, and shows the first of them as somebody has signed it.
func signedBy(t testing.TB, by *identity, p *experiment.Plan, spoil func(*result)) Signed {
	t.Helper()
	w := &work{Build: testBuild, Run: "r", Hash: p.Hash, Spans: spans{{3, 9}, {20, 21}}}
	var played []*experiment.Chunk
	for _, span := range w.Spans {
		c, err := p.Play(t.Context(), span[0], span[1], nil)
		if err != nil {
			t.Fatal(err)
		}
		played = append(played, c)
	}
	r := w.answer(played, nil)
	if spoil != nil {
		spoil(r)
	}
	text, err := r.encode(by, &compressors{})
	if err != nil {
		t.Fatal(err)
	}
	if r, err = decodeResult(text); err != nil {
		t.Fatal(err)
	}
	leaves := r.leaves()
	if len(leaves) == 0 {
		return Signed{Head: r.head, Signature: r.signature}
	}
	size, _ := sizeOf(r.lines, 3)
	return r.shown(0, r.lines[:size], grow(leaves))
}

// TestProofs: a proof of every kind is accepted, names the worker and the farm, and survives
// being written and read. Honest results prove nothing, whatever is claimed of them.
func TestProofs(t *testing.T) {
	t.Parallel()
	all, ann := proofs(t)
	for kind, proof := range all {
		text, err := proof.encode()
		if err != nil {
			t.Fatal(err)
		}
		again, err := ReadProof(text)
		if err != nil || !reflect.DeepEqual(again, proof) {
			t.Errorf("%s: written and read again: %v", kind, err)
		}
		found, err := again.Check(t.Context(), testBuild, resolve)
		if want := (&Proven{"ann", ann.key(), ann.farm, testBuild, kind, proof.Episode}); err != nil || !reflect.DeepEqual(found, want) {
			t.Errorf("%s shows %+v, %v", kind, found, err)
		}
		if _, err := proof.Check(t.Context(), "other", resolve); kind != proofTwo && !errors.Is(err, ErrOtherBuild) {
			t.Errorf("%s, checked by another build: %v", kind, err)
		}
	}
	p := planOf(t, fmt.Sprintf(tigerSpec, 100))
	honest := signedBy(t, ann, p, nil)
	for _, kind := range append(slices.Collect(maps.Keys(all)), "unknown") {
		for i, shown := range [][]Signed{{honest}, {honest}, {honest, honest}, {}} {
			proof := &Proof{Schema: proofSchema, Kind: kind, Episode: []uint64{3, 20, 3, 3}[i], Spec: all[proofTwo].Spec, Signed: shown}
			if found, err := proof.Check(t.Context(), testBuild, resolve); !errors.Is(err, ErrNoProof) {
				t.Errorf("%s, %d honest results: %+v, %v", kind, len(shown), found, err)
			}
		}
	}
}

// TestForgedProofs changes true proofs, one thing at a time: none is accepted.
func TestForgedProofs(t *testing.T) {
	t.Parallel()
	all, ann := proofs(t)
	bob := somebody(t, "bob")
	p := planOf(t, fmt.Sprintf(tigerSpec, 100))
	other := planOf(t, strings.Replace(fmt.Sprintf(tigerSpec, 100), "seed: 7", "seed: 8", 1))
	otherText, err := other.Spec.YAML()
	if err != nil {
		t.Fatal(err)
	}
	timed := planOf(t, strings.Replace(fmt.Sprintf(tigerSpec, 100), "{id: random}", "{id: random, move_ms: 1}", 1))
	timedText, err := timed.Spec.YAML()
	if err != nil {
		t.Fatal(err)
	}
	stranger := &identity{name: "bob", farm: ann.farm, statement: ann.statement, signer: ann.signer}
	elsewhere := &identity{name: "ann", farm: ann.farm, statement: ann.statement, signer: bob.signer}
	changes := map[string]func(*Proof){
		"another episode":           func(p *Proof) { p.Episode++ },
		"another place":             func(p *Proof) { p.Signed[0].At++ },
		"a place that is not there": func(p *Proof) { p.Signed[0].At = 1 << 40 },
		"other lines":               func(p *Proof) { p.Signed[0].Lines += "x\n" },
		"no lines":                  func(p *Proof) { p.Signed[0].Lines = "" },
		"no path":                   func(p *Proof) { p.Signed[0].Path = nil },
		"a longer path":             func(p *Proof) { p.Signed[0].Path = append(p.Signed[0].Path, strings.Repeat("0", 64)) },
		"another signature":         func(p *Proof) { p.Signed[0].Signature = strings.Repeat("0", 128) },
		"another kind":              func(p *Proof) { p.Kind = "other" },
		"no kind":                   func(p *Proof) { p.Kind = "" },
		"nothing signed":            func(p *Proof) { p.Signed = nil },
		"three results":             func(p *Proof) { p.Signed = append(p.Signed, p.Signed[0], p.Signed[0]) },
		"two workers": func(q *Proof) {
			q.Signed[len(q.Signed)-1] = signedBy(t, bob, p, nil)
		},
		"another spec":                 func(p *Proof) { p.Spec = string(otherText) },
		"a spec by the clock":          func(p *Proof) { p.Spec, p.Signed[0] = string(timedText), signedBy(t, ann, timed, tamper) },
		"no spec":                      func(p *Proof) { p.Spec = "" },
		"signed by nobody's key":       func(q *Proof) { q.Signed[0] = signedBy(t, elsewhere, p, tamper) },
		"in another name":              func(q *Proof) { q.Signed[0] = signedBy(t, stranger, p, tamper) },
		"of another run of the spec":   func(q *Proof) { q.Signed[0] = signedBy(t, ann, other, nil) },
		"the same, as the other twice": func(q *Proof) { q.Signed[len(q.Signed)-1] = q.Signed[0]; q.Signed[0] = signedBy(t, ann, p, nil) },
	}
	// What makes no difference to a kind, because it does not use it.
	spared := map[string][]string{
		proofDigest:  {"another episode", "another place", "a place that is not there", "other lines", "no lines", "no path", "a longer path"},
		proofFailure: {"another place", "a place that is not there", "other lines", "no lines", "no path", "a longer path"},
		proofTwo:     {"another spec", "a spec by the clock", "no spec", "the same, as the other twice"},
	}
	n := 0
	for kind, proof := range all {
		for what, change := range changes {
			if slices.Contains(spared[kind], what) {
				continue
			}
			changed := clone(t, proof)
			change(changed)
			n++
			if found, err := changed.Check(t.Context(), testBuild, resolve); err == nil {
				t.Errorf("%s, %s: it shows %+v", kind, what, found)
			}
		}
		n += flipped(t, kind, proof)
	}
	t.Logf("%d changed proofs", n)
}

func clone(t testing.TB, p *Proof) *Proof {
	t.Helper()
	text, err := p.encode()
	if err != nil {
		t.Fatal(err)
	}
	again, err := ReadProof(text)
	if err != nil {
		t.Fatal(err)
	}
	return again
}

// flipped changes single characters of what was signed: each must matter.
func flipped(t *testing.T, kind string, proof *Proof) (n int) {
	t.Helper()
	for i := 0; i < len(proof.Signed[0].Head); i += 7 {
		changed := clone(t, proof)
		head := []byte(changed.Signed[0].Head)
		head[i] ^= 1
		changed.Signed[0].Head = string(head)
		n++
		if found, err := changed.Check(t.Context(), testBuild, resolve); err == nil {
			t.Errorf("%s with another character %d: it shows %+v", kind, i, found)
		}
	}
	return n
}

// TestProofOfARun: a run that catches a worker stores a proof that anybody can check, without
// the run and the farm.
func TestProofOfARun(t *testing.T) {
	t.Parallel()
	s, keyring := guarded(t)
	p := planOf(t, fmt.Sprintf(tigerSpec, 300))
	startInvited(t, s, keyring, &Worker{Name: "good"})
	stop := startInvited(t, s, keyring, &Worker{Name: "bad", spoil: tamper})
	r := invitedRunner(t, s, keyring, "cid")
	r.Check = 0.5
	dir := t.TempDir()
	if _, err := r.Run(t.Context(), create(t, dir, p), p, experiment.Options{Chunk: 20, Clock: clock()}); err != nil {
		t.Fatal(err)
	}
	if err := stop(); !errors.Is(err, ErrQuarantined) && err != nil {
		t.Error(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "farm.proof.bad.json"))
	if err != nil {
		t.Fatal(err)
	}
	proof, err := ReadProof(text)
	if err != nil {
		t.Fatal(err)
	}
	found, err := proof.Check(t.Context(), testBuild, resolve)
	if err != nil || found.Worker != "bad" || found.Farm != keyring.Farm() {
		t.Errorf("it shows %+v, %v", found, err)
	}
	if names, err := StatusOf(t.Context(), r.Conn, r.Invitation); err != nil || len(names.Quarantine) != 0 {
		t.Errorf("the run has excluded %v from the farm (%v)", names.Quarantine, err)
	}
}

// TestTree: every episode of a result can be shown by its path, and nothing else can.
func TestTree(t *testing.T) {
	for n := uint64(1); n < 40; n++ {
		var leaves []node
		for e := range n {
			leaves = append(leaves, leafOf(e, []byte{byte(e)}))
		}
		root := rootOf(leaves)
		for at := range n {
			path := grow(leaves).path(at)
			if got, ok := climb(leaves[at], at, n, path); !ok || got != root {
				t.Errorf("%d of %d cannot be shown", at, n)
			}
			if got, ok := climb(leafOf(at, nil), at, n, path); ok && got == root {
				t.Errorf("%d of %d can be shown with other lines", at, n)
			}
			if got, ok := climb(leafOf(at+1, []byte{byte(at)}), at, n, path); ok && got == root {
				t.Errorf("%d of %d can be shown as another episode", at, n)
			}
			if _, ok := climb(leaves[at], at, n, append(path, path...)); ok && n > 1 {
				t.Errorf("%d of %d can be shown with a longer path", at, n)
			}
		}
	}
	a, b := leafOf(1, []byte("a")), leafOf(2, []byte("b"))
	if _, ok := climb(a, 2, 2, grow([]node{a, b}).path(0)); ok {
		t.Error("a place that is not there")
	}
	if _, ok := climb(a, 5, 1, nil); ok {
		t.Error("a place in a tree of one leaf that is not there")
	}
}

// FuzzReadProof: whatever comes is refused, and a proof is never made out of an honest result.
func FuzzReadProof(f *testing.F) {
	all, _ := proofs(f)
	known := map[string]bool{}
	for _, proof := range all {
		text, err := proof.encode()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
		for _, s := range proof.Signed {
			known[s.Head] = true
		}
	}
	f.Add([]byte(`{"schema":"farm.proof/1","kind":"two","episode":1,"signed":[{},{}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		proof, err := ReadProof(text)
		if err != nil {
			if !errors.Is(err, ErrNoProof) {
				t.Errorf("%v", err)
			}
			return
		}
		none := func(experiment.Spec) (*experiment.Plan, error) { return nil, errors.New("nothing is played here") }
		found, err := proof.Check(t.Context(), testBuild, none)
		if err == nil && !known[proof.Signed[0].Head] {
			t.Errorf("%+v is proven by %s", found, text)
		}
		if err == nil && !json.Valid(bytes.TrimSpace(text)) {
			t.Error("it is not JSON")
		}
	})
}
