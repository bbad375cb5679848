// SPDX-License-Identifier: BSD-3-Clause

package andor

import (
	"context"
	"fmt"
	"iter"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/search/proof"
)

// ProveEach is [Prove] by GL-DBU for hidden states that come one at a time, as a
// depth-first estimator finds them (Russell & Wolfe 2005, §7). It takes no more of them
// as soon as those it has cannot be won. Of cfg only the limits are used.
func ProveEach[S, A, O comparable](ctx context.Context, m proof.Rules[S, A, O], states iter.Seq[S], plies int, cfg Config) (Result, error) {
	cfg.Method, cfg.LegalFirst, cfg.Greedy = DBU, true, true
	if err := cfg.validate(); err != nil {
		return Result{}, err
	}
	if plies < 0 || plies > proof.MaxPlies {
		return Result{}, fmt.Errorf("%d plies: want 0 to %d", plies, proof.MaxPlies)
	}
	g := newGame(m)
	g.ctx, g.cfg = ctx, &cfg
	g.poll()
	t := &dbu[S, A, O]{incremental: incremental[S, A, O]{game: g, greedy: true}}
	root := t.root(nil, plies)
	var start []S
	lost := false
	for s := range states {
		start = append(start, s)
		if lost = !t.extend(root, &s); lost || g.cut != nil {
			break
		}
	}
	if len(start) == 0 {
		return Result{}, fmt.Errorf("empty belief: %w", veil.ErrImpossible)
	}
	var found *plan[A, O]
	switch {
	case lost || g.cut != nil:
	case root.current == nil:
		found = &plan[A, O]{} // all were won already
	default:
		found = root.plan()
	}
	return g.result(m, start, plies, found)
}

// extend extends the proof of the root to one more state.
func (t *dbu[S, A, O]) extend(root *inode[S, A, O], s *S) bool {
	switch t.m.Status(s) {
	case veil.Won:
		return true
	case veil.Lost:
		return false
	default:
		t.put(root, s)
		ok, _ := t.top(root)
		return ok && root.d > 0
	}
}
