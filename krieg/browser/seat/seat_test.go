// SPDX-License-Identifier: BSD-3-Clause

package seat_test

import (
	"reflect"
	"testing"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/browser/arbiter"
	"github.com/veilplan/veil/krieg/browser/seat"
	"github.com/veilplan/veil/krieg/ending"
)

func think(t *testing.T, s *seat.Service, q api.KriegThinkQuestion) *api.KriegThought {
	t.Helper()
	doc, err := s.Think(t.Context(), q)
	if err != nil {
		t.Fatalf("%s %s %v: %v", q.Rules, q.Me, q.Heard, err)
	}
	return doc
}

// TestWholeGames lets two sides play under every ruleset. A service that has followed the game and
// one that hears it anew believe the same.
func TestWholeGames(t *testing.T) {
	for _, rules := range krieg.Rulesets() {
		game := api.KriegGameQuestion{Rules: rules.Name}
		var services [2]seat.Service
		for range 30 {
			doc, err := arbiter.Game(t.Context(), game)
			if err != nil {
				t.Fatal(err)
			}
			if doc.Over != "" {
				break
			}
			heard, service := doc.White.Heard, &services[0]
			if doc.ToMove == "black" {
				heard, service = doc.Black.Heard, &services[1]
			}
			q := api.KriegThinkQuestion{Rules: rules.Name, Me: doc.ToMove, Level: 2, Seed: 3, Heard: heard, Belief: len(heard)%9 == 0}
			thought := think(t, service, q)
			if q.Belief {
				if fresh := think(t, &seat.Service{}, q); !reflect.DeepEqual(thought, fresh) {
					t.Fatalf("%s %v:\nfollowed %+v\nanew     %+v", rules.Name, heard, thought, fresh)
				}
			}
			game.Tries = append(game.Tries, thought.Best)
		}
	}
}

func TestBelief(t *testing.T) {
	q := api.KriegThinkQuestion{Rules: "berkeley", Me: "white", Level: 5, Heard: []string{"W e2e4 yes", "B moved"}, Belief: true, Teach: true}
	doc := think(t, &seat.Service{}, q)
	b := doc.Belief
	if b.Kind != "exact" || b.Positions != 20 || b.Heat["k"]["e8"] != 1 || b.Own != "8/8/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQ - 0 1" {
		t.Errorf("after one move: %+v", b)
	}
	if len(b.Tries) != 44 || doc.Best == "" || len(doc.Tries) == 0 {
		t.Errorf("%d tries teach, %d are judged, best %q", len(b.Tries), len(doc.Tries), doc.Best)
	}
	q.Heard = q.Heard[:1]
	if doc := think(t, &seat.Service{}, q); doc.Best != "" || doc.Belief.Positions != 1 {
		t.Errorf("in the opponent's turn: %+v", doc)
	}
}

// TestTables: the tables are asked for when the opponent has a bare king, and not before.
func TestTables(t *testing.T) {
	asked := 0
	d := &seat.Service{Book: func() *ending.Book { asked++; return nil }}
	think(t, d, api.KriegThinkQuestion{Rules: "berkeley", Me: "white", Level: 5})
	if asked != 0 {
		t.Errorf("asked for tables %d times in the initial array", asked)
	}
}

func TestRefuses(t *testing.T) {
	for _, q := range []api.KriegThinkQuestion{
		{Rules: "nobody's", Me: "white"},
		{Rules: "berkeley", Me: "red"},
		{Rules: "berkeley", Me: "white", Level: 9},
		{Rules: "berkeley", Me: "white", Heard: []string{"W e2e5 yes"}},
		{Rules: "berkeley", Me: "white", Heard: []string{"B moved"}},
		{Rules: "berkeley", Me: "white", Heard: make([]string, seat.MaxHeard+1)},
	} {
		if doc, err := new(seat.Service).Think(t.Context(), q); err == nil {
			t.Errorf("%+v is answered: %+v", q, doc)
		}
	}
}
