// SPDX-License-Identifier: BSD-3-Clause

package engine_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
	"github.com/veilplan/veil/krieg/cloud"
	"github.com/veilplan/veil/krieg/engine"
	"github.com/veilplan/veil/krieg/tactics"
)

// The holdout: games of a player of level 6, under these rules against these opponents, from seeds that
// nothing else uses. The belief is measured on them, never fitted to them.
const holdoutSeed = 910_000

// thinker is the engine as an agent.
type thinker struct{ *engine.Player }

func (m thinker) Choose(ctx context.Context) (krieg.Action, error) {
	t, err := m.Player.Choose(ctx)
	return t.Best, err
}

// heldOut returns the whole history of a game of the holdout, told to the player of level 6.
func heldOut(t *testing.T, rules krieg.Rules, opponent string, seed uint64) krieg.History {
	t.Helper()
	me := krieg.Color(seed % 2)
	m, err := engine.New(rules, me, engine.Config{Level: 6, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	own, r := krieg.NewOwnView(rules, me.Other(), chess.Start()), rand.New(rand.NewPCG(seed, 4))
	var other tactics.Agent
	switch opponent {
	case "heuristic":
		other = tactics.NewHeuristic(own, r)
	case "maps":
		other = tactics.NewMaps(own, chess.Start(), r)
	default:
		second, err := engine.New(rules, me.Other(), engine.Config{Level: 7, Seed: seed + 1})
		if err != nil {
			t.Fatal(err)
		}
		other = thinker{second}
	}
	h := contest(t, rules, m, other, func(*engine.Player, *krieg.Position) {}).History()
	h.Me = me
	return h
}

// verdict measures a belief in a phase of the game.
type verdict struct {
	n, lost        float64
	boards         float64 // log2 of their number, added up
	squares, bits  float64 // free squares, and the log-loss on them: is a hidden man there?
	held, rank, of float64 // decisions with the true board, its rank by weight, and the log2 of its weight
}

func (v *verdict) look(c *cloud.Cloud, truth *krieg.Position) {
	v.n++
	if c.Len() == 0 {
		v.lost++
		return
	}
	v.boards += math.Log2(float64(c.Len()))
	me := c.Me()
	for s, p := range c.Heat() {
		if truth.Men(me)>>s&1 != 0 {
			continue
		}
		if truth.Men(me.Other())>>s&1 == 0 {
			p = 1 - p
		}
		v.squares++
		v.bits -= math.Log2(min(1, max(p, 0.001)))
	}
	for i := range c.Len() {
		if c.Board(i) != *truth {
			continue
		}
		better := 1.0
		for k := range c.Len() {
			if c.Share(k) > c.Share(i) {
				better++
			}
		}
		v.held++
		v.rank += better / float64(c.Len())
		v.of += math.Log2(c.Share(i))
	}
}

func (v *verdict) String() string {
	known := v.n - v.lost
	return fmt.Sprintf("%5.0f decisions, %4.1f%% without a board; 2^%.1f boards; %.4f bits a square; true board in %2.0f%%, mean rank %.2f of 1, 2^%.1f of the weight",
		v.n, 100*v.lost/v.n, v.boards/known, v.bits/v.squares, 100*v.held/known, v.rank/v.held, v.of/v.held)
}

// TestHoldout follows the games of the holdout and prints, by phase, how well the belief predicts the
// board. VEIL_HOLDOUT is the number of games for each ruleset and opponent, VEIL_BOARDS the size of the
// sample, VEIL_REFUSALS the weights of illegal tries to compare, such as 0 0.3.
func TestHoldout(t *testing.T) {
	games, boards := number(t, "VEIL_HOLDOUT", 1), number(t, "VEIL_BOARDS", 100)
	rulesets, opponents, weights := []krieg.Rules{krieg.Berkeley()}, []string{"maps"}, []float64{0, 0.3}
	if os.Getenv("VEIL_HOLDOUT") != "" {
		rulesets, opponents = []krieg.Rules{krieg.Wild16(), krieg.Berkeley(), krieg.English()}, []string{"heuristic", "maps", "veil"}
	}
	if text := os.Getenv("VEIL_REFUSALS"); text != "" {
		w, err := strconv.ParseFloat(text, 64)
		if err != nil {
			t.Fatal(err)
		}
		if weights = []float64{0, w}; w == 0 {
			weights = weights[:1]
		}
	}
	from := uint64(number(t, "VEIL_FROM", holdoutSeed)) // other seeds, to fit something
	phases := []string{"moves 1-10", "moves 11-25", "later"}
	for _, rules := range rulesets {
		for _, opponent := range opponents {
			measured := make([][3]verdict, len(weights))
			deaths := make([]int, len(weights))
			for i := range uint64(games) {
				h := heldOut(t, rules, opponent, from+i)
				for k, w := range weights {
					if w == 0 || rules.PublicRefusals {
						deaths[k] += measure(t, &h, cloud.Config{Boards: boards, Seed: i, Opponent: tactics.UsualOpponent(), Refusals: w}, &measured[k])
					}
				}
			}
			for k, w := range weights {
				for phase := range phases {
					if v := &measured[k][phase]; v.n > 0 {
						t.Logf("%-8v %-9s refusals %-4g %-11s %v; %.2f deaths a game", rules, opponent, w, phases[phase], v, float64(deaths[k])/float64(games))
					}
				}
			}
		}
	}
}

// phaseOf returns the phase after a number of moves.
func phaseOf(moves int) int {
	switch {
	case moves < 10:
		return 0
	case moves < 25:
		return 1
	default:
		return 2
	}
}

// measure follows a game and measures the belief before each decision while the opponent has more than
// a king.
func measure(t *testing.T, h *krieg.History, cfg cloud.Config, by *[3]verdict) (deaths int) {
	t.Helper()
	c, err := cloud.New(h.Rules, h.Me, []krieg.Position{h.Start}, cfg)
	if err != nil {
		t.Fatal(err)
	}
	truth, moves := h.Start, 0
	for _, e := range h.Events {
		if e.Heard.Result != krieg.Running || truth.Men(h.Me.Other())&^truth.All(chess.King) == 0 {
			break
		}
		if truth.ToMove() == h.Me {
			by[phaseOf(moves)].look(c, &truth)
		}
		if e.By == h.Me || e.Heard.Answer != krieg.No || h.Rules.PublicRefusals {
			if c, err = c.Hear(t.Context(), e.HeardBy(h.Me)); err != nil && !errors.Is(err, cloud.ErrLost) {
				t.Fatal(err)
			}
		}
		if e.Heard.Answer == krieg.Yes {
			if e.By == h.Me {
				moves++
			}
			truth.Make(krieg.Move(e.Action))
		}
	}
	return c.Report().Deaths
}
