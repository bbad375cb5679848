// SPDX-License-Identifier: BSD-3-Clause

// Package daily makes the list of boards of the day: 1,100 that need no guess, and 1,100 on which every
// player must guess. Seeds are tried in order, so the same program always makes the same bytes.
//
//	veil-dev daily -o web/static/daily.json
package daily

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"hash"
	"io"
	"os"
	"os/signal"
	"strconv"
	"strings"

	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/analysis"
)

// Boards is how many boards of a kind the list has: one a day for three years.
const Boards = 1100

// start is the day of the first board.
const start = "2026-11-18"

// Command defines the flags and returns the function that writes the list.
func Command(flags *flag.FlagSet) func(ctx context.Context, out, log io.Writer) error {
	path := flags.String("o", "web/static/daily.json", "write the list to this `file`")
	return func(ctx context.Context, out, _ io.Writer) error {
		ctx, stop := signal.NotifyContext(ctx, os.Interrupt)
		defer stop()
		l, err := made(ctx, Boards)
		if err != nil {
			return err
		}
		text := l.text()
		fmt.Fprintf(out, "%s: %d bytes, SHA-256 %x\n", *path, len(text), sha256.Sum256(text))
		return os.WriteFile(*path, text, 0o644)
	}
}

// list is the document mines.daily/1. The page draws the boards again from their seeds.
type list struct {
	Schema    string `json:"schema"`
	Generator string `json:"generator"`
	Start     string `json:"start"`
	Board     string `json:"board"`
	First     string `json:"first"`
	Click     string `json:"click"`
	NoGuess   *kind  `json:"no_guess"`
	Fair      *kind  `json:"fair"`
}

// kind is the boards of one kind. Numbers are in base 36.
type kind struct {
	Steps   string `json:"steps"`             // from one seed to the next; the first from 0
	Guesses string `json:"guesses,omitempty"` // the cells that veil guesses on each board
	Sum     string `json:"sum"`               // SHA-256 of all layouts

	steps, guesses []string
	last           uint64
	sum            hash.Hash
}

// draw is how the boards are drawn: narrow enough for a telephone, and dense enough for guesses.
func draw() analysis.Draw {
	return analysis.Draw{Rules: mines.Rules{Width: 9, Height: 15, Mines: 27, First: mines.Zero}}.Complete(true)
}

// made tries the seeds from 1 on until there are n boards of each kind.
func made(ctx context.Context, n int) (*list, error) {
	d := draw()
	l := &list{
		Schema: "mines.daily/1", Generator: mines.Generator, Start: start, Board: d.Rules.String(), First: d.Rules.First.String(), Click: d.Click,
		NoGuess: &kind{sum: sha256.New()}, Fair: &kind{sum: sha256.New()},
	}
	for seed := uint64(1); len(l.NoGuess.steps) < n || len(l.Fair.steps) < n; seed++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		layout, guesses, err := sweep(d, seed)
		if err != nil {
			return nil, fmt.Errorf("seed %d: %w", seed, err)
		}
		k := l.NoGuess
		if len(guesses) > 0 {
			k = l.Fair
		}
		if len(k.steps) < n {
			k.add(seed, layout, guesses)
		}
	}
	return l, nil
}

func (k *kind) add(seed uint64, layout mines.Layout, guesses []mines.Cell) {
	k.steps = append(k.steps, strconv.FormatUint(seed-k.last, 36))
	k.last = seed
	var cells []string
	for _, c := range guesses {
		cells = append(cells, strconv.FormatInt(int64(c), 36))
	}
	k.guesses = append(k.guesses, strings.Join(cells, "."))
	for _, mine := range layout {
		bit := byte('0')
		if mine {
			bit = '1'
		}
		k.sum.Write([]byte{bit})
	}
}

// text writes the list.
func (l *list) text() []byte {
	for _, k := range []*kind{l.NoGuess, l.Fair} {
		k.Steps, k.Guesses, k.Sum = strings.Join(k.steps, " "), strings.TrimSpace(strings.Join(k.guesses, " ")), hex.EncodeToString(k.sum.Sum(nil))
	}
	var out bytes.Buffer
	text, err := json.Marshal(l)
	if err == nil {
		err = json.Indent(&out, text, "", " ")
	}
	if err != nil {
		panic(err) // strings cannot fail
	}
	return append(out.Bytes(), '\n')
}
