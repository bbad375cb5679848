// SPDX-License-Identifier: BSD-3-Clause

// Package protocol lets any program use veil's engines through lines of text, similar to the
// Universal Chess Interface; docs/reference/engine-protocol.md is its specification. The engine
// receives only what a player may know, and cannot ask for more.
package protocol

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/ending"
)

// maxLine is the maximum length of a line, in bytes.
const maxLine = 1 << 20

// Engine is one conversation. Its zero value plays without tables of endings.
type Engine struct {
	// Version is the engine's name in its greeting.
	Version string
	// Book, if not nil, contains the tables of endings against a bare king.
	Book *ending.Book

	level  int   // default of newgame krieg; 0 for the strongest
	memory int64 // of a search, in bytes; 0 for the default

	out    io.Writer
	write  sync.Mutex
	failed error // of the output

	game game
	stop context.CancelFunc // ends the running search; nil if none
	done chan struct{}      // closed when it has ended
	// endless reports that the search answers only after stop.
	endless bool
}

// game is the state of a game that commands act on.
type game interface {
	// do performs a command of the game and reports whether the command exists.
	do(command, rest string) (known bool, err error)
	// think returns a search. It is prepared here, where its errors are reported, and runs
	// concurrently with the conversation.
	think(words []string) (search, error)
}

// search reports its findings and returns its last line, the answer, whether or not the context
// ends early.
type search func(ctx context.Context, say func(format string, args ...any)) string

var (
	errNoGame = errors.New("there is no game; begin with newgame mines or newgame krieg")
	errTimed  = errors.New("infinite and a time limit exclude each other")
	errBusy   = errors.New("a search is under way; send stop first")
)

// Run holds a conversation until quit or the end of the input. At the end of the input a running
// search finishes; quit ends it.
func (e *Engine) Run(ctx context.Context, in io.Reader, out io.Writer) error {
	e.out = out
	r := bufio.NewReaderSize(in, 1<<16)
	for {
		line, err := readLine(r)
		switch {
		case errors.Is(err, errLong):
			e.say("error a line of more than %d bytes", maxLine)
			continue
		case err != nil && line == "":
			if e.endless {
				e.halt() // nobody can stop it any more
			}
			e.settle()
			if errors.Is(err, io.EOF) {
				err = nil
			}
			return errors.Join(err, e.failed)
		}
		if command, rest, _ := strings.Cut(strings.TrimSpace(line), " "); !e.obey(ctx, command, strings.TrimSpace(rest)) {
			return e.failed
		}
	}
}

var errLong = errors.New("line too long")

// readLine reads a line. Text beyond maxLine is skipped.
func readLine(r *bufio.Reader) (string, error) {
	var line bytes.Buffer
	long := false
	for {
		part, err := r.ReadSlice('\n')
		if long = long || line.Len()+len(part) > maxLine; !long {
			line.Write(part)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case long:
			return "", errLong
		default:
			return line.String(), err
		}
	}
}

// obey performs a command and reports whether to continue.
func (e *Engine) obey(ctx context.Context, command, rest string) bool {
	var err error
	switch command {
	case "", "#":
	case "quit":
		e.halt()
		return false
	case "vlp":
		e.introduce()
	case "uci":
		e.introduceUCI()
	case "help":
		e.help()
	case "isready":
		e.say("readyok")
	case "stop":
		e.halt()
	case "wait":
		e.settle()
	default:
		err = e.command(ctx, command, rest)
	}
	if err != nil {
		e.say("error %.40s: %.1000s", command, oneLine(err)) // it may quote a long command
	}
	return e.failed == nil
}

// command performs a command that is not allowed during a search.
func (e *Engine) command(ctx context.Context, command, rest string) error {
	if e.thinking() {
		return errBusy
	}
	switch command {
	case "setoption":
		return e.setOption(rest)
	case "newgame":
		return e.newGame(rest)
	case "go":
		return e.start(ctx, strings.Fields(rest))
	}
	if e.game == nil {
		return errNoGame
	}
	known, err := e.game.do(command, rest)
	if !known {
		return errors.New("no such command in this game; help lists the commands")
	}
	return err
}

func (e *Engine) introduce() {
	var rules []string
	for _, r := range krieg.Rulesets() {
		rules = append(rules, r.Name)
	}
	e.say("id name veil %s", e.Version)
	e.say("domain mines 1")
	e.say("domain krieg 1 rulesets %s", strings.Join(rules, " "))
	e.say("vlpok")
}

func (e *Engine) newGame(rest string) (err error) {
	domain, rest, _ := strings.Cut(rest, " ")
	var g game
	switch domain {
	case "mines":
		g, err = newMinesGame(strings.Fields(rest), e.memory)
	case "krieg":
		g, err = newKriegGame(rest, e.Book, e.level)
	default:
		err = fmt.Errorf("no domain %q; there are mines and krieg", domain)
	}
	if err == nil {
		e.game = g
	}
	return err
}

// start starts a search.
func (e *Engine) start(ctx context.Context, words []string) error {
	if e.game == nil {
		return errNoGame
	}
	words, endless, err := infinite(words)
	if err != nil {
		return err
	}
	run, err := e.game.think(words)
	if err != nil {
		return err
	}
	ctx, e.stop = context.WithCancel(ctx)
	e.endless = endless
	done := make(chan struct{})
	e.done = done
	go func() {
		answer := run(ctx, e.say)
		if endless {
			<-ctx.Done() // the answer comes after stop, however early it is known
		}
		// Once a program has read the answer, it may send any command: the search must be over by then.
		e.write.Lock()
		defer e.write.Unlock()
		e.print(answer)
		close(done)
	}()
	return nil
}

// infinite removes the word infinite, and in its place gives a search more time than anybody waits.
func infinite(words []string) (rest []string, endless bool, err error) {
	i := slices.Index(words, "infinite")
	if i < 0 {
		return words, false, nil
	}
	if slices.Contains(words, "movetime") || slices.Contains(words, "clock") {
		return nil, false, errTimed
	}
	return append(slices.Delete(slices.Clone(words), i, i+1), "movetime", "1000000000"), true, nil
}

// thinking reports whether a search is running.
func (e *Engine) thinking() bool {
	if e.stop == nil {
		return false
	}
	e.write.Lock() // wait for a search that is printing its answer
	defer e.write.Unlock()
	select {
	case <-e.done:
		e.settle()
		return false
	default:
		return true
	}
}

// settle waits for the running search.
func (e *Engine) settle() {
	if e.stop != nil {
		<-e.done
		e.stop()
		e.stop = nil
	}
}

// halt ends the running search, which prints its answer.
func (e *Engine) halt() {
	if e.stop != nil {
		e.stop()
		e.settle()
	}
}

// say prints a line immediately.
func (e *Engine) say(format string, args ...any) {
	e.write.Lock()
	defer e.write.Unlock()
	e.print(fmt.Sprintf(format, args...))
}

func (e *Engine) print(line string) {
	if _, err := e.out.Write([]byte(line + "\n")); err != nil && e.failed == nil {
		e.failed = err
	}
}

func oneLine(err error) string { return strings.Join(strings.Fields(err.Error()), " ") }
