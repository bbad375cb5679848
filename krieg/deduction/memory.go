// SPDX-License-Identifier: BSD-3-Clause

package deduction

import (
	"sync"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/cloud"
)

// Memory remembers the last history of a service, so that the same one with more at its end is
// answered quickly. It is for a single player: several would overwrite each other's. The zero value
// is empty. No answer depends on it.
type Memory struct {
	mu     sync.Mutex
	exact  krieg.Readings
	clouds clouds
}

// clouds is the trail of an estimate.
type clouds = krieg.Trail[drawing, clouded]

// clouded is an estimate after some events, with its number of boards after each.
type clouded struct {
	cloud  *cloud.Cloud
	boards []int
}

// take returns the remembered beliefs, until giveBack is called. A concurrent question gets none.
func (m *Memory) take() (exact *krieg.Readings, sampled *clouds, giveBack func()) {
	if m == nil || !m.mu.TryLock() {
		return nil, nil, func() {}
	}
	return &m.exact, &m.clouds, m.mu.Unlock
}
