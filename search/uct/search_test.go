// SPDX-License-Identifier: BSD-3-Clause

package uct_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/belief"
	"github.com/veilplan/veil/problems/tiger"
	"github.com/veilplan/veil/search/uct"
	"github.com/veilplan/veil/veiltest"
)

// valueOf returns what the decision says about an action.
func valueOf[A comparable](t *testing.T, d veil.Decision[A], a A) veil.Value {
	t.Helper()
	for _, c := range d.Choices {
		if c.Action == a {
			return c.Value
		}
	}
	t.Fatalf("%v is not among the choices %v", a, d.Choices)
	return veil.Value{}
}

func search[S any, A, O comparable](
	t *testing.T, m veil.Model[S, A, O], b veil.Belief[S, A, O], simulations int, cfg uct.Config,
) veil.Decision[A] {
	t.Helper()
	d, err := uct.Search(t.Context(), m, b, veil.Budget{Simulations: simulations}, cfg)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// blunt is Tiger with the rewards of opening divided by ten, which leaves the question
// as it is and lets simple bandits converge in a test's time.
type blunt struct{ tiger.Model }

func (m blunt) Step(r *rand.Rand, s *tiger.State, a tiger.Action) (tiger.Sound, float64, bool) {
	o, reward, done := m.Model.Step(r, s, a)
	if a != tiger.Listen {
		reward /= 10
	}
	return o, reward, done
}

func (m blunt) AppendOutcomes(dst []veil.Outcome[tiger.State, tiger.Sound], s *tiger.State, a tiger.Action) []veil.Outcome[tiger.State, tiger.Sound] {
	from := len(dst)
	dst = m.Model.AppendOutcomes(dst, s, a)
	for i := range dst[from:] {
		if a != tiger.Listen {
			dst[from+i].Reward /= 10
		}
	}
	return dst
}

func TestAllPlannersConvergeOnTiger(t *testing.T) {
	const discount = 0.95
	for name, tc := range map[string]struct {
		cfg  uct.Config
		near float64
	}{
		"modern":      {uct.Config{NoStop: true}, 1e-9},
		"best":        {uct.Config{NoStop: true, Backup: uct.Best}, 1e-9},
		"UCB-V":       {uct.Config{NoStop: true, Bandit: uct.UCBV}, 1e-9},
		"no law":      {uct.Config{NoLaw: true, Explore: 0.3}, 0.3},
		"no bounds":   {uct.Config{NoBounds: true, Explore: 0.3}, 0.3},
		"POMCP":       {uct.Config{NoLaw: true, NoBounds: true, Backup: uct.Returns, Explore: 0.3}, 0.3},
		"2011 redraw": {uct.BSRUCT(), 0.6},
		"2012":        {uct.BSSUCT(), 0.6},
	} {
		t.Run(name, func(t *testing.T) {
			m := blunt{tiger.Model{Horizon: 3}}
			prior, err := belief.Exact(m)
			if err != nil {
				t.Fatal(err)
			}
			want := expectimax(m, prior, discount)
			tc.cfg.Low, tc.cfg.High, tc.cfg.Discount = -30, 3, discount
			d := search(t, m, prior, 60_000, tc.cfg)
			if d.Choices[0].Action != tiger.Action(index(want, best(want))) {
				t.Errorf("plays %v, values are %v", d.Choices[0].Action, want)
			}
			if got := d.Value.Float(); math.Abs(got-best(want)) > tc.near {
				t.Errorf("value %.4f, want %.4f within %v", got, best(want), tc.near)
			}
			for i, v := range want {
				checkSound(t, valueOf(t, d, tiger.Action(i)), v, tc.cfg)
			}
		})
	}
}

func index(values []float64, v float64) int {
	for i := range values {
		if values[i] == v {
			return i
		}
	}
	return -1
}

// checkSound fails if a value that speaks of best play does not hold the truth.
func checkSound(t *testing.T, got veil.Value, want float64, cfg uct.Config) {
	t.Helper()
	lo, hi := got.Interval()
	if cfg.Simulated {
		return
	}
	if want < lo-1e-9 || want > hi+1e-9 {
		t.Errorf("%v [%v, %v] does not hold the exact value %v", got.Badge(), lo, hi, want)
	}
}

// positions returns n different beliefs met in random play, with between lo and hi layouts and no
// cell that is certainly safe, and the exact value of every action in order.
func positions(t *testing.T, p veiltest.Patch, n, lo, hi int) (found []*patchSet, values [][]float64) {
	t.Helper()
	r := rand.New(rand.NewPCG(11, 0))
	known := map[string]bool{}
	for len(found) < n {
		s, b := p.Start(r), patchAfter(t, p)
		for done := false; !done && len(b.States()) >= lo; {
			_, forced := keen{Patch: p}.Forced(b)
			if name := fmt.Sprint(b.States()); !forced && len(b.States()) <= hi && !known[name] {
				known[name] = true
				found, values = append(found, b), append(values, exactly(p, b))
				break
			}
			actions := p.AppendActions(nil, &s)
			a := actions[r.IntN(len(actions))]
			var seen int
			if seen, _, done = p.Step(nil, &s, a); done {
				break
			}
			next, err := b.Update(a, seen)
			if err != nil {
				t.Fatal(err)
			}
			b = next.(*patchSet)
		}
	}
	return found, values
}

func exactly(p veiltest.Patch, b *patchSet) []float64 {
	states := b.States()
	layouts := make([]uint16, len(states))
	for i, w := range states {
		layouts[i] = w.State.Mines
	}
	var values []float64
	for _, a := range p.AppendActions(nil, &states[0].State) {
		wins := keen{Patch: p}.after(layouts, states[0].State.Open, a)
		values = append(values, float64(wins)/float64(len(layouts)))
	}
	return values
}

// Every bound and every interval about best play holds the exact value, at every
// budget, and the planner's regret falls to nothing.
func TestSoundAndConvergingOnPatches(t *testing.T) {
	p := veiltest.Patch{Width: 4, Height: 3, Mines: 4}
	count := 40
	if testing.Short() {
		count = 10
	}
	found, values := positions(t, p, count, 20, 120)
	for name, cfg := range map[string]uct.Config{
		"modern": {}, "no lookahead": {NoLookahead: true}, "best": {Backup: uct.Best},
		"returns": {Backup: uct.Returns}, "no law": {NoLaw: true}, "three trees": {Trees: 3},
		"merged": {},
	} {
		for _, simulations := range []int{10, 100, 1000, 4000} {
			regret := 0.0
			for i, b := range found {
				cfg.Seed = uint64(i)
				d := search(t, keen{p, 3}, patchBel(b), simulations, cfg)
				if name == "merged" {
					d = search(t, keen{p, 3}, patchBel(named{b}), simulations, cfg)
				}
				actions := p.AppendActions(nil, &b.States()[0].State)
				for j, a := range actions {
					checkSound(t, valueOf(t, d, a), values[i][j], cfg)
					if a == d.Choices[0].Action {
						regret += best(values[i]) - values[i][j]
					}
				}
				checkProof(t, d, values[i], actions, simulations)
			}
			regret /= float64(len(found))
			t.Logf("%s, %d simulations: regret %.4f", name, simulations, regret)
			if simulations == 4000 && regret > 0.02 {
				t.Errorf("%s: regret %.4f after 4000 simulations", name, regret)
			}
		}
	}
}

// checkProof fails if a search that stopped early was wrong, or wrong about ties.
func checkProof(t *testing.T, d veil.Decision[int], values []float64, actions []int, simulations int) {
	t.Helper()
	if d.Work.Simulations == simulations {
		return
	}
	for j, a := range actions {
		if a == d.Choices[0].Action && values[j] < best(values)-1e-9 {
			t.Errorf("stopped after %d simulations with %d, worth %v; best is %v", d.Work.Simulations, a, values[j], best(values))
		}
	}
}

func TestHeroBoard(t *testing.T) {
	// 4×4 with 4 mines and r1c1 = 1: best play wins 379/660, by r1c3 or r3c1 alone.
	p := veiltest.Patch{Width: 4, Height: 4, Mines: 4}
	b := patchAfter(t, p, patchStep{Action: 0, Seen: 1})
	nodes := map[string]int{}
	for name, cfg := range map[string]uct.Config{"histories": {NoMerge: true}, "beliefs": {}} {
		d := search(t, keen{p, 12}, b, 40_000, cfg)
		if a := d.Choices[0].Action; a != 2 && a != 8 {
			t.Errorf("nodes are %s: plays cell %d, want 2 or 8", name, a)
		}
		if got := d.Value.Float(); math.Abs(got-379.0/660) > 0.001 {
			t.Errorf("nodes are %s: value %v, want %.4f", name, d.Value, 379.0/660)
		}
		t.Logf("nodes are %s: %v after %+v", name, d.Value, d.Work)
		nodes[name] = d.Work.Nodes
	}
	if nodes["beliefs"] >= nodes["histories"] {
		t.Errorf("sharing nodes does not save any: %v", nodes)
	}
}

func TestStopsWhenProved(t *testing.T) {
	p := veiltest.Patch{Width: 3, Height: 1, Mines: 1}
	b := patchAfter(t, p)
	d := search(t, p, b, 5000, uct.Config{})
	if d.Work.Simulations >= 5000 || d.Choices[0].Value.Badge() != veil.Bounds {
		t.Errorf("1×3 with one mine is not proved: %v after %d simulations", d.Choices, d.Work.Simulations)
	}
	// By hand: the middle cell, if safe, leaves a coin toss; a border cell, if safe, tells all.
	for cell, want := range []float64{2.0 / 3, 1.0 / 3, 2.0 / 3} {
		checkSound(t, valueOf(t, d, cell), want, uct.Config{})
	}
	full := search(t, p, b, 5000, uct.Config{NoStop: true, NoBounds: true})
	if full.Work.Simulations != 5000 {
		t.Errorf("without bounds the search stopped after %d simulations", full.Work.Simulations)
	}
}

// A chain of forced moves is one decision, so it takes one simulation.
func TestChaseFollowsForcedMoves(t *testing.T) {
	p := veiltest.Patch{Width: 4, Height: 3, Mines: 2}
	b := patchAfter(t, p, patchStep{Action: 0, Seen: 0})
	spent := map[bool]int{}
	for _, stop := range []bool{false, true} {
		d := search(t, keen{p, 0}, b, 20_000, uct.Config{NoChase: stop, RootAll: true})
		spent[stop] = d.Work.Simulations
		if want := best(exactly(p, b)); math.Abs(d.Value.Float()-want) > 1e-9 {
			t.Errorf("NoChase %v: value %v, want %v", stop, d.Value.Float(), want)
		}
	}
	t.Logf("proved after %d simulations, %d without chasing", spent[false], spent[true])
	if 5*spent[false] > 4*spent[true] {
		t.Errorf("chasing forced moves takes %d simulations, not chasing them %d", spent[false], spent[true])
	}
}

func TestPaper2012_CornerOrSideOn3x3With7Mines(t *testing.T) {
	p := veiltest.Patch{Width: 3, Height: 3, Mines: 7}
	for name, cfg := range map[string]uct.Config{"modern": {}, "2012": uct.BSSUCT(), "2011": uct.BSRUCT()} {
		d := search(t, keen{Patch: p}, patchAfter(t, p), 20_000, cfg)
		if d.Choices[0].Action == 4 {
			t.Errorf("%s plays the centre: %v", name, d.Choices)
		}
		if centre := valueOf(t, d, 4).Float(); name == "modern" && math.Abs(centre-1.0/36) > 1e-9 {
			t.Errorf("the centre is worth %v, want 1/36", centre)
		}
	}
}

func TestCutByTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	d, err := uct.Search(ctx, tiger.Model{Horizon: 20}, tigerPrior(t, 20), veil.Budget{}, uct.Config{Low: -2000, High: 200})
	if err != nil || !d.Cut || d.Work.Simulations < 1 || len(d.Choices) != 3 {
		t.Errorf("cancelled before it began: %+v, %v", d, err)
	}
}

