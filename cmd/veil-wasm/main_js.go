// SPDX-License-Identifier: BSD-3-Clause

//go:build js && wasm

// Command veil-wasm is the engine in a browser: for Minesweeper, or for Kriegspiel if it is built
// with the tag krieg, so that a page loads only what it needs. In a worker of a browser or of Node it
// defines one function,
//
//	const stop = veilAsk(question, tell)
//
// which answers a question in JSON (see api.Table.Ask) with a stream of documents in JSON. Each is
// passed to tell as a string, and null after the last; stop() withdraws the question. When the
// function is defined, veilReady is called if the page has defined it. The engine for games takes
// its role as an argument of the program: player, coach or referee. A worker whose files are not beside it
// defines veilFile(name), which returns a promise of an ArrayBuffer.
package main

import (
	"context"
	"syscall/js"
	"time"

	"github.com/veilplan/veil/internal/pause"
)

// breath is how long the engine computes before it lets the worker process messages, and rest
// before it also lets timers run.
const (
	breath = 12 * time.Millisecond
	rest   = 40 * time.Millisecond
)

func main() {
	table, err := verbs(role())
	if err != nil {
		panic(err)
	}
	js.Global().Set("veilAsk", js.FuncOf(func(_ js.Value, args []js.Value) any {
		question, tell := []byte(args[0].String()), args[1]
		ctx, cancel := context.WithCancel(context.Background())
		stop := js.FuncOf(func(js.Value, []js.Value) any {
			cancel()
			return nil
		})
		go func() {
			defer stop.Release() // nobody may stop what is over, and a batch has many questions
			defer cancel()
			send := func(doc []byte) { tell.Invoke(string(doc)) }
			send(table.Ask(pause.With(ctx, breathe()), question, send))
			tell.Invoke(js.Null())
		}()
		return stop
	}))
	if ready := js.Global().Get("veilReady"); ready.Type() == js.TypeFunction {
		ready.Invoke()
	}
	select {}
}

// breathe returns a pause for long work. If the worker can, it yields to pending messages, which
// takes almost no time; timers run only while the engine sleeps, and browsers prolong sleeps.
func breathe() func() {
	yield := js.Global().Get("veilYield")
	last, rested := time.Now(), time.Now()
	return func() {
		if time.Since(last) < breath {
			return
		}
		if time.Since(rested) > rest || yield.Type() != js.TypeFunction {
			time.Sleep(time.Millisecond) // a shorter sleep ends before the worker runs
			rested = time.Now()
		} else {
			heard := make(chan struct{})
			resume := js.FuncOf(func(js.Value, []js.Value) any {
				close(heard)
				return nil
			})
			yield.Invoke(resume)
			<-heard
			resume.Release()
		}
		last = time.Now()
	}
}
