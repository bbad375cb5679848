// SPDX-License-Identifier: BSD-3-Clause

package alpha_test

import (
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"errors"
	"hash/crc32"
	"io"
	"math"
	"regexp"
	"strings"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/problems/tag"
	"github.com/veilplan/veil/problems/tiger"
	"github.com/veilplan/veil/search/alpha"
)

func written[S, A, O comparable](t testing.TB, p *alpha.Policy[S, A, O]) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestReloadedPolicyPlaysTheSame writes, reads and plays.
func TestReloadedPolicyPlaysTheSame(t *testing.T) {
	m := tag.New()
	s, err := alpha.Solve(t.Context(), m, veil.Budget{Simulations: 100}, alpha.Config{Discount: tag.Discount})
	if err != nil {
		t.Fatal(err)
	}
	text := written(t, s.Policy)
	back, err := alpha.Read(bytes.NewReader(text), m)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(written(t, back), text) {
		t.Error("written again, the policy differs")
	}
	if back.Value() != s.Value() || back.Vectors() != s.Vectors() {
		t.Errorf("%v with %d vectors was read as %v with %d", s.Value(), s.Vectors(), back.Value(), back.Vectors())
	}
	for i := range uint64(20) {
		if a, b := episode(t, m, s.Policy, i), episode(t, m, back, i); a != b {
			t.Errorf("episode %d earns %v, and %v after reading", i, a, b)
		}
	}
}

func doors(t testing.TB) *alpha.Solution[tiger.State, tiger.Action, tiger.Sound] {
	t.Helper()
	s, err := alpha.Solve(t.Context(), tiger.Model{}, veil.Budget{}, alpha.Config{Discount: tiger.Discount})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestDamageIsNoticed flips every byte, cuts the file everywhere, and adds to it.
func TestDamageIsNoticed(t *testing.T) {
	text := written(t, doors(t).Policy)
	for i := range text {
		damaged := bytes.Clone(text)
		damaged[i] ^= 1
		if _, err := alpha.Read(bytes.NewReader(damaged), tiger.Model{}); err == nil {
			t.Fatalf("byte %d was changed, and the policy read", i)
		}
		if _, err := alpha.Read(bytes.NewReader(text[:i]), tiger.Model{}); err == nil {
			t.Fatalf("only %d bytes were there, and the policy read", i)
		}
	}
	if _, err := alpha.Read(io.MultiReader(bytes.NewReader(text), strings.NewReader("x")), tiger.Model{}); !errors.Is(err, alpha.ErrFormat) {
		t.Errorf("with a byte more: %v", err)
	}
	if _, err := alpha.Read(bytes.NewReader(text), tiger.Model{Horizon: 3}); !errors.Is(err, alpha.ErrOther) {
		t.Errorf("a policy of another problem: %v", err)
	}
}

// resealed returns a policy file with the checksum that fits it: what a forger would write.
func resealed(body []byte) []byte {
	sum := crc32.Checksum(body, crc32.MakeTable(crc32.Castagnoli))
	return binary.LittleEndian.AppendUint32(bytes.Clone(body), sum)
}

// TestForgedPolicies: a file that was made to harm is refused although its checksum fits, and nothing
// is set aside for what it only claims to hold.
func TestForgedPolicies(t *testing.T) {
	whole := written(t, doors(t).Policy)
	body := whole[:len(whole)-4]
	if _, err := alpha.Read(bytes.NewReader(resealed(body)), tiger.Model{}); err != nil {
		t.Fatal(err)
	}
	many := regexp.MustCompile(`"vectors":[0-9]+`)
	number := func(x float64) []byte {
		return append(bytes.Clone(body[:len(body)-8]), binary.LittleEndian.AppendUint64(nil, math.Float64bits(x))...)
	}
	for name, forged := range map[string][]byte{
		"many vectors":     many.ReplaceAll(body, []byte(`"vectors":9000000000000000000`)),
		"vectors below 0":  many.ReplaceAll(body, []byte(`"vectors":-1`)),
		"no vectors":       many.ReplaceAll(body, []byte(`"vectors":0`)),
		"not a number":     number(math.NaN()),
		"infinity":         number(math.Inf(1)),
		"an endless line":  append([]byte("veil policy 1\n"), bytes.Repeat([]byte(" "), 1<<20)...),
		"an unknown class": append(bytes.Clone(body[:len(body)-24]), bytes.Repeat([]byte{255}, 24)...),
		"bounds reversed":  bytes.Replace(body, []byte(`"low":`), []byte(`"low":1e9,"lower":`), 1),
	} {
		if bytes.Equal(forged, body) {
			t.Fatalf("%s: nothing was changed", name)
		}
		if _, err := alpha.Read(bytes.NewReader(resealed(forged)), tiger.Model{}); !errors.Is(err, alpha.ErrFormat) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	text := written(f, doors(f).Policy)
	f.Add(text)
	f.Add(text[:len(text)/2])
	f.Fuzz(func(t *testing.T, text []byte) {
		p, err := alpha.Read(bytes.NewReader(text), tiger.Model{})
		if err == nil && !bytes.Equal(written(t, p), text) {
			t.Error("a policy was read that is not written so")
		}
	})
}

// TestGraphOfTheTiger is the picture in the papers: listen, and open after two growls more
// from one side.
func TestGraphOfTheTiger(t *testing.T) {
	g := doors(t).Graph(100)
	actions := map[string]int{}
	for _, n := range g.Nodes {
		actions[n.Action]++
	}
	if g.Nodes[0].Action != "listen" || actions["left"] != 1 || actions["right"] != 1 || actions["listen"] != 3 || g.Left != 0 {
		t.Errorf("the graph is %+v", g)
	}
	for _, e := range g.Edges {
		if to := g.Nodes[e.To].Action; to == "left" && e.Seen != "growl-right" || to == "right" && e.Seen != "growl-left" {
			t.Errorf("%s leads to the door %s", e.Seen, to)
		}
	}
	if dot := g.DOT(); !strings.HasPrefix(dot, "digraph policy {") || strings.Count(dot, "->") != len(g.Edges) {
		t.Errorf("the graph is drawn as\n%s", dot)
	}
	svg := g.SVG()
	if err := xml.Unmarshal([]byte(svg), new(struct{})); err != nil || strings.Count(svg, "<rect") != len(g.Nodes) {
		t.Errorf("%v in\n%s", err, svg)
	}
}

// TestBeliefsElsewhereAreRefused: a policy knows only what can be reached.
func TestBeliefsElsewhereAreRefused(t *testing.T) {
	m := tag.New()
	s, err := alpha.Solve(t.Context(), m, veil.Budget{Simulations: 1}, alpha.Config{Discount: tag.Discount})
	if err != nil {
		t.Fatal(err)
	}
	for name, states := range map[string][]veil.Weighted[tag.State]{
		"two robots and a tagged person": {{State: tag.State{Robot: 1, Person: 2}, P: 1}, {State: tag.State{Robot: 1, Person: tag.Gone}, P: 1}},
	} {
		if _, err := s.Decide(states); !errors.Is(err, alpha.ErrElsewhere) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := s.Decide(nil); !errors.Is(err, veil.ErrImpossible) {
		t.Errorf("no state: %v", err)
	}
}
