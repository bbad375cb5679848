// SPDX-License-Identifier: BSD-3-Clause

package optimal

import (
	"fmt"
	"math/bits"

	"github.com/veilplan/veil"
)

const (
	defaultMax  = 512 << 20 // the limit of a memory if none is given
	leafBytes   = 72
	wideBytes   = 40
	cliqueBytes = 25 // per state, while cliques are computed
)

// Memory stores solvers' bounds on positions, and limits the bytes of the solvers that share it.
// Solvers of different problems may share one, if they are not used concurrently: where positions
// are identified by their unsettled part, those of one problem may be found in another.
type Memory struct{ table *table }

// NewMemory returns a memory of at most maxBytes; 0 means 512 MiB.
func NewMemory(maxBytes int64) *Memory {
	if maxBytes == 0 {
		maxBytes = defaultMax
	}
	return &Memory{&table{big: map[hash]bounds{}, max: maxBytes}}
}

// Bytes returns the memory of the stored positions and of the solvers that share it.
func (m *Memory) Bytes() int64 { return m.table.bytes + m.table.held }

// Bytes returns the memory of the solver, without the stored positions: those belong to its Memory,
// whose Bytes counts everything.
func (s *Solver) Bytes() int64 {
	s.weigh()
	return s.held
}

// Close returns the bytes of the solver to its Memory. Its stored positions stay there. The solver
// must not be used any more.
func (s *Solver) Close() {
	s.table.held -= s.held
	*s = Solver{}
}

// weigh updates the memory's count of the solver's arrays.
func (s *Solver) weigh() {
	held := 8*int64(cap(s.rows)+cap(s.tops)) + mapBytes*int64(len(s.roots)+len(s.open.memo)) + s.cover.bytes() + s.wide.bytes()
	for _, l := range s.levels {
		held += l.bytes()
	}
	if s.asked != nil {
		held += 4 * int64(cap(s.asked.set)+cap(s.asked.part))
	}
	s.table.held += held - s.held
	s.held = held
}

// renew gives x length n without its contents. If there is no memory for that, it stops the search.
func (s *Solver) renew(x *[]uint64, n int) bool {
	if cap(*x) < n {
		*x = nil
		if !s.room(8 * (n + n/4)) {
			return false
		}
	}
	*x = grow(*x, n)
	return true
}

// room makes room for this many bytes. If there is none, it stops the search.
func (s *Solver) room(bytes int) bool {
	s.weigh()
	if !s.table.shed(int64(bytes)) {
		s.full, s.stopped = true, true
		return false
	}
	return true
}

// afford returns an error if making a solver, or the largest position of a search, takes more than
// the memory limit. The sizes of smaller positions add up to about that of the largest.
func (s *Solver) afford() error {
	n, groups := int64(s.p.States), int64(0)
	for _, k := range s.seen {
		groups += int64(bits.OnesCount16(k))
	}
	rows := 8 * n * int64(s.r)
	build := rows*3/2 + 4*int64(tableSize(s.p.States)) + cliqueBytes*n
	search := rows + 2*(rows+groups*n/8) + 8*n
	if need := max(build, search); !s.table.shed(need) {
		return fmt.Errorf("optimal: %d states of %d actions take %d bytes, at most %d are allowed: %w",
			n, s.p.Actions, need, s.table.max, veil.ErrTooHard)
	}
	return nil
}

func (l *level) bytes() int64 {
	b := &l.block
	sets := 2 * cap(l.sets) // leaves may use the smaller ones before
	return 8*int64(cap(b.rows)+cap(b.masks)+cap(b.tops)+sets) + leafBytes*int64(cap(l.leaves))
}

func (c *cover) bytes() int64 {
	return 4*int64(cap(c.order)+cap(c.ends)+cap(c.first)+cap(c.last)+cap(c.next)) + 8*int64(cap(c.sum)+cap(c.known))
}

func (m *wide) bytes() int64 { return wideBytes * int64(cap(m.memo)) }
