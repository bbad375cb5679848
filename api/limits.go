// SPDX-License-Identifier: BSD-3-Clause

package api

import (
	"cmp"
	"math"
	"time"
)

// Limits bound the work of an answer and the size of its question. A zero means the default.
//
// Work is counted, not timed, so that the same question has the same answer on every machine. Time
// is an extra limit; an answer that it stops is marked "cut".
type Limits struct {
	Time     time.Duration // wall-clock time; default: no limit
	Nodes    int           // positions that an exact search visits
	Layouts  int           // hidden states that an exact search lists; default: only Readings limits them
	Readings int           // hidden states × undecided cells that it lists
	Games    int           // that an estimate plays; negative for none
	Boards   int           // of a Kriegspiel belief
	Memory   int64         // bytes of tables

	Text   int // bytes of a position or game
	Cells  int // of a board
	Turns  int // moves or events of a game
	List   int // boards listed at a time
	Tries  int // attempts at a board without a guess
	Digits int // of all counts of a document together
}

// The defaults. They are defined here and nowhere else.
const (
	DefaultNodes    = 1_000_000
	DefaultReadings = 4_000_000
	DefaultGames    = 1_600
	DefaultBoards   = 100_000
	DefaultMemory   = 512 << 20
	DefaultText     = 256 << 10
	DefaultCells    = 200 * 200
	DefaultTurns    = 2_000
	DefaultList     = 1_000
	DefaultTries    = 10_000
	DefaultDigits   = 8 << 20
)

// Bounds, in CPU time, that every admitted question meets. TestWorst in cmd/veil searches for one
// that exceeds them.
const (
	MostGap   = 50 * time.Millisecond  // between two checks of its context
	MostAfter = 500 * time.Millisecond // of work after its client has withdrawn it
	MostLate  = time.Second            // of work after its time limit
)

// WithDefaults returns the limits with every zero replaced.
func (l Limits) WithDefaults() Limits {
	l.Nodes = cmp.Or(l.Nodes, DefaultNodes)
	l.Readings = cmp.Or(l.Readings, DefaultReadings)
	l.Games = cmp.Or(l.Games, DefaultGames)
	l.Boards = cmp.Or(l.Boards, DefaultBoards)
	l.Memory = cmp.Or(l.Memory, DefaultMemory)
	l.Text = cmp.Or(l.Text, DefaultText)
	l.Cells = cmp.Or(l.Cells, DefaultCells)
	l.Turns = cmp.Or(l.Turns, DefaultTurns)
	l.List = cmp.Or(l.List, DefaultList)
	l.Tries = cmp.Or(l.Tries, DefaultTries)
	l.Digits = cmp.Or(l.Digits, DefaultDigits)
	return l
}

// unlimited is more work than anybody waits for; it fits an int on every platform.
const unlimited = min(1<<40, math.MaxInt)

// Of returns the limits of one answer: those that its question asks for, within l, which bounds
// every answer. A question with a time but no number of nodes is searched until the time or the
// memory is used up; one with a number of layouts is not held to the default number of readings.
func (l Limits) Of(b Budget) Limits {
	x := l.WithDefaults()
	asked := time.Duration(b.TimeMS) * time.Millisecond
	x.Time = least(l.Time, asked)
	x.Memory = cmp.Or(least(l.Memory, int64(b.MemoryMB)<<20), DefaultMemory)
	switch {
	case b.Nodes > 0:
		x.Nodes = least(l.Nodes, b.Nodes)
	case asked > 0:
		x.Nodes = least(l.Nodes, unlimited)
	}
	if asked > 0 || b.MaxLayouts > 0 {
		x.Readings = least(l.Readings, unlimited)
	}
	x.Layouts = least(l.Layouts, b.MaxLayouts)
	if b.Games != nil {
		if x.Games = least(l.Games, *b.Games); *b.Games == 0 {
			x.Games = -1
		}
	}
	return x
}

// least returns the smaller of two limits, where zero means no limit.
func least[T int | int64 | time.Duration](a, b T) T {
	if a == 0 || b == 0 {
		return max(a, b)
	}
	return min(a, b)
}
