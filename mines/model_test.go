// SPDX-License-Identifier: BSD-3-Clause

package mines_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/mines"
)

func newModel(t testing.TB, r mines.Rules, o mines.Objective) *mines.Model {
	t.Helper()
	m, err := mines.NewModel(r, o)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func smallRules() []mines.Rules {
	var all []mines.Rules
	for _, first := range []mines.First{mines.Any, mines.Safe, mines.Zero} {
		all = append(all,
			mines.Rules{Width: 3, Height: 2, Mines: 2, First: first},
			mines.Rules{Width: 3, Height: 3, Mines: 2, First: first},
			mines.Rules{Width: 4, Height: 1, Mines: 1, First: first},
			mines.Rules{Width: 3, Height: 3, Mines: 0, First: first})
	}
	return all
}

func TestModelStarts(t *testing.T) {
	for _, r := range smallRules() {
		starts := newModel(t, r, mines.Won).AppendStarts(nil)
		want := 1
		if r.First == mines.Any {
			want = choose(r.Cells(), r.Mines)
		}
		seen := map[mines.State]bool{}
		sum := 0.
		for _, s := range starts {
			seen[s.State] = true
			sum += s.P
			if s.State.Placed && s.State.Mines.Count() != r.Mines {
				t.Errorf("%v %v: a start with %d mines", r, r.First, s.State.Mines.Count())
			}
		}
		if len(starts) != want || len(seen) != want || math.Abs(sum-1) > 1e-12 {
			t.Errorf("%v %v: %d starts, %d different, sum %v; want %d", r, r.First, len(starts), len(seen), sum, want)
		}
	}
}

// TestModelStepFrequencies compares sampled steps with listed outcomes, from every
// prefix of a few random episodes.
func TestModelStepFrequencies(t *testing.T) {
	const draws = 4000
	for i, r := range smallRules() {
		m := newModel(t, r, mines.Fraction)
		random := rand.New(rand.NewPCG(uint64(i), 7))
		s := m.Start(random)
		for {
			actions := m.AppendActions(nil, &s)
			if len(actions) == 0 {
				break
			}
			a := actions[random.IntN(len(actions))]
			compareStep(t, m, s, a, random, draws)
			if _, _, done := m.Step(random, &s, a); done != (m.Status(&s) != veil.Open) {
				t.Fatalf("done is %v but the status is %v", done, m.Status(&s))
			}
		}
	}
}

func compareStep(t *testing.T, m *mines.Model, s mines.State, a mines.Cell, random *rand.Rand, draws int) {
	t.Helper()
	type result struct {
		state  mines.State
		seen   mines.Reading
		reward float64
		done   bool
	}
	listed := map[result]float64{}
	sum := 0.
	for _, o := range m.AppendOutcomes(nil, &s, a) {
		listed[result{o.State, o.Seen, o.Reward, o.Done}] += o.P
		sum += o.P
	}
	if math.Abs(sum-1) > 1e-12 {
		t.Fatalf("outcomes sum to %v", sum)
	}
	drawn := map[result]int{}
	for range draws {
		next := s
		o, reward, done := m.Step(random, &next, a)
		key := result{next, o, reward, done}
		if listed[key] == 0 {
			t.Fatalf("drew an outcome that is not listed: %+v", key)
		}
		drawn[key]++
	}
	if len(listed) == 1 {
		return
	}
	chi := 0.
	for key, p := range listed {
		want := p * float64(draws)
		chi += (float64(drawn[key]) - want) * (float64(drawn[key]) - want) / want
	}
	if limit := chiSquareLimit(len(listed) - 1); chi > limit {
		t.Errorf("%v %v, open %d: χ² = %.1f, limit %.1f", m.Rules(), m.Rules().First, a, chi, limit)
	}
}

func TestModelActions(t *testing.T) {
	m := newModel(t, mines.Rules{Width: 4, Height: 4, Mines: 8, First: mines.Zero}, mines.Won)
	s := m.Start(nil)
	got := m.AppendActions(nil, &s)
	// 8 mines need 8 cells: 9 protected cells leave 7.
	if want := []mines.Cell{0, 1, 2, 3, 4, 7, 8, 11, 12, 13, 14, 15}; !slices.Equal(got, want) {
		t.Errorf("first clicks %v, want %v", got, want)
	}
	m.Step(rand.New(rand.NewPCG(1, 1)), &s, 0)
	if got := m.AppendActions(nil, &s); len(got) != 15 || slices.Contains(got, 0) {
		t.Errorf("second clicks %v", got)
	}
}

// TestModelAgainstGame plays the same seeds in both: the model opens, one by one, the
// cells that the game's cascade opened.
func TestModelAgainstGame(t *testing.T) {
	for seed := range uint64(200) {
		random := rand.New(rand.NewPCG(seed, 3))
		r := mines.Rules{Width: 3 + random.IntN(20), Height: 3 + random.IntN(14), First: mines.First(random.IntN(3))}
		r.Mines = 1 + random.IntN(r.Cells()/5)
		g, m := newGame(t, r, seed), newModel(t, r, mines.Fraction)
		draw := rand.New(rand.NewPCG(seed, 0))
		s := m.Start(draw)
		total := 0.
		for g.Status() == veil.Open {
			c := mines.Cell(random.IntN(r.Cells()))
			before := g.View()
			if g.Play(mines.Move{Cell: c}) != nil {
				continue
			}
			_, reward, _ := m.Step(draw, &s, c)
			total += reward
			for d, mark := range g.View().Marks {
				if mines.Cell(d) != c && mark != before.Marks[d] {
					_, reward, _ = m.Step(draw, &s, mines.Cell(d))
					total += reward
				}
			}
			if !slices.Equal(m.View(&s).Marks, g.View().Marks) || m.Status(&s) != g.Status() {
				t.Fatalf("seed %d: the model and the game differ", seed)
			}
		}
		if math.Abs(total-g.Fraction()) > 1e-9 {
			t.Fatalf("seed %d: rewards %v, fraction %v", seed, total, g.Fraction())
		}
	}
}

func TestModelWonPaysOnce(t *testing.T) {
	r := mines.Rules{Width: 2, Height: 2, Mines: 1, First: mines.Any}
	m := newModel(t, r, mines.Won)
	s, err := m.StateOf(mines.NewView(r), mines.Layout{false, true, false, false})
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		open   mines.Cell
		seen   mines.Reading
		reward float64
		done   bool
	}{{0, 1, 0, false}, {0, 1, 0, false}, {3, 1, 0, false}, {2, 1, 1, true}, {2, 1, 0, true}} {
		o, reward, done := m.Step(nil, &s, step.open)
		if o != step.seen || reward != step.reward || done != step.done {
			t.Errorf("open %d: %v %v %v, want %+v", step.open, o, reward, done, step)
		}
	}
	if m.Status(&s) != veil.Won || len(m.AppendActions(nil, &s)) != 0 {
		t.Errorf("status %v, actions %v", m.Status(&s), m.AppendActions(nil, &s))
	}
	s, _ = m.StateOf(mines.NewView(r), mines.Layout{false, true, false, false})
	if o, reward, done := m.Step(nil, &s, 1); o != mines.Boom || reward != 0 || !done || m.Status(&s) != veil.Lost {
		t.Errorf("a mine: %v %v %v %v", o, reward, done, m.Status(&s))
	}
}

