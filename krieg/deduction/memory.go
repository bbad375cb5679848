// SPDX-License-Identifier: BSD-3-Clause

package deduction

import (
	"sync"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/cloud"
)

// Memory remembers the last history that a desk was asked about, so that the same one with more at
// its end is answered quickly. It is for a single player: others would push one another out of
// it. The zero value is empty. No answer depends on it.
type Memory struct {
	mu     sync.Mutex
	exact  krieg.Readings
	clouds clouds
}

// clouds is the trail of an estimate, for a seed.
type clouds = krieg.Trail[uint64, clouded]

// clouded is what an estimate knew after some events, and how many boards it had after each.
type clouded struct {
	cloud  *cloud.Cloud
	boards []int
}

// take returns what is remembered, until it is given back. Another question at the same time
// gets nothing.
func (m *Memory) take() (exact *krieg.Readings, sampled *clouds, giveBack func()) {
	if m == nil || !m.mu.TryLock() {
		return nil, nil, func() {}
	}
	return &m.exact, &m.clouds, m.mu.Unlock
}
