// SPDX-License-Identifier: BSD-3-Clause

package uct_test

import (
	"math"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/belief"
	"github.com/veilplan/veil/search/uct"
	"github.com/veilplan/veil/veiltest"
)

// moments of a number over many searches.
type moments struct{ n, sum, square float64 }

func (m *moments) add(x float64) {
	m.n++
	m.sum += x
	m.square += x * x
}

// z compares the means of two samples, in standard errors.
func (m *moments) z(o *moments) float64 {
	mean, other := m.sum/m.n, o.sum/o.n
	variance := (m.square/m.n-mean*mean)/m.n + (o.square/o.n-other*other)/o.n
	if mean == other {
		return 0
	}
	return (mean - other) / math.Sqrt(variance)
}

// profile runs many small searches and returns, for every action, the moments of its
// value and of its number of simulations.
func profile(t *testing.T, p veiltest.Patch, b patchBel, cfg uct.Config, redraw bool, seed uint64) map[int]*[2]moments {
	t.Helper()
	const runs, simulations = 300, 200
	cfg.Redraw = redraw
	found := map[int]*[2]moments{}
	for run := range uint64(runs) {
		cfg.Seed = seed + run
		for _, c := range search(t, keen{Patch: p}, b, simulations, cfg).Choices {
			if found[c.Action] == nil {
				found[c.Action] = new([2]moments)
			}
			n, _ := c.Value.Sample()
			found[c.Action][0].add(c.Value.Float())
			found[c.Action][1].add(float64(n))
		}
	}
	return found
}

// furthest returns the largest |z| of all comparisons and how many there were.
func furthest(a, b map[int]*[2]moments) (worst float64, comparisons int) {
	for action := range a {
		for i := range a[action] {
			worst = max(worst, math.Abs(a[action][i].z(&b[action][i])))
			comparisons++
		}
	}
	return worst, comparisons
}

// skewed is a wrong belief: after an observation, some hidden states are thrice as
// likely as they should be.
type skewed struct{ *patchSet }

func (b skewed) Update(a, o int) (patchBel, error) {
	next, err := b.patchSet.Update(a, o)
	if err != nil {
		return nil, err
	}
	states := append([]veil.Weighted[veiltest.PatchState](nil), next.(*patchSet).States()...)
	for i := range states {
		if i%2 == 0 {
			states[i].P *= 3
		}
	}
	set, err := belief.FromStates(veil.Enumerator[veiltest.PatchState, int, int](veiltest.Patch{Width: 3, Height: 3, Mines: 3}), states)
	return skewed{set}, err
}

// Root sampling and redraw-at-every-step grow the same tree in law: over many searches
// of each kind, every action's average value and average number of simulations agree
// on every position, also if widening chooses some of the answers. The same test detects a
// wrong redraw.
func TestRootSamplingEqualsRedrawInLaw(t *testing.T) {
	plain := uct.Config{NoLaw: true, NoBounds: true, Backup: uct.Returns, NoForced: true}
	widening := plain
	widening.WidenAnswers = 0.7
	for name, cfg := range map[string]uct.Config{"plain": plain, "widening": widening} {
		t.Run(name, func(t *testing.T) { sameLaw(t, cfg) })
	}
}

func sameLaw(t *testing.T, cfg uct.Config) {
	t.Helper()
	p := veiltest.Patch{Width: 3, Height: 3, Mines: 3}
	found, _ := positions(t, p, 24, 6, 40)
	if testing.Short() {
		found = found[:4]
	}
	worst, worstSkewed, comparisons := 0.0, 0.0, 0
	for i, b := range found {
		root := profile(t, p, b, cfg, false, uint64(i)<<32)
		z, n := furthest(root, profile(t, p, b, cfg, true, uint64(i)<<32+1<<20))
		worst, comparisons = max(worst, z), comparisons+n
		z, _ = furthest(root, profile(t, p, skewed{b}, cfg, true, uint64(i)<<32+1<<21))
		worstSkewed = max(worstSkewed, z)
	}
	t.Logf("%d positions, %d comparisons: largest difference %.2f standard errors; with a wrong redraw %.2f",
		len(found), comparisons, worst, worstSkewed)
	if worst > 4.5 {
		t.Errorf("root sampling and redraw differ by %.2f standard errors", worst)
	}
	if worstSkewed < 5 && !testing.Short() {
		t.Errorf("a wrong redraw differs by only %.2f standard errors: the test is blind", worstSkewed)
	}
}
