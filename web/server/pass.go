// SPDX-License-Identifier: BSD-3-Clause

package server

import (
	"context"
	"errors"
	"time"

	"github.com/veilplan/veil/api"
)

// pass is one admitted piece of work.
type pass struct {
	gate    *gate
	client  string
	class   api.Class
	ready   chan struct{} // gets a value when it got a slot, or was refused
	since   time.Time     // when it got its slot, or began to wait for it
	charged time.Time     // until when its use of the slot is counted
	ran     time.Duration // with a slot
	room    *quota        // from which its memory is
	size    int64
	state   passState
	refused error
	stop    context.CancelCauseFunc // ends the work
}

type passState int

const (
	waiting passState = iota
	holding           // a slot
	yielded           // its slot, for a while
	gone              // the work has ended, was refused, or was left behind
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

// wake ends the wait of a pass. One that gave up waiting does not take the news.
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
	case <-ctx.Done(): // it will see so; until then it is no matter that it has no slot
	}
}

// leave ends a piece of work: its slot and its memory are free.
func (p *pass) leave() {
	g := p.gate
	g.mu.Lock()
	defer g.mu.Unlock()
	if p.state == gone { // left behind, and now it has ended all the same
		g.left--
	} else {
		p.drop()
	}
	p.room.give(p.client, p.size)
	g.admit(&g.short)
	g.admit(&g.long)
}

// abandon takes the slot from work that does not end though it should. Its memory stays
// taken for as long as it runs.
func (p *pass) abandon() {
	g := p.gate
	g.mu.Lock()
	defer g.mu.Unlock()
	if p.state == gone {
		return
	}
	p.drop()
	g.left++
	g.admit(g.lane(p.class))
}

// drop takes a pass out of the gate.
func (p *pass) drop() {
	g := p.gate
	if p.state == holding {
		g.give(p)
	}
	g.lane(p.class).remove(p)
	g.usage.of(p.client, g.now()).passes--
	p.state = gone
}

// outside lets others work while f waits for something else, such as a reader.
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
	if p.state == gone {
		g.mu.Unlock()
		return errors.Join(err, errBusy)
	}
	g.queueUp(p)
	g.mu.Unlock()
	p.resume(ctx)
	return err
}
