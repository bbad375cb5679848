// SPDX-License-Identifier: BSD-3-Clause

package mines

import (
	"cmp"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/domain/mines"
	"github.com/veilplan/veil/domain/mines/count"
	"github.com/veilplan/veil/domain/mines/notation"
)

// Desk answers questions. Its zero value works; all its methods may be called at the same
// time. Every error is an *analysis.Problem.
type Desk struct {
	// Engine is named in the documents.
	Engine string
	Limits Limits
}

// Limits bound every answer, whatever the question asks for. A zero means the default.
type Limits struct {
	Cells  int           // of a board; 40,000
	Text   int           // bytes of a position or game; 256 KiB
	Time   time.Duration // most time; 30 s
	Usual  time.Duration // time if the question does not say; 3 s
	Memory int64         // bytes of tables; 512 MiB
	Turns  int           // moves of a game; 2,000
	Tries  int           // attempts at a board without a guess; 10,000
	// Layouts is the largest position that is searched, 200,000, if it has 25 hidden cells or
	// fewer. Listing the cells of all layouts cannot be interrupted.
	Layouts int
	Games   int // of an estimate; 100,000
	Digits  int // of all counts of a document together; 8 million
}

// Defaults of limits that commands offer as flags.
const (
	DefaultTime  = 3 * time.Second
	DefaultTries = 10_000
)

func (l Limits) withDefaults() Limits {
	l.Cells = cmp.Or(l.Cells, 200*200)
	l.Text = cmp.Or(l.Text, 256<<10)
	l.Time = cmp.Or(l.Time, 30*time.Second)
	l.Usual = cmp.Or(l.Usual, DefaultTime)
	l.Memory = cmp.Or(l.Memory, 512<<20)
	l.Turns = cmp.Or(l.Turns, 2000)
	l.Tries = cmp.Or(l.Tries, DefaultTries)
	l.Layouts = cmp.Or(l.Layouts, 200_000)
	l.Games = cmp.Or(l.Games, 100_000)
	l.Digits = cmp.Or(l.Digits, 8<<20)
	return l
}

// budget is what a question may use.
type budget struct {
	time   time.Duration
	memory int64
	nodes  int
	most   int
	cells  int // of all layouts
	games  int
}

func (d *Desk) budget(b api.Budget) budget {
	l := d.Limits.withDefaults()
	x := budget{
		time: min(l.Usual, l.Time), memory: l.Memory, nodes: b.Nodes,
		most: min(b.MaxLayouts, l.Layouts), cells: 25 * l.Layouts, games: min(b.Games, l.Games),
	}
	switch {
	case b.TimeMS > 0:
		x.time = min(l.Time, time.Duration(b.TimeMS)*time.Millisecond)
	case b.Nodes > 0: // the same on every machine, unless it takes too long for any
		x.time = l.Time
	}
	if b.MemoryMB > 0 {
		x.memory = min(l.Memory, int64(b.MemoryMB)<<20)
	}
	return x
}

// maxCounting bounds the tables of counting, and so its time: it cannot be interrupted.
const maxCounting = 64 << 20

// Counting and searching have tables of their own: each gets half.
func (b budget) counting() count.Limit { return count.Limit{Memory: int(min(maxCounting, b.memory/2))} }

func (b budget) search(best bool, progress func()) WinConfig {
	return WinConfig{
		MaxLayouts: b.most, MaxCells: b.cells, Nodes: b.nodes, Games: b.games,
		Memory: b.memory / 2, BestOnly: best, Progress: progress,
	}
}

// read reads a position or game and checks its size.
func (d *Desk) read(in api.Input) (notation.Document, error) {
	l := d.Limits.withDefaults()
	text := []byte(in.Text)
	if in.Encoding == "base64" {
		decoded, err := base64.StdEncoding.DecodeString(in.Text)
		if err != nil {
			return notation.Document{}, api.NewProblem(api.Malformed, "the text is not base64", err.Error())
		}
		text = decoded
	}
	if len(text) > l.Text {
		return notation.Document{}, api.NewTooLarge("the text is too long", l.Text, len(text), "bytes")
	}
	format := notation.Format(cmp.Or(in.Format, string(notation.Recognise(text))))
	if !slices.Contains(notation.Formats(), format) {
		return notation.Document{}, api.NewProblem(api.Impossible, fmt.Sprintf("format %q is not known", in.Format), "formats: "+formats())
	}
	doc, err := notation.ParseFormat(format, text)
	if err != nil {
		return notation.Document{}, malformed(err)
	}
	if doc.View.Cells() > l.Cells {
		return notation.Document{}, api.NewTooLarge("the board is too large", l.Cells, doc.View.Cells(), "cells")
	}
	return doc, complete(&doc, in)
}

// complete adds what the text did not say.
func complete(doc *notation.Document, in api.Input) error {
	if in.First != "" {
		if err := doc.View.First.UnmarshalText([]byte(in.First)); err != nil {
			p := api.NewProblem(api.Unsupported, err.Error(), "")
			p.Supported = []string{"any", "safe", "zero"}
			return p
		}
	}
	if in.Mines != nil {
		if has := doc.View.Mines; has != mines.UnknownMines && has != *in.Mines {
			return api.NewProblem(api.Impossible, fmt.Sprintf("mines is %d, but the board says %d", *in.Mines, has), "leave out one of them")
		}
		doc.View.Mines = *in.Mines
	}
	if err := doc.View.Validate(); err != nil {
		return api.NewProblem(api.Malformed, err.Error(), "")
	}
	if in.TrustFlags {
		doc.View = doc.View.TrustFlags()
	}
	return nil
}

func formats() string {
	var list []string
	for _, f := range notation.Formats() {
		list = append(list, string(f))
	}
	return strings.Join(list, ", ")
}

// look finds out about a view. A position that is too hard, or takes too long, is no
// failure: what is known of it is the answer.
func (d *Desk) look(ctx context.Context, v mines.View, b budget) (*Position, error) {
	k, err := know(ctx, v, b.counting())
	switch {
	case errors.Is(err, veil.ErrImpossible):
		return nil, Contradiction(v)
	case k == nil || errors.Is(err, context.Canceled):
		return nil, api.ProblemOf(err)
	}
	hasty, tooLong := d.tellable(v, k)
	if tooLong != nil {
		return nil, tooLong
	}
	m := NewPosition(v, k, err != nil)
	m.hasty = hasty
	return m, nil
}

// tellable refuses an answer that would be too long: on a large board with many mines every
// count has thousands of digits, and to find them takes as long. If only what cells may show
// makes it so, that is left out.
func (d *Desk) tellable(v mines.View, k *count.Knowledge) (hasty bool, err error) {
	if !k.Counted() {
		return false, nil
	}
	hidden := 0
	for _, mark := range v.Marks {
		if mark.IsHidden() {
			hidden++
		}
	}
	most := d.Limits.withDefaults().Digits
	risks := 2 * hidden * (1 + k.Layouts().BitLen()*3/10)
	if risks > most {
		return false, api.NewTooLarge("the answer would be too long", most, risks, "digits")
	}
	return 4*risks > most, nil
}
