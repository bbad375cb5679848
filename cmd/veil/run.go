// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"time"

	"github.com/veilplan/veil/internal/term"
)

const (
	repository = "https://github.com/veilplan/veil"
	docsURL    = repository + "/blob/main/docs"
)

// app is one run of the program.
type app struct {
	env

	output outputFlags
	input  []byte // what was read so far, for the report of an internal error

	line    atomic.Pointer[term.Progress] // on the terminal now, if any
	patient atomic.Bool                   // the command stops itself
}

// stopsItself marks a command that ends in its own time when it is interrupted, because it
// has work to save or clients to serve.
const stopsItself = "stops itself"

// grace is how long an interrupted command may take to print what it knows.
const grace = 2 * time.Second

// run is the program: it returns the exit code of the process.
func run(ctx context.Context, e env) int {
	a := &app{env: e}
	done := make(chan exitCode, 1)
	go func() {
		defer func() {
			if fault := recover(); fault != nil {
				done <- a.crash(fault, debug.Stack())
			}
		}()
		done <- a.execute(ctx)
	}()
	select {
	case code := <-done:
		return int(code)
	case <-ctx.Done():
		return int(a.lastWords(done))
	}
}

// lastWords waits for the answer of an interrupted command. One that does not come to an end
// is left behind: whoever presses Ctrl-C wants the prompt back.
func (a *app) lastWords(done <-chan exitCode) exitCode {
	if a.patient.Load() {
		return <-done
	}
	select {
	case code := <-done:
		return code
	case <-time.After(grace):
		a.endProgress()
		fmt.Fprintln(a.stderr, "interrupted: nothing was known by then")
		return exitInterrupted
	}
}

func (a *app) execute(ctx context.Context) exitCode {
	root := newRoot(a)
	root.SetArgs(a.args)
	root.SetIn(a.stdin)
	root.SetOut(a.stdout)
	root.SetErr(a.stderr)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return exitOK
	}
	f := asFailure(err)
	a.report(f)
	return f.code
}

// report prints a failure: for people on stderr and, under --json, for programs on
// stdout, so that a reader of JSON always gets one document.
func (a *app) report(f *failure) {
	a.endProgress()
	if f.what == "" {
		return
	}
	label := "error:"
	if f.code == exitInterrupted {
		label = "interrupted:"
	}
	fmt.Fprintln(a.stderr, label, f.what)
	for _, note := range f.notes {
		fmt.Fprintln(a.stderr, " ", strings.ReplaceAll(note, "\n", "\n  "))
	}
	if a.output.json && f.code != exitBudget && f.code != exitInterrupted {
		a.reportJSON(f)
	}
}

func (a *app) reportJSON(f *failure) {
	if err := json.NewEncoder(a.stdout).Encode(f.document()); err != nil {
		fmt.Fprintln(a.stderr, "error: cannot write the output:", err)
	}
}

// crash turns a panic into exit code 70 and leaves what is needed to repeat it in a
// file, because the position is what a maintainer needs and nobody copies it by hand.
func (a *app) crash(fault any, stack []byte) exitCode {
	f := a.internal(fault, stack)
	a.report(f)
	return f.code
}

// internal is the failure that a panic stands for.
func (a *app) internal(fault any, stack []byte) *failure {
	var report bytes.Buffer
	fmt.Fprintf(&report, "veil %s\nargs: %q\npanic: %v\n\n%s\ninput:\n%s", a.version, a.args, fault, stack, a.input)
	f := &failure{code: exitInternal, kind: kindInternal, what: fmt.Sprintf("internal error: %v", fault)}
	where := "Please report it at " + repository + "/issues"
	if name, err := writeTemp(a.temp, report.Bytes()); err == nil {
		where += "\nand attach " + name + ": it holds the command, the input and the stack."
	}
	f.notes = []string{"This is a fault of veil, not of your input.", where}
	return f
}

func writeTemp(dir string, content []byte) (string, error) {
	file, err := os.CreateTemp(dir, "veil-crash-*.txt")
	if err != nil {
		return "", err
	}
	_, err = file.Write(content)
	if closing := file.Close(); err == nil {
		err = closing
	}
	return file.Name(), err
}
