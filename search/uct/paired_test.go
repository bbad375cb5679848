// SPDX-License-Identifier: BSD-3-Clause

package uct

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/belief"
	"github.com/veilplan/veil/problems/maintenance"
)

type machineTree = tree[maintenance.State, maintenance.Action, maintenance.Seen]

// mend searches at the start of the machine.
func mend(t *testing.T, steps int, cfg Config) (veil.Decision[maintenance.Action], *machineTree) {
	t.Helper()
	cfg.Discount, cfg.Backup, cfg.NoLaw, cfg.NoBounds, cfg.NoMerge, cfg.MostSimulated = 0.95, Returns, true, true, true, true
	m := maintenance.Model{}
	prior := veil.Belief[maintenance.State, maintenance.Action, maintenance.Seen](belief.NewParticles(m, belief.ParticlesConfig{N: 100, Seed: 1}))
	d, err := Search(t.Context(), m, prior, veil.Budget{Steps: steps}, cfg)
	if err != nil {
		t.Fatal(err)
	}
	completed, err := cfg.completed()
	if err != nil {
		t.Fatal(err)
	}
	grown := newTree(m, prior, veil.Budget{Steps: steps}, completed, 0)
	grown.grow(t.Context(), veil.Budget{Steps: steps})
	return d, grown
}

// TestPairedHalves: thirteen actions are left in the first quarter of the work, then seven, four and two; those that
// are left together have had the same number of simulations. The work ends in time.
func TestPairedHalves(t *testing.T) {
	d, grown := mend(t, 20_000, Config{Explore: 0.3, Paired: true})
	counts := map[int32]int{}
	for _, e := range grown.rootEdges() {
		counts[grown.edges[e].visits]++
	}
	sizes := map[int]int{}
	for _, n := range counts {
		sizes[n]++
	}
	if !reflect.DeepEqual(sizes, map[int]int{6: 1, 3: 1, 2: 2}) {
		t.Errorf("actions by simulations: %v, want 6, 3, 2 and 2 of one number", counts)
	}
	if d.Work.Steps < 20_000 || d.Work.Steps > 20_000+13*31 {
		t.Errorf("%d steps of 20000", d.Work.Steps)
	}
}

// TestScenariosAreTheSame: every action meets the same hidden states and random numbers, in the same order.
func TestScenariosAreTheSame(t *testing.T) {
	a, b := newScenarios(7, 0), newScenarios(7, 0)
	a.begin(3)
	first, second := a.next().Uint64(), a.next().Uint64()
	b.begin(2)
	b.next().Uint64()
	b.begin(3)
	r := b.next()
	if got := r.Uint64(); got != first {
		t.Errorf("first step: %x, then %x", first, got)
	}
	r.Uint64() // one step draws more than the other
	if got := b.next().Uint64(); got != second || first == second {
		t.Errorf("second step: %x, then %x", second, got)
	}
}

