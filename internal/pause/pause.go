// SPDX-License-Identifier: BSD-3-Clause

// Package pause lets long work yield.
//
// A browser runs nothing else while the engine computes, not even the timer that would end the
// computation, and a server lets short work overtake long work. Both put a pause into the context;
// work that checks whether the context has ended then pauses first.
package pause

import "context"

// key is the context key of the pause.
type key struct{}

// With returns a context that carries a pause. Work under [Context] calls it whenever it checks
// whether to stop.
func With(ctx context.Context, pause func()) context.Context {
	return context.WithValue(ctx, key{}, pause)
}

// Context returns a context whose Err calls the pause that ctx carries, or ctx itself if it
// carries none.
func Context(ctx context.Context) context.Context {
	if pause, ok := ctx.Value(key{}).(func()); ok {
		return pausing{ctx, pause}
	}
	return ctx
}

// pausing is a context that pauses before it reports whether it has ended.
type pausing struct {
	context.Context

	pause func()
}

// Err pauses, then reports whether to stop.
func (p pausing) Err() error {
	p.pause()
	return p.Context.Err()
}
