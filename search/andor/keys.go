// SPDX-License-Identifier: BSD-3-Clause

package andor

import (
	"context"

	"github.com/veilplan/veil/search/proof"
)

// Key is a first try and what comes of it.
type Key[A comparable] struct {
	Try A
	Result
}

// Keys asks of every first try whether a plan that begins with it wins. Tries that are
// refused in every state, and questions, are left out. Of cfg only the limits and the parts of [Veil]
// are used; the limits are for all tries together.
func Keys[S, A, O comparable](ctx context.Context, m proof.Rules[S, A, O], start []S, plies int, cfg Config) ([]Key[A], error) {
	cfg = cfg.ours()
	g, open, err := ask(ctx, m, start, plies, &cfg)
	if err != nil || len(open) == 0 || plies == 0 {
		return nil, err
	}
	v, ids := newLens(g, open)
	var keys []Key[A]
	for k, a := range v.actions(ids[0]) {
		t := v.try(ids, k, plies, 0)
		if t.useless || v.onlyAsks(ids, k) {
			continue
		}
		var p *plan[A, O]
		if t.core == nil && v.cut == nil {
			p, _ = v.refusals(&t, plies, 0)
		}
		r, err := g.result(m, start, plies, p)
		if err != nil {
			return nil, err
		}
		keys = append(keys, Key[A]{a, r})
	}
	return keys, nil
}

// onlyAsks reports whether action k is never accepted.
func (v *lens[S, A, O]) onlyAsks(b []int32, k int) bool {
	for _, id := range b {
		for _, e := range v.look(id, k) {
			if e.kind != asks && e.kind != idles {
				return false
			}
		}
	}
	return true
}
