// SPDX-License-Identifier: BSD-3-Clause

package composed

import (
	"context"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/deduction"
	"github.com/veilplan/veil/search/andor"
	"github.com/veilplan/veil/search/andor/baseline"
)

// Interleaved solves the problem while its boards are found: each one extends the proof by GL-DBU,
// and the search for boards ends when the proof has failed (Russell & Wolfe 2005, §7). It returns
// the number of boards found.
func (p *Problem) Interleaved(ctx context.Context, cfg andor.Config) (r andor.Result, boards int, err error) {
	h, err := krieg.ParseLog(p.History)
	if err != nil {
		return r, 0, err
	}
	var cut error
	found := func(yield func(krieg.State) bool) {
		for board, err := range krieg.Stream(ctx, &h, krieg.StreamConfig{}) {
			if cut = err; err != nil {
				return
			}
			if boards++; !yield(krieg.State{Pos: board}) {
				return
			}
		}
	}
	m := &krieg.Model{Rules: h.Rules, Me: h.Me}
	r, err = baseline.ProveEach(ctx, deduction.Rules(m), found, p.Plies, cfg)
	if err == nil && cut != nil && r.Verdict == andor.Proved {
		r.Verdict, r.Plan, r.Cut = andor.Unknown, nil, cut // boards are missing
	}
	return r, boards, err
}
