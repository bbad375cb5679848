// SPDX-License-Identifier: BSD-3-Clause

package alpha_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"testing"
	"time"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/belief"
	"github.com/veilplan/veil/internal/rusage"
	"github.com/veilplan/veil/pomdp/tabular"
	"github.com/veilplan/veil/problems/rocksample"
	"github.com/veilplan/veil/problems/tag"
	"github.com/veilplan/veil/problems/tiger"
	"github.com/veilplan/veil/search/alpha"
)

// TestTiger closes the interval around the value that is known: 19.371.
func TestTiger(t *testing.T) {
	s, err := alpha.Solve(t.Context(), tiger.Model{}, veil.Budget{}, alpha.Config{Discount: tiger.Discount, Gap: 1e-4})
	if err != nil {
		t.Fatal(err)
	}
	lo, hi := s.Value().Interval()
	if lo > 19.3714 || hi < 19.3713 || hi-lo > 1e-3 || s.Value().Badge() != veil.Bounds {
		t.Errorf("the value is in [%v, %v], want 19.3713… inside and closed", lo, hi)
	}
	if a := s.Decision.Choices[0].Action; a != tiger.Listen {
		t.Errorf("the first move is %v, want listen", a)
	}
}

// random returns a small random problem.
func random(seed uint64) *tabular.Problem {
	r := rand.New(rand.NewPCG(seed, 7))
	names := func(prefix string, n int) (list []string) {
		for i := range n {
			list = append(list, fmt.Sprint(prefix, i))
		}
		return list
	}
	t := tabular.Tables{
		Discount: 0.3 + 0.15*r.Float64(),
		States:   names("s", 2+r.IntN(3)), Actions: names("a", 2), Observations: names("o", 1+r.IntN(2)),
	}
	row := func(n int) (list []tabular.Chance) {
		left := 1.0
		for i := range n - 1 {
			if r.IntN(3) > 0 { // some are impossible
				p := left * r.Float64()
				list, left = append(list, tabular.Chance{Index: uint32(i), P: p}), left-p
			}
		}
		return append(list, tabular.Chance{Index: uint32(n - 1), P: left})
	}
	t.Start = row(len(t.States))
	rewards := make([]float64, 2*len(t.States))
	for i := range rewards {
		t.Moves, t.Signs = append(t.Moves, row(len(t.States))), append(t.Signs, row(len(t.Observations)))
		rewards[i] = 20*r.Float64() - 10
	}
	n := len(t.States)
	t.Reward = func(a, s, next, o int) float64 { return rewards[a*n+s] + float64(next*o) }
	p, err := tabular.New(t)
	if err != nil {
		panic(err)
	}
	return p
}

type smallBelief = belief.Set[tabular.State, tabular.Action, tabular.Seen]

// bruteForce is the value of best play for a number of steps: every action, every
// observation, nothing clever.
func bruteForce(p *tabular.Problem, b *smallBelief, steps int) float64 {
	if steps == 0 {
		return 0
	}
	best := math.Inf(-1)
	var first tabular.State
	for _, a := range p.AppendActions(nil, &first) {
		sum := 0.0
		for _, out := range b.AppendPrediction(nil, a) {
			next, err := b.Update(a, out.Seen)
			if err != nil {
				panic(err)
			}
			sum += out.P * (out.Reward + p.Discount()*bruteForce(p, next.(*smallBelief), steps-1))
		}
		best = max(best, sum)
	}
	return best
}

// TestAgainstBruteForce solves small random problems in both ways.
func TestAgainstBruteForce(t *testing.T) {
	problems, steps := uint64(200), 7
	if testing.Short() {
		problems, steps = 40, 6
	}
	for seed := range problems {
		p := random(seed)
		s, err := alpha.Solve(t.Context(), p, veil.Budget{}, alpha.Config{Discount: p.Discount(), Gap: 1e-4})
		if err != nil {
			t.Fatal(err)
		}
		prior, err := belief.Exact(p)
		if err != nil {
			t.Fatal(err)
		}
		value := bruteForce(p, prior, steps)
		rest := math.Pow(p.Discount(), float64(steps)) * 16 / (1 - p.Discount()) // rewards are in [-10, 16]
		lo, hi := s.Value().Interval()
		if hi-lo > 2e-4 || lo > hi || lo > value+rest || hi < value-rest {
			t.Errorf("problem %d: [%v, %v], but %d steps are worth %v and the rest at most %v", seed, lo, hi, steps, value, rest)
		}
	}
}

