// SPDX-License-Identifier: BSD-3-Clause

// Package audit decides which episodes are played again, and by whom.
//
// Episodes are deterministic, so that a second play of one shows whether the first was
// honest. A [Ledger] draws a few episodes of every stretch that a worker returns, by a
// lottery that only the run can know, and gives each of them to another worker, or to the
// run itself. It has no clock and no connection: the farm and the simulation of attacks
// (package attack) call the same code.
//
// Why this is secure: as long as no worker was caught, every forged episode is found with
// probability q, the share that honest workers and the run play again, independently of everything
// that forgers see. So F forged episodes all escape with probability at most (1-q)^F, and the
// expected number that remain, F(1-q)^F, never exceeds 1/(e q). A forger that is caught loses all
// that it has played and doubles q for everybody, even for earlier episodes. So forgers gain little
// by using many names: with x = F q, the number that remain is about x(exp(-x) + x exp(-2x) +
// ...)/q, below 0.54/q.
package audit

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"math/rand/v2"
	"time"
)

// Policy sets how much is checked. Zero means the default.
type Policy struct {
	// Share of the episodes that other workers play again; default 1.1%. A negative one
	// switches all checks off.
	Share float64
	// Own is the share that the run itself plays again; default 0.8%. It is the only protection of
	// a run whose workers all conspire.
	Own float64
	// Backlog limits the episodes that wait for the run, besides disputed ones: others check the
	// episodes that the run cannot play in time. 0 means no limit.
	Backlog int
	// Few is the minimum number of checks per range for a worker with fewer correct episodes than
	// this; default 5.
	Few int
	// Idle is how long a worker may be away before it counts as new; default ten minutes.
	Idle time.Duration
}

func (p Policy) withDefaults() Policy {
	p.Share = cmp.Or(p.Share, 0.011)
	p.Own = cmp.Or(p.Own, 0.008)
	p.Few = cmp.Or(p.Few, 5)
	p.Idle = cmp.Or(p.Idle, 10*time.Minute)
	return p
}

// rate returns the share that is checked after a number of workers were caught.
func (p *Policy) rate(caught int) float64 {
	if p.Share < 0 {
		return 0
	}
	return min(1, (p.Share+max(p.Own, 0))*float64(uint64(1)<<min(caught, 30)))
}

// lottery draws the episodes to check. Without the key its draws cannot be predicted.
type lottery struct{ key []byte }

func (l lottery) source(kind, name string, first, end uint64) *rand.Rand {
	mac := hmac.New(sha256.New, l.key)
	mac.Write([]byte(kind + " " + name + " "))
	mac.Write(binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(nil, first), end))
	return rand.New(rand.NewChaCha8([32]byte(mac.Sum(nil))))
}

// draw picks episodes of a range: the share, randomly rounded, and at least few. A larger share
// picks a superset.
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
