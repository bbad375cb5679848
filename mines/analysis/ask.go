// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"context"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/solve"
)

// Ask answers a question in JSON, see [solve.Ask].
func (d *Desk) Ask(ctx context.Context, question []byte, tell func(document []byte)) {
	solve.Ask(question, tell, func(kind string, tell func(any)) (any, error) { return d.ask(ctx, kind, question, tell) })
}

func (d *Desk) ask(ctx context.Context, kind string, question []byte, tell func(any)) (any, error) {
	switch kind {
	case "mines.analysis":
		return solve.Reply(question, func(q api.MinesQuestion) (*api.MinesAnalysis, error) {
			return d.Analyse(ctx, q, func(latest func() *api.MinesAnalysis) { tell(latest()) })
		})
	case "mines.explanation":
		return solve.Reply(question, func(q api.MinesWhy) (*api.MinesExplanation, error) { return d.Explain(ctx, q) })
	case "mines.hint":
		return solve.Reply(question, func(q api.MinesHintQuestion) (*api.MinesHint, error) { return d.Hint(ctx, q) })
	case "mines.check":
		return solve.Reply(question, func(q api.MinesCheckQuestion) (*api.MinesCheck, error) { return d.Check(ctx, q) })
	case "mines.review":
		return solve.Reply(question, func(q api.MinesGame) (*api.MinesReview, error) { return d.Review(ctx, q) })
	case "mines.board":
		return solve.Reply(question, func(q api.MinesDraw) (*api.MinesBoard, error) { return d.Draw(ctx, q) })
	case "mines.convert":
		return solve.Reply(question, func(q api.Conversion) (*api.Converted, error) { return d.Convert(ctx, q) })
	default:
		return nil, solve.Unknown(kind, "mines.analysis, mines.explanation, mines.hint, mines.check, mines.review, mines.board or mines.convert")
	}
}
