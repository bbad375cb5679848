// SPDX-License-Identifier: BSD-3-Clause

package resolve_test

import (
	"hash/fnv"
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/veilplan/veil/search/resolve"
	"github.com/veilplan/veil/search/resolve/exploit"
	"github.com/veilplan/veil/search/resolve/small"
)

// tree returns the tree of a game from its start.
func tree[S any](t *testing.T, g resolve.Game[S], start S, cfg resolve.Config) *resolve.Tree[S] {
	t.Helper()
	tree, err := resolve.New(g, []resolve.Root[S]{{State: start, Weight: 1}}, cfg)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// complete returns the whole tree of a game.
func complete[S any](t *testing.T, g resolve.Game[S], start S) *resolve.Tree[S] {
	t.Helper()
	all := tree(t, g, start, resolve.Config{})
	if err := all.Complete(100_000); err != nil {
		t.Fatal(err)
	}
	return all
}

// gap returns what mixtures of both players lose in all to best responses. Outside the tree they are
// uniform.
func gap[S any](g exploit.Game[S], start S, mixture func(player int, view []uint64) []float64) float64 {
	policy := func(player int) exploit.Policy {
		return func(view []uint64, n int) []float64 {
			if mix := mixture(player, view); mix != nil {
				return mix
			}
			return slices.Repeat([]float64{1 / float64(n)}, n)
		}
	}
	return exploit.Gap(g, start, [2]exploit.Policy{policy(0), policy(1)})
}

// phantom is phantom tic-tac-toe on 3×3 squares with four stones, worth 1/2.
func phantom() small.Phantom {
	return small.Phantom{Width: 3, Height: 3, Row: 3, Start: [2]uint16{1<<4 | 1<<1, 1<<0 | 1<<7}}
}

// late has five stones, the second player to move, and is worth 1/3.
func late() small.Phantom {
	return small.Phantom{Width: 3, Height: 3, Row: 3, Start: [2]uint16{1<<0 | 1<<5 | 1<<7, 1<<3 | 1<<6}}
}

// ending is one move of each side, Black's first, worth 1/5.
func ending() small.Ending {
	return small.Ending{Places: [][2]int8{{1, 8}, {1, 9}}, Moves: 1, Flight: true}
}

// converges solves the complete tree of a game and compares it with best responses and the linear
// program: the gap may not rise.
func converges[S any](t *testing.T, g resolve.Game[S], start S, want *big.Rat, looks []int, most float64) {
	t.Helper()
	all := complete(t, g, start)
	if got, err := exploit.Value(g, start, 5000); err != nil || got.Cmp(want) != 0 {
		t.Errorf("exact value %v, %v; want %v", got, err, want)
	}
	done, before := 0, math.Inf(1)
	var last, average float64
	for _, n := range looks {
		all.Solve(n - done)
		done = n
		last, average = gap(g, start, all.Last), gap(g, start, all.Average)
		t.Logf("%d iterations, %d nodes: the last mixtures lose %.7f, the average %.7f, value %.7f", n, all.Len(), last, average, all.Value())
		if last < -1e-9 || average < -1e-9 || average > before {
			t.Errorf("after %d iterations the average loses %v, before it %v; the last %v", n, average, before, last)
		}
		before = average
	}
	exact, _ := want.Float64()
	if last > most || average > 10*most || math.Abs(all.Value()-exact) > most {
		t.Errorf("the last mixtures lose %v and the average %v, want at most %v; value %v, want %v", last, average, most, all.Value(), exact)
	}
}

func TestKuhn(t *testing.T) {
	converges(t, small.Kuhn{}, small.Deal{}, big.NewRat(-1, 18), []int{1, 10, 100, 1000}, 1e-6)
}

func TestPhantom(t *testing.T) {
	converges(t, late(), late().Begin(), big.NewRat(1, 3), []int{1, 10, 100}, 1e-4)
}

func TestEnding(t *testing.T) {
	converges(t, ending(), small.Men{}, big.NewRat(1, 5), []int{1, 10}, 1e-3)
}

// TestGrows grows trees from the start: they keep to the budget, or end before it, and the gap falls to nearly 0
// long before the tree is complete, since what neither side would play is not expanded.
func TestGrows(t *testing.T) {
	g := phantom()
	whole := complete(t, g, g.Begin()).Len()
	grown := tree(t, g, g.Begin(), resolve.Config{Seed: 1})
	var gaps []float64
	for _, nodes := range []int{100, 1200} {
		if err := grown.Search(t.Context(), resolve.Budget{Nodes: nodes, Leaves: 8, Iterations: 2, Last: 100}); err != nil {
			t.Fatal(err)
		}
		if grown.Len() < min(nodes, 1000) || grown.Len() > nodes+9 {
			t.Errorf("%d nodes, want at most about %d of %d", grown.Len(), nodes, whole)
		}
		gaps = append(gaps, gap(g, g.Begin(), grown.Last))
	}
	t.Logf("of %d nodes: gaps %.4f", whole, gaps)
	if gaps[0] < 0.1 || gaps[1] > 0.05 || whole < 8000 {
		t.Errorf("gaps %v in a tree of %d nodes, want them to fall below 0.05", gaps, whole)
	}
}

// coin is the game in which one player sees a coin and may sell it, or let the other guess it.
// Only the guess is in the tree: the payoff of a wrong one is 1.
type coin struct{ tails, guessed, right bool }

type guessing struct{}

func (guessing) Turn(c coin) int {
	if c.guessed {
		return resolve.Over
	}
	return resolve.Second
}
func (guessing) Actions(coin) int         { return 2 }
func (guessing) Chance(coin, int) float64 { return 0 }
func (guessing) Next(c coin, a int) (coin, [2]uint64) {
	return coin{c.tails, true, c.tails == (a == 1)}, [2]uint64{1, 1}
}

func (guessing) Value(c coin) float64 {
	switch {
	case !c.guessed:
		return 0
	case c.right:
		return -1
	}
	return 1
}

// TestAlternative resolves the guess of the coin (Brown and Sandholm, 2017): heads sells for 1/2 and
// tails for -1/2, so the only guess that loses nothing is tails at 3/4. Without the alternatives the
// search has no reason for it; forced entries are no reason for another.
func TestAlternative(t *testing.T) {
	roots := []resolve.Root[coin]{
		{State: coin{}, Weight: 1, Views: [2]uint64{10, 0}},
		{State: coin{tails: true}, Weight: 1, Views: [2]uint64{20, 0}},
	}
	sale := func(view uint64) float64 {
		if view == 10 {
			return 0.5
		}
		return -0.5
	}
	for _, x := range []struct {
		name   string
		sale   func(uint64) float64
		forced float64
		safe   bool
	}{{"with alternatives", sale, 0, true}, {"half of the time", sale, 0.5, true}, {"never", sale, 1, false}, {"without", nil, 0, false}} {
		tr, err := resolve.New(guessing{}, roots, resolve.Config{Alternative: x.sale, Searcher: resolve.Second, Forced: x.forced})
		if err != nil {
			t.Fatal(err)
		}
		if err := tr.Search(t.Context(), resolve.Budget{Nodes: 100, Leaves: 10, Iterations: 1, Last: 2000}); err != nil {
			t.Fatal(err)
		}
		if mix := tr.Last(resolve.Second, []uint64{0}); mix == nil || (math.Abs(mix[1]-0.75) < 0.01) != x.safe {
			t.Errorf("%s: guesses %v, want tails at 0.75 is %v", x.name, mix, x.safe)
		}
		if s := tr.SetsOf(resolve.Second); s != (resolve.Sets{Sets: 1, Nodes: 2}) {
			t.Errorf("%s: %+v, want one set of two nodes", x.name, s)
		}
	}
}

// TestFixed keeps a mixture at a root: the other player answers it.
func TestFixed(t *testing.T) {
	roots := []resolve.Root[coin]{{State: coin{}, Weight: 3, Views: [2]uint64{1, 1}, Fixed: []float64{0.25, 0.75}}}
	tr, err := resolve.New(guessing{}, roots, resolve.Config{})
	if err != nil {
		t.Fatal(err)
	}
	tr.Solve(10)
	if mix := tr.Last(resolve.Second, []uint64{2}); mix != nil {
		t.Errorf("an unknown view has the mixture %v", mix)
	}
	if mix := tr.Last(resolve.Second, []uint64{1}); !slices.Equal(mix, roots[0].Fixed) || tr.Value() != 0.5 {
		t.Errorf("mixture %v, value %v; want %v and 0.5", mix, tr.Value(), roots[0].Fixed)
	}
}

// TestRefuses reports roots that make no game.
func TestRefuses(t *testing.T) {
	for want, roots := range map[string][]resolve.Root[coin]{
		"no roots": {},
		"weight":   {{Weight: -1}},
		"NaN":      {{Weight: math.NaN()}},
		"fixed":    {{Weight: 1, Fixed: []float64{1}}},
	} {
		if _, err := resolve.New(guessing{}, roots, resolve.Config{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
	two := tree(t, resolve.Game[forgetful](forgetting{}), 0, resolve.Config{})
	if err := two.Complete(100); err == nil || !strings.Contains(err.Error(), "want the same") {
		t.Errorf("a set whose states differ in their actions: %v", err)
	}
	if err := complete(t, small.Kuhn{}, small.Deal{}).Complete(10); err == nil {
		t.Error("a tree of 55 nodes keeps to 10")
	}
}

// forgetting is no game: the player has 1 action in one state and 2 in another, and hears nothing.
type forgetting struct{}

type forgetful int

func (forgetting) Turn(s forgetful) int {
	if s == 0 {
		return resolve.Chance
	}
	return resolve.First
}

func (forgetting) Actions(s forgetful) int {
	if s == 0 {
		return 2
	}
	return int(s)
}

func (forgetting) Chance(forgetful, int) float64 { return 0.5 }
func (forgetting) Next(_ forgetful, a int) (forgetful, [2]uint64) {
	return forgetful(a + 1), [2]uint64{}
}
func (forgetting) Value(forgetful) float64 { return 0 }

// TestPurify keeps the most probable actions, the first of equal ones.
func TestPurify(t *testing.T) {
	for _, x := range []struct {
		mix  []float64
		most int
		want []float64
	}{
		{[]float64{0.125, 0.5, 0.25, 0.125}, 2, []float64{0, 2.0 / 3, 1.0 / 3, 0}},
		{[]float64{0.5, 0.5}, 1, []float64{1, 0}},
		{[]float64{0.25, 0.75}, 3, []float64{0.25, 0.75}},
	} {
		if got := resolve.Purify(x.mix, x.most); !slices.Equal(got, x.want) {
			t.Errorf("%v, at most %d: %v, want %v", x.mix, x.most, got, x.want)
		}
	}
}

// TestSameBits compares the mixtures of a search with a digest: they are the same on every
// processor. Another seed gives others.
func TestSameBits(t *testing.T) {
	digest := func(seed uint64) uint64 {
		g := phantom()
		tr := tree(t, g, g.Begin(), resolve.Config{Seed: seed})
		if err := tr.Search(t.Context(), resolve.Budget{Nodes: 2000, Leaves: 8, Iterations: 2, Last: 20}); err != nil {
			t.Fatal(err)
		}
		sum := fnv.New64a()
		for _, x := range slices.Concat(tr.Last(0, []uint64{0}), tr.Average(0, []uint64{0}), []float64{tr.Value()}) {
			for bits := math.Float64bits(x); bits > 0; bits >>= 8 {
				sum.Write([]byte{byte(bits)})
			}
		}
		return sum.Sum64()
	}
	const want = 2899953225520922346
	if got := digest(1); got != want {
		t.Errorf("digest %d, want %d", got, uint64(want))
	}
	if digest(2) == digest(1) {
		t.Error("another seed grows the same tree")
	}
}

// TestPayoffs: the payoffs of actions, weighted by the mixture, add up to the value of the game, and none
// is better than what the mixture plays once it has converged.
func TestPayoffs(t *testing.T) {
	k := complete(t, small.Kuhn{}, small.Deal{})
	k.Solve(2000)
	sum := 0.0
	for card := range uint64(3) {
		view := []uint64{0, 2 * (card + 1)}
		mix, payoffs, best := k.Last(resolve.First, view), k.Payoffs(resolve.First, view), math.Inf(-1)
		mean := 0.0
		for a, p := range payoffs {
			mean += mix[a] * p
			best = max(best, p)
		}
		if sum += mean / 3; best > mean+1e-3 {
			t.Errorf("card %d: payoffs %v of the mixture %v", card, payoffs, mix)
		}
	}
	if math.Abs(sum-k.Value()) > 1e-12 {
		t.Errorf("payoffs add up to %v, want %v", sum, k.Value())
	}
	if k.Payoffs(resolve.Second, []uint64{9}) != nil {
		t.Error("a view that is not in the tree has payoffs")
	}
}
