// SPDX-License-Identifier: BSD-3-Clause

//go:build js && wasm

// Command veil-wasm is the engine in a browser: that of Minesweeper, or of Kriegspiel if it
// is built with the tag krieg, so that a page loads only what it needs. Loaded by a Web Worker it defines one
// function,
//
//	const stop = veilAsk(question, tell)
//
// which answers a question in JSON (see analysis.Ask) with a stream of documents in JSON.
// Each is given to tell as a string, and null after the last; stop() withdraws the question.
// When the function is there, veilReady is called if the page has defined it.
package main

import (
	"context"
	"syscall/js"
	"time"

	"github.com/veilplan/veil/analysis"
)

// breath is how long the engine computes before it lets the worker hear messages.
const breath = 40 * time.Millisecond

func main() {
	desk := newDesk()
	js.Global().Set("veilAsk", js.FuncOf(func(_ js.Value, args []js.Value) any {
		question, tell := []byte(args[0].String()), args[1]
		ctx, cancel := context.WithCancel(context.Background())
		go func() {
			defer cancel()
			desk.Ask(analysis.WithPause(ctx, breathe()), question, func(doc []byte) { tell.Invoke(string(doc)) })
			tell.Invoke(js.Null())
		}()
		return js.FuncOf(func(js.Value, []js.Value) any {
			cancel()
			return nil
		})
	}))
	if ready := js.Global().Get("veilReady"); ready.Type() == js.TypeFunction {
		ready.Invoke()
	}
	select {}
}

// breathe returns a pause that sleeps now and then: only then do timers and messages run.
func breathe() func() {
	last := time.Now()
	return func() {
		if time.Since(last) > breath {
			time.Sleep(time.Millisecond) // a shorter one ends before the worker gets its turn
			last = time.Now()
		}
	}
}
