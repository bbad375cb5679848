// SPDX-License-Identifier: BSD-3-Clause

package server

import "sync"

// quota is something of which there is so much in all: bytes, connections, streams. One
// client gets at most its share, and the reserve is for clients that have nothing.
type quota struct {
	total   int64
	share   int64 // of one client; 0 for all
	reserve int64

	mu   sync.Mutex
	held int64
	by   map[string]int64
}

func newQuota(total, share, reserve int64) *quota {
	return &quota{total: total, share: share, reserve: reserve, by: map[string]int64{}}
}

// take takes n for a client. It fails with errQuota if the client has its share, and with
// errBusy if there is no more.
func (q *quota) take(client string, n int64) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	has, most := q.by[client], q.total
	if has > 0 {
		most -= q.reserve
	}
	switch {
	case q.share > 0 && has+n > q.share:
		return errQuota
	case q.held+n > most:
		return errBusy
	}
	q.held += n
	q.by[client] = has + n
	return nil
}

// give gives n back.
func (q *quota) give(client string, n int64) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.held -= n
	if q.by[client] -= n; q.by[client] <= 0 {
		delete(q.by, client)
	}
}

// taken returns how much is taken.
func (q *quota) taken() int64 {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.held
}
