// SPDX-License-Identifier: BSD-3-Clause

package play_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"sync"
	"testing"
	"time"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/problems/tiger"
)

type game = play.Game[tiger.State, tiger.Action, tiger.Sound]

func tigers(horizon int) game {
	return game{
		Model:   tiger.Model{Horizon: horizon},
		Actions: play.Words(tiger.Listen, tiger.OpenLeft, tiger.OpenRight),
		Seen:    play.Words(tiger.Silence, tiger.GrowlLeft, tiger.GrowlRight),
	}
}

func randomMatch() play.Match { return play.Match{Table: tigers(10).Table, Player: play.Random} }

// fickle uses a different amount of chance in every episode before it plays.
func fickle(r *rand.Rand) (play.Player, error) {
	for range r.IntN(50) {
		r.Uint64()
	}
	return play.Random(r)
}

func TestEveryPlayerMeetsTheSameHiddenStates(t *testing.T) {
	peeking := tigers(10)
	peeking.View = func(s *tiger.State) any { return *s }
	starts := func(player func(*rand.Rand) (play.Player, error)) (seen []string) {
		m := play.Match{Player: player, Table: func(r *rand.Rand) play.Table {
			table := peeking.Table(r)
			view, err := table.View()
			if err != nil {
				t.Fatal(err)
			}
			seen = append(seen, string(view))
			return table
		}}
		for i := range uint64(100) {
			if _, err := m.Play(t.Context(), 7, i); err != nil {
				t.Fatal(err)
			}
		}
		return seen
	}
	a, b := starts(play.Random), starts(fickle)
	if !reflect.DeepEqual(a, b) {
		t.Errorf("hidden states differ:\n%v\n%v", a, b)
	}
	if left := count(a, a[0]); left < 20 || left > 80 {
		t.Errorf("%d of 100 episodes start alike", left)
	}
}

func count(all []string, one string) (n int) {
	for _, s := range all {
		if s == one {
			n++
		}
	}
	return n
}

// TestRecordIsWhatTheRulesSay replays a record in the typed model.
func TestRecordIsWhatTheRulesSay(t *testing.T) {
	g := tigers(10)
	for i := range uint64(50) {
		rec, err := randomMatch().Play(t.Context(), 3, i)
		if err != nil {
			t.Fatal(err)
		}
		r, score := play.WorldRand(3, i), 0.0
		s := g.Model.Start(r)
		for _, ply := range rec.Plies {
			a, err := g.Actions.Parse(ply.Action)
			if err != nil {
				t.Fatal(err)
			}
			seen, reward, done := g.Model.Step(r, &s, a)
			if seen.String() != ply.Seen || reward != ply.Reward || done != ply.Done {
				t.Fatalf("episode %d: %v %v %v, recorded %+v", i, seen, reward, done, ply)
			}
			score += reward
		}
		if len(rec.Plies) != 10 || score != rec.Score || rec.Status != veil.Open {
			t.Fatalf("episode %d: %d moves, score %v, recorded %v %v", i, len(rec.Plies), score, rec.Score, rec.Status)
		}
	}
}

func TestPlayIsAFunctionOfSeedAndEpisode(t *testing.T) {
	m := randomMatch()
	want := make([]play.Record, 64)
	for i := range want {
		want[i], _ = m.Play(t.Context(), 1, uint64(i))
	}
	got := make([]play.Record, len(want))
	var wg sync.WaitGroup
	for i := range got {
		wg.Go(func() { got[i], _ = m.Play(t.Context(), 1, uint64(i)) })
	}
	wg.Wait()
	if !reflect.DeepEqual(got, want) {
		t.Error("the same episodes were played differently")
	}
	other, _ := m.Play(t.Context(), 2, 0)
	if reflect.DeepEqual(other, want[0]) || reflect.DeepEqual(want[0].Plies, want[1].Plies) {
		t.Error("another seed or episode was played alike")
	}
}

// spy looks for more than a seat should offer.
type spy struct{ t *testing.T }

func (p spy) Move(_ context.Context, seat play.Seat) (play.Move, error) {
	if _, ok := seat.(play.Table); ok {
		p.t.Error("a player can act on, and look into, the table")
	}
	return play.Move{Action: "listen"}, nil
}

func (p spy) Hear(string, string) error { return nil }

func TestSeatHidesTheTable(t *testing.T) {
	m := play.Match{Table: tigers(2).Table, Player: func(*rand.Rand) (play.Player, error) { return spy{t}, nil }}
	if _, err := m.Play(t.Context(), 1, 1); err != nil {
		t.Error(err)
	}
}