// learned returns a policy of some steps.
func learned(t *testing.T, steps int) *Memory {
	t.Helper()
	m, err := Learn(t.Context(), maintenance.Model{}, steps, Config{Discount: 0.95})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// earns returns what a learned policy earns on average.
func earns(m *Memory) float64 {
	e := player[maintenance.State, maintenance.Action, maintenance.Seen]{
		maintenance.Model{}, m.habits.(*habits[maintenance.Action, maintenance.Seen]), newScenarios(5, 0), 0.95, nil,
	}
	sum := 0.0
	const episodes = 500
	for i := range int32(episodes) {
		e.dice.begin(i)
		s := maintenance.Model{}.Start(e.dice.next())
		x, _, _ := e.playOut(&s, &past{}, none, 30)
		sum += x
	}
	return sum / episodes
}

// TestLearn: a policy loses less after more steps of learning. Random actions lose about 60, a rule with two thresholds
// loses 13.
func TestLearn(t *testing.T) {
	few, many := earns(learned(t, 100_000)), earns(learned(t, 1_000_000))
	t.Logf("%.1f after 100,000 steps, %.1f after 1,000,000", few, many)
	if many < -25 || many < few {
		t.Errorf("%v after 100,000 steps, %v after 1,000,000", few, many)
	}
}

// TestPartners: what an inspection shows matters most for the replacement of the same part.
func TestPartners(t *testing.T) {
	h := learned(t, 8_000_000).habits.(*habits[maintenance.Action, maintenance.Seen])
	pairs := 0
	for part := range maintenance.Parts {
		look, mend := h.number(0, maintenance.Inspect(part)), h.number(0, maintenance.Replace(part))
		if h.partner[look] == mend && h.partner[mend] == look {
			pairs++
		}
	}
	if pairs < 3 {
		t.Errorf("%d pairs of %d were found", pairs, maintenance.Parts)
	}
}

// TestLearnIsRepeatable: the same steps teach the same.
func TestLearnIsRepeatable(t *testing.T) {
	if a, b := learned(t, 20_000), learned(t, 20_000); !reflect.DeepEqual(a, b) {
		t.Error("two policies of the same steps differ")
	}
}

// TestMemoryHelps: the search that follows a learned policy expects to lose less than one that plays randomly.
func TestMemoryHelps(t *testing.T) {
	random, _ := mend(t, 30_000, Config{Explore: 0.3, Paired: true, Seed: 1})
	known, grown := mend(t, 30_000, Config{Explore: 0.3, Paired: true, Seed: 1, Memory: learned(t, 300_000)})
	if known.Value.Float() < random.Value.Float()+3 {
		t.Errorf("value %v with a policy, %v without", known.Value.Float(), random.Value.Float())
	}
	if grown.nodes[0].count != maintenance.ActionCount {
		t.Errorf("%d actions are compared", grown.nodes[0].count)
	}
}

// TestHistoryIsKnown: what was done before the root's belief decides what the policy does after it.
func TestHistoryIsKnown(t *testing.T) {
	m := maintenance.Model{}
	b := veil.Belief[maintenance.State, maintenance.Action, maintenance.Seen](belief.NewParticles(m, belief.ParticlesConfig{N: 100, Seed: 1}))
	for range 3 {
		var err error
		if b, err = b.Update(maintenance.Replace(2), maintenance.Nothing); err != nil {
			t.Fatal(err)
		}
	}
	cfg, err := (Config{Discount: 0.95, Backup: Returns, Paired: true, Memory: learned(t, 1000)}).completed()
	if err != nil {
		t.Fatal(err)
	}
	grown := newTree(m, b, veil.Budget{Steps: 100}, cfg, 0)
	if k := grown.habits.number(0, maintenance.Replace(2)); grown.before.now != 3 || grown.before.made[k].at != 3 {
		t.Errorf("it knows %+v of three steps", grown.before)
	}
}

// savings is an episode of some steps. What is invested costs 3 and pays 1 in every later step, so that it gains while more
// than four steps are left, and with four makes no difference.
type savings struct{ lengths []int }

type account struct{ left, invested int }

func (m savings) Start(r *rand.Rand) account { return account{left: m.lengths[r.IntN(len(m.lengths))]} }

func (savings) AppendActions(to []bool, _ *account) []bool { return append(to, false, true) }

func (savings) Step(_ *rand.Rand, s *account, invest bool) (o int8, reward float64, done bool) {
	reward = float64(s.invested)
	if invest {
		reward -= 3
		s.invested++
	}
	s.left--
	return 0, reward, s.left == 0
}

// TestStepsLeft: where every episode has the same number of steps, a policy knows when an action no longer pays. Where
// they differ, it does not pretend to know.
func TestStepsLeft(t *testing.T) {
	for _, c := range []struct {
		lengths []int
		known   bool
	}{{[]int{12}, true}, {[]int{12, 9}, false}} {
		m, err := Learn(t.Context(), savings{c.lengths}, 200_000, Config{Discount: 1, Horizon: 20})
		if err != nil {
			t.Fatal(err)
		}
		h := m.habits.(*habits[bool, int8])
		if h.varied == c.known {
			t.Errorf("lengths %v: known is %v", c.lengths, !h.varied)
		}
		var p past
		for left := 12; left > 0 && c.known; left-- {
			_, k := h.best(&p, []bool{false, true})
			if invests := k == h.number(1, true); left != 4 && invests != (left > 4) {
				t.Errorf("with %d steps left it invests: %v", left, invests)
			}
			h.note(&p, k, 0)
		}
	}
}

func TestAge(t *testing.T) {
	for steps, want := range map[int32]int{0: 0, 5: 5, 6: 5, 7: 6, 29: 10, 1000: ages - 1} {
		if got := age(steps); got != want {
			t.Errorf("age of %d is %d, want %d", steps, got, want)
		}
	}
}

// TestNumbersAreLimited: actions and observations beyond the limits share one number, and so their statistics.
func TestNumbersAreLimited(t *testing.T) {
	h, p := newHabits[int, int](), past{}
	for i := range 2 * maxHabits {
		h.meet([]int{i})
		h.hear(i)
		h.note(&p, h.number(0, i), i)
		h.change(&p, h.number(0, i), 1, rate)
	}
	if len(h.actions) != maxHabits || len(h.seen) != maxSeen-1 || len(h.after) > 1+maxHabits*maxSeen {
		t.Errorf("%d actions, %d observations, %d rows", len(h.actions), len(h.seen), len(h.after))
	}
	if h.score(&p, none) != 0 {
		t.Error("an unknown action is preferred")
	}
}

func TestMemoryIsRefused(t *testing.T) {
	if _, err := (Config{Memory: &Memory{}}).completed(); err == nil {
		t.Error("a memory without Paired")
	}
	m := maintenance.Model{}
	prior := belief.NewParticles(m, belief.ParticlesConfig{N: 10, Seed: 1})
	if _, err := Search(t.Context(), m, prior, veil.Budget{Steps: 100}, Config{Discount: 0.95, Backup: Returns, Paired: true, Memory: &Memory{}}); !errors.Is(err, ErrOtherMemory) {
		t.Error("a memory of nothing:", err)
	}
}
