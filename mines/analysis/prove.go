// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/mines/notation"
	"github.com/veilplan/veil/search/andor"
	"github.com/veilplan/veil/search/andor/baseline"
	"github.com/veilplan/veil/search/proof"
)

// proofSchema is the schema of a [Proof].
const proofSchema = "mines.proof/1"

// The verdicts of a proof.
const (
	NoGuess    = "no guess" // a plan opens every safe cell, whatever the layout
	MayGuess   = "guess"    // no plan does
	NotDecided = "unknown"
)

// maxProved is the largest number of layouts from which a plan is replayed.
const maxProved = 200_000

// Proof answers whether a position can be won without a guess, and can be checked without
// the search that found it.
type Proof struct {
	api.MinesProof

	// Stats is the work of the search.
	Stats andor.Stats `json:"-"`
	// First tells the first clicks apart, if the first click is still to come; nil if not.
	First *Clicks `json:"-"`
}

// Clicks are the possible first clicks of an untouched board. Those that neither win nor are undecided lead to a
// position in which a guess may be forced.
type Clicks struct {
	Possible  int
	Winning   []mines.Cell // every safe cell can be opened without a guess
	Undecided int          // a limit ended the search
}

// field is Minesweeper for a prover: its cells have names, and a layout is named by its mines that
// are not certain.
type field struct {
	*mines.Model

	unsure []mines.Cell
	known  mines.Set    // mines that are known before a protected first click
	clicks []mines.Cell // the first clicks that are considered; nil for all
}

// rules returns the field as the interface that the prover and its checker use.
func (f field) rules() proof.Rules[mines.State, mines.Cell, mines.Reading] { return f }

func (f field) NameAction(c mines.Cell) string  { return f.Rules().Name(c) }
func (f field) NameSeen(o mines.Reading) string { return o.String() }
func (f field) NameState(s *mines.State) string {
	var names []string
	for _, c := range f.unsure {
		if s.Mines.Has(c) {
			names = append(names, f.Rules().Name(c))
		}
	}
	return cmp.Or(strings.Join(names, " "), "no mine")
}

// fieldOf returns the rules of a position and its layouts; the player's view is the same in each.
func fieldOf(ctx context.Context, v mines.View, l api.Limits) (field, []mines.State, error) {
	model, err := mines.NewModel(v.Rules, mines.Won)
	if err != nil {
		return field{}, nil, api.NewProblem(api.TooLarge, err.Error(), "")
	}
	if slices.Contains(v.Marks, mines.Opened) {
		return field{}, nil, api.NewProblem(api.Impossible, "a cell is open, but its number is not given", "a proof needs the numbers of all open cells")
	}
	f := field{Model: model}
	limit := counting(l)
	limit.Stop = stopping(ctx)
	a, err := count.Analyse(v, limit)
	if err != nil {
		return field{}, nil, err
	}
	if a.Protected() {
		return f.untouched(v)
	}
	list, err := a.List(maxProved, stopping(ctx))
	if err != nil {
		return field{}, nil, err
	}
	for _, c := range list.Cells {
		if a.Certainty(c) == count.Unsure {
			f.unsure = append(f.unsure, c)
		}
	}
	start, err := f.layouts(v, a, list)
	return f, start, err
}

// untouched returns the single state before a protected first click, which places the mines that
// are not known yet.
func (f field) untouched(v mines.View) (field, []mines.State, error) {
	for c, m := range v.Marks {
		if m == mines.Mine {
			f.known.Add(mines.Cell(c))
		} else {
			f.unsure = append(f.unsure, mines.Cell(c))
		}
		if n := f.Layouts(mines.Cell(c)); !n.IsInt64() || n.Int64() > maxProved {
			return field{}, nil, fmt.Errorf("more than %d layouts fit a first click: %w", maxProved, veil.ErrTooHard)
		}
	}
	blank := f.Blank()
	if len(f.AppendActions(nil, &blank)) == 0 {
		return field{}, nil, api.NewProblem(api.Impossible, "no first click is possible", "every one would protect a mine that is known")
	}
	return f, []mines.State{blank}, nil
}

// AppendActions leaves out first clicks that would protect a known mine: no layout allows
// them.
func (f field) AppendActions(dst []mines.Cell, s *mines.State) []mines.Cell {
	if !s.Placed && f.clicks != nil {
		return append(dst, f.clicks...)
	}
	from := len(dst)
	dst = f.Model.AppendActions(dst, s)
	if s.Placed || f.known == (mines.Set{}) {
		return dst
	}
	return dst[:from+len(slices.DeleteFunc(dst[from:], func(c mines.Cell) bool {
		return slices.ContainsFunc(f.Rules().AppendProtected(nil, c), f.known.Has)
	}))]
}

// AppendOutcomes leaves out layouts in which a known mine is missing.
func (f field) AppendOutcomes(dst []veil.Outcome[mines.State, mines.Reading], s *mines.State, a mines.Cell) []veil.Outcome[mines.State, mines.Reading] {
	from := len(dst)
	dst = f.Model.AppendOutcomes(dst, s, a)
	if s.Placed || f.known == (mines.Set{}) {
		return dst
	}
	return dst[:from+len(slices.DeleteFunc(dst[from:], func(o veil.Outcome[mines.State, mines.Reading]) bool {
		for w, known := range f.known {
			if o.State.Mines[w]&known != known {
				return true
			}
		}
		return false
	}))]
}