func TestIllegalActionsChangeNothing(t *testing.T) {
	table := tigers(1).Table(play.WorldRand(1, 1))
	if _, err := table.Act("run"); !errors.Is(err, play.ErrIllegal) {
		t.Errorf("run: %v", err)
	}
	if view, err := table.View(); err != nil || string(view) != "[]" {
		t.Errorf("view %s, %v", view, err)
	}
	if _, err := table.Act("left"); err != nil {
		t.Error(err)
	}
	if _, err := table.Act("left"); !errors.Is(err, play.ErrIllegal) {
		t.Errorf("after the end: %v", err)
	}
	if view, err := table.View(); err != nil || string(view) != `[["left","silence"]]` {
		t.Errorf("view %s, %v", view, err)
	}
	if left := table.AppendActions(nil); left != nil {
		t.Errorf("after the end: %v", left)
	}
}

func TestScoreIsDiscounted(t *testing.T) {
	m := play.Match{Table: tigers(0).Table, Player: func(*rand.Rand) (play.Player, error) { return spy{t}, nil }, MaxMoves: 3, Discount: 0.5}
	if rec, err := m.Play(t.Context(), 1, 1); err != nil || rec.Score != -1.75 {
		t.Errorf("listening three times scores %v, %v; want -1 - 1/2 - 1/4", rec.Score, err)
	}
}

func TestLimits(t *testing.T) {
	m := play.Match{Table: tigers(0).Table, Player: play.Random, MaxMoves: 7}
	if rec, err := m.Play(t.Context(), 1, 1); err != nil || len(rec.Plies) != 7 {
		t.Errorf("%d moves, %v", len(rec.Plies), err)
	}
	m.MaxMoves = 0
	if rec, err := m.Play(t.Context(), 1, 1); err != nil || len(rec.Plies) != play.DefaultMaxMoves {
		t.Errorf("%d moves, %v", len(rec.Plies), err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := m.Play(ctx, 1, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestClockTouchesNothingButTimes(t *testing.T) {
	m := randomMatch()
	want, _ := m.Play(t.Context(), 5, 5)
	now := time.Duration(0)
	m.Clock = func() time.Duration { now += time.Second; return now }
	got, err := m.Play(t.Context(), 5, 5)
	if err != nil {
		t.Fatal(err)
	}
	for i := range got.Plies {
		if got.Plies[i].Time == 0 || got.Plies[i].Others == 0 {
			t.Errorf("move %d was not timed", i)
		}
		got.Plies[i].Time, got.Plies[i].Others = 0, 0
	}
	if !reflect.DeepEqual(got, want) {
		t.Error("the clock changed the record")
	}
}

// counter decides by a rule of its own and reports work.
type counter struct{ heard []tiger.Sound }

func (c *counter) Decide(context.Context) (play.PolicyMove[tiger.Action], error) {
	d := veil.Decision[tiger.Action]{
		Choices: []veil.Choice[tiger.Action]{{Action: tiger.Listen}, {Action: tiger.OpenLeft}},
		Value:   veil.BoundsValue(0, 1), Work: veil.Budget{Simulations: 2, Nodes: 3}, Cut: len(c.heard) == 1,
	}
	return play.PolicyMove[tiger.Action]{Decision: d, Guess: true}, nil
}

func (c *counter) Hear(_ tiger.Action, o tiger.Sound) error {
	c.heard = append(c.heard, o)
	return nil
}

func TestTypedPlayer(t *testing.T) {
	g, policy := tigers(3), &counter{}
	m := play.Match{Table: g.Table, Player: func(*rand.Rand) (play.Player, error) { return g.Player(policy), nil }}
	rec, err := m.Play(t.Context(), 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	if rec.Work() != (veil.Budget{Simulations: 6, Nodes: 9}) {
		t.Errorf("work %+v", rec.Work())
	}
	for i, o := range policy.heard {
		if rec.Plies[i].Seen != o.String() || !rec.Plies[i].Guess || rec.Plies[i].Value.Badge() != veil.Bounds {
			t.Errorf("move %d: heard %v, recorded %+v", i, o, rec.Plies[i])
		}
	}
	if len(policy.heard) != 2 {
		t.Errorf("heard %v", policy.heard)
	}
	if err := rec.Check(); !errors.Is(err, play.ErrCut) {
		t.Errorf("a cut record passed: %v", err)
	}
}

func TestRandomPlayerIsFair(t *testing.T) {
	seen := map[string]int{}
	for i := range uint64(300) {
		rec, err := randomMatch().Play(t.Context(), 11, i)
		if err != nil {
			t.Fatal(err)
		}
		for _, ply := range rec.Plies {
			seen[ply.Action]++
		}
	}
	for action, n := range seen { // 3,000 draws of three actions: sd 26
		if n < 870 || n > 1130 {
			t.Errorf("%s was chosen %d times of 3,000", action, n)
		}
	}
	if len(seen) != 3 {
		t.Errorf("chosen: %v", seen)
	}
}
