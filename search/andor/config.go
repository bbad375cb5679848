// SPDX-License-Identifier: BSD-3-Clause

package andor

import "github.com/veilplan/veil/search/andor/internal/game"

// Config limits a search and turns parts of it off. The zero value is the fastest
// search, without limits.
type Config struct {
	// The parts of the method, all on by default.
	NoPrecheck bool // do not ask first whether each state could be won if it were seen
	NoOrder    bool // do not try first what leaves the fewest replies
	NoCover    bool // do not decide the last ply by masks
	NoSolver   bool // do not use the problem's PerfectInfoSolver
	NoTable    bool // do not keep decided beliefs, to answer for their subsets and supersets
	NoGrowth   bool // do not search a part of a belief before the whole

	// Refutation asks for a refutation of at most so many nodes with a verdict
	// Disproved. It stays away if it would be longer.
	Refutation int

	// Nodes and States end the search after so many belief nodes expanded or hidden
	// states made; 0 means no limit. The result is the same on any machine.
	Nodes, States int64
	// Memory ends the search when about so many bytes are held; 0 means no limit.
	Memory int64
	// Progress, if set, is called now and then.
	Progress func(Stats)
	// Beliefs puts the hidden states of every node into the plan.
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
	Unknown Verdict = iota // the search was ended before it knew
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
	Memory int64 // about how many bytes were held at most
}

// The reasons for which a search ends without a verdict, beside its context.
var (
	ErrNodes   = game.ErrNodes
	ErrStates  = game.ErrStates
	ErrMemory  = game.ErrMemory
	ErrEndless = game.ErrEndless
)
