// SPDX-License-Identifier: BSD-3-Clause

package krieg

import (
	"context"
	"fmt"

	"github.com/veilplan/veil"
)

// Limits bounds the work of following a history. The zero value means the defaults. What
// exceeds a limit ends with veil.ErrTooHard.
type Limits struct {
	// Boards is the most boards that a belief may hold; zero means 16,777,216. A board
	// takes 24 bytes, and about five times that while a belief is being expanded.
	Boards int
	// Nodes is the most boards that may be looked at or made, over all events; zero
	// means a billion.
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

// unlimited returns limits that a caller without a budget works under.
func unlimited() Limits { return Limits{Boards: int(^uint(0) >> 2), Nodes: int(^uint(0) >> 2)} }

// meter counts work against a budget and notices when a context ends. A unit of work is
// a board that is looked at or made, about a tenth of a microsecond.
type meter struct {
	ctx   context.Context
	nodes int // the budget
	left  int // of the budget
	rest  int // until the context is asked again
	err   error
}

// askEvery is how much work is done between two looks at the context: a fraction of a
// millisecond.
const askEvery = 1 << 10

func newMeter(ctx context.Context, nodes int) *meter {
	return &meter{ctx: ctx, nodes: nodes, left: nodes}
}

// spend reports whether n more units may be done. Once it has refused it always refuses,
// and err says why.
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
