// SPDX-License-Identifier: BSD-3-Clause

package api

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
)

// Table lists the verbs of a program, or of a part of it.
type Table []Verb

// Find returns the verb of a name. The error is a [*Problem] that lists the names.
func (t Table) Find(name string) (*Verb, error) {
	for i := range t {
		if t[i].Name == name {
			return &t[i], nil
		}
	}
	return nil, NewProblem(Impossible, fmt.Sprintf("unknown verb %.40q", name), "ask for "+t.names())
}

// names lists the verbs as an enumeration in words.
func (t Table) names() string {
	var names []string
	for i := range t {
		names = append(names, t[i].Name)
	}
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// head has the field that every question in JSON has besides those of its verb.
type head struct {
	Ask string `json:"ask"`
}

// besides lists the fields that a question in JSON may have besides those of its type: the verb,
// and the id that the caller gives it.
func besides() []string { return []string{"ask", "id"} }

// Ask answers a question in JSON, {"ask":"mines.check", …} with the fields of the question, and
// returns the last document. Unless tell is nil, it receives improving documents meanwhile, in the
// state "running". A failure, even a panic, is a document of schema veil.problem/1, so a reader
// needs to examine nothing but "schema" and "state".
func (t Table) Ask(ctx context.Context, question []byte, tell func(document []byte)) (last []byte) {
	defer func() {
		if fault := recover(); fault != nil {
			p := NewProblem(Internal, fmt.Sprint(fault), "This is a fault of veil, not of your input.")
			p.Repro = string(question)
			last = Encode(p)
		}
	}()
	doc, err := t.ask(ctx, question, telling(tell))
	if err != nil {
		doc = ProblemOf(err)
	}
	return Encode(doc)
}

func (t Table) ask(ctx context.Context, text []byte, tell Tell[any]) (any, error) {
	var h head
	if err := json.Unmarshal(text, &h); err != nil {
		return nil, NewProblem(Malformed, "the question is not JSON", err.Error())
	}
	v, err := t.Find(h.Ask)
	if err != nil {
		return nil, err
	}
	question, err := v.read(text, besides()...)
	if err != nil {
		return nil, err
	}
	return v.Do(ctx, question, tell)
}

// telling returns a Tell that encodes documents and marks them as not the last.
func telling(tell func([]byte)) Tell[any] {
	if tell == nil {
		return nil
	}
	return func(latest func() any) {
		doc := latest()
		if r, ok := doc.(Report); ok {
			r.Mark("", Running)
		}
		tell(Encode(doc))
	}
}
