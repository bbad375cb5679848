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

// ErrProblem reports a problem that the solver cannot handle.
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

// Step is a performed action and its reading.
type Step struct {
	Action int
	Seen   uint8
}

const (
	perWord  = 16 // readings packed into a word
	readSpan = 32 // states read between two counts of words
)

// check validates the parts of a problem that need no reading.
func (p *Problem) check() error {
	if p.States < 1 || p.Actions < 1 || p.Read == nil {
		return fmt.Errorf("%w: want at least one state, one action, and Read", ErrProblem)
	}
	return p.checkSymmetries()
}

// pack reads the whole table, four bits per reading, and the set of readings of each
// action.
func (p *Problem) pack(pace *pace) (rows []uint64, sets []uint16, err error) {
	r := words(p.Actions, perWord)
	rows = make([]uint64, p.States*r)
	sets = make([]uint16, p.Actions)
	seen := make([]uint8, p.Actions)
	for s := range p.States {
		if s%readSpan == 0 && pace.toil(readSpan*p.Actions*stateWords) {
			return nil, nil, nil
		}
		p.Read(s, seen)
		row := rows[s*r : s*r+r]
		for a, k := range seen {
			if k > Fatal {
				return nil, nil, fmt.Errorf("%w: state %d, action %d: reading %d, at most %d", ErrProblem, s, a, k, MaxSeen)
			}
			row[a/perWord] |= uint64(k) << (a % perWord * 4)
			sets[a] |= 1 << k
		}
	}
	if x, y, ok := duplicate(rows, r, pace); ok {
		return nil, nil, fmt.Errorf("%w: states %d and %d have the same readings; merge them", ErrProblem, x, y)
	}
	return rows, sets, nil
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

// duplicate finds two equal rows of r words each.
func duplicate(rows []uint64, r int, pace *pace) (x, y int, found bool) {
	n := len(rows) / r
	size := tableSize(n)
	slot := make([]int32, size)
	for i := range n {
		if i%span == 0 && pace.toil(span*stateWords*r) {
			return 0, 0, false
		}
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
