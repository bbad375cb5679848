// SPDX-License-Identifier: BSD-3-Clause

package proof_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/internal/testsize"
	"github.com/veilplan/veil/search/proof"
)

// vault has one of three keys that open it. A wrong key is refused; key 2, if it is the
// right one, only opens the door, and a guard answers from left or right: then the
// player must leave by the other side.
type vault struct{}

// room is a state: the right key, and after the door was opened where the guard is.
type room struct {
	Key   int
	Guard string // "", "?" while the guard may choose, "left", "right"
	Done  veil.Status
}

func (vault) AppendActions(dst []string, s *room) []string {
	if s.Guard != "" {
		return append(dst, "leave left", "leave right")
	}
	return append(dst, "key 0", "key 1", "key 2")
}

func (vault) AppendOutcomes(dst []veil.Outcome[room, string], s *room, a string) []veil.Outcome[room, string] {
	out := veil.Outcome[room, string]{State: *s, Seen: "no"}
	switch {
	case s.Guard != "":
		out.Seen, out.State.Done = "out", veil.Won
		if strings.HasSuffix(a, s.Guard) {
			out.Seen, out.State.Done = "caught", veil.Lost
		}
	case a != "key "+string(rune('0'+s.Key)):
	case s.Key == 2:
		out.Seen, out.State.Guard = "creak", "?"
	default:
		out.Seen, out.State.Done = "open", veil.Won
	}
	return append(dst, out)
}

func (vault) AppendReplies(dst []veil.Reply[room, string], s *room) []veil.Reply[room, string] {
	for _, side := range []string{"left", "right"} {
		next := *s
		next.Guard = side
		dst = append(dst, veil.Reply[room, string]{State: next, Seen: "steps " + side})
	}
	return dst
}

func (vault) Status(s *room) veil.Status { return s.Done }
func (vault) Rejected(o string) bool     { return o == "no" }

type vaultRules = proof.Rules[room, string, string]

func rooms() []room { return []room{{Key: 0}, {Key: 1}, {Key: 2}} }

func escape() *proof.Plan {
	return &proof.Plan{Plies: 3, Nodes: []proof.Node{
		{Try: "key 1", Count: 3, Branches: []proof.Branch{{Heard: "no", Refused: true, Next: 1}}},
		{Try: "key 2", Count: 2, Branches: []proof.Branch{
			{Heard: "creak", Reply: "steps left", Next: 2},
			{Heard: "creak", Reply: "steps right", Next: 3},
			{Heard: "no", Refused: true, Next: 4},
		}},
		{Try: "leave right", Count: 1},
		{Try: "leave left", Count: 1},
		{Try: "key 0", Count: 1},
	}}
}

func TestCheck(t *testing.T) {
	rep, err := proof.Check(t.Context(), vaultRules(vault{}), rooms(), escape())
	if err != nil || rep.States != 3 || rep.Steps != 8 {
		t.Errorf("%+v, %v", rep, err)
	}
}

