// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/mines/notation"
)

// Service answers questions about Minesweeper. Its zero value works; its methods are safe for
// concurrent use. Every error is an *api.Problem.
type Service struct {
	// Engine is named in the documents.
	Engine string
	// Limits bound every answer, whatever the question asks for.
	Limits api.Limits
}

// maxCounting limits the tables of counting, and so the time until it can be interrupted.
const maxCounting = 64 << 20

// counting returns half of the memory for counting: the search has separate tables.
func counting(l api.Limits) count.Limit {
	return count.Limit{Memory: int(min(maxCounting, l.WithDefaults().Memory/2))}
}

// read reads a position or game and checks its size.
func (s *Service) read(in api.Input) (notation.Document, error) {
	l := s.Limits.WithDefaults()
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
	r, err := readerOf(in)
	if err != nil {
		return notation.Document{}, err
	}
	doc, err := r.Parse(text)
	if err != nil {
		return notation.Document{}, Malformed(err)
	}
	if doc.View.Cells() > l.Cells {
		return notation.Document{}, api.NewTooLarge("the board is too large", l.Cells, doc.View.Cells(), "cells")
	}
	if len(doc.Moves) > l.Turns {
		return notation.Document{}, api.NewTooLarge("the game is too long", l.Turns, len(doc.Moves), "moves")
	}
	return doc, incomplete(r.Complete(&doc))
}

// readerOf returns a reader that adds the settings that a question gives besides its text.
func readerOf(in api.Input) (*notation.Reader, error) {
	r := &notation.Reader{Format: notation.Format(in.Format), Mines: in.Mines, TrustFlags: in.TrustFlags}
	if r.Format != "" && !slices.Contains(notation.Formats(), r.Format) {
		return nil, api.NewProblem(api.Impossible, fmt.Sprintf("format %q is not known", in.Format), "formats: "+formats())
	}
	if in.First == "" {
		return r, nil
	}
	r.First = new(mines.First)
	if err := r.First.UnmarshalText([]byte(in.First)); err != nil {
		p := api.NewProblem(api.Unsupported, err.Error(), "")
		p.Supported = []string{"any", "safe", "zero"}
		return nil, p
	}
	return r, nil
}

// incomplete returns the problem that reports bad settings added to a board.
func incomplete(err error) error {
	if d, ok := errors.AsType[*notation.CountError](err); ok {
		return api.NewProblem(api.Impossible, fmt.Sprintf("mines is %d, but the board says %d", d.Given, d.Says), "leave out one of them")
	}
	if err != nil {
		return api.NewProblem(api.Malformed, err.Error(), "")
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

// look analyses a view without a search. A position that is too hard, or takes too long, is not a
// failure: the partial analysis is the answer.
func (s *Service) look(ctx context.Context, v mines.View, l api.Limits) (*Position, error) {
	m, err := Look(ctx, v, counting(l))
	switch {
	case errors.Is(err, veil.ErrImpossible):
		return nil, Contradiction(ctx, v)
	case m == nil:
		return nil, api.ProblemOf(err)
	}
	return m, nil
}
