// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/mines/explain"
	"github.com/veilplan/veil/mines/notation"
)

// solutionSchema is the schema of [api.MinesSolution].
const solutionSchema = "mines.solution/1"

// Prove answers whether a board can be won without a guess.
func (s *Service) Prove(ctx context.Context, q api.MinesProveQuestion) (*api.MinesSolution, error) {
	doc, err := s.read(q.Board)
	if err != nil {
		return nil, err
	}
	ctx, cancel := api.WithTime(ctx, s.Limits.WithDefaults().Time)
	defer cancel()
	return Solution(ctx, doc, q.Click)
}

// Solution opens the cells of a board that are certainly safe, with the reason of each, until the board is won or no
// cell is safe. It begins after the first click of doc, or after click if there is none. Without a layout the numbers to
// come are not known, so only the position of doc is judged. What it returns was accepted by [CheckSolution]. The
// error is an [api.Problem]; what ctx cuts has the verdict [NotDecided].
func Solution(ctx context.Context, doc notation.Document, click string) (*api.MinesSolution, error) {
	start, err := beginning(doc, click)
	if err != nil {
		return nil, err
	}
	text, err := notation.WriteFormat(notation.FormatBoard, notation.Document{View: start.view, Layout: start.layout}, notation.WriteOptions{})
	if err != nil {
		return nil, api.ProblemOf(err)
	}
	p := &api.MinesSolution{Schema: solutionSchema, Board: string(text), Click: start.click, Verdict: NotDecided, Steps: []api.MinesStep{}}
	d := deduction{ctx: ctx, p: p, view: start.view, layout: start.layout}
	err = d.run()
	switch {
	case errors.Is(err, veil.ErrImpossible):
		return nil, Contradiction(ctx, d.view)
	case errors.Is(err, context.DeadlineExceeded):
		p.Cut = "the time is up"
	case err != nil:
		p.Cut = err.Error()
	}
	if p.Checked, err = CheckSolution(ctx, p); err != nil && p.Verdict != NotDecided {
		p.Verdict, p.Cut = NotDecided, err.Error()
	}
	return p, nil
}

// begun is where a solution begins.
type begun struct {
	view   mines.View
	layout mines.Layout // nil if it is not known
	click  string
}

// beginning plays the first click. Flags are opinions, and are removed.
func beginning(doc notation.Document, click string) (begun, error) {
	b := begun{view: unflagged(doc.View), layout: doc.Layout}
	for _, m := range doc.Moves {
		if m.Kind == mines.MoveOpen && click == "" {
			click = doc.View.Name(m.Cell)
		}
	}
	switch {
	case b.layout == nil && doc.Seed != nil:
		game, err := doc.Game()
		if err != nil {
			return b, Malformed(err)
		}
		b.layout = game.Layout()
	case b.layout == nil:
		return b, nil
	}
	switch {
	case click == "" && !b.view.Untouched():
		if err := b.view.CheckLayout(b.layout); err != nil {
			return b, api.NewProblem(api.Impossible, err.Error(), "")
		}
		return b, nil
	case click == "":
		return b, api.NewProblem(api.Impossible, "the board has no first click", "name it, such as r5c5")
	}
	c, err := b.view.ParseCell(click)
	if err != nil {
		return b, api.NewProblem(api.Impossible, "first click: "+err.Error(), "")
	}
	b.click = b.view.Name(c)
	b.view, err = opened(b.view.Rules, b.layout, c)
	return b, err
}

// opened returns the view after the first click.
func opened(r mines.Rules, layout mines.Layout, c mines.Cell) (mines.View, error) {
	game, err := mines.NewGameOn(r, layout)
	if err != nil {
		return mines.View{}, api.NewProblem(api.Impossible, err.Error(), "")
	}
	if err := game.Play(mines.Move{Kind: mines.MoveOpen, Cell: c}); err != nil || game.Status() == veil.Lost {
		return mines.View{}, api.NewProblem(api.Impossible, "the first click at "+r.Name(c)+" hits a mine", "")
	}
	return game.View(), nil
}

