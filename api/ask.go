// SPDX-License-Identifier: BSD-3-Clause

package api

import (
	"encoding/json"
	"fmt"
)

// Answerer answers a question of a kind, and may pass on better and better documents on the
// way.
type Answerer func(kind string, tell func(any)) (any, error)

// Ask answers a question in JSON: {"ask":"mines.analysis", …} with the fields of the
// question. Every document, the last one too, goes to tell; a failure is a document of
// schema veil.problem/1. So a reader needs to look at nothing but "schema" and "state".
func Ask(question []byte, tell func(document []byte), answer Answerer) {
	defer func() {
		if fault := recover(); fault != nil {
			p := NewProblem(Internal, fmt.Sprint(fault), "This is a fault of veil, not of your input.")
			p.Repro = string(question)
			tell(Encode(p))
		}
	}()
	last, err := ask(question, func(doc any) { tell(Encode(doc)) }, answer)
	if err != nil {
		last = ProblemOf(err)
	}
	tell(Encode(last))
}

func ask(question []byte, tell func(any), answer Answerer) (any, error) {
	var head struct {
		Ask string `json:"ask"`
	}
	if err := json.Unmarshal(question, &head); err != nil {
		return nil, NewProblem(Malformed, "the question is not JSON", err.Error())
	}
	return answer(head.Ask, tell)
}

// Reply reads a question and returns its answer.
func Reply[Q, D any](question []byte, answer func(Q) (D, error)) (any, error) {
	var q Q
	if err := json.Unmarshal(question, &q); err != nil {
		return nil, NewProblem(Malformed, "the question cannot be read", err.Error())
	}
	return answer(q)
}

// Unknown is the problem of a kind of question that nobody answers.
func Unknown(kind, known string) *Problem {
	return NewProblem(Impossible, fmt.Sprintf("nobody here knows %.40q", kind), "ask for "+known)
}
