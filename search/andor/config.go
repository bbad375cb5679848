// SPDX-License-Identifier: BSD-3-Clause

package andor

import "github.com/veilplan/veil/search/andor/internal/game"

// Config limits a search and turns parts of it off. The zero value is the fastest
// search, without limits.
type Config struct {
	// The parts of the method, all on by default.
	NoPrecheck bool // do not check first whether a player who sees the state could win
	NoOrder    bool // do not try actions that leave the fewest replies first
	NoCover    bool // do not decide the last ply by masks
	NoSolver   bool // do not use the problem's PerfectInfoSolver
	NoTable    bool // do not keep decided beliefs to decide their subsets and supersets
	NoGrowth   bool // do not search a part of a belief before the whole

	// Refutation is the largest refutation, in nodes, to return with the verdict
	// Disproved; 0 means none.
	Refutation int

	// Nodes and States limit the belief nodes expanded and the hidden states made;
	// 0 means no limit. The result is the same on any machine.
	Nodes, States int64
	// Memory limits the bytes held, approximately; 0 means no limit.
	Memory int64
	// Progress, if set, is called from time to time.
	Progress func(Stats)
	// Beliefs adds the hidden states of every node to the plan.
	Beliefs bool
}

func (c *Config) limits() game.Limits {
	limits := game.Limits{Nodes: c.Nodes, States: c.States, Memory: c.Memory}
	if report := c.Progress; report != nil {
		limits.Progress = func(s game.Stats) { report(Stats(s)) }
	}
	return limits
}

// Verdict is the answer of a search.
type Verdict uint8

// The verdicts.
const (
	Unknown Verdict = iota // the search ended early
	Proved
	Disproved
)

// String returns the verdict in one word.
func (v Verdict) String() string {
	switch v {
	case Proved:
		return "proved"
	case Disproved:
		return "disproved"
	default:
		return "unknown"
	}
}

// Stats is the work of a search.
type Stats struct {
	Nodes  int64 // belief nodes expanded
	States int64 // hidden states made
	Memory int64 // the most bytes held, approximately
}

// The reasons, besides its context, why a search ends without a verdict.
var (
	ErrNodes   = game.ErrNodes
	ErrStates  = game.ErrStates
	ErrMemory  = game.ErrMemory
	ErrEndless = game.ErrEndless
)
