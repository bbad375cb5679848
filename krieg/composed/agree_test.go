// SPDX-License-Identifier: BSD-3-Clause

package composed_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/veilplan/veil/krieg/composed"
)

// agreed is what came of the runs of a method on the problems of a set.
type agreed struct{ finished, agree, gaveUp int }

// add counts a run.
func (a *agreed) add(m measured) {
	a.finished += count(m.solved())
	a.agree += count(m.answer == m.verdict)
	a.gaveUp += count(!m.solved())
}

func (a agreed) String() string {
	return fmt.Sprintf("finished %d, agree %d, gave up %d", a.finished, a.agree, a.gaveUp)
}

// TestMethodsAgree runs every method on a few problems of the shorter sets with a small limit.
// Whoever finishes must say what the set says (tools/nightly krieg-agree: on all problems).
func TestMethodsAgree(t *testing.T) {
	for _, set := range composed.Sets() {
		tally := map[string]agreed{}
		for _, p := range someOf(t, set) {
			q := ask(t, &p)
			for _, method := range everyMethod() {
				a := tally[method]
				a.add(q.measure(t, method, fewStates(method, p.Plies)))
				tally[method] = a
			}
		}
		for _, method := range everyMethod() {
			if a := tally[method]; a.agree != a.finished || a.finished == 0 && strings.HasSuffix(set, "-3") {
				t.Errorf("%s, %s: %v", set, method, a)
			}
		}
		t.Log(set, tally)
	}
}

// someOf returns the problems of a set with the fewest boards: of longer ones fewer, of seven plies
// none.
func someOf(t *testing.T, set string) []composed.Problem {
	t.Helper()
	all := spread(t, set, "all")
	slices.SortStableFunc(all, func(p, q composed.Problem) int { return cmp.Compare(p.Boards, q.Boards) })
	return all[:map[int]int{3: 8, 5: 4}[all[0].Plies]]
}

// fewStates is a limit that most methods keep at three plies, and ours at five.
func fewStates(method string, plies int) int64 {
	if strings.HasPrefix(method, "veil") {
		return 100_000
	}
	return map[int]int64{3: 50_000, 5: 10_000}[plies]
}

// TestRunsAgree: the file of runs has every method on every published problem, and whoever
// finished said what the set says.
func TestRunsAgree(t *testing.T) {
	ran := map[string]measured{}
	for _, m := range publishedRuns(t) {
		ran[m.id+m.method] = m
	}
	for _, set := range composed.Sets() {
		list, err := composed.Load(set)
		if err != nil {
			t.Fatal(err)
		}
		for i := range list {
			for _, method := range everyMethod() {
				m, ok := ran[list[i].ID+method]
				if !ok || m.verdict != list[i].Verdict || m.solved() && m.answer != m.verdict {
					t.Fatalf("%s, a %s, by %s: %v, %v (tools/nightly krieg-agree runs what is missing)", list[i].ID, list[i].Verdict, method, ok, m)
				}
			}
		}
	}
}

// TestRunsAreReproduced runs methods again that took few states and compares their
// work with the file of runs, to the node.
func TestRunsAreReproduced(t *testing.T) {
	again := map[string]int{}
	last := lastRuns(t)
	for _, p := range spread(t, "seed-3", "6") {
		q := ask(t, &p)
		for _, method := range append(everyMethod(), "interleaved") {
			old := last[p.ID+method]
			if !old.solved() || old.states == 0 || old.states > 100_000 {
				continue
			}
			if m := q.measure(t, method, old.cap); m.states != old.states || m.nodes != old.nodes {
				t.Errorf("%s by %s: %d states and %d nodes, in the file %d and %d", p.ID, method, m.states, m.nodes, old.states, old.nodes)
			}
			again[method]++
		}
	}
	for _, method := range append(everyMethod(), "interleaved") {
		if again[method] == 0 {
			t.Errorf("%s: no run was short enough", method)
		}
	}
}

// Agreement is a table of how many problems of each set every method finished, and in how
// many of these it agrees with the set.
func (b *bench) Agreement() string {
	tally := map[[2]string]agreed{}
	for _, m := range b.all {
		for _, set := range []string{m.set(), ""} {
			a := tally[[2]string{set, m.method}]
			a.add(m)
			tally[[2]string{set, m.method}] = a
		}
	}
	rows := []string{
		"| method | " + strings.Join(composed.Sets(), " | ") + " | finished | agree | gave up |",
		strings.Repeat("|---", len(composed.Sets())+4) + "|",
	}
	for _, method := range everyMethod() {
		cells := []string{named(method)}
		for _, set := range composed.Sets() {
			a := tally[[2]string{set, method}]
			cells = append(cells, fmt.Sprintf("%d/%d", a.finished, a.finished+a.gaveUp))
		}
		a := tally[[2]string{"", method}]
		cells = append(cells, grouped(int64(a.finished)), grouped(int64(a.agree)), grouped(int64(a.gaveUp)))
		rows = append(rows, "| "+strings.Join(cells, " | ")+" |")
	}
	return strings.Join(rows, "\n")
}

// named spells a method, with the part that is left out.
func named(method string) string {
	name, part, ok := strings.Cut(method, "/")
	if !ok {
		return name
	}
	return name + " without " + part
}

// Limits says how many hidden states a method was allowed on the problems of a set.
func (b *bench) Limits(set, method string) string {
	var limits []int64
	for _, m := range b.all {
		if m.method == method && m.set() == set && !slices.Contains(limits, m.cap) {
			limits = append(limits, m.cap)
		}
	}
	slices.Sort(limits)
	var words []string
	for _, n := range limits {
		words = append(words, grouped(n))
	}
	return strings.Join(words, " or ")
}
