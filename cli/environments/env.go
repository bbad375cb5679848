// SPDX-License-Identifier: BSD-3-Clause

package environments

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/play"
)

// env is some copies of a problem.
type env struct {
	mu       sync.Mutex
	opened   play.Configured
	actions  map[string]int // numbers by name
	seen     map[string]int
	maxMoves int
	views    bool
	adviser  play.Factory // nil for none
	seed     uint64
	copies   []copied
}

// reset starts new episodes.
func (e *env) reset(ctx context.Context, q api.EnvResetQuestion) (*api.EnvStarted, error) {
	which, err := e.which(q.Which, len(q.Which))
	switch {
	case err != nil:
		return nil, err
	case q.Which == nil:
		e.seed = cmp.Or(q.Seed, 1)
		for i := range e.copies {
			e.copies[i].next = q.Episode + uint64(i)
		}
	case q.Seed != 0 || q.Episode != 0:
		return nil, api.NewProblem(api.Malformed, "a seed or an episode for some copies only", "reset all copies, or leave out seed and episode: the copies then take their next episode")
	}
	doc := &api.EnvStarted{Schema: "env.started/1", Episodes: make([]uint64, len(which))}
	for at, i := range which {
		if err := cmp.Or(ctx.Err(), e.start(&e.copies[i])); err != nil {
			return nil, err
		}
		doc.Episodes[at] = e.copies[i].episode
	}
	doc.Legal = e.legal(which)
	doc.Views, err = e.seenSoFar(which)
	return doc, err
}

// which returns the copies that a question is about, n of them if it lists any.
func (e *env) which(list []int, n int) ([]int, error) {
	if list == nil {
		list = make([]int, len(e.copies))
		for i := range list {
			list[i] = i
		}
	}
	if n > 0 && n != len(list) {
		return nil, api.NewProblem(api.Malformed, fmt.Sprintf("%d actions for %d copies", n, len(list)), "want one action for each copy")
	}
	used := make([]bool, len(e.copies))
	for _, i := range list {
		if i < 0 || i >= len(e.copies) || used[i] {
			return nil, api.NewProblem(api.Malformed, fmt.Sprintf("copy %d", i), fmt.Sprintf("want each copy once, from 0 to %d", len(e.copies)-1))
		}
		used[i] = true
	}
	return list, nil
}

// start puts a copy at the start of its next episode. Copies take turns, so that together they play
// consecutive episodes.
func (e *env) start(c *copied) error {
	if e.seed == 0 {
		return api.NewProblem(api.Impossible, "the environment was never reset", "ask env.reset first")
	}
	table := e.opened.Table(play.WorldRand(e.seed, c.next))
	left := c.leave()
	*c = copied{table: table, episode: c.next, next: c.next + uint64(len(e.copies)), mask: c.mask, list: c.list}
	c.numbered, _ = table.(play.Numbered)
	c.see(e)
	if e.adviser == nil {
		return left
	}
	var err error
	c.player, err = e.adviser(play.PlayerRand(e.seed, c.episode))
	return errors.Join(left, err)
}

// step performs actions. If one of them is not possible, none is performed.
func (e *env) step(ctx context.Context, q api.EnvStepQuestion) (*api.EnvStepped, error) {
	which, err := e.which(q.Which, max(len(q.Actions), 1))
	if err != nil {
		return nil, err
	}
	for at, i := range which {
		if err := e.check(i, q.Actions[at]); err != nil {
			return nil, err
		}
	}
	doc := &api.EnvStepped{Schema: "env.stepped/1", Rewards: make([]float64, len(which))}
	if len(e.seen) > 0 {
		doc.Seen = make([]int, len(which))
	} else {
		doc.Texts = make([]string, len(which))
	}
	for at, i := range which {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := e.act(doc, at, &e.copies[i], q.Actions[at]); err != nil {
			return nil, fmt.Errorf("copy %d: %w", i, err)
		}
	}
	doc.Legal = e.legal(which)
	doc.Views, err = e.seenSoFar(which)
	return doc, err
}

