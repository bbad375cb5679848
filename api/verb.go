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

// Verb is a question that veil answers, declared once: every door to veil (HTTP, the engines
// in a browser, lines of JSON) is made from these rows. [Answer], [Tells] and [Prepared]
// complete a row with the function that answers.
type Verb struct {
	Name      string // the field "ask" of a question, such as mines.check
	Operation string // its name in the HTTP API
	Path      string // in the HTTP API, below its version; "" for no route
	Summary   string
	Class     Class // of questions whose cost is not known to be small: see [Priced]
	ByHand    bool  // the server routes it itself, because its answers are jobs or have names

	Question, Document reflect.Type

	run     func(ctx context.Context, question any, tell Tell[any]) (any, error)
	prepare func(question any) (Task[any], error)
	most    func(question any) float64
}

// Answer completes a row with a function that answers at once.
//
// Code that is instantiated for every type of question makes the engines in a browser larger, and so
// does its name, which spells the whole type: these three functions only wrap theirs in any.
func Answer[Q, D any](v Verb, run func(context.Context, Q) (D, error)) Verb {
	return v.about(new(Q), new(D)).by(func(ctx context.Context, question any, _ Tell[any]) (any, error) {
		return some(run(ctx, *question.(*Q)))
	})
}

// Tells completes a row with a function that passes on better and better documents.
func Tells[Q, D any](v Verb, run func(context.Context, Q, Tell[D]) (D, error)) Verb {
	return v.about(new(Q), new(D)).by(func(ctx context.Context, question any, tell Tell[any]) (any, error) {
		return some(run(ctx, *question.(*Q), typed[D](tell)))
	})
}

// Prepared completes a row with a function that reads a question, so that a server can look up,
// price and schedule its answer. On top of [Tells] it leaves answers without a server alone.
func Prepared[Q, D any](v Verb, prepare func(Q) (Task[D], error)) Verb {
	v = v.about(new(Q), new(D))
	v.prepare = func(question any) (Task[any], error) { return untyped(prepare(*question.(*Q))) }
	if v.run == nil {
		return v.by(v.runPrepared)
	}
	return v
}

// ShortWork is the number of milliseconds up to which work is short.
const ShortWork = 50

// Priced adds a function that bounds the cost of a question from above, in milliseconds, and takes little time itself. It
// reads no more of the question than it must, and returns infinity for what it cannot bound.
func Priced[Q any](v Verb, most func(Q) float64) Verb {
	v.most = func(question any) float64 { return most(*question.(*Q)) }
	return v
}

// ClassOf returns the class of a question, to which it gets a pointer: Short only if its cost is known to be
// small, whatever the verb.
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

// some returns a document, or nil with an error: a nil pointer in an any would not be nil.
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

// untyped returns a task whose documents may be of any type.
func untyped[D any](t Task[D], err error) (Task[any], error) {
	return Task[any]{
		Key: t.Key, Cost: t.Cost,
		Run:  func(ctx context.Context, tell Tell[any]) (any, error) { return some(t.Run(ctx, typed[D](tell))) },
		Turn: func(doc any) any { return t.Turn(doc.(D)) },
	}, err
}

// runPrepared answers a question by its task.
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

// Read reads a question in JSON, strictly (see [Read]), and returns a pointer to it.
func (v *Verb) Read(text []byte) (question any, err error) { return v.read(text) }

// read is Read of a text that may have other fields besides.
func (v *Verb) read(text []byte, besides ...string) (any, error) {
	question := reflect.New(v.Question).Interface()
	if err := read(text, question, besides...); err != nil {
		return nil, err
	}
	return question, nil
}

// Do answers a question, to which it gets a pointer. tell may be nil. Whoever put a pause into the context hears
// of every time that the work asks whether to stop.
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

// Prepare reads a question, to which it gets a pointer, as far as that is possible without
// answering it. The cost of a verb that is not [Prepared] cannot be known beforehand.
func (v *Verb) Prepare(question any) (Task[any], error) {
	if v.prepare != nil {
		return v.prepare(question)
	}
	return Task[any]{
		Cost: math.Inf(1), Turn: func(doc any) any { return doc },
		Run: func(ctx context.Context, tell Tell[any]) (any, error) { return v.Do(ctx, question, tell) },
	}, nil
}