func TestErrorsSayWhatToDo(t *testing.T) {
	m, prior := tiger.Model{Horizon: 3}, tigerPrior(t, 3)
	for _, tc := range []struct {
		cfg  uct.Config
		want string
	}{
		{uct.Config{}, "set Config.Low and High"},
		{uct.Config{Low: 3, High: 1}, "not below"},
		{uct.Config{Discount: 2}, "discount"},
		{uct.Config{Trees: -1}, "negative"},
		{uct.Config{Total: true}, "needs the backup Returns"},
	} {
		_, err := uct.Search(t.Context(), m, prior, veil.Budget{Simulations: 1000}, tc.cfg)
		if err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%+v: %v, want an error with %q", tc.cfg, err, tc.want)
		}
	}
	p := veiltest.Patch{Width: 1, Height: 1, Mines: 0}
	over := patchAfter(t, p, patchStep{Action: 0, Seen: 0})
	if _, err := uct.Search(t.Context(), p, over, veil.Budget{}, uct.Config{}); !errors.Is(err, uct.ErrNoAction) {
		t.Errorf("a finished game: %v", err)
	}
}

// lost is a belief that cannot be updated.
type lost struct{ tigerBel }

func (lost) Update(tiger.Action, tiger.Sound) (tigerBel, error) { return nil, veil.ErrTooHard }

func TestABeliefThatGivesUpIsAnError(t *testing.T) {
	cfg := uct.Config{Redraw: true, Low: -300, High: 30}
	_, err := uct.Search(t.Context(), tiger.Model{Horizon: 3}, tigerBel(lost{tigerPrior(t, 3)}), veil.Budget{}, cfg)
	if !errors.Is(err, veil.ErrTooHard) {
		t.Errorf("got %v", err)
	}
}

func TestNodeBudget(t *testing.T) {
	p := veiltest.Patch{Width: 4, Height: 3, Mines: 4}
	d, err := uct.Search(t.Context(), p, patchAfter(t, p), veil.Budget{Simulations: 3000, Nodes: 100}, uct.Config{})
	if err != nil || d.Work.Nodes > 100 || d.Work.Simulations != 3000 {
		t.Errorf("%+v, %v", d.Work, err)
	}
}
