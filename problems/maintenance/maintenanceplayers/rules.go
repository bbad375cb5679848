// SPDX-License-Identifier: BSD-3-Clause

package maintenanceplayers

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/problems/maintenance"
)

type thresholdParams struct {
	Replace float64 `json:"replace"` // the chance of a failure at which a part is replaced
	Inspect float64 `json:"inspect"` // the chance at which it is inspected
}

// threshold returns the rule by which a technician might work.
func threshold(game machineGame) play.Entry {
	return play.Entry{
		Name: "threshold", About: "replaces the part that has most likely failed, inspects it, or waits, by two thresholds",
		New: func(_ play.Access, raw json.RawMessage) (play.Factory, any, error) {
			params, err := play.Strict(raw, thresholdParams{Replace: 0.12, Inspect: 0.02})
			if err == nil && !(0 <= params.Inspect && params.Inspect <= params.Replace && params.Replace <= 1) {
				err = fmt.Errorf("inspect %v, replace %v: want 0 <= inspect <= replace <= 1", params.Inspect, params.Replace)
			}
			return func(*rand.Rand) (play.Player, error) {
				t := &technician{thresholdParams: params}
				for i := range t.parts {
					t.parts[i] = wearing{1}
				}
				return game.Player(t), nil
			}, params, err
		},
	}
}

// wearing is the probability of each state of a part.
type wearing [3]float64

// technician keeps the belief about every part: the parts are independent.
type technician struct {
	thresholdParams

	parts [maintenance.Parts]wearing
}

// Decide looks only at the part that has most likely failed.
func (t *technician) Decide(context.Context) (play.PolicyMove[maintenance.Action], error) {
	worst := 0
	for i := range t.parts {
		if t.parts[i][maintenance.Failed] > t.parts[worst][maintenance.Failed] {
			worst = i
		}
	}
	switch p := t.parts[worst][maintenance.Failed]; {
	case p >= t.Replace:
		return move(maintenance.Replace(worst)), nil
	case p >= t.Inspect:
		return move(maintenance.Inspect(worst)), nil
	}
	return move(maintenance.Wait), nil
}

func move(a maintenance.Action) play.PolicyMove[maintenance.Action] {
	choices := []veil.Choice[maintenance.Action]{{Action: a}}
	return play.PolicyMove[maintenance.Action]{Decision: veil.Decision[maintenance.Action]{Choices: choices, Ties: 1}}
}

// Hear lets the parts wear and notes what an inspection shows.
func (t *technician) Hear(a maintenance.Action, seen maintenance.Seen) error {
	if part, ok := a.Replaces(); ok {
		t.parts[part] = wearing{1}
	}
	for i := range t.parts {
		t.parts[i].wear(maintenance.Rate(i))
	}
	if part, ok := a.Inspects(); ok {
		t.parts[part] = wearing{}
		t.parts[part][seen-maintenance.LooksNew] = 1
	}
	return nil
}

func (w *wearing) wear(rate float64) {
	w[maintenance.Failed] += float64(rate * w[maintenance.Worn])
	w[maintenance.Worn] += float64(rate*w[maintenance.New]) - float64(rate*w[maintenance.Worn])
	w[maintenance.New] -= float64(rate * w[maintenance.New])
}

type periodicParams struct {
	Every int `json:"every"` // steps from one replacement to the next
}

// periodic returns the rule that looks at nothing.
func periodic(game machineGame) play.Entry {
	return play.Entry{
		Name: "periodic", About: "replaces one part after the other, at fixed intervals",
		New: func(_ play.Access, raw json.RawMessage) (play.Factory, any, error) {
			params, err := play.Strict(raw, periodicParams{Every: 2})
			if err == nil && params.Every < 1 {
				err = fmt.Errorf("every %d: want 1 or more", params.Every)
			}
			return func(*rand.Rand) (play.Player, error) { return game.Player(&calendar{every: params.Every}), nil }, params, err
		},
	}
}

// calendar replaces the parts in turn.
type calendar struct{ every, step int }

// Decide returns the replacement that is due, or waits.
func (c *calendar) Decide(context.Context) (play.PolicyMove[maintenance.Action], error) {
	if c.step++; c.step%c.every > 0 {
		return move(maintenance.Wait), nil
	}
	return move(maintenance.Replace((c.step/c.every - 1) % maintenance.Parts)), nil
}

// Hear ignores what an action shows.
func (*calendar) Hear(maintenance.Action, maintenance.Seen) error { return nil }
