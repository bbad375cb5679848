// SPDX-License-Identifier: BSD-3-Clause

package server

import "sync"

// quota is a shared, limited resource: bytes, connections, streams. A client gets at most its
// share, and the reserve is for clients that have none.
type quota struct {
	total   int64
	share   int64 // limit per client; 0 means the total
	reserve int64

	mu   sync.Mutex
	held int64
	by   map[string]int64
}

func newQuota(total, share, reserve int64) *quota {
	return &quota{total: total, share: share, reserve: reserve, by: map[string]int64{}}
}

// take takes n for a client. It fails with errQuota if the client has its share, and with errBusy
// if not enough is left.
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

// give returns n.
func (q *quota) give(client string, n int64) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.held -= n
	if q.by[client] -= n; q.by[client] <= 0 {
		delete(q.by, client)
	}
}

// taken returns the amount in use.
func (q *quota) taken() int64 {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.held
}
