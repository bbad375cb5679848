// SPDX-License-Identifier: BSD-3-Clause

package optimal

import (
	"errors"
	"fmt"
	"slices"
)

// Fatal is the reading of an action that loses the hidden state at once. Every other
// reading lies between 0 and MaxSeen.
const (
	Fatal   = 15
	MaxSeen = 14
)

// ErrProblem reports a problem that the solver cannot take.
var ErrProblem = errors.New("optimal: bad problem")

// Problem is a static hidden state with deterministic readings: a table of hidden
// states × actions → reading. A hidden state is won when every action that is not
// fatal in it has been performed, and lost when a fatal one has.
type Problem struct {
	// States is the number of hidden states, all equally likely.
	States int
	// Actions is the number of actions.
	Actions int
	// Read fills seen, one element per action, with the readings of a state. It is
	// called once per state by New. No two states may have the same readings.
	Read func(state int, seen []uint8)
	// Symmetries are permutations p of the actions that map the problem to itself: for
	// every state there is one whose reading of p[a] is that state's reading of a.
	// They are optional, and trusted: a wrong one makes the values wrong.
	Symmetries [][]int
}

// Step is an action that was performed and what was seen.
type Step struct {
	Action int
	Seen   uint8
}

// perWord is the number of readings packed into a word.
const perWord = 16

// pack reads the whole table, four bits per reading.
func (p *Problem) pack() ([]uint64, error) {
	if p.States < 1 || p.Actions < 1 || p.Read == nil {
		return nil, fmt.Errorf("%w: it needs at least one state, one action, and Read", ErrProblem)
	}
	r := words(p.Actions, perWord)
	rows := make([]uint64, p.States*r)
	seen := make([]uint8, p.Actions)
	for s := range p.States {
		p.Read(s, seen)
		row := rows[s*r : s*r+r]
		for a, k := range seen {
			if k > Fatal {
				return nil, fmt.Errorf("%w: state %d, action %d: reading %d, at most %d", ErrProblem, s, a, k, MaxSeen)
			}
			row[a/perWord] |= uint64(k) << (a % perWord * 4)
		}
	}
	if x, y, ok := duplicate(rows, r); ok {
		return nil, fmt.Errorf("%w: states %d and %d have the same readings; merge them", ErrProblem, x, y)
	}
	return rows, p.checkSymmetries()
}

func (p *Problem) checkSymmetries() error {
	for i, perm := range p.Symmetries {
		sorted := slices.Clone(perm)
		slices.Sort(sorted)
		for a := range p.Actions {
			if len(sorted) != p.Actions || sorted[a] != a {
				return fmt.Errorf("%w: symmetry %d is not a permutation of the actions", ErrProblem, i)
			}
		}
	}
	return nil
}

// readings returns, for each action, the set of its readings.
func (p *Problem) readings(rows []uint64) []uint16 {
	seen := make([]uint16, p.Actions)
	r := words(p.Actions, perWord)
	for i := 0; i < len(rows); i += r {
		for a := range seen {
			seen[a] |= 1 << (rows[i+a/perWord] >> (a % perWord * 4) & Fatal)
		}
	}
	return seen
}

// duplicate finds two equal rows of r words each.
func duplicate(rows []uint64, r int) (x, y int, found bool) {
	n := len(rows) / r
	size := tableSize(n)
	slot := make([]int32, size)
	for i := range n {
		row := rows[i*r : i*r+r]
		h := hashRow(row) & uint64(size-1)
		for ; slot[h] != 0; h = (h + 1) & uint64(size-1) {
			if j := int(slot[h]) - 1; slices.Equal(row, rows[j*r:j*r+r]) {
				return j, i, true
			}
		}
		slot[h] = int32(i) + 1
	}
	return 0, 0, false
}

// tableSize returns a power of two that leaves at least a third of the slots free.
func tableSize(n int) int {
	size := 4
	for size < n+n/2 {
		size *= 2
	}
	return size
}

// words returns the number of groups of size per that n things fill.
func words(n, per int) int { return (n + per - 1) / per }
