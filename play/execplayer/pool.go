// SPDX-License-Identifier: BSD-3-Clause

package execplayer

import "sync"

// pool keeps the processes of a persistent player between episodes.
type pool struct {
	start   func() (*child, error)
	restart int // episodes per process

	mu   sync.Mutex
	idle []*lasting
}

// lasting is a process that plays one episode after another.
type lasting struct {
	*child

	played int
}

// take returns a process that waits for an episode, or a new one.
func (p *pool) take() (*lasting, error) {
	for {
		l := p.pop()
		if l == nil {
			c, err := p.start()
			return &lasting{child: c}, err
		}
		if !l.hasEnded() {
			return l, nil
		}
		l.kill() // it ended while nobody played with it
	}
}

func (p *pool) pop() *lasting {
	p.mu.Lock()
	defer p.mu.Unlock()
	last := len(p.idle) - 1
	if last < 0 {
		return nil
	}
	l := p.idle[last]
	p.idle = p.idle[:last]
	return l
}

// give returns a process after an episode. One that has played enough ends.
func (p *pool) give(l *lasting) {
	if l.played++; l.played >= p.restart {
		l.leave()
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle = append(p.idle, l)
}

// close ends the processes that wait for an episode, and waits for them. Later episodes start new
// ones.
func (p *pool) close() error {
	p.mu.Lock()
	list := p.idle
	p.idle = nil
	p.mu.Unlock()
	together(list, (*lasting).leave)
	return nil
}

// together calls a function for every element at the same time, and waits.
func together[T any](list []T, call func(T)) {
	var all sync.WaitGroup
	for _, x := range list {
		all.Go(func() { call(x) })
	}
	all.Wait()
}
