// SPDX-License-Identifier: BSD-3-Clause

package api

import (
	"context"
	"math"
	"reflect"

	"github.com/veilplan/veil/internal/pause"
)

// Class is the amount of work that an answer is expected to take.
type Class int

// The classes of work: short work comes first, long work may take the memory of an answer,
// and bulk work takes long but little memory, such as reading and sending files.
const (
	Short Class = iota
	Long
	Bulk
)

// Verb is a question that veil answers, declared once: every interface (HTTP, the engines in a
// browser, lines of JSON) is generated from these rows. [Answer], [Tells] and [Prepared] complete a
// row with the function that answers.
type Verb struct {
	Name      string // the field "ask" of a question, such as mines.check
	Operation string // its name in the HTTP API
	Path      string // in the HTTP API, below its version; "" for no route
	Summary   string
	Class     Class // unless the cost of a question is known to be small: see [Priced]
	ByHand    bool  // the server routes it itself, because its answers are jobs or have names

	Question, Document reflect.Type

	run     func(ctx context.Context, question any, tell Tell[any]) (any, error)
	prepare func(question any) (Task[any], error)
	most    func(question any) float64
}

// Answer completes a row with a function that returns one document.
//
// Code that is instantiated for every question type makes the engines in a browser larger, and so
// does its name, which spells out the whole type: these three functions therefore only wrap untyped
// ones.
func Answer[Q, D any](v Verb, run func(context.Context, Q) (D, error)) Verb {
	return v.about(new(Q), new(D)).by(func(ctx context.Context, question any, _ Tell[any]) (any, error) {
		return some(run(ctx, *question.(*Q)))
	})
}

// Tells completes a row with a function that also reports improving documents.
func Tells[Q, D any](v Verb, run func(context.Context, Q, Tell[D]) (D, error)) Verb {
	return v.about(new(Q), new(D)).by(func(ctx context.Context, question any, tell Tell[any]) (any, error) {
		return some(run(ctx, *question.(*Q), typed[D](tell)))
	})
}

// Prepared completes a row with a function that parses a question, so that a server can look up,
// price and schedule its answer. Without a server, the answer is the same as with [Tells].
func Prepared[Q, D any](v Verb, prepare func(Q) (Task[D], error)) Verb {
	v = v.about(new(Q), new(D))
	v.prepare = func(question any) (Task[any], error) { return untyped(prepare(*question.(*Q))) }
	if v.run == nil {
		return v.by(v.runPrepared)
	}
	return v
}

// ShortWork is the limit of short work, in milliseconds.
const ShortWork = 50

// Priced adds a function that bounds the cost of a question from above, in milliseconds. The
// function must be fast: it reads only as much of the question as it needs, and returns infinity
// for a question that it cannot bound.
func Priced[Q any](v Verb, most func(Q) float64) Verb {
	v.most = func(question any) float64 { return most(*question.(*Q)) }
	return v
}

// ClassOf returns the class of a question, given a pointer to it: Short only if its cost is known
// to be small, whatever the verb.
func (v *Verb) ClassOf(question any) Class {
	switch {
	case v.most != nil && v.most(question) <= ShortWork:
		return Short
	case v.Class == Short:
		return Long
	default:
		return v.Class
	}
}

// about sets the types of a row, given a pointer to each; functions return a pointer to a document.
func (v Verb) about(question, document any) Verb {
	v.Question, v.Document = reflect.TypeOf(question).Elem(), reflect.TypeOf(document).Elem()
	if v.Document.Kind() == reflect.Pointer {
		v.Document = v.Document.Elem()
	}
	return v
}

func (v Verb) by(run func(context.Context, any, Tell[any]) (any, error)) Verb {
	v.run = run
	return v
}

// some returns a document, or nil with an error: a nil pointer in an any is not nil.
func some[D any](doc D, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return doc, nil
}

// typed returns a Tell for documents of one type.
func typed[D any](tell Tell[any]) Tell[D] {
	if tell == nil {
		return nil
	}
	return func(latest func() D) { tell(func() any { return latest() }) }
}

// untyped returns the task with documents of any type.
func untyped[D any](t Task[D], err error) (Task[any], error) {
	return Task[any]{
		Key: t.Key, Cost: t.Cost,
		Run:  func(ctx context.Context, tell Tell[any]) (any, error) { return some(t.Run(ctx, typed[D](tell))) },
		Turn: func(doc any) any { return t.Turn(doc.(D)) },
	}, err
}

// runPrepared answers a question through its task.
func (v Verb) runPrepared(ctx context.Context, question any, tell Tell[any]) (any, error) {
	t, err := v.prepare(question)
	if err != nil {
		return nil, err
	}
	turned := tell
	if tell != nil {
		turned = func(latest func() any) { tell(func() any { return t.Turn(latest()) }) }
	}
	doc, err := t.Run(ctx, turned)
	if err != nil {
		return nil, err
	}
	return t.Turn(doc), nil
}

// Read parses a question in JSON strictly (see [Read]) and returns a pointer to it.
func (v *Verb) Read(text []byte) (question any, err error) { return v.read(text) }

// read is Read of a text that may have the fields besides as well.
func (v *Verb) read(text []byte, besides ...string) (any, error) {
	question := reflect.New(v.Question).Interface()
	if err := read(text, question, besides...); err != nil {
		return nil, err
	}
	return question, nil
}

// Do answers a question, given a pointer to it. tell may be nil. A pause in the context (see
// package pause) is called each time the work checks whether to stop.
func (v *Verb) Do(ctx context.Context, question any, tell Tell[any]) (document any, err error) {
	return v.run(pause.Context(ctx), question, tell)
}

// Run answers a question in JSON.
func (v *Verb) Run(ctx context.Context, text []byte, tell Tell[any]) (document any, err error) {
	question, err := v.Read(text)
	if err != nil {
		return nil, err
	}
	return v.Do(ctx, question, tell)
}

// Prepare parses a question, given a pointer to it, without answering it. The cost of a verb that
// is not [Prepared] is unknown beforehand.
func (v *Verb) Prepare(question any) (Task[any], error) {
	if v.prepare != nil {
		return v.prepare(question)
	}
	return Task[any]{
		Cost: math.Inf(1), Turn: func(doc any) any { return doc },
		Run: func(ctx context.Context, tell Tell[any]) (any, error) { return v.Do(ctx, question, tell) },
	}, nil
}
