// SPDX-License-Identifier: BSD-3-Clause

package methods

import (
	"context"

	"github.com/veilplan/veil/play"
)

// shared holds a value that all players of a setup need. The first that asks computes it, under its context. The
// others wait for it under theirs. A computation that its context ended is begun again by the next.
type shared[T any] struct {
	turn    chan struct{} // holds one token while somebody looks or computes
	compute func(context.Context) (T, error)
	done    bool
	value   T
	err     error
}

func share[T any](compute func(context.Context) (T, error)) *shared[T] {
	return &shared[T]{turn: make(chan struct{}, 1), compute: compute}
}

func (s *shared[T]) get(ctx context.Context) (T, error) {
	select {
	case s.turn <- struct{}{}:
		defer func() { <-s.turn }()
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
	if !s.done {
		s.value, s.err = s.compute(ctx)
		s.done = ctx.Err() == nil
	}
	return s.value, s.err
}

// policy decides for a player.
type policy[A, O comparable] = play.Policy[A, O]

// late is a policy that begins with its first decision, under the context of that: what it needs may take long.
type late[A, O comparable] struct {
	begin func(context.Context) (policy[A, O], error)
	begun policy[A, O]
}

// Decide asks the policy.
func (l *late[A, O]) Decide(ctx context.Context) (play.PolicyMove[A], error) {
	if err := l.ready(ctx); err != nil {
		return play.PolicyMove[A]{}, err
	}
	return l.begun.Decide(ctx)
}

// Hear tells the policy. If others decided before it was asked, it begins here, and nothing interrupts it.
func (l *late[A, O]) Hear(a A, seen O) error {
	if err := l.ready(context.Background()); err != nil {
		return err
	}
	return l.begun.Hear(a, seen)
}

func (l *late[A, O]) ready(ctx context.Context) (err error) {
	if l.begun == nil {
		var begun policy[A, O]
		if begun, err = l.begin(ctx); err == nil {
			l.begun = begun
		}
	}
	return err
}
