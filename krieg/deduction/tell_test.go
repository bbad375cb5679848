// SPDX-License-Identifier: BSD-3-Clause

package deduction_test

import (
	"context"
	"errors"
	"testing"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/krieg/deduction"
)

// TestMateTells: a search that is interrupted says so, and has told what it found by then.
func TestMateTells(t *testing.T) {
	q := api.KriegMateQuestion{Position: input("ruleset: english\nme: 8/8/8/2K5/2N5/8/8/1R6\nopp: k@*  q|r|b|n@e1\ngoal: mate in 9\n")}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var told []*api.KriegMate
	doc, err := (&deduction.Service{}).Mate(ctx, q, func(latest func() *api.KriegMate) {
		if told = append(told, latest()); len(told) == 3 {
			cancel()
		}
	})
	p, ok := errors.AsType[*api.Problem](err)
	if doc != nil || !ok || p.Type != api.Cancelled || len(told) != 4 {
		t.Fatalf("%v, %v, told %d times", doc, err, len(told))
	}
	for i, d := range told[:3] {
		if d.Verdict != "unknown" || d.Cut != "" || d.Boards != 164 || i > 0 && d.States < told[i-1].States {
			t.Errorf("told %d: %+v", i, d)
		}
	}
	last := told[3]
	if last.Verdict != "unknown" || last.Cut != "interrupted" || last.States < told[2].States || last.Cases[0].Plies < 5 {
		t.Errorf("at last %+v", last)
	}
}
