// SPDX-License-Identifier: BSD-3-Clause

package server

import "github.com/veilplan/veil/api"

// memory is a budget for all work together. Work takes its part before it begins and returns it
// when it ends; work that does not fit waits, and is refused after a while.
type memory struct {
	long, short, slow    *quota
	longSize, littleSize int64
}

// Parts of the memory of one answer.
const (
	overhead    = 4  // an answer may take a quarter more than its tables
	littleShare = 16 // work that is expected to be short takes a sixteenth
	littleLeast = 4 << 20
)

// newMemory sets the pools: long work has one part for each slot, and one more that only a client
// without long work gets. Short work has two for each slot and four more; bulk work, and short work
// that turns out to be long, has four for each slot.
func newMemory(l Limits) memory {
	m := memory{longSize: l.Memory + l.Memory/overhead, littleSize: max(littleLeast, l.Memory/littleShare)}
	n := int64(l.Running)
	m.long = newQuota((n+1)*m.longSize, 0, m.longSize)
	m.short = newQuota((2*n+4)*m.littleSize, 0, 4*m.littleSize)
	m.slow = newQuota(4*n*m.littleSize, 2*n*m.littleSize, m.littleSize)
	return m
}

// most returns the total budget in bytes.
func (m memory) most() int64 { return m.long.total + m.short.total + m.slow.total }

// taken returns the bytes in use.
func (m memory) taken() int64 { return m.long.taken() + m.short.taken() + m.slow.taken() }

func (m memory) part(p *pass) (room *quota, size int64) {
	switch p.class {
	case api.Long:
		return m.long, m.longSize
	case api.Bulk:
		return m.slow, m.littleSize
	case api.Short:
	}
	return m.short, m.littleSize
}

// take takes the part of a pass.
func (m memory) take(p *pass) error {
	room, size := m.part(p)
	if err := room.take(p.client, size); err != nil {
		return err
	}
	p.room, p.size = room, size
	return nil
}

// has reports whether there is a part for a pass.
func (m memory) has(p *pass) bool {
	room, size := m.part(p)
	if room.take(p.client, size) != nil {
		return false
	}
	room.give(p.client, size)
	return true
}

// demote moves the part of short work that turned out to be long to the other pool.
func (m memory) demote(p *pass) error {
	if err := m.slow.take(p.client, p.size); err != nil {
		return errBusy
	}
	p.room.give(p.client, p.size)
	p.room = m.slow
	return nil
}

// Bound returns the approximate maximum memory of a server in bytes: its own, its caches, request
// bodies, and answers.
func (l Limits) Bound() int64 {
	l = l.withDefaults()
	const itself, kinds = 128 << 20, 4 // exact answers, questions, jobs, keys
	return itself + kinds*l.Cache + l.Bodies + newMemory(l).most()
}