func TestStateOf(t *testing.T) {
	r := mines.Rules{Width: 3, Height: 1, Mines: 1}
	m := newModel(t, r, mines.Won)
	v := mines.NewView(r).With(0, 0).With(1, 1)
	s, err := m.StateOf(v, mines.Layout{false, false, true})
	if err != nil || m.Status(&s) != veil.Won || !slices.Equal(m.View(&s).Marks, v.Marks) {
		t.Errorf("%v %v %v", err, m.Status(&s), m.View(&s).Marks)
	}
	for _, bad := range []mines.Layout{{true, false, false}, {false, true, false}, {false, false, false}, {true}} {
		if _, err := m.StateOf(v, bad); err == nil {
			t.Errorf("the view was taken as true of %v", bad)
		}
	}
	if _, err := m.StateOf(mines.NewView(mines.Rules{Width: 3, Height: 1, Mines: 2}), mines.Layout{true, true, false}); err == nil {
		t.Error("a view of other rules was taken")
	}
}

func TestModelRefuses(t *testing.T) {
	for _, r := range []mines.Rules{
		{Width: 27, Height: 19, Mines: 9},
		{Width: 2, Height: 2, Mines: 4, First: mines.Any},
		{Width: 2, Height: 2, Mines: 1, First: mines.Zero},
		{Width: 2, Height: 2, Mines: mines.UnknownMines},
	} {
		if _, err := mines.NewModel(r, mines.Won); err == nil {
			t.Errorf("%v %v was taken", r, r.First)
		}
	}
	if _, err := mines.NewModel(mines.Rules{Width: 2, Height: 2, Mines: 1}, 9); err == nil {
		t.Error("objective 9 was taken")
	}
	m := newModel(t, mines.Rules{Width: 16, Height: 16, Mines: 40, First: mines.Any}, mines.Won)
	defer func() {
		if recover() == nil {
			t.Error("C(256,40) layouts were listed")
		}
	}()
	m.AppendStarts(nil)
}

