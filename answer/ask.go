// SPDX-License-Identifier: BSD-3-Clause

package answer

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/veilplan/veil/analysis"
)

// Ask answers a question in JSON: {"ask":"mines.analysis", …} with the fields of
// the question. Every document, the last one too, goes to tell; a failure is a document of
// schema veil.problem/1. So a reader needs to look at nothing but "schema" and "state".
func (d *Desk) Ask(ctx context.Context, question []byte, tell func(document []byte)) {
	defer func() {
		if fault := recover(); fault != nil {
			p := newProblem(analysis.Internal, fmt.Sprint(fault), "This is a fault of veil, not of your input.")
			p.Repro = string(question)
			tell(analysis.Encode(p))
		}
	}()
	last, err := d.ask(ctx, question, func(doc any) { tell(analysis.Encode(doc)) })
	if err != nil {
		last = Problem(err)
	}
	tell(analysis.Encode(last))
}

func (d *Desk) ask(ctx context.Context, question []byte, tell func(any)) (any, error) {
	var head struct {
		Ask string `json:"ask"`
	}
	if err := json.Unmarshal(question, &head); err != nil {
		return nil, newProblem(analysis.Malformed, "the question is not JSON", err.Error())
	}
	switch head.Ask {
	case "mines.analysis":
		return reply(question, func(q analysis.MinesQuestion) (*analysis.MinesAnalysis, error) {
			return d.Analyse(ctx, q, func(latest func() *analysis.MinesAnalysis) { tell(latest()) })
		})
	case "mines.explanation":
		return reply(question, func(q analysis.MinesWhy) (*analysis.MinesExplanation, error) { return d.Explain(ctx, q) })
	case "mines.hint":
		return reply(question, func(q analysis.MinesHintQuestion) (*analysis.MinesHint, error) { return d.Hint(ctx, q) })
	case "mines.check":
		return reply(question, func(q analysis.MinesCheckQuestion) (*analysis.MinesCheck, error) { return d.Check(ctx, q) })
	case "mines.review":
		return reply(question, func(q analysis.MinesGame) (*analysis.MinesReview, error) { return d.Review(ctx, q) })
	case "mines.board":
		return reply(question, func(q analysis.MinesDraw) (*analysis.MinesBoard, error) { return d.Draw(ctx, q) })
	case "mines.convert":
		return reply(question, func(q analysis.Conversion) (*analysis.Converted, error) { return d.Convert(ctx, q) })
	default:
		return nil, newProblem(analysis.Impossible, fmt.Sprintf("nobody here knows %.40q", head.Ask),
			"ask for mines.analysis, mines.explanation, mines.hint, mines.check, mines.review, mines.board or mines.convert")
	}
}

// reply reads a question and returns its answer.
func reply[Q, D any](question []byte, answer func(Q) (D, error)) (any, error) {
	var q Q
	if err := json.Unmarshal(question, &q); err != nil {
		return nil, newProblem(analysis.Malformed, "the question cannot be read", err.Error())
	}
	return answer(q)
}
