// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Answerer answers a question in JSON, and may tell better and better documents on the way.
type Answerer func(question []byte, tell func(any)) (any, error)

// Ask answers a question in JSON: {"ask":"mines.analysis", …} with the fields of the
// question. Every document, the last one too, goes to tell; a failure is a document of
// schema veil.problem/1. So a reader needs to look at nothing but "schema" and "state".
func Ask(question []byte, tell func(document []byte), answerers map[string]Answerer) {
	defer func() {
		if fault := recover(); fault != nil {
			p := NewProblem(Internal, fmt.Sprint(fault), "This is a fault of veil, not of your input.")
			p.Repro = string(question)
			tell(Encode(p))
		}
	}()
	last, err := ask(question, func(doc any) { tell(Encode(doc)) }, answerers)
	if err != nil {
		last = ProblemOf(err)
	}
	tell(Encode(last))
}

func ask(question []byte, tell func(any), answerers map[string]Answerer) (any, error) {
	var head struct {
		Ask string `json:"ask"`
	}
	if err := json.Unmarshal(question, &head); err != nil {
		return nil, NewProblem(Malformed, "the question is not JSON", err.Error())
	}
	answer, ok := answerers[head.Ask]
	if !ok {
		known := slices.Sorted(maps.Keys(answerers))
		return nil, NewProblem(Impossible, fmt.Sprintf("nobody here knows %.40q", head.Ask), "ask for "+strings.Join(known, ", "))
	}
	return answer(question, tell)
}

// Answers makes an Answerer of a function.
func Answers[Q, D any](answer func(q Q, tell func(any)) (D, error)) Answerer {
	return func(question []byte, tell func(any)) (any, error) {
		var q Q
		if err := json.Unmarshal(question, &q); err != nil {
			return nil, NewProblem(Malformed, "the question cannot be read", err.Error())
		}
		return answer(q, tell)
	}
}

// AnswersIn is Answers for a function that has one document to tell.
func AnswersIn[Q, D any](ctx context.Context, answer func(context.Context, Q) (D, error)) Answerer {
	return Answers(func(q Q, _ func(any)) (D, error) { return answer(ctx, q) })
}
