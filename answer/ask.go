// SPDX-License-Identifier: BSD-3-Clause

package answer

import (
	"context"

	"github.com/veilplan/veil/analysis"
)

// Ask answers a question in JSON, see [analysis.Ask].
func (d *Desk) Ask(ctx context.Context, question []byte, tell func(document []byte)) {
	analysis.Ask(question, tell, map[string]analysis.Answerer{
		"mines.analysis": analysis.Answers(func(q analysis.MinesQuestion, tell func(any)) (*analysis.MinesAnalysis, error) {
			return d.Analyse(ctx, q, func(latest func() *analysis.MinesAnalysis) { tell(latest()) })
		}),
		"mines.explanation": analysis.AnswersIn(ctx, d.Explain),
		"mines.hint":        analysis.AnswersIn(ctx, d.Hint),
		"mines.check":       analysis.AnswersIn(ctx, d.Check),
		"mines.review":      analysis.AnswersIn(ctx, d.Review),
		"mines.board":       analysis.AnswersIn(ctx, d.Draw),
		"mines.convert":     analysis.AnswersIn(ctx, d.Convert),
	})
}
