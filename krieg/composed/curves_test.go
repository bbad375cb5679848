// SPDX-License-Identifier: BSD-3-Clause

package composed_test

import (
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/veilplan/veil/krieg/composed"
)

// The paper's measure (its figure of performance): the fraction of problems solved within a limit, for
// mates and near misses apart. The paper limits CPU time; hidden states made are the same on every
// machine, so both are judged.

// The limits on which methods are compared.
const (
	byStates = "states"
	byCPU    = "cpu"
)

func limited() []string { return []string{byStates, byCPU} }

// ladder returns the limits 1, 2, 5, 10, … between two numbers: states, or milliseconds.
func ladder(axis string) (limits []float64) {
	low, high := 1e2, 1e7
	if axis == byCPU {
		low, high = 0.1, 1e4
	}
	for x := low; x <= high; x *= 10 {
		limits = append(limits, x, 2*x, 5*x)
	}
	return limits
}

// cost returns the states that a run made, or its milliseconds.
func (m measured) cost(axis string) float64 {
	if axis == byCPU {
		return max(float64(m.cpu.Microseconds()), 10) / 1000
	}
	return max(float64(m.states), 1)
}

// fate is the outcome that a run would have with another limit, if it is known.
type fate int8

const (
	failed  fate = -1
	unknown fate = 0 // it was cut before that limit
	solved  fate = 1
)

// at returns what the run would have given with a limit.
func (m measured) at(axis string, limit float64) fate {
	switch cost := m.cost(axis); {
	case m.solved() && cost <= limit:
		return solved
	case cost >= limit:
		return failed
	default:
		return unknown
	}
}

// lead compares two methods on the same problems within a limit: 1 if the first solves
// more, -1 if the second does, 0 if a sign test on the problems that only one of them solves does
// not decide at 5%. Runs that were cut too early count for the method that is behind.
func lead(axis string, first, second []measured, limit float64) int {
	var won, lost, mayWin, mayLose int
	for i := range first {
		a, b := first[i].at(axis, limit), second[i].at(axis, limit)
		won += count(a == solved && b == failed)
		lost += count(b == solved && a == failed)
		mayWin += count(a != failed && b != solved)
		mayLose += count(b != failed && a != solved)
	}
	switch {
	case signed(won, mayLose):
		return 1
	case signed(lost, mayWin):
		return -1
	default:
		return 0
	}
}

// signed reports whether more than half of the problems are on the first side, by an exact two-sided
// sign test at 5%.
func signed(more, fewer int) bool {
	n, tail := more+fewer, 0.0
	for k := more; k <= n; k++ {
		chosen, _ := math.Lgamma(float64(n + 1))
		in, _ := math.Lgamma(float64(k + 1))
		out, _ := math.Lgamma(float64(n - k + 1))
		tail += math.Exp(chosen - in - out - float64(n)*math.Ln2)
	}
	return more > fewer && 2*tail <= 0.05
}

// contest is the greatest distance between the curves of two methods on either side, as a share of the
// problems. Only limits count at which [lead] decides.
type contest struct {
	fast, slow float64 // by how much each is above the other
	apart      float64 // the greatest distance, decided or not, at limits where all runs are known
	telling    bool    // at some limit both are known on enough solved problems
}

// meet compares two methods on all limits.
func meet(axis string, fast, slow []measured) (c contest) {
	for _, x := range ladder(axis) {
		gap := float64(solvedBy(axis, fast, x)-solvedBy(axis, slow, x)) / float64(len(fast))
		switch lead(axis, fast, slow, x) {
		case 1:
			c.fast = max(c.fast, gap)
		case -1:
			c.slow = max(c.slow, -gap)
		}
		if known(axis, x, fast, slow) {
			c.apart = max(c.apart, math.Abs(gap))
		}
		c.telling = c.telling || decided(axis, fast, slow, x) >= fewest
	}
	return c
}

// known reports whether no run was cut before a limit.
func known(axis string, limit float64, lists ...[]measured) bool {
	for _, list := range lists {
		for _, r := range list {
			if r.at(axis, limit) == unknown {
				return false
			}
		}
	}
	return true
}

// decided counts the problems on which both methods are known at a limit, and one solves.
func decided(axis string, fast, slow []measured, limit float64) (n int) {
	for i := range fast {
		a, b := fast[i].at(axis, limit), slow[i].at(axis, limit)
		n += count(a != unknown && b != unknown && a+b > -2)
	}
	return n
}

// The words of the paper, as the greatest distance between two curves: a share of the problems.
const (
	beats        = 0.0
	considerably = 0.10
	much         = 0.25
)

// relation is how the paper puts two methods.
type relation uint8

const (
	faster   relation = iota // above by at least the distance
	alike                    // apart by less than the distance
	slightly                 // above, by less than the distance
)

// judge answers a claim by a contest. A distance that no sign test decides answers nothing.
func (r relation) judge(c contest, distance float64) string {
	far := max(c.fast, c.slow) >= distance
	switch {
	case r == faster && c.fast == 0 && c.slow == 0, r != faster && !far && (!c.telling || c.apart >= distance):
		return open
	case r == alike:
		return map[bool]string{true: no, false: yes}[far]
	case c.fast == 0 && c.slow > 0:
		return no
	case c.slow > 0, r == faster && !far, r == slightly && far:
		return partly // the curves cross, or the distance is another
	default:
		return yes
	}
}

