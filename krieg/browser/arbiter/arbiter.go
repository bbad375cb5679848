// SPDX-License-Identifier: BSD-3-Clause

// Package arbiter is the referee of a game that is played question by question: it returns what
// each side sees and hears and, when the game is over, the true game. It knows the true board, so
// no player may import it.
package arbiter

import (
	"context"
	"fmt"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/referee"
	"github.com/veilplan/veil/krieg/tactics"
)

// MaxTries limits the length of a refereed game, in tries.
const MaxTries = 5000

// Game returns the state of a game. The game is replayed from the start, which takes a millisecond.
// Every error is an *api.Problem.
func Game(ctx context.Context, q api.KriegGameQuestion) (*api.KriegGame, error) {
	rules, err := krieg.RulesNamed(q.Rules)
	if err != nil {
		return nil, api.NewProblem(api.Impossible, err.Error(), "")
	}
	if len(q.Tries) > MaxTries {
		return nil, api.NewTooLarge("the game is too long", MaxTries, len(q.Tries), "tries")
	}
	g := referee.NewGame(rules, krieg.NewHistory(rules, krieg.White).Start)
	boards := []krieg.Position{g.State().Pos}
	for i, text := range q.Tries {
		a, err := krieg.ParseAction(text)
		if err != nil || g.Try(a).Answer == krieg.Nonsense {
			return nil, api.NewProblem(api.Impossible, fmt.Sprintf("try %d, %.20q, cannot be tried there", i+1, text), "")
		}
		boards = append(boards, g.State().Pos)
	}
	doc := &api.KriegGame{Schema: "krieg.game/1", Rules: rules.String(), ToMove: g.ToMove().String()}
	doc.Over, doc.Winner = ended(rules, g)
	h := g.History()
	var own [2][]told
	for c, to := range map[krieg.Color]*api.KriegSeat{krieg.White: &doc.White, krieg.Black: &doc.Black} {
		if *to, own[c], err = seat(&h, c, g.Over()); err != nil {
			return nil, api.ProblemOf(err)
		}
	}
	if q.Reveal {
		doc.Moves = truth(&h, boards, own)
		if q.Judge {
			err = judge(ctx, doc.Moves, &h, boards, own)
		}
		if err != nil {
			return nil, api.ProblemOf(err)
		}
	}
	return doc, nil
}

// told is a try as its side saw it.
type told struct {
	name string
	knew int // lines heard before it
	own  krieg.OwnView
}

// seat returns what a side sees, and its tries.
func seat(full *krieg.History, c krieg.Color, over bool) (s api.KriegSeat, tries []told, err error) {
	h := full.Filter(c)
	own := krieg.NewOwnView(h.Rules, c, h.Start)
	for _, e := range h.Events {
		if e.By == c {
			tries = append(tries, told{own.Name(e.Action), len(s.Heard), own})
		}
		s.Heard = append(s.Heard, h.Line(e))
		if own, err = own.Hear(e); err != nil {
			return s, tries, err
		}
	}
	men := own.Board()
	s.Own, s.Hidden = men.Placement(), own.Hidden()
	for _, m := range own.Refused() {
		s.Refused = append(s.Refused, m.String())
	}
	if over {
		return s, tries, nil
	}
	for _, m := range own.Tries() {
		s.Tries = append(s.Tries, api.KriegNamed{Try: m.String(), Name: own.Name(krieg.Action(m))})
	}
	s.MayAsk = own.MayAsk()
	return s, tries, nil
}

// truth returns the true game.
func truth(h *krieg.History, boards []krieg.Position, tries [2][]told) []api.KriegTruth {
	var list []api.KriegTruth
	for i, e := range h.Events {
		list = append(list, api.KriegTruth{
			By: e.By.String(), Try: e.Action.String(), Name: tries[e.By][0].name, Knew: tries[e.By][0].knew, Board: boards[i+1].String(),
			Refused: e.Heard.Answer == krieg.No, Heard: e.Heard.Describe(h.Rules),
		})
		tries[e.By] = tries[e.By][1:]
	}
	return list
}

// judge values every move that was made on the board on which it was made: what a player would think
// of it who saw everything.
func judge(ctx context.Context, moves []api.KriegTruth, h *krieg.History, boards []krieg.Position, tries [2][]told) error {
	for i, e := range h.Events {
		own := tries[e.By][0].own
		tries[e.By] = tries[e.By][1:]
		if e.Heard.Answer != krieg.Yes {
			continue
		}
		ranked, err := tactics.DefaultEvaluation().Rank(ctx, own, []tactics.Board{{Pos: boards[i], Weight: 1}}, nil)
		if err != nil {
			return err
		}
		for _, r := range ranked {
			if krieg.Action(r.Try) == e.Action {
				moves[i].Value = r.Value
			}
		}
		if krieg.MateInOne(&boards[i+1]) {
			moves[i].Value = min(moves[i].Value, -tactics.Default().Mated) // Rank asks this of the best tries only
		}
	}
	return nil
}

// ended returns how a game ended and who won: "" while it runs, and no winner for a draw.
func ended(rules krieg.Rules, g *referee.Game) (how, winner string) {
	result := g.State().Over
	switch {
	case g.DrawnByRepetition():
		return "repetition", ""
	case result == krieg.Mate, result == krieg.MaterialWin, result == krieg.Stalemate && rules.StalemateLoses:
		return result.String(), g.ToMove().Other().String()
	default:
		return result.String(), ""
	}
}
