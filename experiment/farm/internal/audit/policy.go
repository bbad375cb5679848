// SPDX-License-Identifier: BSD-3-Clause

// Package audit decides which episodes are played again, and by whom.
//
// Episodes are deterministic, so that a second play of one shows whether the first was
// honest. A [Ledger] draws a few episodes of every stretch that a worker returns, by a
// lottery that only the run can know, and gives each of them to another worker, or to the
// run itself. It has no clock and no connection: the farm and the simulation of attacks
// (package attack) call the same code.
//
// Why it holds: as long as nobody was caught, every forged episode is found with
// probability q, the share that honest workers and the run play again, independently of
// everything that forgers see. So F forged episodes all escape with probability (1-q)^F at
// most, and F(1-q)^F, the forged episodes that may be left, never exceeds 1/(e q). Being
// caught costs a forger all that it has played, and doubles q for everybody, also for what
// was played before. So forgers gain little by working under many names: with x = F q, the
// episodes that are left are about x(exp(-x) + x exp(-2x) + ...)/q, below 0.54/q.
package audit

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"math/rand/v2"
	"time"
)

// Policy says how much is checked. Zero means the default.
type Policy struct {
	// Share of the episodes that other workers play again; default 1.1%. A negative one
	// switches all checks off.
	Share float64
	// Own is the share that the run itself plays again; default 0.8%. It is all that
	// protects a run whose workers are all of one conspiracy.
	Own float64
	// Backlog is how many episodes may wait for the run, beside those of which somebody
	// has a doubt: what it cannot play in time, others check. 0 means any number.
	Backlog int
	// Few is how many episodes are checked at least of every stretch by a worker of whom
	// not as many were found right yet; default 5.
	Few int
	// Idle is how long a worker may be away before it is new again; default ten minutes.
	Idle time.Duration
}

func (p Policy) withDefaults() Policy {
	p.Share = cmp.Or(p.Share, 0.011)
	p.Own = cmp.Or(p.Own, 0.008)
	p.Few = cmp.Or(p.Few, 5)
	p.Idle = cmp.Or(p.Idle, 10*time.Minute)
	return p
}

// rate is the share that is checked after so many workers were caught.
func (p *Policy) rate(caught int) float64 {
	if p.Share < 0 {
		return 0
	}
	return min(1, (p.Share+max(p.Own, 0))*float64(uint64(1)<<min(caught, 30)))
}

// lottery draws what is checked. Whoever does not know the key cannot guess it.
type lottery struct{ key []byte }

func (l lottery) source(kind, name string, first, end uint64) *rand.Rand {
	mac := hmac.New(sha256.New, l.key)
	mac.Write([]byte(kind + " " + name + " "))
	mac.Write(binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(nil, first), end))
	return rand.New(rand.NewChaCha8([32]byte(mac.Sum(nil))))
}

// draw picks episodes of a stretch: the share, rounded at random, and few at least. With a
// larger share it picks the same and more.
func (l lottery) draw(name string, first, end uint64, share float64, few int) []uint64 {
	n := end - first
	if n == 0 {
		return nil
	}
	r := l.source("draw", name, first, end)
	k := min(n, max(uint64(float64(n)*share+r.Float64()), uint64(few)))
	picked := make([]uint64, 0, k)
	for e := first; k == n && e < end; e++ {
		picked = append(picked, e)
	}
	seen := make(map[uint64]bool, k)
	for uint64(len(picked)) < k {
		if e := first + r.Uint64N(n); !seen[e] {
			seen[e] = true
			picked = append(picked, e)
		}
	}
	return picked
}
