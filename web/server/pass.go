// SPDX-License-Identifier: BSD-3-Clause

package server

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"time"

	"github.com/veilplan/veil/api"
)

// pass is one admitted piece of work.
type pass struct {
	gate    *gate
	client  string
	class   api.Class
	ready   chan struct{} // signalled when it gets a slot, or is refused
	since   time.Time     // start of its slot, or of its wait
	charged time.Time     // time up to which its slot is charged
	ran     time.Duration // with a slot
	queued  time.Duration // waiting for one
	room    *quota        // the pool of its memory
	size    int64
	state   passState
	left    bool // abandoned
	refused error
	stop    context.CancelCauseFunc // ends the work
	counted atomic.Bool             // its cost was recorded

	thread int           // its thread, or 0 if unknown
	began  time.Duration // the CPU time of the thread when it began,
	asked  time.Duration // and at its last check whether to stop
	used   time.Duration // CPU time of the work
	lower  bool          // the thread has a low priority, and ends with the work
}

type passState int

const (
	waiting passState = iota
	holding           // a slot
	yielded           // its slot, for a while
	loose             // runs without a slot, because it does not check whether to stop
	gone              // the work has ended or was refused
)

// wait waits in a queue for a slot.
func (p *pass) wait(ctx context.Context) (*pass, error) {
	timer := time.NewTimer(p.gate.patience)
	defer timer.Stop()
	var why error
	select {
	case <-p.ready:
	case <-ctx.Done():
		why = context.Cause(ctx)
	case <-timer.C:
		why = errBusy
	}
	p.gate.mu.Lock()
	defer p.gate.mu.Unlock()
	if p.state == waiting {
		p.gate.refuse(p, why)
	}
	if p.state == gone {
		return nil, p.refused
	}
	return p, nil
}

// wake signals a pass. A pass that gave up waiting ignores it.
func (p *pass) wake() {
	select {
	case p.ready <- struct{}{}:
	default:
	}
}

// resume waits for a slot, or for the end of the context.
func (p *pass) resume(ctx context.Context) {
	select {
	case <-p.ready:
	case <-ctx.Done(): // the work will notice; until then it runs without a slot
	}
}

// leave ends a pass: it frees the slot and the memory, and its client owes nothing for it.
func (p *pass) leave() {
	g := p.gate
	g.mu.Lock()
	defer g.mu.Unlock()
	p.drop()
	p.measure()
	p.thread = 0 // the thread is reused
	p.room.give(p.client, p.size)
	g.admit(&g.short)
	g.admit(&g.long)
}

// abandon gives up work that does not end when it should. It remains charged to its client, which
// may run correspondingly less until it ends; its memory stays taken.
func (p *pass) abandon() {
	g := p.gate
	g.mu.Lock()
	defer g.mu.Unlock()
	if p.state == gone {
		return
	}
	p.left = true
	g.left = append(g.left, p)
	g.loosen(p)
}

// drop removes a pass from the gate.
func (p *pass) drop() {
	g := p.gate
	same := func(q *pass) bool { return q == p }
	switch p.state {
	case holding:
		g.give(p)
	case loose:
		g.tie(p)
	case waiting, yielded, gone:
	}
	g.left = slices.DeleteFunc(g.left, same)
	g.lane(p.class).remove(p)
	g.usage.of(p.client, g.now()).passes--
	p.state = gone
}

// outside gives up the slot while f waits for something else, such as a reader.
func (p *pass) outside(ctx context.Context, f func() error) error {
	g := p.gate
	g.mu.Lock()
	if p.state != holding {
		g.mu.Unlock()
		return f()
	}
	g.give(p)
	g.admit(g.lane(p.class))
	g.mu.Unlock()
	err := f()
	g.mu.Lock()
	if p.left {
		g.mu.Unlock()
		return errors.Join(err, errBusy)
	}
	g.queueUp(p)
	g.mu.Unlock()
	p.resume(ctx)
	return err
}
