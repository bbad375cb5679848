// SPDX-License-Identifier: BSD-3-Clause

// Package contestants provides the players of Kriegspiel: provers of mates as players of its
// problems, and players of whole games.
package contestants

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/krieg/composed"
	"github.com/veilplan/veil/krieg/deduction"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/search/andor"
	"github.com/veilplan/veil/search/andor/baseline"
)

// Domain returns the published problems as a domain of experiments: an episode draws a problem of a
// set, and the player answers in one move whether it is a mate. So the methods of the paper are
// compared like other players, on the same problems, with intervals.
func Domain() play.Domain {
	return play.Domain{Name: "krieg", About: "Kriegspiel problems: is a mate forced?", Open: openDomain}
}

type domainRules struct {
	Set string `json:"set"`
}

func openDomain(raw json.RawMessage) (play.Configured, error) {
	rules, err := play.Strict(raw, domainRules{Set: "seed-3"})
	if err != nil {
		return play.Configured{}, err
	}
	list, err := composed.Load(rules.Set)
	if err != nil {
		return play.Configured{}, err
	}
	deal := func(r *rand.Rand) play.Table { return &exam{problem: &list[r.IntN(len(list))]} }
	return play.Configured{
		Rules: rules, Table: deal, Players: []play.Entry{prover()},
		Actions: []string{sayMate, sayNoMate, sayUnknown}, Observations: []string{composed.Mate, composed.NearMiss},
	}, nil
}

// The answers of a player.
const (
	sayMate    = "mate"
	sayNoMate  = "no-mate"
	sayUnknown = "unknown"
)

// exam is one problem put to a player.
type exam struct {
	problem *composed.Problem
	answer  string
}

// question is the player's view of a problem.
type question struct {
	Plies   int    `json:"plies"`
	History string `json:"history"`
}

// AppendActions appends the answers that can be given.
func (e *exam) AppendActions(dst []string) []string {
	if e.answer != "" {
		return dst
	}
	return append(dst, sayMate, sayNoMate, sayUnknown)
}

// View returns what the player sees of the problem, a [question] as JSON.
func (e *exam) View() (json.RawMessage, error) {
	return json.Marshal(question{e.problem.Plies, e.problem.History})
}

// Act accepts the answer.
func (e *exam) Act(action string) (play.Answer, error) {
	if e.answer != "" || action != sayMate && action != sayNoMate && action != sayUnknown {
		return play.Answer{}, fmt.Errorf("%s: %w", action, play.ErrIllegal)
	}
	e.answer = action
	reward := 0.0
	if e.Status() == veil.Won {
		reward = 1
	}
	return play.Answer{Seen: e.problem.Verdict, Reward: reward, Done: true}, nil
}

// Status returns Won if the answer is right; "unknown" is not.
func (e *exam) Status() veil.Status {
	switch {
	case e.answer == "":
		return veil.Open
	case e.answer == sayMate && e.problem.Verdict == composed.Mate, e.answer == sayNoMate && e.problem.Verdict != composed.Mate:
		return veil.Won
	default:
		return veil.Lost
	}
}

type proverParams struct {
	Method  string   `json:"method"`            // as baseline.Named
	States  int64    `json:"states"`            // limit on hidden states made; a longer search answers unknown
	Without []string `json:"without,omitempty"` // parts of veil's method to leave out
}

// prover returns the player that answers by a search.
func prover() play.Entry {
	return play.Entry{
		Name: "prover", About: "searches for a plan by one of the methods of the 2005 paper, or by veil's own",
		New: func(_ play.Access, raw json.RawMessage) (play.Factory, any, error) {
			params, err := play.Strict(raw, proverParams{Method: "veil", States: 1_000_000})
			if err != nil {
				return nil, params, err
			}
			if params.States < 1 {
				return nil, params, fmt.Errorf("states %d: want at least 1", params.States)
			}
			seat, err := params.seat()
			return func(*rand.Rand) (play.Player, error) { return seat, nil }, params, err
		},
	}
}

func (p *proverParams) seat() (proverSeat, error) {
	method, err := baseline.Named(p.Method)
	cfg := andor.Config{States: p.States}
	parts := map[string]*bool{
		"precheck": &cfg.NoPrecheck, "order": &cfg.NoOrder, "cover": &cfg.NoCover,
		"strike": &cfg.NoSolver, "table": &cfg.NoTable, "growth": &cfg.NoGrowth,
	}
	for _, name := range p.Without {
		off, ok := parts[name]
		if !ok {
			return proverSeat{}, fmt.Errorf("without %q: want some of cover, growth, order, precheck, strike, table", name)
		}
		*off = true
	}
	return proverSeat{method, cfg}, err
}

// proverSeat answers one question.
type proverSeat struct {
	method baseline.Config
	cfg    andor.Config
}

// Move searches for the answer. Its work is counted in hidden states.
func (p proverSeat) Move(ctx context.Context, seat play.Seat) (play.Move, error) {
	view, err := seat.View()
	if err != nil {
		return play.Move{}, err
	}
	var q question
	if err := json.Unmarshal(view, &q); err != nil {
		return play.Move{}, err
	}
	asked := composed.Problem{Plies: q.Plies, History: q.History}
	m, states, err := asked.States(ctx)
	if err != nil && ctx.Err() != nil {
		return play.Move{Action: sayUnknown, Cut: true}, nil //nolint:nilerr // a search that was cut is an answer
	}
	if err != nil {
		return play.Move{}, err
	}
	r, err := baseline.Prove(ctx, deduction.Rules(m), states, q.Plies, p.method, p.cfg)
	if err != nil {
		return play.Move{}, err
	}
	move := play.Move{Action: sayUnknown, Work: veil.Budget{Nodes: int(r.Stats.States)}, Cut: ctx.Err() != nil}
	switch r.Verdict {
	case andor.Proved:
		move.Action, move.Value = sayMate, veil.BoundsValue(1, 1)
	case andor.Disproved:
		move.Action, move.Value = sayNoMate, veil.BoundsValue(0, 0)
	case andor.Unknown:
	}
	return move, nil
}

// Hear ignores the end of the exam.
func (proverSeat) Hear(string, string) error { return nil }
