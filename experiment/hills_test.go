// SPDX-License-Identifier: BSD-3-Clause

package experiment_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/play"
)

// hills is a library of games of one move, which states the player's parameters. Their scores have a
// known optimum.
type hills struct{}

// hillParams are the params of every toy player. Each domain uses some.
type hillParams struct {
	X     float64   `json:"x"`
	Level int       `json:"level"`
	W     []float64 `json:"w"`
}

type hillRules struct {
	Noise    float64    `json:"noise"`
	Opponent string     `json:"opponent"`
	Settings hillParams `json:"settings"`
}

func (hills) Match(s play.Setup) (play.Match, play.Setup, error) {
	rules, err := play.Strict(s.Rules, hillRules{Noise: 1, Opponent: "nobody", Settings: hillParams{W: []float64{0, 0}}})
	if err != nil {
		return play.Match{}, s, err
	}
	params, err := play.Strict(s.Params, hillParams{X: 1, Level: 2, W: []float64{0, 0}})
	if err != nil {
		return play.Match{}, s, err
	}
	if params.X > 100 {
		return play.Match{}, s, fmt.Errorf("x %v: want up to 100", params.X)
	}
	score, ok := hillScores()[s.Domain]
	if !ok {
		return play.Match{}, s, fmt.Errorf("no domain %q", s.Domain)
	}
	said, err := json.Marshal(params)
	if err != nil {
		return play.Match{}, s, err
	}
	s.Params = said
	if s.Rules, err = json.Marshal(rules); err != nil {
		return play.Match{}, s, err
	}
	return play.Match{
		Table:  func(r *rand.Rand) play.Table { return &hill{r: r, rules: rules, score: score} },
		Player: func(*rand.Rand) (play.Player, error) { return stater(said), nil },
	}, s, nil
}

// hillScores returns what a player earns, given a source of luck. The optima are:
//
//	ridge:  w = (3, -2), two parameters that depend on each other
//	ladder: level = 7, an integer that changes how often one wins
//	slope:  x = 4, where the score falls more steeply below than above
//	duel:   x = 2, against an opponent with its own x
func hillScores() map[string]func(hillParams, hillRules, *rand.Rand) (float64, veil.Status) {
	return map[string]func(hillParams, hillRules, *rand.Rand) (float64, veil.Status){
		"ridge": func(p hillParams, rules hillRules, r *rand.Rand) (float64, veil.Status) {
			x, y := p.W[0]-3, p.W[1]+2
			return 5 - 0.1*(x*x+y*y+1.2*x*y) + rules.Noise*r.NormFloat64(), veil.Open
		},
		"ladder": func(p hillParams, _ hillRules, r *rand.Rand) (float64, veil.Status) {
			off := float64(p.Level - 7)
			if r.Float64() < 0.8-0.01*off*off {
				return 1, veil.Won
			}
			return 0, veil.Lost
		},
		"slope": func(p hillParams, rules hillRules, r *rand.Rand) (float64, veil.Status) {
			return 20*(p.X/4)*(p.X/4)*math.Exp(2-p.X/2) + rules.Noise*r.NormFloat64(), veil.Open
		},
		"flat": func(hillParams, hillRules, *rand.Rand) (float64, veil.Status) { return 1, veil.Open },
		"duel": func(p hillParams, rules hillRules, r *rand.Rand) (float64, veil.Status) {
			own, other := -(p.X-2)*(p.X-2), 0.0
			if rules.Opponent == "own kind" {
				other = -(rules.Settings.X - 2) * (rules.Settings.X - 2)
			}
			return own - other + rules.Noise*r.NormFloat64(), veil.Open
		},
	}
}

// hill is a table at which one says one's parameters.
type hill struct {
	r     *rand.Rand
	rules hillRules
	score func(hillParams, hillRules, *rand.Rand) (float64, veil.Status)
	end   veil.Status
}

func (h *hill) AppendActions(dst []string) []string { return dst }
func (h *hill) View() (json.RawMessage, error)      { return []byte("null"), nil }
func (h *hill) Status() veil.Status                 { return h.end }
func (h *hill) Act(action string) (play.Answer, error) {
	var p hillParams
	if err := json.Unmarshal([]byte(action), &p); err != nil {
		return play.Answer{}, err
	}
	// Luck differs between players, as it does once they have done different things.
	luck := h.r.Uint64()
	for _, b := range []byte(action) {
		luck = luck*1099511628211 + uint64(b)
	}
	reward, end := h.score(p, h.rules, rand.New(rand.NewPCG(luck, 0)))
	h.end = end
	return play.Answer{Seen: strconv.FormatFloat(reward, 'g', 3, 64), Reward: reward, Done: true}, nil
}

// stater says its parameters.
type stater string

func (s stater) Move(context.Context, play.Seat) (play.Move, error) {
	return play.Move{Action: string(s)}, nil
}
func (stater) Hear(string, string) error { return nil }
