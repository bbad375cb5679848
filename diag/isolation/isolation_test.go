// SPDX-License-Identifier: BSD-3-Clause

package isolation_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/diag"
	"github.com/veilplan/veil/diag/isolation"
	"github.com/veilplan/veil/internal/pause"
	"github.com/veilplan/veil/search/andor/baseline"
	"github.com/veilplan/veil/search/proof"
)

func example(t *testing.T, name string) *diag.Table {
	t.Helper()
	text, err := isolation.Example(name)
	if err != nil {
		t.Fatal(err)
	}
	table, err := isolation.Read([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// TestExamples solves the worked examples: the least cost is exact, no plan of the greedy technician is cheaper, and
// following what Next says for each fault costs what Solve says.
func TestExamples(t *testing.T) {
	for _, name := range isolation.Examples() {
		table := example(t, name)
		doc, err := isolation.Solve(t.Context(), table, nil, api.Limits{})
		if err != nil || doc.Cost.Kind != "exact" {
			t.Fatalf("%s: %+v, %v", name, doc.Cost, err)
		}
		if doc.Plan.Expected != doc.Cost.Lo || doc.Greedy.Expected < doc.Plan.Expected {
			t.Errorf("%s: plan %+v, greedy %+v", name, doc.Plan, doc.Greedy)
		}
		t.Logf("%s: best %+v, greedy %+v", name, doc.Plan, doc.Greedy)
		var total, weight uint64
		for f := range table.Faults {
			total += table.Faults[f].Weight * follow(t, table, f)
			weight += table.Faults[f].Weight
		}
		if got := float64(total) / float64(weight) / float64(table.Unit); got < doc.Cost.Lo-1e-9 || got > doc.Cost.Lo+1e-9 {
			t.Errorf("%s: following costs %v, want %v", name, got, doc.Cost.Lo)
		}
	}
}

// follow performs the tests that Next names until the fault is found, and returns the cost.
func follow(t *testing.T, table *diag.Table, fault int) (cost uint64) {
	t.Helper()
	var seen []diag.Reading
	ready := uint64(0)
	for {
		doc, err := isolation.Next(t.Context(), table, seen, api.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if doc.Found {
			if !slices.Contains(isolation.Check(table, seen).Left, table.Faults[fault].Name) && len(seen) > 0 {
				t.Fatalf("%s was lost", table.Faults[fault].Name)
			}
			return cost
		}
		at := slices.IndexFunc(table.Tests, func(x diag.Test) bool { return x.Name == doc.Test })
		paid, then := table.Charge(at, ready)
		cost, ready = cost+paid, then
		seen = append(seen, diag.Reading{Test: at, Word: int(table.Tests[at].Reads[fault])})
	}
}

// TestProve: within as many tests as the deepest plan every fault is found, the proof holds for the checker, a damaged one
// does not, and one test is not enough.
func TestProve(t *testing.T) {
	for _, name := range isolation.Examples() {
		table := example(t, name)
		plan, err := isolation.Solve(t.Context(), table, nil, api.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		doc, err := isolation.Prove(t.Context(), table, plan.Plan.Tests, api.Limits{})
		if err != nil || doc.Verdict != "proved" || !doc.Checked {
			t.Fatalf("%s: %+v, %v", name, doc, err)
		}
		if doc, err := isolation.Prove(t.Context(), table, 1, api.Limits{}); err != nil || doc.Verdict != "disproved" {
			t.Errorf("%s in one test: %+v, %v", name, doc, err)
		}
		damaged(t, table, doc.Proof)
		if most := depth(t, table, doc.Steps); most > plan.Plan.Tests || most == 0 {
			t.Errorf("%s: the runbook takes %d tests", name, most)
		}
	}
}

// depth returns the most tests of a runbook, and sees that it ends with faults that no test tells apart.
func depth(t *testing.T, table *diag.Table, s *api.DiagStep) int {
	t.Helper()
	if s.Test == "" {
		if len(s.Left) > 1 && !slices.ContainsFunc(isolation.Check(table, nil).Alike, func(group []string) bool { return slices.Equal(group, s.Left) }) {
			t.Errorf("a runbook ends with %v", s.Left)
		}
		return 0
	}
	most := 0
	for _, b := range s.Branches {
		most = max(most, depth(t, table, b.Next))
	}
	return most + 1
}

// damaged changes every node of a proof: the checker refuses it.
func damaged(t *testing.T, table *diag.Table, p *proof.Plan) {
	t.Helper()
	m, states := diag.NewModel(table)
	for i := range p.Nodes {
		broken := *p
		broken.Nodes = slices.Clone(p.Nodes)
		broken.Nodes[i].Try = "it is " + table.Faults[0].Name
		if broken.Nodes[i].Try == p.Nodes[i].Try {
			broken.Nodes[i].Try = "it is " + table.Faults[1].Name
		}
		if _, err := proof.Check(t.Context(), proof.Rules[diag.State, diag.Action, uint16](m), states, &broken); err == nil {
			t.Errorf("node %d was changed, and nobody saw it", i)
		}
	}
}

// TestConflict: readings that contradict each other are named, and no others.
func TestConflict(t *testing.T) {
	table := example(t, "car")
	seen, err := isolation.Readings(table, []string{"immobiliser lamp=off", "headlights=dim", "click=once"})
	if err != nil {
		t.Fatal(err)
	}
	_, err = isolation.Next(t.Context(), table, seen, api.Limits{})
	if err == nil || !strings.Contains(err.Error(), "headlights=dim, click=once") || strings.Contains(err.Error(), "lamp") {
		t.Error(err)
	}
}

// TestSame: the same question gives the same bytes.
func TestSame(t *testing.T) {
	table := example(t, "board")
	var last []byte
	for range 3 {
		doc, err := isolation.Solve(t.Context(), table, nil, api.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := isolation.WriteDOT(&b, doc.Steps); err != nil {
			t.Fatal(err)
		}
		if last != nil && !bytes.Equal(last, b.Bytes()) {
			t.Fatal("another plan")
		}
		last = b.Bytes()
	}
}

// TestReplay: a stored proof holds for its table; a damaged one, or one of another table, does not.
func TestReplay(t *testing.T) {
	table := example(t, "network")
	doc, err := isolation.Prove(t.Context(), table, 4, api.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	stored, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	holds := func(table *diag.Table, text []byte) bool {
		read, err := isolation.ReadProof(bytes.NewReader(text))
		if err != nil {
			return false
		}
		out, err := isolation.Replay(t.Context(), table, read)
		if err != nil {
			t.Fatal(err)
		}
		if out.Holds == (out.Why != "") {
			t.Errorf("it holds: %v, because %q", out.Holds, out.Why)
		}
		return out.Holds
	}
	if !holds(table, stored) {
		t.Error("the proof does not hold")
	}
	if holds(example(t, "car"), stored) {
		t.Error("the proof holds for another table")
	}
	for i := range doc.Proof.Nodes {
		for name, damage := range map[string]func(n *proof.Node){
			"another test": func(n *proof.Node) { n.Try = "call provider, twice" },
			"no branch":    func(n *proof.Node) { n.Branches = n.Branches[:max(len(n.Branches)-1, 0)]; n.Count++ },
			"one too many": func(n *proof.Node) { n.Count++ },
		} {
			damaged, err := isolation.ReadProof(bytes.NewReader(stored))
			if err != nil {
				t.Fatal(err)
			}
			damage(&damaged.Proof.Nodes[i])
			text, err := json.Marshal(damaged)
			if err != nil {
				t.Fatal(err)
			}
			if holds(table, text) {
				t.Errorf("node %d with %s: the proof still holds", i, name)
			}
		}
	}
	doc.Within = 3
	if text, err := json.Marshal(doc); err != nil || holds(table, text) {
		t.Errorf("a plan of 4 tests holds within 3: %v", err)
	}
}

// TestSession: readings by word, number and test; contradictions and repetitions are refused and change nothing.
func TestSession(t *testing.T) {
	s, err := isolation.NewSession(t.Context(), example(t, "network"), nil, api.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	step := func(text, refused string) {
		t.Helper()
		err := s.Hear(t.Context(), text)
		if refused == "" && err != nil || refused != "" && (err == nil || !strings.Contains(err.Error(), refused)) {
			t.Errorf("%q: error %v, want %q", text, err, refused)
		}
	}
	step("answers", "")
	step("ping gateway=no answer", "read before")
	step("nonsense", "never reads")
	step("router lamps=blinking", "contradict")
	left := len(s.Now().Left)
	step("1", "")
	if undone, err := s.Undo(t.Context()); !undone || err != nil || len(s.Now().Left) != left {
		t.Errorf("undo: %v, %v, %d faults left, want %d", undone, err, len(s.Now().Left), left)
	}
	step("no answer", "")
	step("resolve name=works", "")
	if !s.Now().Found || s.Now().Left[0].Fault != "firewall rule" {
		t.Errorf("found %+v", s.Now().Left)
	}
	for range 3 {
		if undone, err := s.Undo(t.Context()); !undone || err != nil {
			t.Errorf("undo: %v, %v", undone, err)
		}
	}
	if undone, _ := s.Undo(t.Context()); undone {
		t.Error("undo before the first reading")
	}
}

// FuzzReadProof: nothing panics, and only a whole proof holds.
func FuzzReadProof(f *testing.F) {
	text, err := isolation.Example("network")
	if err != nil {
		f.Fatal(err)
	}
	table, err := isolation.Read([]byte(text))
	if err != nil {
		f.Fatal(err)
	}
	doc, err := isolation.Prove(f.Context(), table, 4, api.Limits{})
	if err != nil {
		f.Fatal(err)
	}
	stored, err := json.Marshal(doc)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(stored)
	f.Add([]byte(`{"schema":"diag.proof/1","verdict":"proved","proof":{}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		read, err := isolation.ReadProof(bytes.NewReader(text))
		if err != nil {
			return
		}
		if out, err := isolation.Replay(t.Context(), table, read); err == nil && out.Holds && (out.Within < 4 || out.Faults != len(table.Faults)) {
			t.Errorf("a proof holds within %d tests for %d faults", out.Within, out.Faults)
		}
	})
}

// TestGreedyStops: a plan whose comparison was cut short is not shown.
func TestGreedyStops(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	text.WriteString("fault,prior")
	for test := range 40 {
		fmt.Fprintf(&text, ",t%d", test)
	}
	for fault := range 40 {
		fmt.Fprintf(&text, "\nf%d,%d", fault, 1+fault)
		for test := range 40 {
			fmt.Fprintf(&text, ",%d", max(0, 1-(fault-test)*(fault-test)))
		}
	}
	table, err := isolation.Read([]byte(text.String() + "\n"))
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	whole := pause.With(t.Context(), func() { asked++ })
	if _, err := isolation.Solve(pause.Context(whole), table, nil, api.Limits{Nodes: 50}.WithDefaults()); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	left := asked - 20 // near the end, while plans are compared
	short := pause.Context(pause.With(ctx, func() {
		if left--; left == 0 {
			cancel()
		}
	}))
	if doc, err := isolation.Solve(short, table, nil, api.Limits{Nodes: 50}.WithDefaults()); !errors.Is(err, context.Canceled) {
		t.Errorf("%+v, %v after %d questions", doc, err, asked)
	}
}

// TestMethodsAgree: every method that the 2005 paper compares gives the verdict of veil's own on an example, with a
// proof that the checker has accepted.
func TestMethodsAgree(t *testing.T) {
	table := example(t, "car")
	for within := 1; within <= 4; within++ {
		want, err := isolation.Prove(t.Context(), table, within, api.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range baseline.Names() {
			method, err := baseline.Named(name)
			if err != nil {
				t.Fatal(err)
			}
			got, err := isolation.ProveBy(t.Context(), table, within, method, api.Limits{Nodes: 20_000})
			if err != nil || got.Verdict != want.Verdict && got.Verdict != "unknown" || got.Checked != (got.Verdict == "proved") {
				t.Errorf("%s within %d: %+v, %v, want %s", name, within, got, err, want.Verdict)
			}
			if got.Verdict == "unknown" && name != "PNS" {
				t.Errorf("%s within %d: not decided", name, within)
			}
		}
	}
}
