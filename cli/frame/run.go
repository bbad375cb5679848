// SPDX-License-Identifier: BSD-3-Clause

package frame

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

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/internal/term"
	"github.com/veilplan/veil/internal/text"
)

// Addresses of veil and its documentation.
const (
	Repository = "https://github.com/veilplan/veil"
	DocsURL    = Repository + "/blob/main/docs"
)

// App is one invocation of the program.
type App struct {
	Env

	Output OutputFlags
	Topics []Topic
	// Lacking lists the parts that this build was made without.
	Lacking []string
	Input   []byte // input read so far, for the report of an internal error

	Line    atomic.Pointer[term.Progress] // on the terminal now, if any
	root    *cobra.Command
	patient atomic.Bool // the command stops itself
}

// stopsItself marks a command that ends by itself when interrupted, because it has work to save or
// clients to serve.
const stopsItself = "stops itself"

// Grace is the time for an interrupted command to print what it has.
const Grace = 2 * time.Second

// Run executes the program and returns the exit code of the process.
func Run(ctx context.Context, e Env, newRoot func(*App) *cobra.Command) int {
	a := &App{Env: e}
	done := make(chan ExitCode, 1)
	go func() {
		defer func() {
			if fault := recover(); fault != nil {
				done <- a.crash(fault, debug.Stack())
			}
		}()
		done <- a.execute(ctx, newRoot(a))
	}()
	select {
	case code := <-done:
		return int(code)
	case <-ctx.Done():
		return int(a.lastWords(done))
	}
}

// lastWords waits for the answer of an interrupted command. A command that does not end is
// abandoned: people who press Ctrl-C want the prompt back.
func (a *App) lastWords(done <-chan ExitCode) ExitCode {
	if a.patient.Load() {
		return <-done
	}
	select {
	case code := <-done:
		return code
	case <-time.After(Grace):
		a.endProgress()
		fmt.Fprintln(a.Stderr, "interrupted before there was an answer")
		return ExitInterrupted
	}
}

func (a *App) execute(ctx context.Context, root *cobra.Command) ExitCode {
	root.SetArgs(a.Args)
	root.SetIn(a.Stdin)
	root.SetOut(a.Stdout)
	root.SetErr(a.Stderr)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return ExitOK
	}
	f := AsFailure(err)
	a.report(f)
	return f.Code
}

// report prints a failure: for people on stderr and, under --json, for programs on
// stdout, so that a reader of JSON always gets one document.
func (a *App) report(f *Failure) {
	a.endProgress()
	if f.What == "" {
		return
	}
	label := "error:"
	if f.Code == ExitInterrupted {
		label = "interrupted:"
	}
	f.What = text.Safe(a.Own(f.What)) // it may quote foreign text
	for i, note := range f.Notes {
		f.Notes[i] = text.Safe(a.Own(note))
	}
	fmt.Fprintln(a.Stderr, label, f.What)
	for _, note := range f.Notes {
		fmt.Fprintln(a.Stderr, " ", strings.ReplaceAll(note, "\n", "\n  "))
	}
	if a.Output.JSON && f.Code != ExitBudget && f.Code != ExitInterrupted {
		a.reportJSON(f)
	}
}

func (a *App) reportJSON(f *Failure) {
	if err := json.NewEncoder(a.Stdout).Encode(f.Document()); err != nil {
		fmt.Fprintln(a.Stderr, "error: cannot write the output:", err)
	}
}

// crash turns a panic into exit code 70 and writes a report to a file: maintainers need the input
// to reproduce it, and nobody copies it by hand.
func (a *App) crash(fault any, stack []byte) ExitCode {
	f := a.Fault(fault, stack)
	a.report(f)
	return f.Code
}

// Fault converts a panic into a failure.
func (a *App) Fault(fault any, stack []byte) *Failure {
	var report bytes.Buffer
	fmt.Fprintf(&report, "veil %s\nargs: %q\npanic: %v\n\n%s\ninput:\n%s", a.Version, a.Args, fault, stack, a.Input)
	f := &Failure{Code: ExitInternal, Kind: KindInternal, What: fmt.Sprintf("internal error: %v", fault)}
	where := "Please report it at " + Repository + "/issues"
	if a.root != nil && a.Name() != first {
		where = "Please report it to the makers of " + a.Name()
	}
	if name, err := writeTemp(a.Temp, report.Bytes()); err == nil {
		where += "\nand attach " + name + ": it holds the command, the input and the stack."
	}
	f.Notes = []string{"This is a fault of the program, not of your input.", where}
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
