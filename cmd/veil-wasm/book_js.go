// SPDX-License-Identifier: BSD-3-Clause

//go:build (play || kriegspiel) && js && wasm

package main

import (
	"bytes"
	"syscall/js"

	"github.com/veilplan/veil/krieg/ending"
)

// tables is the book, once it has been fetched.
var tables *ending.Book //nolint:gochecknoglobals // one worker, one book

// book returns the tables of endings. It fetches them at the first call, because most games never
// need them. If that fails or takes longer than patience, it returns nil: the engine then plays
// without tables, and the next call tries again.
func book() *ending.Book {
	if tables != nil {
		return tables
	}
	raw := fetched("endings.bin")
	if list, err := ending.Decode(bytes.NewReader(raw)); raw != nil && err == nil {
		tables = ending.NewBook(list...).OnDemand(minors, ending.KBBK, ending.KBNK)
	}
	return tables
}

// minors returns the tables of endings with minor pieces, which have a file apart; an empty list if what
// was fetched is something else, and nil to try again.
func minors() []*ending.Table {
	raw := fetched("minor.bin")
	if raw == nil {
		return nil
	}
	list, err := ending.Decode(bytes.NewReader(raw))
	if err != nil {
		return []*ending.Table{}
	}
	return list
}

// patience is how long a move waits for the tables, in milliseconds.
const patience = 10_000

// fetched returns the content of a file, or nil.
func fetched(name string) []byte {
	done := make(chan []byte, 1)
	var bodies []js.Func
	then := func(f func(v js.Value) any) js.Func {
		g := js.FuncOf(func(_ js.Value, args []js.Value) any { return f(args[0]) })
		bodies = append(bodies, g)
		return g
	}
	failed := then(func(js.Value) any { done <- nil; return nil })
	asked(name, then).Call("then", then(func(v js.Value) any {
		raw := make([]byte, v.Get("byteLength").Int())
		js.CopyBytesToGo(raw, js.Global().Get("Uint8Array").New(v))
		done <- raw
		return nil
	})).Call("catch", failed)
	raw := <-done
	for _, f := range bodies {
		f.Release()
	}
	return raw
}

// asked returns the promise of a file: by the worker's function if it has one, and otherwise from the
// address beside the worker.
func asked(name string, then func(func(js.Value) any) js.Func) js.Value {
	if file := js.Global().Get("veilFile"); file.Type() == js.TypeFunction {
		return file.Invoke(name)
	}
	soon := js.ValueOf(map[string]any{"signal": js.Global().Get("AbortSignal").Call("timeout", patience)})
	return js.Global().Call("fetch", name, soon).Call("then", then(func(r js.Value) any {
		if !r.Get("ok").Bool() {
			return js.Global().Get("Promise").Call("reject", r.Get("statusText"))
		}
		return r.Call("arrayBuffer")
	}))
}
