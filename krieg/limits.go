// SPDX-License-Identifier: BSD-3-Clause

package krieg

import (
	"context"
	"fmt"

	"github.com/veilplan/veil"
)

// Limits bounds the work of following a history. The zero value means the defaults. Work beyond a
// limit ends with veil.ErrTooHard.
type Limits struct {
	// Boards limits the boards of a belief; zero means 16,777,216. A board takes 24 bytes, and
	// about five times that while a belief is being expanded.
	Boards int
	// Nodes limits the boards visited or made, over all events; zero means a billion.
	Nodes int
}

const (
	defaultBoards = 1 << 24
	defaultNodes  = 1_000_000_000
)

func (l Limits) withDefaults() Limits {
	if l.Boards == 0 {
		l.Boards = defaultBoards
	}
	if l.Nodes == 0 {
		l.Nodes = defaultNodes
	}
	return l
}

// unlimited returns limits for a caller without a budget.
func unlimited() Limits { return Limits{Boards: int(^uint(0) >> 2), Nodes: int(^uint(0) >> 2)} }

// meter counts work against a budget and checks a context. A unit of work is a board visited or
// made, about a tenth of a microsecond.
type meter struct {
	ctx   context.Context
	nodes int // the budget
	left  int // of the budget
	rest  int // until the next check of the context
	err   error
}

// askEvery is the amount of work between two checks of the context: a fraction of a millisecond.
const askEvery = 1 << 10

func newMeter(ctx context.Context, nodes int) *meter {
	return &meter{ctx: ctx, nodes: nodes, left: nodes}
}

// spend reports whether n more units may be done. Once it has refused it always refuses, and err is
// the reason.
func (m *meter) spend(n int) bool {
	if m.err != nil {
		return false
	}
	if m.left -= n; m.left < 0 {
		m.err = fmt.Errorf("more than %d boards to look at: %w", m.nodes, veil.ErrTooHard)
		return false
	}
	if m.rest -= n; m.rest <= 0 {
		m.rest = askEvery
		m.err = m.ctx.Err()
	}
	return m.err == nil
}
