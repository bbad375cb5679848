// SPDX-License-Identifier: BSD-3-Clause

package andor

import (
	"context"

	"github.com/veilplan/veil/search/andor/internal/game"
	"github.com/veilplan/veil/search/proof"
)

// Key is a first try and its result.
type Key[A comparable] struct {
	Try A
	Result
}

// Keys decides for every first try whether a plan that begins with it wins. It leaves
// out questions and tries that are refused in every state. The limits of cfg apply to
// all tries together; no refutation is made.
func Keys[S, A, O comparable](ctx context.Context, m proof.Rules[S, A, O], start []S, plies int, cfg Config) ([]Key[A], error) {
	g, open, err := ask(ctx, m, start, plies, &cfg)
	if err != nil || len(open) == 0 || plies == 0 {
		return nil, err
	}
	v, ids := newCoreSearch(g, &cfg, open)
	var keys []Key[A]
	for k, a := range v.actions(ids[0]) {
		t := v.try(ids, k, plies, 0)
		if t.useless || v.onlyAsks(ids, k) {
			continue
		}
		var p *game.Plan[A, O]
		if t.core == nil && v.Cut == nil {
			p, _ = v.refusals(&t, plies, 0)
		}
		r, err := conclude(g, start, p, &cfg)
		if err != nil {
			return nil, err
		}
		keys = append(keys, Key[A]{a, r})
	}
	return keys, nil
}

// onlyAsks reports whether action k is never accepted.
func (v *coreSearch[S, A, O]) onlyAsks(b []int32, k int) bool {
	for _, id := range b {
		for _, e := range v.look(id, k) {
			if e.kind != asks && e.kind != idles {
				return false
			}
		}
	}
	return true
}
