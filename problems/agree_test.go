// SPDX-License-Identifier: BSD-3-Clause

package problems_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/veilplan/veil/problems"
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
// Whoever finishes must say what the set says (make krieg-agree: on all problems).
func TestMethodsAgree(t *testing.T) {
	for _, set := range problems.Sets() {
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
func someOf(t *testing.T, set string) []problems.Problem {
	t.Helper()
	all := spread(t, set, "all")
	slices.SortStableFunc(all, func(p, q problems.Problem) int { return cmp.Compare(p.Boards, q.Boards) })
	return all[:map[int]int{3: 8, 5: 4}[all[0].Plies]]
}

// fewStates is a limit that most methods keep at three plies, and ours at five.
func fewStates(method string, plies int) int64 {
	if strings.HasPrefix(method, "veil") {
		return 100_000
	}
	return map[int]int64{3: 50_000, 5: 10_000}[plies]
}