// TestSameBytes: a budget gives the same policy every time.
func TestSameBytes(t *testing.T) {
	var first []byte
	for i := range 2 {
		s, err := alpha.Solve(t.Context(), tag.New(), veil.Budget{Simulations: 30}, alpha.Config{Discount: tag.Discount})
		if err != nil {
			t.Fatal(err)
		}
		text := written(t, s.Policy)
		if i > 0 && !reflect.DeepEqual(text, first) {
			t.Error("the second policy differs from the first")
		}
		first = text
	}
}

// TestCut: whenever the clock ends the search there are bounds, and they are marked.
func TestCut(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s, err := alpha.Solve(ctx, tag.New(), veil.Budget{}, alpha.Config{Discount: tag.Discount})
	if err != nil {
		t.Fatal(err)
	}
	if lo, hi := s.Value().Interval(); !s.Decision.Cut || lo < -200 || hi > 10/(1-tag.Discount) || lo > hi {
		t.Errorf("cut %v, bounds [%v, %v]", s.Decision.Cut, lo, hi)
	}
}

func TestBudgets(t *testing.T) {
	for _, budget := range []veil.Budget{{Simulations: 3}, {Nodes: 50}} {
		s, err := alpha.Solve(t.Context(), tag.New(), budget, alpha.Config{Discount: tag.Discount})
		if err != nil {
			t.Fatal(err)
		}
		if w := s.Decision.Work; s.Decision.Cut || budget.Simulations > 0 && w.Simulations != budget.Simulations || budget.Nodes > 0 && w.Nodes > budget.Nodes+1000 {
			t.Errorf("budget %+v was spent as %+v", budget, w)
		}
	}
	if _, err := alpha.Solve(t.Context(), tag.New(), veil.Budget{}, alpha.Config{Discount: 1}); err == nil {
		t.Error("a discount of 1 was accepted")
	}
	if _, err := alpha.Solve(t.Context(), tag.New(), veil.Budget{}, alpha.Config{Discount: 0.9, States: 100}); err == nil {
		t.Error("more states than allowed were listed")
	}
}

// TestProgress: bounds only get closer.
func TestProgress(t *testing.T) {
	last := alpha.Progress{Low: math.Inf(-1), High: math.Inf(1)}
	_, err := alpha.Solve(t.Context(), tag.New(), veil.Budget{Simulations: 40}, alpha.Config{Discount: tag.Discount, Progress: func(p alpha.Progress) {
		if p.Low < last.Low || p.High > last.High || p.Low > p.High || p.Walks != last.Walks+1 {
			t.Errorf("%+v follows %+v", p, last)
		}
		last = p
	}})
	if err != nil || last.Walks != 40 || last.Low < -10 {
		t.Errorf("%+v, %v", last, err)
	}
}