// combined puts answers together: partly if they differ.
func combined(answers []string) string {
	var met [4]int
	for _, a := range answers {
		for i, word := range []string{yes, no, partly, open} {
			met[i] += count(a == word)
		}
	}
	switch {
	case met[0]+met[1]+met[2] == 0:
		return open
	case met[1]+met[2] == 0:
		return yes
	case met[0]+met[2] == 0:
		return no
	default:
		return partly
	}
}

// of returns the runs of a method on the mates or near misses of a set, or on both.
func (b *bench) of(set, verdict, method string) (list []measured) {
	for _, r := range b.runs[[2]string{set, method}] {
		if verdict == "" || r.verdict == verdict {
			list = append(list, r)
		}
	}
	return list
}

// solvedBy counts the problems solved within a limit.
func solvedBy(axis string, runs []measured, limit float64) (n int) {
	for _, r := range runs {
		n += count(r.at(axis, limit) == solved)
	}
	return n
}

// spelled spells a limit.
func spelled(axis string, limit float64) string {
	if axis == byCPU {
		return fmt.Sprintf("%g s", limit/1000)
	}
	return grouped(int64(limit))
}

// took makes a run that was solved, or cut, after some states and as many microseconds.
func took(answer string, cost int64) measured {
	return measured{verdict: composed.Mate, answer: answer, states: cost, cpu: time.Duration(cost) * time.Microsecond}
}

// several repeats a run.
func several(n int, m measured) (list []measured) {
	for range n {
		list = append(list, m)
	}
	return list
}

// TestSigned compares the sign test with its table: 6 of 6 decide at 5%, 5 of 5 do not.
func TestSigned(t *testing.T) {
	for _, c := range []struct {
		more, fewer int
		want        bool
	}{{5, 0, false}, {6, 0, true}, {8, 1, true}, {7, 1, false}, {9, 2, false}, {10, 2, true}, {0, 6, false}, {0, 0, false}, {60, 40, false}, {61, 39, true}} {
		if got := signed(c.more, c.fewer); got != c.want {
			t.Errorf("%d against %d: %v", c.more, c.fewer, got)
		}
	}
}

// TestLead: a method leads only at limits that separate the two, and not where the other was cut.
func TestLead(t *testing.T) {
	fast, slow, cut := several(8, took(composed.Mate, 10)), several(8, took(composed.Mate, 1000)), several(8, took(unsolved, 100))
	for _, c := range []struct {
		a, b        []measured
		limit, want int
	}{{fast, slow, 100, 1}, {slow, fast, 100, -1}, {fast, slow, 5, 0}, {fast, slow, 1000, 0}, {fast, cut, 100, 1}, {fast, cut, 200, 0}, {cut, fast, 50, -1}, {fast[:5], slow[:5], 100, 0}} {
		if got := lead(byStates, c.a, c.b, float64(c.limit)); got != c.want {
			t.Errorf("limit %d: %d, want %d", c.limit, got, c.want)
		}
	}
}

// TestJudge holds the rule of the verdicts to curves whose relation is known: some of 100 problems
// take 100 states, the others 1,000,000.
func TestJudge(t *testing.T) {
	soon := func(n int) []measured {
		return append(several(n, took(composed.Mate, 100)), several(100-n, took(composed.Mate, 1e6))...)
	}
	crossing := append(several(50, took(composed.Mate, 100)), several(50, took(unsolved, 1e7))...)
	flat, cut := several(100, took(composed.Mate, 10_000)), several(100, took(unsolved, 900))
	for name, c := range map[string]struct {
		how        relation
		distance   float64
		fast, slow []measured
		want       string
	}{
		"much":               {faster, much, soon(60), soon(20), yes},
		"much, reversed":     {faster, beats, soon(20), soon(60), no},
		"not much":           {faster, much, soon(40), soon(20), partly},
		"beats":              {faster, beats, soon(30), soon(20), yes},
		"the same":           {faster, beats, soon(20), soon(20), open},
		"by chance":          {faster, beats, soon(25), soon(20), open},
		"curves cross":       {faster, beats, crossing, flat, partly},
		"alike":              {alike, considerably, soon(25), soon(20), yes},
		"not alike":          {alike, considerably, soon(40), soon(20), no},
		"not alike, too":     {alike, considerably, soon(20), soon(40), no},
		"slightly":           {slightly, considerably, soon(28), soon(20), yes},
		"more than slightly": {slightly, considerably, soon(40), soon(20), partly},
		"not slightly":       {slightly, considerably, soon(20), soon(40), no},
		"alike by chance":    {alike, considerably, soon(24)[19:29], soon(20)[19:29], open},
		"few problems":       {alike, considerably, soon(20)[:4], soon(20)[:4], open},
		"both cut":           {alike, considerably, cut, cut, open},
	} {
		for _, axis := range limited() {
			if got := c.how.judge(meet(axis, c.fast, c.slow), c.distance); got != c.want {
				t.Errorf("%s, %s: %s, want %s", name, axis, got, c.want)
			}
		}
	}
}

// TestCombined: answers that differ come to partly.
func TestCombined(t *testing.T) {
	for want, answers := range map[string][]string{
		yes: {open, yes, yes}, no: {no, open}, open: {open, open}, partly: {yes, no},
	} {
		if got := combined(answers); got != want {
			t.Errorf("%v: %s, want %s", answers, got, want)
		}
	}
	if got := combined([]string{partly, partly}); got != partly {
		t.Error(got)
	}
}
