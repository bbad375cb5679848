// SPDX-License-Identifier: BSD-3-Clause

// Package pause lets long work give way.
//
// A browser runs nothing else while the engine computes, not even the timer that would end the
// computation, and a server lets short work pass long work. Both put a pause into the context;
// work that asks the context whether it has ended then pauses first.
package pause

import "context"

// key is where a context keeps its pause.
type key struct{}

// With returns a context that carries a pause. Work under [Context] calls it whenever it asks
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

// pausing is a context that pauses before it says whether it has ended.
type pausing struct {
	context.Context

	pause func()
}

// Err pauses, then reports whether to stop.
func (p pausing) Err() error {
	p.pause()
	return p.Context.Err()
}
