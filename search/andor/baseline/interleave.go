// SPDX-License-Identifier: BSD-3-Clause

package baseline

import (
	"context"
	"fmt"
	"iter"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/search/andor"
	"github.com/veilplan/veil/search/andor/internal/game"
	"github.com/veilplan/veil/search/proof"
)

// ProveEach is [Prove] by GL-DBU for hidden states that arrive one at a time, as a depth-first
// estimator finds them (Russell & Wolfe 2005, §7). It stops reading states as soon as those it has
// cannot be won. Of cfg it uses only the limits and Beliefs.
func ProveEach[S, A, O comparable](ctx context.Context, m proof.Rules[S, A, O], states iter.Seq[S], plies int, cfg andor.Config) (andor.Result, error) {
	return andor.Run(ctx, m, plies, cfg, func(g *game.Game[S, A, O]) ([]S, *game.Plan[A, O], error) {
		s := newSearch(g, Config{Method: DBU, LegalFirst: true, Greedy: true})
		t := &dbu[S, A, O]{incremental: incremental[S, A, O]{search: s}}
		start, found := t.each(states)
		if len(start) == 0 {
			return nil, nil, fmt.Errorf("empty belief: %w", veil.ErrImpossible)
		}
		return start, found, nil
	})
}

// each reads states until one cannot be won together with those before it.
func (t *dbu[S, A, O]) each(states iter.Seq[S]) (start []S, found *game.Plan[A, O]) {
	root := t.root(nil)
	for s := range states {
		start = append(start, s)
		if !t.extend(root, &s) || t.Cut != nil {
			return start, nil
		}
	}
	if root.current == nil {
		return start, &game.Plan[A, O]{} // all were won already
	}
	return start, root.plan()
}

// extend extends the proof of the root to one more state.
func (t *dbu[S, A, O]) extend(root *inode[S, A, O], s *S) bool {
	switch t.Rules.Status(s) {
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
