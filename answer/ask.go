// SPDX-License-Identifier: BSD-3-Clause

package answer

import (
	"context"

	"github.com/veilplan/veil/analysis"
)

// Ask answers a question in JSON, see [analysis.Ask].
func (d *Desk) Ask(ctx context.Context, question []byte, tell func(document []byte)) {
	analysis.Ask(question, tell, func(kind string, tell func(any)) (any, error) { return d.ask(ctx, kind, question, tell) })
}

func (d *Desk) ask(ctx context.Context, kind string, question []byte, tell func(any)) (any, error) {
	switch kind {
	case "mines.analysis":
		return analysis.Reply(question, func(q analysis.MinesQuestion) (*analysis.MinesAnalysis, error) {
			return d.Analyse(ctx, q, func(latest func() *analysis.MinesAnalysis) { tell(latest()) })
		})
	case "mines.explanation":
		return analysis.Reply(question, func(q analysis.MinesWhy) (*analysis.MinesExplanation, error) { return d.Explain(ctx, q) })
	case "mines.hint":
		return analysis.Reply(question, func(q analysis.MinesHintQuestion) (*analysis.MinesHint, error) { return d.Hint(ctx, q) })
	case "mines.check":
		return analysis.Reply(question, func(q analysis.MinesCheckQuestion) (*analysis.MinesCheck, error) { return d.Check(ctx, q) })
	case "mines.review":
		return analysis.Reply(question, func(q analysis.MinesGame) (*analysis.MinesReview, error) { return d.Review(ctx, q) })
	case "mines.board":
		return analysis.Reply(question, func(q analysis.MinesDraw) (*analysis.MinesBoard, error) { return d.Draw(ctx, q) })
	case "mines.convert":
		return analysis.Reply(question, func(q analysis.Conversion) (*analysis.Converted, error) { return d.Convert(ctx, q) })
	default:
		return nil, analysis.Unknown(kind, "mines.analysis, mines.explanation, mines.hint, mines.check, mines.review, mines.board or mines.convert")
	}
}