// layouts returns the listed layouts as states. Flags are opinions, not facts, and are removed.
func (f field) layouts(v mines.View, a *count.Analysis, list *count.Listing) ([]mines.State, error) {
	bare := mines.NewView(v.Rules)
	certain := make(mines.Layout, v.Cells())
	for c, m := range v.Marks {
		if m.IsNumber() {
			bare.Marks[c] = m
		}
		certain[c] = a.Certainty(mines.Cell(c)) == count.CertainMine
	}
	start := make([]mines.State, list.Len())
	for i := range start {
		for j, c := range list.Cells {
			certain[c] = list.Mine(i, j)
		}
		var err error
		if start[i], err = f.StateOf(bare, certain); err != nil {
			return nil, err
		}
	}
	return start, nil
}

// Prove decides whether a position can be won without a guess: whether a plan opens every safe
// cell, whatever the layout. It is the question of the 2005 paper without an opponent. The error is
// an [api.Problem] if the position does not allow the question; a limit that ends the search leaves
// it undecided.
func Prove(ctx context.Context, v mines.View, l api.Limits, progress func(andor.Stats)) (*Proof, error) {
	return ProveBy(ctx, v, baseline.Config{}, l, progress)
}

// ProveBy is [Prove] by one of the methods that the paper compares: all give the same verdict.
func ProveBy(ctx context.Context, v mines.View, method baseline.Config, l api.Limits, progress func(andor.Stats)) (*Proof, error) {
	f, start, err := fieldOf(ctx, v, l)
	switch {
	case errors.Is(err, veil.ErrImpossible):
		return nil, Contradiction(ctx, v)
	case err != nil:
		return nil, api.ProblemOf(err)
	}
	text, err := notation.WriteFormat(notation.FormatBoard, notation.Document{View: v}, notation.WriteOptions{})
	if err != nil {
		return nil, api.ProblemOf(err)
	}
	p := &Proof{MinesProof: api.MinesProof{Schema: proofSchema, Position: string(text), Layouts: len(start), Verdict: NotDecided}}
	search := prover{ctx, method, andor.Config{NoPrecheck: true, Nodes: int64(l.Nodes), Memory: l.Memory, Progress: progress}, start}
	if start[0].Placed {
		return p, p.prove(f, search)
	}
	return p, p.proveFirst(v, f, search)
}

// prover is a search for plans.
type prover struct {
	ctx    context.Context // of one call of ProveBy
	method baseline.Config
	cfg    andor.Config
	start  []mines.State
}

func (s prover) search(f field) (andor.Result, error) {
	return baseline.Prove(s.ctx, f.rules(), s.start, int(s.start[0].Left), s.method, s.cfg)
}

// prove searches for a plan.
func (p *Proof) prove(f field, s prover) error {
	got, err := s.search(f)
	if err != nil {
		return api.ProblemOf(err)
	}
	p.conclude(got)
	if got.Verdict == andor.Disproved {
		p.Verdict, p.Guesses = MayGuess, f.guesses(s.start)
	}
	return nil
}

// conclude adds the result of a search. A plan that was found stays the proof.
func (p *Proof) conclude(got andor.Result) {
	p.Stats.Nodes += got.Stats.Nodes
	p.Stats.States += got.Stats.States
	p.Stats.Memory = max(p.Stats.Memory, got.Stats.Memory)
	switch {
	case p.Plan != nil:
	case got.Verdict == andor.Proved:
		p.Verdict, p.Plan, p.Cut = NoGuess, got.Plan, ""
	case got.Verdict == andor.Unknown:
		p.Cut = got.Cut.Error()
		if errors.Is(got.Cut, context.DeadlineExceeded) {
			p.Cut = "the time is up"
		}
	}
}

// proveFirst searches for a plan after every first click: the prover takes any step that costs nothing, but among
// first clicks the choice matters, for they decide which layouts are possible. Of clicks that a symmetry of the board
// exchanges, one is searched.
func (p *Proof) proveFirst(v mines.View, f field, s prover) error {
	turns, verdicts := v.Symmetries(), map[mines.Cell]andor.Verdict{}
	clicks := f.AppendActions(nil, &s.start[0])
	p.First = &Clicks{Possible: len(clicks)}
	for _, c := range clicks {
		like := c
		for _, turn := range turns {
			like = min(like, turn[c])
		}
		if like == c {
			one := f
			one.clicks = []mines.Cell{c}
			got, err := s.search(one)
			if err != nil {
				return api.ProblemOf(err)
			}
			verdicts[c] = got.Verdict
			p.conclude(got)
		}
		switch verdicts[like] {
		case andor.Proved:
			p.First.Winning = append(p.First.Winning, c)
		case andor.Unknown:
			p.First.Undecided++
		case andor.Disproved:
		}
	}
	if p.Plan == nil && p.First.Undecided == 0 {
		p.Verdict, p.Guesses = MayGuess, f.guesses(s.start)
	}
	return nil
}
