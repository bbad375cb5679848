// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"context"
	"io"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/explain"
	"github.com/veilplan/veil/mines/notation"
	"github.com/veilplan/veil/search/proof"
)

// ReadSolution reads a solution in JSON and checks its form, not its claim.
func ReadSolution(r io.Reader) (*api.MinesSolution, error) {
	p := new(api.MinesSolution)
	if err := proof.ReadJSON(r, p); err != nil {
		return nil, err
	}
	if p.Schema != solutionSchema {
		return nil, rejected("schema %q: this program reads %s", p.Schema, solutionSchema)
	}
	return p, nil
}

// CheckSolution plays a solution again, by the rules alone, and has package certcheck decide about every step. It
// returns the number of steps that hold. The error is [proof.ErrRejected] if the verdict does not follow.
func CheckSolution(ctx context.Context, p *api.MinesSolution) (int, error) {
	doc, err := new(Service).read(api.Input{Format: string(notation.FormatBoard), Text: p.Board})
	if err != nil {
		return 0, rejected("board: %v", err)
	}
	c := checking{view: doc.View.Clone(), layout: doc.Layout}
	for i, s := range p.Steps {
		if err := c.step(ctx, s); err != nil {
			return i, err
		}
	}
	if doc.Layout != nil && p.Click != "" {
		if err := begins(doc, p.Click); err != nil {
			return len(p.Steps), err
		}
	}
	return len(p.Steps), c.verdict(p)
}

// begins checks that the board is what the first click opens.
func begins(doc notation.Document, click string) error {
	at, err := doc.View.ParseCell(click)
	if err != nil {
		return rejected("first click: %v", err)
	}
	game, err := mines.NewGameOn(doc.View.Rules, doc.Layout)
	if err == nil {
		err = game.Play(mines.Move{Kind: mines.MoveOpen, Cell: at})
	}
	if err != nil || game.Status() == veil.Lost || HandForm(game.View()) != HandForm(doc.View) {
		return rejected("the board is not what the first click at %s opens", click)
	}
	return nil
}

// checking is a board on which a solution is played again.
type checking struct {
	view   mines.View
	layout mines.Layout
}

// step checks that the named numbers make a cell safe, and opens it. Reasons use what is open when their cell is opened,
// so every reason of a round still holds later in it.
func (c *checking) step(ctx context.Context, s api.MinesStep) error {
	at, err := c.view.ParseCell(s.Cell)
	if err != nil {
		return rejected("%v", err)
	}
	cert := explain.Certificate{Cell: at, Count: s.Count}
	for _, name := range s.Numbers {
		n, err := c.view.ParseCell(name)
		if err != nil || !c.view.Marks[n].IsNumber() {
			return rejected("%s is safe because of %s, which shows no number", s.Cell, name)
		}
		cert.Numbers = append(cert.Numbers, n)
	}
	if err := cert.Verify(ctx, c.view); err != nil {
		return rejected("%s: %v", s.Cell, err)
	}
	if c.layout == nil {
		return nil
	}
	if c.layout[at] {
		return rejected("%s is a mine", s.Cell)
	}
	if s.Shows == nil || *s.Shows != c.layout.Number(c.view.Rules, at) {
		return rejected("%s does not show what is said", s.Cell)
	}
	c.reveal(at)
	return nil
}

// reveal opens a cell and, around a zero, its neighbours, by the rules of the game.
func (c *checking) reveal(at mines.Cell) {
	if !c.view.Marks[at].IsHidden() {
		return
	}
	c.view.Marks[at] = mines.Mark(c.layout.Number(c.view.Rules, at))
	if c.view.Marks[at] == 0 {
		for _, n := range c.view.AppendNeighbours(nil, at) {
			c.reveal(n)
		}
	}
}

func (c *checking) verdict(p *api.MinesSolution) error {
	switch p.Verdict {
	case NoGuess:
		if !finished(c.view) {
			return rejected("the steps do not open every safe cell")
		}
		return nil
	case MayGuess:
		return c.covered(p)
	default:
		return ErrOpenProof
	}
}

// covered checks the layouts that show that no cell is safe.
func (c *checking) covered(p *api.MinesSolution) error {
	if finished(c.view) || p.Position != HandForm(c.view) {
		return rejected("the position is not the one that the steps lead to")
	}
	mined := make(mines.Layout, c.view.Cells())
	for i, text := range p.Layouts {
		layout := make(mines.Layout, 0, len(mined))
		for _, x := range text {
			layout = append(layout, x == '*')
		}
		if err := c.view.CheckLayout(layout); err != nil {
			return rejected("layout %d: %v", i+1, err)
		}
		for j, mine := range layout {
			mined[j] = mined[j] || mine
		}
	}
	for at, m := range c.view.Marks {
		if m.IsHidden() && !mined[at] {
			return rejected("%s is a mine in none of the layouts", c.view.Name(mines.Cell(at)))
		}
	}
	return nil
}
