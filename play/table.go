// SPDX-License-Identifier: BSD-3-Clause

package play

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/veilplan/veil"
)

// ErrIllegal reports an action that is not possible now. The table is unchanged.
var ErrIllegal = errors.New("not possible now")

// Seat is the part of a table that its player may see.
type Seat interface {
	// AppendActions appends the available actions in a fixed order. Once the episode
	// is over, there are none.
	AppendActions(dst []string) []string
	// View returns everything the player has seen so far.
	View() (json.RawMessage, error)
}

// Answer is the result of an action.
type Answer struct {
	Seen   string
	Reward float64
	Done   bool
}

// Table is one running episode. It is not safe for concurrent use.
type Table interface {
	Seat
	// Act performs an action. An error wraps [ErrIllegal]; the table is then unchanged.
	Act(action string) (Answer, error)
	// Status reports whether the episode is open, won or lost. Without a judge, it is always Open.
	Status() veil.Status
}

// Numbered is a table whose actions and observations also have numbers: their places in the lists of
// [Configured]. Numbers are cheaper than text for programs that play many episodes at once.
type Numbered interface {
	Table
	// AppendLegal appends the numbers of the available actions.
	AppendLegal(dst []int) []int
	// ActNumber performs the action of a number. It returns the number of the observation, and -1
	// with the observation as text if observations are not listed.
	ActNumber(action int) (a Answer, seen int, err error)
}

// Game is a domain in its own types, with their text forms.
type Game[S any, A, O comparable] struct {
	Model   veil.Model[S, A, O]
	Actions Text[A]
	Seen    Text[O]
	// View returns what the player sees in s, as a value for json.Marshal. It must not
	// reveal what is hidden. If View is nil, the view is the list of actions and
	// observations.
	View func(s *S) any
}

// Table starts an episode. All randomness comes from r.
func (g Game[S, A, O]) Table(r *rand.Rand) Table {
	t := &table[S, A, O]{game: g, r: r, state: g.Model.Start(r)}
	t.judge, _ = g.Model.(veil.Judge[S])
	t.checker, _ = g.Model.(checker[S, A])
	if g.Actions.number == nil {
		return t
	}
	return numbered[S, A, O]{t}
}

// checker is a model that tests whether an action is available without listing all of them.
type checker[S any, A comparable] interface {
	Legal(s *S, a A) bool
}

type table[S any, A, O comparable] struct {
	game    Game[S, A, O]
	judge   veil.Judge[S] // nil if the domain has none
	checker checker[S, A] // nil if the domain has none
	r       *rand.Rand
	state   S
	done    bool
	list    []A // scratch
	steps   []step[A, O]
}

type step[A, O comparable] struct {
	action A
	seen   O
}

func (t *table[S, A, O]) AppendActions(dst []string) []string {
	for _, a := range t.actions() {
		dst = append(dst, t.game.Actions.Format(a))
	}
	return dst
}

// actions lists the available actions. The slice is valid until the next call.
func (t *table[S, A, O]) actions() []A {
	if t.done {
		return nil
	}
	t.list = t.game.Model.AppendActions(t.list[:0], &t.state)
	return t.list
}

func (t *table[S, A, O]) legal(a A) bool {
	if t.checker != nil {
		return !t.done && t.checker.Legal(&t.state, a)
	}
	return slices.Contains(t.actions(), a)
}

func (t *table[S, A, O]) Act(action string) (Answer, error) {
	a, err := t.game.Actions.Parse(action)
	if err != nil {
		return Answer{}, fmt.Errorf("%w: %w", ErrIllegal, err)
	}
	if !t.legal(a) {
		return Answer{}, fmt.Errorf("%s: %w", action, ErrIllegal)
	}
	seen, answer := t.step(a)
	answer.Seen = t.game.Seen.Format(seen)
	return answer, nil
}

// step performs an action that is available. The answer lacks the text of the observation.
func (t *table[S, A, O]) step(a A) (O, Answer) {
	seen, reward, done := t.game.Model.Step(t.r, &t.state, a)
	t.done = done
	t.steps = append(t.steps, step[A, O]{a, seen})
	return seen, Answer{Reward: reward, Done: done}
}

// numbered is a table of a game whose actions are listed.
type numbered[S any, A, O comparable] struct{ *table[S, A, O] }

func (t numbered[S, A, O]) AppendLegal(dst []int) []int {
	for _, a := range t.actions() {
		dst = append(dst, t.game.Actions.number(a))
	}
	return dst
}

func (t numbered[S, A, O]) ActNumber(action int) (Answer, int, error) {
	all := t.game.Actions.all
	if action < 0 || action >= len(all) {
		return Answer{}, 0, fmt.Errorf("action %d: %w: there are %d", action, ErrIllegal, len(all))
	}
	if !t.legal(all[action]) {
		return Answer{}, 0, fmt.Errorf("%s: %w", t.game.Actions.Format(all[action]), ErrIllegal)
	}
	seen, answer := t.step(all[action])
	if t.game.Seen.number == nil {
		answer.Seen = t.game.Seen.Format(seen)
		return answer, -1, nil
	}
	return answer, t.game.Seen.number(seen), nil
}

func (t *table[S, A, O]) Status() veil.Status {
	if t.judge == nil {
		return veil.Open
	}
	return t.judge.Status(&t.state)
}

func (t *table[S, A, O]) View() (json.RawMessage, error) {
	if t.game.View != nil {
		return json.Marshal(t.game.View(&t.state))
	}
	history := make([][2]string, len(t.steps))
	for i, s := range t.steps {
		history[i] = [2]string{t.game.Actions.Format(s.action), t.game.Seen.Format(s.seen)}
	}
	return json.Marshal(history)
}
