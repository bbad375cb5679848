// SPDX-License-Identifier: BSD-3-Clause

package deduction

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/slip"
)

// mostMends limits the changes in an answer.
const mostMends = 6

// Mend returns the first line of a log after which no board fits, and what may have been misheard.
func (s *Service) Mend(ctx context.Context, q api.KriegMendQuestion) (*api.KriegMends, error) {
	l := s.Limits.WithDefaults()
	ctx, cancel := api.WithTime(ctx, l.Time)
	defer cancel()
	switch text := q.Position.Text; {
	case len(text) > l.Text:
		return nil, api.NewTooLarge("the text is too long", l.Text, len(text), "bytes")
	case krieg.Recognise(text) != krieg.FormatLog:
		return nil, api.NewProblem(api.Impossible, "only a referee log can be mended", "")
	default:
		h, _, err := krieg.ParseLogLines(text)
		if _, ok := errors.AsType[*krieg.LineError](err); err != nil && !ok {
			return nil, Explain(ctx, &krieg.Situation{}, err)
		}
		if len(h.Events) > l.Turns {
			return nil, api.NewTooLarge("the history is too long", l.Turns, len(h.Events), "events")
		}
		return Mend(ctx, text, q.Seed)
	}
}

// Mend locates the first line of a log after which no board fits, and looks for single changes
// that make the log fit. When the time is up, the answer contains what was found.
func Mend(ctx context.Context, text string, seed uint64) (*api.KriegMends, error) {
	r, err := slip.Find(ctx, text, slip.Config{Seed: cmp.Or(seed, 1)})
	switch {
	case errors.Is(err, context.DeadlineExceeded) && r.Line > 0:
		r.Cut = true
	case err != nil:
		return nil, Explain(ctx, &krieg.Situation{}, err)
	}
	doc := &api.KriegMends{Schema: "krieg.mends/1", Kind: "estimate", Line: r.Line, Cut: r.Cut}
	if r.Proved {
		doc.Kind = "exact"
	}
	for _, c := range r.Changes[:min(mostMends, len(r.Changes))] {
		doc.Mends = append(doc.Mends, api.KriegMend{Line: c.Line, Do: string(c.Kind), Old: c.Old, New: c.New, Text: c.Text, Share: c.Share})
	}
	return doc, nil
}

// DidYouMean returns the changes in sentences.
func DidYouMean(doc *api.KriegMends) (list []string) {
	for _, m := range doc.Mends[:min(3, len(doc.Mends))] {
		switch m.Do {
		case string(slip.Delete):
			list = append(list, fmt.Sprintf("Did you mean to leave out line %d, %s?", m.Line, m.Old))
		case string(slip.Insert):
			list = append(list, fmt.Sprintf("Did you miss %s before line %d?", m.New, m.Line))
		default:
			list = append(list, fmt.Sprintf("Did you mean, in line %d, %s instead of %s?", m.Line, m.New, m.Old))
		}
	}
	return list
}