// check reports an action that is not possible.
func (e *env) check(i, action int) error {
	c := &e.copies[i]
	switch {
	case action == again:
		return nil
	case c.table == nil:
		return api.NewProblem(api.Impossible, "the environment was never reset", "ask env.reset first")
	case c.over:
		return api.NewProblem(api.Impossible, fmt.Sprintf("copy %d: the episode is over", i), "reset it, or send the action -1")
	case action < 0 || action >= len(e.opened.Actions):
		return api.NewProblem(api.Impossible, fmt.Sprintf("copy %d: no action %d", i, action), fmt.Sprintf("want 0 to %d, or -1 for a new episode", len(e.opened.Actions)-1))
	case !c.all && c.mask[action/8]>>(action%8)&1 == 0:
		return api.NewProblem(api.Impossible, fmt.Sprintf("copy %d: %s: not possible now", i, e.opened.Actions[action]), "want an action whose bit is set in legal")
	}
	return nil
}

// again is the action that starts the next episode.
const again = -1

// act performs an action of one copy and writes what followed into a place of the document.
func (e *env) act(doc *api.EnvStepped, at int, c *copied, action int) error {
	if action == again {
		if doc.Seen != nil {
			doc.Seen[at] = -1
		}
		return e.start(c)
	}
	answer, seen, err := c.act(e, action)
	if err != nil {
		return err
	}
	if doc.Seen != nil {
		doc.Seen[at] = seen
	} else {
		doc.Texts[at] = answer.Seen
	}
	doc.Rewards[at] = answer.Reward
	switch c.moves++; {
	case answer.Done:
		doc.Terminated, c.over = append(doc.Terminated, at), true
	case c.moves >= e.maxMoves:
		doc.Truncated, c.over = append(doc.Truncated, at), true
	}
	c.see(e)
	return nil
}

// legal returns the bitmaps of some copies, or nothing if all actions are available everywhere.
func (e *env) legal(which []int) []string {
	masks, some := make([]string, len(which)), false
	for at, i := range which {
		if c := &e.copies[i]; !c.all {
			masks[at], some = base64.StdEncoding.EncodeToString(c.mask), true
		}
	}
	if !some {
		return nil
	}
	return masks
}

// seenSoFar returns the views of some copies, if they were asked for.
func (e *env) seenSoFar(which []int) ([]json.RawMessage, error) {
	if !e.views {
		return nil, nil
	}
	list := make([]json.RawMessage, len(which))
	for at, i := range which {
		view, err := e.copies[i].table.View()
		if err != nil {
			return nil, err
		}
		list[at] = view
	}
	return list, nil
}

// advise returns the values of the actions of a copy, best first.
func (e *env) advise(ctx context.Context, i int) (*api.EnvAdvice, error) {
	if i < 0 || i >= len(e.copies) {
		return nil, api.NewProblem(api.Impossible, fmt.Sprintf("no copy %d", i), fmt.Sprintf("want 0 to %d", len(e.copies)-1))
	}
	c := &e.copies[i]
	adviser, ok := c.player.(play.Adviser)
	switch {
	case e.adviser == nil:
		return nil, api.NewProblem(api.Impossible, "the environment has no adviser", `open it with "adviser", such as optimal or alpha`)
	case c.table == nil || c.over:
		return nil, api.NewProblem(api.Impossible, fmt.Sprintf("copy %d: no episode is running", i), "reset it first")
	case c.lost != nil:
		return nil, fmt.Errorf("the adviser cannot follow this episode: %w", c.lost)
	case !ok:
		return nil, api.NewProblem(api.Impossible, "this adviser does not value actions", "want another player or method, such as optimal, alpha or uct")
	}
	choices, err := adviser.Advise(ctx, c.table)
	if err != nil {
		return nil, err
	}
	doc := &api.EnvAdvice{Schema: "env.advice/1", Choices: make([]api.EnvChoice, len(choices))}
	for at, choice := range choices {
		doc.Choices[at] = api.EnvChoice{Action: e.actions[choice.Action], Value: api.NewValue(choice.Value)}
	}
	return doc, nil
}

// leave closes the advisers.
func (e *env) leave() error {
	var all error
	for i := range e.copies {
		all = errors.Join(all, e.copies[i].leave())
	}
	return all
}