func TestModelLayouts(t *testing.T) {
	m := newModel(t, mines.Rules{Width: 4, Height: 4, Mines: 4, First: mines.Safe}, mines.Won)
	if got := m.Layouts(0).Int64(); got != 1365 { // C(15,4)
		t.Errorf("%d layouts", got)
	}
	ones := 0
	s := m.Start(nil)
	for _, o := range m.AppendOutcomes(nil, &s, 0) {
		if o.Seen == 1 {
			ones++
		}
	}
	if ones != 660 { // 3·C(12,3): the hero position of the documentation
		t.Errorf("%d layouts show a 1 in the corner, want 660", ones)
	}
}

func TestModelStepDoesNotAllocate(t *testing.T) {
	for _, first := range []mines.First{mines.Any, mines.Safe, mines.Zero} {
		m := newModel(t, mines.Rules{Width: 30, Height: 16, Mines: 99, First: first}, mines.Won)
		random := rand.New(rand.NewPCG(1, 2))
		actions := make([]mines.Cell, 0, 480)
		allocs := testing.AllocsPerRun(100, func() {
			s := m.Start(random)
			for {
				actions = m.AppendActions(actions[:0], &s)
				if _, _, done := m.Step(random, &s, actions[random.IntN(len(actions))]); done {
					return
				}
			}
		})
		if allocs != 0 {
			t.Errorf("%v: %v allocations per episode", first, allocs)
		}
	}
}

func TestNamesRoundTrip(t *testing.T) {
	for _, want := range []mines.Objective{mines.Won, mines.Fraction} {
		var got mines.Objective
		text, _ := want.MarshalText()
		if err := got.UnmarshalText(text); err != nil || got != want {
			t.Errorf("%q: %v %v", text, got, err)
		}
	}
	for _, want := range []mines.MoveKind{mines.MoveOpen, mines.MoveFlag, mines.MoveChord} {
		var got mines.MoveKind
		text, _ := want.MarshalText()
		if err := got.UnmarshalText(text); err != nil || got != want {
			t.Errorf("%q: %v %v", text, got, err)
		}
	}
	if new(mines.Objective).UnmarshalText([]byte("x")) == nil || new(mines.MoveKind).UnmarshalText([]byte("x")) == nil {
		t.Error("nonsense was read")
	}
	if got := fmt.Sprint(mines.Boom, mines.Reading(3)); got != "mine 3" {
		t.Error(got)
	}
}

func TestSafeStep(t *testing.T) {
	m := newModel(t, mines.Rules{Width: 3, Height: 3, Mines: 1}, mines.Won)
	for o := mines.Boom; o <= 8; o++ {
		if got := m.SafeStep(0, o); got != (o != mines.Boom) {
			t.Errorf("%v: %v", o, got)
		}
	}
}

func BenchmarkModelStep(b *testing.B) {
	for _, first := range []mines.First{mines.Any, mines.Safe} {
		b.Run("size=30x16/mines=99/first="+first.String(), func(b *testing.B) {
			m := newModel(b, mines.Rules{Width: 30, Height: 16, Mines: 99, First: first}, mines.Won)
			random := rand.New(rand.NewPCG(1, 2))
			start := m.Start(random)
			m.Step(random, &start, 0)
			b.ReportAllocs()
			for b.Loop() {
				s := start
				m.Step(random, &s, 200)
			}
		})
	}
}

// TestPretend: a cell opened by pretence is open even over a mine, and only once.
func TestPretend(t *testing.T) {
	m := newModel(t, mines.Rules{Width: 3, Height: 1, Mines: 1, First: mines.Any}, mines.Won)
	s := m.Start(rand.New(rand.NewPCG(1, 0)))
	before := s.Left
	for c := range mines.Cell(3) {
		m.Pretend(&s, c)
		m.Pretend(&s, c)
		if !s.Open.Has(c) || s.Left != before-int16(c)-1 || s.Lost {
			t.Fatalf("after %d: %+v", c, s)
		}
	}
}

// TestLegal: what is legal is what is listed, at every step of random games.
func TestLegal(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	for i := range 60 {
		m, err := mines.NewModel(mines.Rules{Width: 4, Height: 3, Mines: 5 + i%3, First: mines.First(i % 3)}, mines.Won)
		if err != nil {
			t.Fatal(err)
		}
		s := m.Start(r)
		for {
			actions := m.AppendActions(nil, &s)
			for c := mines.Cell(-1); c <= 12; c++ {
				if m.Legal(&s, c) != slices.Contains(actions, c) {
					t.Fatalf("%+v: cell %d is legal: %v, listed: %v", s, c, m.Legal(&s, c), actions)
				}
			}
			if len(actions) == 0 {
				break
			}
			m.Step(r, &s, actions[r.IntN(len(actions))])
		}
	}
}