func TestCheckRejects(t *testing.T) {
	for want, damage := range map[string]func(p *proof.Plan){
		`node 0: nothing is planned after "key 1" is answered "no"`: func(p *proof.Plan) { p.Nodes[0].Branches = nil },
		"node 2: \"leave left\" loses":                              func(p *proof.Plan) { p.Nodes[2].Try = "leave left" },
		"node 3: 0 actions are called \"fly\"":                      func(p *proof.Plan) { p.Nodes[3].Try = "fly" },
		"does not win at the last ply":                              func(p *proof.Plan) { p.Plies = 1 },
		"no plies left":                                             func(p *proof.Plan) { p.Plies = 2 },
		"node 4: 1 states are possible, not 2":                      func(p *proof.Plan) { p.Nodes[4].Count = 2 },
		"node 5 is never reached":                                   func(p *proof.Plan) { p.Nodes = append(p.Nodes, proof.Node{Try: "key 0"}) },
		"an announcement that cannot occur": func(p *proof.Plan) {
			p.Nodes[2].Branches = []proof.Branch{{Heard: "thunder", Next: 4}}
		},
		"leads to node 0":     func(p *proof.Plan) { p.Nodes[1].Branches[2].Next = 0 },
		"two branches":        func(p *proof.Plan) { p.Nodes[1].Branches[1].Reply = "steps left" },
		"out of order":        func(p *proof.Plan) { p.Nodes[4].Belief = []int{7} },
		"is not the set of p": func(p *proof.Plan) { p.States = []string{"x"}; p.Nodes[4].Belief = []int{0} },
		"the plan is empt":    func(p *proof.Plan) { p.Nodes = nil },
	} {
		p := escape()
		damage(p)
		_, err := proof.Check(t.Context(), vaultRules(vault{}), rooms(), p)
		if !errors.Is(err, proof.ErrRejected) || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	if _, err := proof.Check(t.Context(), vaultRules(vault{}), nil, escape()); !errors.Is(err, proof.ErrRejected) {
		t.Errorf("no states: %v", err)
	}
	if _, err := proof.Check(t.Context(), vaultRules(vault{}), []room{{Done: veil.Lost}}, escape()); !errors.Is(err, proof.ErrRejected) {
		t.Errorf("lost state: %v", err)
	}
	if _, err := proof.Check(t.Context(), vaultRules(vault{}), append(rooms(), room{Done: veil.Lost}), escape()); !errors.Is(err, proof.ErrRejected) {
		t.Errorf("lost state among others: %v", err)
	}
	if _, err := proof.Check(t.Context(), vaultRules(vault{}), nil, &proof.Plan{}); !errors.Is(err, proof.ErrRejected) {
		t.Errorf("no states and no plan: %v", err)
	}
}

func TestTidy(t *testing.T) {
	p := escape()
	for i := range p.Nodes {
		p.Nodes[i].Count = 0
	}
	p.Nodes[2].Branches = []proof.Branch{{Heard: "thunder", Next: 3}}
	pruned, err := proof.Prune(t.Context(), vaultRules(vault{}), rooms(), p, true)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := proof.Check(t.Context(), vaultRules(vault{}), rooms(), pruned); err != nil {
		t.Error(err)
	}
	if len(pruned.States) != 5 || len(pruned.Nodes[0].Belief) != 3 {
		t.Errorf("%d states in the table, %d at the start", len(pruned.States), len(pruned.Nodes[0].Belief))
	}
	fewer, err := proof.Prune(t.Context(), vaultRules(vault{}), rooms()[:2], p, false)
	if err != nil || len(fewer.Nodes) != 3 {
		t.Errorf("for two states: %+v, %v", fewer, err)
	}
}

func TestForms(t *testing.T) {
	var text, dot, js bytes.Buffer
	p, err := proof.Prune(t.Context(), vaultRules(vault{}), rooms(), escape(), true)
	if err != nil {
		t.Fatal(err)
	}
	enc := json.NewEncoder(&js)
	enc.SetIndent("", "  ")
	if err := errors.Join(p.WriteText(&text, nil), p.WriteDOT(&dot), enc.Encode(p)); err != nil {
		t.Fatal(err)
	}
	testsize.Stored(t, filepath.Join("testdata", "escape.txt"), text.Bytes())
	testsize.Stored(t, filepath.Join("testdata", "escape.dot"), dot.Bytes())
	testsize.Stored(t, filepath.Join("testdata", "escape.json"), js.Bytes())
	back, err := proof.ReadPlan(&js)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := proof.Check(t.Context(), vaultRules(vault{}), rooms(), back); err != nil {
		t.Error(err)
	}
}

func TestReadErrors(t *testing.T) {
	for text, want := range map[string]string{
		"{\n  \"plies\": x}": "line 2 column 12",
		`{"plies": "three"}`: "line 1 column",
		`{"plies": -1}`:      "-1 plies",
		`{"nodes": [{"count": 1}, {"replies": [{"next": 1}]}]}`: "leads to node 1",
	} {
		if _, err := proof.ReadPlan(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", text, err, want)
		}
	}
	if _, err := proof.ReadRefutation(strings.NewReader(`{"nodes": [{"belief": [0]}]}`)); err == nil {
		t.Error("a state that is not in the table was accepted")
	}
}

// refuted shows that two plies are not enough.
func refuted() *proof.Refutation {
	return &proof.Refutation{
		Plies: 2, States: []string{"{2  open}"}, Nodes: []proof.Lost{{Belief: []int{0}}},
	}
}

func TestCheckRefutation(t *testing.T) {
	if err := proof.CheckRefutation(t.Context(), vaultRules(vault{}), rooms(), refuted()); err != nil {
		t.Error(err)
	}
	for want, damage := range map[string]func(p *proof.Refutation){
		`"key 2" is not refuted`: func(p *proof.Refutation) { p.Plies = 3 },
		"is not possible":        func(p *proof.Refutation) { p.States[0] = "{3  open}" },
		"no states":              func(p *proof.Refutation) { p.Nodes[0].Belief = nil },
		"is empty":               func(p *proof.Refutation) { p.Nodes = nil },
	} {
		p := refuted()
		damage(p)
		err := proof.CheckRefutation(t.Context(), vaultRules(vault{}), rooms(), p)
		if !errors.Is(err, proof.ErrRejected) || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

func FuzzReadPlan(f *testing.F) {
	text, err := json.Marshal(escape())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Fuzz(func(t *testing.T, text []byte) {
		p, err := proof.ReadPlan(bytes.NewReader(text))
		if err != nil {
			return
		}
		var out bytes.Buffer
		if err := errors.Join(p.WriteText(&out, nil), p.WriteDOT(&out)); err != nil {
			t.Error(err)
		}
		if _, err := proof.Check(t.Context(), vaultRules(vault{}), rooms(), p); err != nil && !errors.Is(err, proof.ErrRejected) {
			t.Error(err)
		}
	})
}

func FuzzReadRefutation(f *testing.F) {
	text, err := json.Marshal(refuted())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Fuzz(func(t *testing.T, text []byte) {
		p, err := proof.ReadRefutation(bytes.NewReader(text))
		if err != nil {
			return
		}
		// Three plies are enough, so no refutation of that can be right.
		if err := proof.CheckRefutation(t.Context(), vaultRules(vault{}), rooms(), p); err == nil && p.Plies > 2 {
			t.Errorf("accepted: %s", text)
		}
	})
}
