// SPDX-License-Identifier: BSD-3-Clause

package composed_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/search/andor"
	"github.com/veilplan/veil/search/andor/baseline"
	"github.com/veilplan/veil/search/proof"
)

// graph is a planning domain with nondeterministic transitions, as in the paper's figure of the
// order of expansion. The picture is not in the text; this tree has what the text says about it:
// moves a, b and e, percepts c and d, a left branch that is disproved and a right one that is a proof.
// Rows are a state, a move and what it may lead to, each with its percept before it.
const graph = `
1 a c:x1
2 a c:x2
1 b c:y1 d:z1
2 b c:y2 d:z2
x1 a c:v1
x2 a c:v2
x1 e d:w1
x2 e d:w2
v1 e c:lost
v2 e c:lost
w1 e c:lost
w2 e c:lost
y1 e c:s1
y2 e c:s2
z1 e c:t1
z2 e c:t2
s1 e c:won
s2 e c:won
t1 e c:won
t2 e c:won`

// planning are the rules of the graph, and the order in which its states are expanded.
type planning struct {
	rows  map[string]map[string][]string
	order []string
}

func newPlanning() *planning {
	p := &planning{rows: map[string]map[string][]string{}}
	for line := range strings.Lines(strings.TrimSpace(graph)) {
		f := strings.Fields(line)
		if p.rows[f[0]] == nil {
			p.rows[f[0]] = map[string][]string{}
		}
		p.rows[f[0]][f[1]] = f[2:]
	}
	return p
}

func (p *planning) AppendActions(dst []string, s *string) []string {
	for _, move := range []string{"a", "b", "e"} {
		if p.rows[*s][move] != nil {
			dst = append(dst, move)
		}
	}
	return dst
}

func (p *planning) AppendOutcomes(dst []veil.Outcome[string, string], s *string, move string) []veil.Outcome[string, string] {
	if !slices.Contains(p.order, *s) {
		p.order = append(p.order, *s)
	}
	for _, out := range p.rows[*s][move] {
		percept, next, _ := strings.Cut(out, ":")
		dst = append(dst, veil.Outcome[string, string]{State: next, Seen: percept, P: 1})
	}
	return dst
}

func (p *planning) Status(s *string) veil.Status {
	return map[string]veil.Status{"won": veil.Won, "lost": veil.Lost}[*s]
}

// ordered returns the states in the order in which a method expands them.
func ordered(t *testing.T, method string) []string {
	t.Helper()
	by, err := baseline.Named(method)
	if err != nil {
		t.Fatal(err)
	}
	p := newPlanning()
	r, err := baseline.Prove(t.Context(), proof.Rules[string, string, string](p), []string{"1", "2"}, 3, by, andor.Config{})
	if err != nil || r.Verdict != andor.Proved {
		t.Fatal(method, r.Verdict, err)
	}
	return p.order
}

// TestExpansionOrder holds the three directional methods to their order: UDB takes all states of a node, then goes
// deeper; DBU verifies a proof on the current state's tree first, DUB on the current branch.
func TestExpansionOrder(t *testing.T) {
	for method, want := range map[string]string{
		"UDB": "1 2 x1 x2 v1 w1 y1 y2 s1 s2 z1 z2 t1 t2",
		"DUB": "1 x1 v1 w1 y1 s1 2 y2 s2 z1 t1 z2 t2",
		"DBU": "1 x1 v1 w1 y1 s1 z1 t1 2 y2 s2 z2 t2",
	} {
		if got := strings.Join(ordered(t, method), " "); got != want {
			t.Errorf("%s: %s, want %s", method, got, want)
		}
	}
}

// TestExpansionSays checks every sentence of the paper about the figure.
func TestExpansionSays(t *testing.T) {
	udb, dub, dbu := ordered(t, "UDB"), ordered(t, "DUB"), ordered(t, "DBU")
	first := slices.IndexFunc(dub, func(s string) bool { return s != dbu[slices.Index(dub, s)] })
	if first != 6 {
		t.Errorf("DUB and DBU differ first at number %d, want the seventh", first+1)
	}
	if dbu[6] != "z1" || dub[6] != "2" {
		t.Errorf("then DBU expands %s and DUB %s: want the other percept of 1, and the other state", dbu[6], dub[6])
	}
	if udb[1] != "2" {
		t.Errorf("UDB expands %s before all states of the root", udb[1])
	}
	left := func(s string) bool { return strings.ContainsAny(s, "xvw") }
	for name, order := range map[string][]string{"DUB": dub, "DBU": dbu} {
		if slices.ContainsFunc(order, func(s string) bool { return left(s) && s[1] == '2' }) {
			t.Errorf("%s disproves the left branch by more than one state: %v", name, order)
		}
		if !slices.Equal(sortedRight(order, left), sortedRight(udb, left)) {
			t.Errorf("%s and UDB expand other states of the proof: %v, %v", name, order, udb)
		}
	}
	if !slices.Equal(visits(udb), visits(dub)) {
		t.Errorf("UDB and DUB visit nodes in another order: %v, %v", visits(udb), visits(dub))
	}
}

// sortedRight returns the states of the right branch.
func sortedRight(order []string, left func(string) bool) []string {
	list := slices.DeleteFunc(slices.Clone(order), left)
	slices.Sort(list)
	return list
}

// visits returns the belief-state nodes in the order of their first visit. The root has no letter.
func visits(order []string) (nodes []byte) {
	for _, s := range order {
		if len(s) > 1 && !slices.Contains(nodes, s[0]) {
			nodes = append(nodes, s[0])
		}
	}
	return nodes
}
