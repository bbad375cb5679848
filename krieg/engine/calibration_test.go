// SPDX-License-Identifier: BSD-3-Clause

package engine_test

import (
	"cmp"
	"context"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
	"github.com/veilplan/veil/krieg/engine"
	"github.com/veilplan/veil/krieg/referee"
	"github.com/veilplan/veil/krieg/tactics"
)

// contest plays a game of a player against an agent, and shows each decision of the player with
// the true board.
func contest(t *testing.T, rules krieg.Rules, p *engine.Player, other tactics.Agent, look func(*engine.Player, *krieg.Position)) *referee.Game {
	t.Helper()
	g := referee.NewGame(rules, chess.Start())
	me := p.Own().Me()
	for plies := 0; !g.Over() && plies < 300; {
		by := g.ToMove()
		var a krieg.Action
		var err error
		if by == me {
			s := g.State()
			look(p, &s.Pos)
			var thought engine.Thought
			thought, err = p.Choose(t.Context())
			a = thought.Best
		} else {
			a, err = other.Choose(t.Context())
		}
		if err != nil {
			t.Fatal(err)
		}
		e := krieg.Event{By: by, Action: a, Heard: g.Try(a)}
		if e.Heard.Answer == krieg.Nonsense {
			t.Fatalf("%v tries %v, which is nonsense", by, a)
		}
		if e.Heard.Answer == krieg.Yes {
			plies++
		}
		tell(t, rules, e, me, p, other)
	}
	return g
}

// tell announces an event to a player and its opponent. Only the side that tries hears a private refusal.
func tell(t *testing.T, rules krieg.Rules, e krieg.Event, me krieg.Color, p, other hearer) {
	t.Helper()
	private := e.Heard.Answer == krieg.No && !rules.PublicRefusals
	if e.By == me || !private {
		if err := p.Hear(t.Context(), e.HeardBy(me)); err != nil {
			t.Fatal(err)
		}
	}
	if e.By != me || !private {
		if err := other.Hear(t.Context(), e.HeardBy(me.Other())); err != nil {
			t.Fatal(err)
		}
	}
}

type hearer interface {
	Hear(ctx context.Context, e krieg.Event) error
}

// marginals compares the chance that a hidden man stands on a square with the truth, over the
// squares that the player's men leave free.
type marginals struct {
	decisions, lost, held int
	n                     float64
	brier                 float64
	tenth                 [10]struct{ n, said, was float64 }
}

func (c *marginals) look(m *engine.Player, truth *krieg.Position) {
	c.decisions++
	if m.Belief().Len() == 0 {
		c.lost++
		return
	}
	for i := range m.Belief().Len() {
		if m.Belief().Board(i) == *truth {
			c.held++
			break
		}
	}
	me := m.Own().Me()
	for s, p := range m.Belief().Heat() {
		if truth.Men(me)>>s&1 != 0 {
			continue
		}
		was := float64(truth.Men(me.Other()) >> s & 1)
		c.brier += (p - was) * (p - was)
		c.n++
		k := &c.tenth[min(9, int(10*p))]
		k.n++
		k.said += p
		k.was += was
	}
}

func (c *marginals) add(o *marginals) {
	c.decisions += o.decisions
	c.lost += o.lost
	c.held += o.held
	c.n += o.n
	c.brier += o.brier
	for i := range c.tenth {
		c.tenth[i].n += o.tenth[i].n
		c.tenth[i].said += o.tenth[i].said
		c.tenth[i].was += o.tenth[i].was
	}
}

// TestCalibration follows whole games against simple players: what the belief says of single
// squares, how often it dies, and whether it is repaired. VEIL_GAMES plays so many games a
// ruleset and opponent, with the boards of full strength; VEIL_BOARDS sets another number.
func TestCalibration(t *testing.T) {
	games, boards := 1, 60
	rulesets := []krieg.Rules{krieg.Wild16(), krieg.Berkeley(), krieg.English()}
	if os.Getenv("VEIL_GAMES") == "" {
		rulesets = rulesets[:1]
	}
	if text := os.Getenv("VEIL_GAMES"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		games, boards = n, 0
		if text := os.Getenv("VEIL_BOARDS"); text != "" {
			if boards, err = strconv.Atoi(text); err != nil {
				t.Fatal(err)
			}
		}
	}
	all, mourned := marginals{}, 0
	for _, rules := range rulesets {
		for _, opponent := range []string{"random", "heuristic", "maps"} {
			var c marginals
			deaths, repairs := 0, 0
			for i := range uint64(games) {
				me := krieg.Color(i % 2)
				m, err := engine.New(rules, me, engine.Config{Boards: boards, Seed: i})
				if err != nil {
					t.Fatal(err)
				}
				own := krieg.NewOwnView(rules, me.Other(), chess.Start())
				r := rand.New(rand.NewPCG(i, 4))
				other := map[string]tactics.Agent{
					"random": tactics.NewRandom(own, r), "heuristic": tactics.NewHeuristic(own, r), "maps": tactics.NewMaps(own, chess.Start(), r),
				}[opponent]
				contest(t, rules, m, other, c.look)
				rep := m.Report()
				deaths += rep.Deaths
				repairs += rep.Regrown + rep.Mended
			}
			brier := c.brier / cmp.Or(c.n, 1)
			t.Logf("%-8s %-9s %d games, %d boards: Brier %.4f (%.4f over all 64 squares) over %d decisions; %.2f deaths and %.2f repairs a game; lost at %.1f%%; true board held at %.0f%%",
				rules, opponent, games, boards, brier, c.brier/float64(64*max(1, c.decisions-c.lost)), c.decisions, float64(deaths)/float64(games), float64(repairs)/float64(games),
				100*float64(c.lost)/float64(c.decisions), 100*float64(c.held)/float64(c.decisions))
			if brier > 0.16 {
				t.Errorf("%v against %s: Brier %.4f", rules, opponent, brier)
			}
			all.add(&c)
			mourned += deaths
		}
	}
	played := float64(3 * games * len(rulesets))
	t.Logf("all %.0f games: Brier %.4f (%.4f over all 64 squares); %.2f deaths a game; lost at %.1f%% of %d decisions", played, all.brier/all.n,
		all.brier/float64(64*max(1, all.decisions-all.lost)), float64(mourned)/played, 100*float64(all.lost)/float64(all.decisions), all.decisions)
	for _, k := range all.tenth {
		if k.n > 0 {
			t.Logf("    said %.3f  was %.3f  of %.0f", k.said/k.n, k.was/k.n, k.n)
		}
	}
	if full := os.Getenv("VEIL_GAMES") != ""; full && float64(mourned) >= played/2 {
		t.Errorf("%.2f deaths a game", float64(mourned)/played)
	}
}
