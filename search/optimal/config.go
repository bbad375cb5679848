// SPDX-License-Identifier: BSD-3-Clause

package optimal

// Objective selects what best play maximises.
type Objective uint8

const (
	// Wins counts the hidden states in which every safe action gets performed.
	Wins Objective = iota
	// Openings counts, over all hidden states, the safe actions performed before a
	// fatal one (the score of Couëtoux, Milone & Teytaud 2011).
	Openings
)

// Config selects the objective, the memory, and the ideas of the search. Its zero value is the
// solver at full strength; each No… field switches one idea off, so an ablation is a configuration.
// None of them changes a value.
type Config struct {
	Objective Objective
	// BestOnly computes the value of the best actions only: the others get bounds that show they
	// are worse.
	BestOnly bool
	// MaxBytes limits the memory of the solver while it is made and while it searches: its table of
	// positions and all its arrays; 0 means 512 MiB. A full table forgets the easiest positions:
	// the search gets slower, not wrong. As ever in Go, garbage may stay allocated until it is
	// collected.
	MaxBytes int64
	// Memory, if set, stores the solver's positions, and limits it together with all other solvers
	// that share it. MaxBytes is then not used.
	Memory *Memory
	// Progress, if set, is called from time to time from within Solve.
	Progress func(Stats)

	// NoClosure does not perform certainly safe actions for free.
	NoClosure bool
	// NoDead keeps actions that can reveal nothing.
	NoDead bool
	// NoCover bounds a position by its size instead of a clique cover of its conflicts.
	NoCover bool
	// NoLocal bounds every position by the clique cover of the whole problem, never by a separate
	// one.
	NoLocal bool
	// NoWindows computes the exact value of every sub-position.
	NoWindows bool
	// NoOrder tries actions as they are numbered instead of by promise.
	NoOrder bool
	// NoTable remembers no position.
	NoTable bool
	// NoSymmetry ignores the symmetries of the problem.
	NoSymmetry bool
	// NoProject identifies a position by all readings known in it, also where the problem has no
	// symmetries, instead of by its unsettled part up to the names of its actions.
	NoProject bool
	// NoWide searches positions of 65 to 256 states like larger ones.
	NoWide bool
	// NoPeek does not look one action ahead before it makes a sub-position.
	NoPeek bool
	// NoGreedy starts without the lower bounds of a simple strategy.
	NoGreedy bool
	// NoSmall searches positions of at most 64 states like larger ones.
	NoSmall bool
}

// Stats counts the work of a solver since it was made.
type Stats struct {
	// Built is the work of New, in nodes: see Work.
	Built uint64
	// Nodes is the number of positions expanded. Positions of many states count as several: equal
	// numbers of nodes take about equal time.
	Nodes uint64
	// Small is the part of Nodes with at most 64 hidden states.
	Small uint64
	// Entries is the number of positions in the table.
	Entries int
	// Bytes is the size of the table.
	Bytes int64
}

// readingsPerNode is the number of readings that New reads in the time of one node.
const readingsPerNode = 128

// Work returns the work of making a solver for this many states, in nodes, so that a caller can
// compare it with a budget before anything is listed. Only undecided actions count: those with more
// than one reading.
func Work(states, undecided int) uint64 {
	return uint64(states) * uint64(undecided) / readingsPerNode
}
