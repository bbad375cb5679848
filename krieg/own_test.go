// SPDX-License-Identifier: BSD-3-Clause

package krieg_test

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
	"github.com/veilplan/veil/krieg/referee"
)

// TestOwnTries plays random games under every ruleset: what a player may try, worked out
// from what it heard, is what the referee does not call nonsense.
func TestOwnTries(t *testing.T) {
	for _, rules := range krieg.Rulesets() {
		t.Run(rules.Name, func(t *testing.T) {
			for seed := range uint64(6) {
				r := rand.New(rand.NewPCG(seed, 11))
				g := referee.NewGame(rules, chess.Start())
				own := [2]krieg.OwnView{krieg.NewOwnView(rules, krieg.White, chess.Start()), krieg.NewOwnView(rules, krieg.Black, chess.Start())}
				for range 120 {
					if g.Over() {
						break
					}
					playOne(t, r, rules, g, &own)
				}
			}
		})
	}
}

func playOne(t *testing.T, r *rand.Rand, rules krieg.Rules, g *referee.Game, own *[2]krieg.OwnView) {
	t.Helper()
	me := g.ToMove()
	tries := own[me].Tries()
	s := g.State()
	var l chess.Moves
	rules.Tries(&s, &l)
	paying := s.Asked == krieg.Owing && rules.Any == krieg.AnyTry
	want := slices.DeleteFunc(slices.Clone(l.Slice()), func(m krieg.Move) bool {
		return !paying && slices.Contains(own[me].Refused(), m)
	})
	if !slices.Equal(tries, want) {
		t.Fatalf("%v may try %v, want %v", me, tries, want)
	}
	if own[me].MayAsk() != rules.MayAsk(&s) || own[me].Asked() != s.Asked || own[me].Hidden() != bits.OnesCount64(s.Pos.Men(me.Other())) {
		t.Fatalf("asks %v, stage %v, %d hidden men in %v", own[me].MayAsk(), own[me].Asked(), own[me].Hidden(), &s.Pos)
	}
	if len(own[me.Other()].Tries()) > 0 {
		t.Fatal("both may try")
	}
	a := krieg.AskAny
	if !own[me].MayAsk() || r.IntN(5) > 0 {
		a = krieg.Action(tries[r.IntN(len(tries))])
	}
	e := krieg.Event{By: me, Action: a, Heard: g.Try(a)}
	if e.Heard.Answer == krieg.Nonsense {
		t.Fatalf("%v is nonsense", a)
	}
	for c := range own {
		side := krieg.Color(c)
		if side != me && e.Heard.Answer == krieg.No && !rules.PublicRefusals {
			continue
		}
		h := krieg.History{Rules: rules, Me: side}
		line := h.Line(e.HeardBy(side))
		if got, err := own[c].ReadLine(line); err != nil || got != e.HeardBy(side) {
			t.Fatalf("%q is read as %+v, %v, want %+v", line, got, err, e.HeardBy(side))
		}
		var err error
		if own[c], err = own[c].Hear(e.HeardBy(side)); err != nil {
			t.Fatal(err)
		}
	}
}