// rover returns the rock sampling problem that solvers are compared by.
func rover(t testing.TB) *rocksample.Model {
	t.Helper()
	m, err := rocksample.Standard(7, 8, 0)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// solved returns a policy after so much processor time, or after so many walks.
func solved[S, A, O comparable](t *testing.T, m alpha.Problem[S, A, O], limit time.Duration, walks int) *alpha.Solution[S, A, O] {
	t.Helper()
	ctx, cancel := rusage.WithCPU(t.Context(), limit)
	defer cancel()
	s, err := alpha.Solve(ctx, m, veil.Budget{Simulations: walks}, alpha.Config{Discount: 0.95, Memory: int(min(int64(4)<<30, math.MaxInt))}) // RockSample(11,11) lists in more than 1 GB
	if err != nil {
		t.Fatal(err)
	}
	lo, hi := s.Value().Interval()
	t.Logf("[%.3f, %.3f] after %v of processor time or %d walks (0: any): %d vectors, %+v", lo, hi, limit, walks, s.Vectors(), s.Decision.Work)
	return s
}

// earned returns the mean discounted reward of a policy, and its standard error.
func earned[S, A, O comparable](t *testing.T, m alpha.Problem[S, A, O], p *alpha.Policy[S, A, O], episodes int) (mean, stderr float64) {
	t.Helper()
	square := 0.0
	for i := range episodes {
		x := episode(t, m, p, uint64(i))
		mean += x / float64(episodes)
		square += x * x / float64(episodes)
	}
	return mean, math.Sqrt((square - mean*mean) / float64(episodes))
}

// episode plays until nothing matters any more.
func episode[S, A, O comparable](t *testing.T, m alpha.Problem[S, A, O], p *alpha.Policy[S, A, O], seed uint64) float64 {
	t.Helper()
	b, err := belief.Exact[S, A, O](m)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(seed, 5))
	s, sum, worth := m.Start(r), 0.0, 1.0
	for worth > 1e-4 {
		d, err := p.Decide(b.States())
		if err != nil {
			t.Fatal(err)
		}
		a := d.Choices[0].Action
		o, reward, done := m.Step(r, &s, a)
		sum += worth * reward
		worth *= p.Discount()
		if done {
			break
		}
		next, err := b.Update(a, o)
		if err != nil {
			t.Fatal(err)
		}
		b = next.(*belief.Set[S, A, O])
	}
	return sum
}

// notBelow plays a policy and compares what it earns with what its lower bound claims.
func notBelow[S, A, O comparable](t *testing.T, m alpha.Problem[S, A, O], s *alpha.Solution[S, A, O], episodes int) (mean float64) {
	t.Helper()
	mean, stderr := earned(t, m, s.Policy, episodes)
	lo, _ := s.Value().Interval()
	t.Logf("earned %.2f ± %.2f in %d episodes; the lower bound is %.2f", mean, 1.96*stderr, episodes, lo)
	if mean < lo-3.5*stderr {
		t.Errorf("earned %.3f, standard error %.3f: below the lower bound %.3f", mean, stderr, lo)
	}
	return mean
}

// TestRockSample and TestTag: what 15 seconds of one core find, and what it earns; without
// VEIL_FULL, what a few walks find.
func TestRockSample(t *testing.T) {
	limit, walks, want, episodes := time.Duration(0), 60, 21.0, 60
	switch {
	case os.Getenv("VEIL_FULL") != "":
		limit, walks, want, episodes = 15*time.Second, 0, 21.4, 600
	case testing.Short():
		walks, want, episodes = 15, 15, 20
	}
	m := rover(t)
	s := solved(t, alpha.Problem[rocksample.State, rocksample.Action, rocksample.Seen](m), limit, walks)
	if lo, hi := s.Value().Interval(); lo < want || lo > 24.96 || hi < 21.03 { // SARSOP's bounds, which overlap
		t.Errorf("[%.3f, %.3f]: want at least %v", lo, hi, want)
	}
	notBelow(t, m, s, episodes)
}

func TestTag(t *testing.T) {
	limit, walks, want, episodes := time.Duration(0), 300, -6.1, 300
	switch {
	case os.Getenv("VEIL_FULL") != "":
		limit, walks, want, episodes = 15*time.Second, 0, -6.05, 2000
	case testing.Short():
		walks, want, episodes = 100, -8, 60
	}
	m := tag.New()
	s := solved(t, alpha.Problem[tag.State, tag.Action, tag.Seen](m), limit, walks)
	if lo, hi := s.Value().Interval(); lo < want || lo > -2.18 || hi < -5.96 {
		t.Errorf("[%.3f, %.3f]: want at least %v", lo, hi, want)
	}
	notBelow(t, m, s, episodes)
}
