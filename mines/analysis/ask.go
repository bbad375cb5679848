// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"context"

	"github.com/veilplan/veil/api"
)

// Ask answers a question in JSON, see [api.Ask].
func (d *Desk) Ask(ctx context.Context, question []byte, tell func(document []byte)) {
	api.Ask(question, tell, func(kind string, tell func(any)) (any, error) { return d.ask(ctx, kind, question, tell) })
}

func (d *Desk) ask(ctx context.Context, kind string, question []byte, tell func(any)) (any, error) {
	switch kind {
	case "mines.analysis":
		return api.Reply(question, func(q api.MinesQuestion) (*api.MinesAnalysis, error) {
			return d.Analyse(ctx, q, func(latest func() *api.MinesAnalysis) { tell(latest()) })
		})
	case "mines.explanation":
		return api.Reply(question, func(q api.MinesWhy) (*api.MinesExplanation, error) { return d.Explain(ctx, q) })
	case "mines.hint":
		return api.Reply(question, func(q api.MinesHintQuestion) (*api.MinesHint, error) { return d.Hint(ctx, q) })
	case "mines.check":
		return api.Reply(question, func(q api.MinesCheckQuestion) (*api.MinesCheck, error) { return d.Check(ctx, q) })
	case "mines.review":
		return api.Reply(question, func(q api.MinesGame) (*api.MinesReview, error) { return d.Review(ctx, q) })
	case "mines.board":
		return api.Reply(question, func(q api.MinesDraw) (*api.MinesBoard, error) { return d.Draw(ctx, q) })
	case "mines.convert":
		return api.Reply(question, func(q api.Conversion) (*api.Converted, error) { return d.Convert(ctx, q) })
	default:
		return nil, api.Unknown(kind, "mines.analysis, mines.explanation, mines.hint, mines.check, mines.review, mines.board or mines.convert")
	}
}
