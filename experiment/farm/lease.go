// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"github.com/veilplan/veil/experiment"
)

// lease keeps a chunk while it is being played, as long as episodes finish.
type lease struct {
	left   atomic.Int64 // heartbeats until the lease is given up, unless an episode ends
	most   int64
	played atomic.Uint64
	done   chan struct{}
	wait   sync.WaitGroup
}

// holdLease reports to the run three times per wait. A worker that dies, hangs or is disconnected
// is silent, and one that finishes no episode falls silent.
func holdLease(wait, most time.Duration, report func(played uint64)) *lease {
	every := max(wait/3, time.Millisecond)
	l := &lease{most: max(int64(most/every), 1), done: make(chan struct{})}
	l.left.Store(l.most)
	l.wait.Go(func() {
		ticker := time.NewTicker(every)
		defer ticker.Stop()
		for l.left.Add(-1) >= 0 {
			report(l.played.Load())
			select {
			case <-l.done:
				return
			case <-ticker.C:
			}
		}
	})
	return l
}

// renew records that an episode has ended.
func (l *lease) renew() {
	l.played.Add(1)
	l.left.Store(l.most)
}

func (l *lease) release() {
	close(l.done)
	l.wait.Wait()
}

// backoff spaces the questions of thousands of workers, so that they ask neither constantly nor all
// at once.
type backoff struct {
	random *rand.Rand
	wait   time.Duration
}

const shortest, longest = 250 * time.Millisecond, time.Minute

func newBackoff(name string, thread int) *backoff {
	h := fnv.New64a()
	fmt.Fprint(h, name)
	return &backoff{rand.New(rand.NewPCG(h.Sum64(), uint64(thread))), shortest}
}

func (b *backoff) reset() { b.wait = shortest }

// next returns the next waiting time: about twice the last one.
func (b *backoff) next() time.Duration {
	d := b.wait/2 + time.Duration(b.random.Int64N(int64(b.wait/2)))
	b.wait = min(2*b.wait, longest)
	return d
}

// after returns the waiting time after a number of attempts.
func (b *backoff) after(attempts int) time.Duration {
	if attempts <= 1 {
		b.reset()
	}
	return b.next()
}

// bell wakes the threads of a worker that have found no work.
type bell struct {
	mu   sync.Mutex
	rung chan struct{}
}

func (b *bell) next() chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.rung == nil {
		b.rung = make(chan struct{})
	}
	return b.rung
}

func (b *bell) ring() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.rung != nil {
		close(b.rung)
		b.rung = nil
	}
}

// wait waits for the bell, or until the next regular attempt. Threads that hear the bell start at
// different moments.
func (b *bell) wait(ctx context.Context, patience *backoff) {
	timer := time.NewTimer(patience.next())
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	case <-b.next():
		pause(ctx, time.Duration(patience.random.Int64N(int64(shortest))))
	}
}

// planCache caches the plans of the last specs.
type planCache struct {
	mu    sync.Mutex
	plans map[string]*experiment.Plan
}

func (c *planCache) get(hash string, find func() (*experiment.Plan, error)) (*experiment.Plan, error) {
	const most = 16
	c.mu.Lock()
	defer c.mu.Unlock()
	if p, ok := c.plans[hash]; ok {
		return p, nil
	}
	p, err := find()
	if err != nil {
		return nil, err
	}
	if c.plans == nil || len(c.plans) >= most {
		for _, old := range c.plans {
			_ = old.Close() // its processes have no more work
		}
		c.plans = map[string]*experiment.Plan{}
	}
	c.plans[hash] = p
	return p, nil
}

// rest ends the processes that players keep between episodes; work that comes later starts them again.
func (c *planCache) rest() (err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, p := range c.plans {
		err = errors.Join(err, p.Close())
	}
	return err
}
