// SPDX-License-Identifier: BSD-3-Clause

package table_test

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/table"
	"github.com/veilplan/veil/play"
)

// witness is a random player that checks what it hears against what it sees.
type witness struct {
	play.Player
	t   *testing.T
	log string
}

func (w *witness) Move(ctx context.Context, s play.Seat) (play.Move, error) {
	raw, err := s.View()
	if err != nil {
		return play.Move{}, err
	}
	var v table.View
	if err := json.Unmarshal(raw, &v); err != nil {
		return play.Move{}, err
	}
	if w.log != "" && w.log != v.Log {
		w.t.Fatalf("heard\n%s\nbut the view is\n%s", w.log, v.Log)
	}
	w.log = v.Log
	h, err := krieg.ParseLog(v.Log)
	if err != nil || h.Full {
		w.t.Fatalf("%v: the log is full or wrong\n%s", err, v.Log)
	}
	return w.Player.Move(ctx, s)
}

func (w *witness) Hear(_, seen string) error {
	w.log += strings.ReplaceAll(seen, table.Separator, "\n") + "\n"
	return nil
}

func watched(t *testing.T) play.Factory {
	t.Helper()
	return func(r *rand.Rand) (play.Player, error) {
		p, err := play.Random(r)
		return &witness{Player: p, t: t}, err
	}
}

// TestBothSidesHear plays random games under every ruleset: each side hears, bit by bit,
// the log that it sees, and the log fits the exact belief as far as that is known.
func TestBothSidesHear(t *testing.T) {
	for _, rules := range krieg.Rulesets() {
		cfg := table.Config{Rules: rules, Opening: 2, Plies: 120, Opponent: watched(t)}
		m := play.Match{Table: cfg.Table, Player: watched(t)}
		for i := range uint64(4) {
			a, err := m.Play(t.Context(), 5, i)
			if err != nil {
				t.Fatal(rules, err)
			}
			b, err := m.Play(t.Context(), 5, i)
			if err != nil || len(a.Plies) != len(b.Plies) || a.Score != b.Score {
				t.Fatalf("%v: the same seed gave another game: %v", rules, err)
			}
			if want := map[veil.Status]float64{veil.Won: 1, veil.Lost: 0, veil.Open: 0.5}[a.Status]; a.Score != want {
				t.Errorf("%v scores %v", a.Status, a.Score)
			}
		}
	}
}

// TestPairedOpenings: the side changes neither the opening nor what the opponent draws.
func TestPairedOpenings(t *testing.T) {
	start := func(side table.Side, seed uint64) (krieg.History, play.Table) {
		dealt := table.Config{Rules: krieg.Berkeley(), Side: side, Opening: 4, Opponent: play.Random}.Table(play.WorldRand(seed, 0))
		raw, err := dealt.View()
		if err != nil {
			t.Fatal(err)
		}
		var v table.View
		if err := json.Unmarshal(raw, &v); err != nil {
			t.Fatal(err)
		}
		h, err := krieg.ParseLog(v.Log)
		if err != nil {
			t.Fatal(err)
		}
		return h, dealt
	}
	openings := map[krieg.Position]bool{}
	for seed := range uint64(20) {
		w, _ := start(table.White, seed)
		b, _ := start(table.Black, seed)
		d, _ := start(table.Drawn, seed)
		if w.Start != b.Start || w.Start != d.Start || w.Me != krieg.White || b.Me != krieg.Black || len(b.Events) == 0 {
			t.Fatalf("%v %v\n%v %v", &w.Start, w.Me, &b.Start, b.Me)
		}
		openings[w.Start] = true
	}
	if len(openings) < 15 {
		t.Errorf("only %d openings", len(openings))
	}
	_, seated := start(table.White, 1)
	for _, bad := range []string{"e1e8", "nonsense", "any?", "wait"} {
		if _, err := seated.Act(bad); !errors.Is(err, play.ErrIllegal) {
			t.Errorf("%s: %v", bad, err)
		}
	}
}
