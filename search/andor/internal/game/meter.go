// SPDX-License-Identifier: BSD-3-Clause

package game

import (
	"context"
	"errors"
)

// Limits end a search early. Zero means no limit.
type Limits struct {
	Nodes, States, Memory int64
	Progress              func(Stats) // called from time to time
}

// Stats is the work of a search.
type Stats struct {
	Nodes  int64 // belief nodes expanded
	States int64 // hidden states made
	Memory int64 // the most bytes held, approximately
}

// The reasons, besides its context, why a search ends without a verdict.
var (
	ErrNodes   = errors.New("node limit reached")
	ErrStates  = errors.New("state limit reached")
	ErrMemory  = errors.New("memory limit reached")
	ErrEndless = errors.New("refusals change states without end: the rules are not those of a game")
)

// Meter counts the work of one search and stops it at its limits. Once Cut is set, the
// search unwinds, and its result is not a verdict.
type Meter struct {
	Stats Stats
	Cut   error

	ctx    context.Context // of one question
	limits Limits
	held   int64
	polls  int
	visits uint
}

// pollEvery is the number of counted nodes or states between checks of the context.
const pollEvery = 1 << 10

// visitEvery is the number of visits between checks of the context.
const visitEvery = 1 << 14

// progressEvery is the number of such checks between reports of progress.
const progressEvery = 1 << 6

// maxQuestions limits the refusals that change states in one turn.
const maxQuestions = 64

// Node counts a belief node and reports whether to continue.
func (t *Meter) Node() bool {
	t.Stats.Nodes++
	if t.limits.Nodes > 0 && t.Stats.Nodes > t.limits.Nodes {
		t.Stop(ErrNodes)
	}
	if t.Stats.Nodes%pollEvery == 0 {
		t.poll()
	}
	return t.Cut == nil
}

// Endless reports whether more refusals have changed states in one turn than any game
// allows. If so, it stops the search.
func (t *Meter) Endless(questions int) bool {
	if questions > maxQuestions {
		t.Stop(ErrEndless)
	}
	return questions > maxQuestions
}

// Made counts hidden states.
func (t *Meter) Made(n int) {
	before := t.Stats.States / pollEvery
	t.Stats.States += int64(n)
	if t.limits.States > 0 && t.Stats.States > t.limits.States {
		t.Stop(ErrStates)
	}
	if t.Stats.States/pollEvery != before {
		t.poll()
	}
}

// Visit counts a visit to a state that may have been made before, and reports whether to continue.
// It checks the context where nothing new is made.
func (t *Meter) Visit() bool {
	if t.visits++; t.visits%visitEvery == 0 {
		if err := t.ctx.Err(); err != nil {
			t.Stop(err)
		}
	}
	return t.Cut == nil
}

// Hold counts bytes that stay allocated.
func (t *Meter) Hold(n int64) {
	t.held += n
	t.Stats.Memory = max(t.Stats.Memory, t.held)
	if t.limits.Memory > 0 && t.held > t.limits.Memory {
		t.Stop(ErrMemory)
	}
}

func (t *Meter) poll() {
	if err := t.ctx.Err(); err != nil {
		t.Stop(err)
	}
	t.polls++
	if t.limits.Progress != nil && t.polls%progressEvery == 0 {
		t.limits.Progress(t.Stats)
	}
}

// Stop ends the search. The first reason is kept.
func (t *Meter) Stop(why error) {
	if t.Cut == nil {
		t.Cut = why
	}
}