func unflagged(v mines.View) mines.View {
	v = v.Clone()
	for c, m := range v.Marks {
		if m == mines.Flag {
			v.Marks[c] = mines.Hidden
		}
	}
	return v
}

// deduction is a solution that is being written.
type deduction struct {
	ctx    context.Context // of one call of Solution
	p      *api.MinesSolution
	view   mines.View
	layout mines.Layout
}

// run opens what is safe, round by round: a cell is explained by what was open when its round began.
func (d *deduction) run() error {
	solver := count.NewSolver(d.view.Rules, count.Limit{Stop: stopping(d.ctx)})
	for !finished(d.view) {
		if err := solver.Load(d.view); err != nil {
			return err
		}
		if err := solver.Deduce(); err != nil {
			return d.cut(err)
		}
		safe := solver.TakeSafe()
		if len(safe) == 0 {
			return d.stuck()
		}
		if err := d.open(safe); err != nil {
			return d.cut(err)
		}
		if d.layout == nil {
			d.p.Cut = "the mines are not given, so what these cells show is not known"
			return nil
		}
	}
	d.p.Verdict = NoGuess
	return nil
}

// cut prefers the reason why the context ended to what came of it.
func (d *deduction) cut(err error) error {
	if stop := d.ctx.Err(); stop != nil {
		return stop
	}
	return err
}

// finished reports whether every cell that is not a mine is open.
func finished(v mines.View) bool {
	hidden := 0
	for _, m := range v.Marks {
		if !m.IsNumber() {
			hidden++
		}
	}
	return hidden == v.Mines
}

// open adds a step for each safe cell that no zero of the same round opens.
func (d *deduction) open(safe []mines.Cell) error {
	reasons, err := explain.NewReasoner(d.ctx, d.view)
	if err != nil {
		return err
	}
	next := d.view.Clone()
	for _, c := range safe {
		if !next.Marks[c].IsHidden() {
			continue
		}
		cert, err := reasons.Certify(c, false)
		if err != nil {
			return fmt.Errorf("the reason why %s is safe was not found: %w", d.view.Name(c), err)
		}
		step := api.MinesStep{Cell: d.view.Name(c), Numbers: names(d.view.Rules, cert.Numbers), Count: cert.Count}
		if d.layout != nil {
			reveal(next, d.layout, c)
			n := int(next.Marks[c])
			step.Shows = &n
		}
		d.p.Steps = append(d.p.Steps, step)
	}
	d.view = next
	return nil
}

// reveal opens a safe cell, and around zeros their neighbours.
func reveal(v mines.View, layout mines.Layout, c mines.Cell) {
	for todo := []mines.Cell{c}; len(todo) > 0; {
		c, todo = todo[len(todo)-1], todo[:len(todo)-1]
		if !v.Marks[c].IsHidden() {
			continue
		}
		v.Marks[c] = mines.Mark(layout.Number(v.Rules, c))
		if v.Marks[c] == 0 {
			todo = v.AppendNeighbours(todo, c)
		}
	}
}

// stuck proves that no cell is safe, by layouts that fit the position: every hidden cell is a mine in one of them.
func (d *deduction) stuck() error {
	d.p.Position = HandForm(d.view)
	random := rand.New(rand.NewPCG(1, 0)) // any layouts will do
	covered := make(mines.Layout, d.view.Cells())
	for c, m := range d.view.Marks {
		if !m.IsHidden() || covered[c] {
			continue
		}
		a, err := count.Analyse(d.view.With(mines.Cell(c), mines.Mine), count.Limit{Stop: stopping(d.ctx)})
		if err != nil {
			return d.cut(err)
		}
		layout, err := a.Sample(random)
		if err != nil {
			return d.cut(err)
		}
		for i, mine := range layout {
			covered[i] = covered[i] || mine
		}
		d.p.Layouts = append(d.p.Layouts, stars(layout))
	}
	d.p.Verdict = MayGuess
	return nil
}

func stars(l mines.Layout) string {
	text := []byte(strings.Repeat(".", len(l)))
	for c, mine := range l {
		if mine {
			text[c] = '*'
		}
	}
	return string(text)
}
