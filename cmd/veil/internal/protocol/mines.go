// SPDX-License-Identifier: BSD-3-Clause

package protocol

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/mines/analysis"
)

// minesGame is a position of Minesweeper.
type minesGame struct {
	service analysis.Service
	input   api.Input
}

func newMinesGame(words []string, memory int64) (*minesGame, error) {
	s, err := pairs(words, "first", "flags")
	if err != nil {
		return nil, err
	}
	g := &minesGame{service: analysis.Service{Limits: api.Limits{Memory: memory}}, input: api.Input{First: s["first"]}}
	switch s["first"] {
	case "", "any", "safe", "zero":
	default:
		return nil, fmt.Errorf("first %q: want any, safe or zero", s["first"])
	}
	switch s["flags"] {
	case "", "ignore":
	case "trust":
		g.input.TrustFlags = true
	default:
		return nil, fmt.Errorf("flags %q: want ignore or trust", s["flags"])
	}
	return g, nil
}

func (g *minesGame) do(command, rest string) (bool, error) {
	if command != "position" {
		return false, nil
	}
	in := g.input
	in.Text = strings.Join(strings.Fields(rest), "\n") + "\n"
	if _, err := g.service.Prepare(api.MinesAnalyseQuestion{Position: in}); err != nil {
		return true, err
	}
	g.input = in
	return true, nil
}

func (g *minesGame) think(words []string) (search, error) {
	s, err := pairs(words, "movetime", "nodes", "games", "multipv")
	if err != nil {
		return nil, err
	}
	q := api.MinesAnalyseQuestion{Position: g.input}
	games := 0
	for _, n := range []struct {
		name       string
		to         *int
		most, none int
	}{
		{"movetime", &q.Budget.TimeMS, 1 << 30, 0},
		{"nodes", &q.Budget.Nodes, math.MaxInt32, 0},
		{"games", &games, 1 << 30, 0},
		{"multipv", &q.Top, 10_000, 5},
	} {
		if *n.to, err = s.number(n.name, 0, n.most, n.none); err != nil {
			return nil, err
		}
	}
	if _, ok := s["games"]; ok {
		q.Budget.Games = &games
	}
	if g.input.Text == "" {
		return nil, errors.New("no position yet")
	}
	return func(ctx context.Context, say func(string, ...any)) string { return g.run(ctx, q, say) }, nil
}

// run answers a question with improving documents, and ends with a move.
func (g *minesGame) run(ctx context.Context, q api.MinesAnalyseQuestion, say func(string, ...any)) string {
	var last *api.MinesAnalysis
	said := ""
	tell := func(doc *api.MinesAnalysis) {
		last = doc
		if text := infoOf(doc); text != said {
			said = text
			say("%s", text)
		}
	}
	doc, err := g.service.Analyse(ctx, q, func(latest func() *api.MinesAnalysis) { tell(latest()) })
	if ctx.Err() != nil && (last == nil || len(last.Best) == 0) {
		// Stopped before there was a choice: look again for the least time that an analysis takes.
		q.Moves, q.Budget.TimeMS = "none", 1
		doc, err = g.service.Analyse(context.WithoutCancel(ctx), q, nil)
	}
	if err == nil {
		tell(doc)
	}
	if last == nil {
		say("error go: %s", oneLine(err))
		return "bestmove none"
	}
	return answerOf(last)
}

// answerOf returns the move of a document. Without a recommendation it is any cell that may be safe, as
// the moves are listed in the order of what is certain.
func answerOf(doc *api.MinesAnalysis) string {
	switch {
	case len(doc.Best) > 0:
		return "bestmove " + doc.Best[0] + scoreOf(&doc.Value, doc.Layouts) + because(doc)
	case len(doc.Moves) > 0 && doc.Moves[0].Certain != "mine":
		return "bestmove " + doc.Moves[0].Cell
	default:
		return "bestmove none"
	}
}

func because(doc *api.MinesAnalysis) string {
	if doc.Because == "" {
		return ""
	}
	return " because " + doc.Because
}

// infoOf returns a document as info lines.
func infoOf(doc *api.MinesAnalysis) string {
	lines := []string{"info state " + doc.State}
	if doc.Layouts != "" {
		lines[0] += " layouts " + doc.Layouts
	}
	lines[0] += scoreOf(&doc.Value, doc.Layouts)
	for i, m := range doc.Moves {
		line := fmt.Sprintf("info multipv %d move %s", i+1, m.Cell)
		if m.Certain != "" {
			line += " certain " + m.Certain
		}
		if m.Win != nil {
			line += scoreOf(m.Win, doc.Layouts)
		} else if m.Estimate != nil {
			line += scoreOf(m.Estimate, doc.Layouts)
		}
		if m.Risk != nil {
			line += " risk " + shareOf(doc, m.Risk)
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

func shareOf(doc *api.MinesAnalysis, s *api.Share) string {
	if s.Num == "" {
		return fmt.Sprintf("%.6g", s.P)
	}
	return s.Num + "/" + cmp.Or(s.Den, doc.Layouts)
}

// scoreOf returns a winning chance with its badge, or "" if it was not computed. A count without a
// denominator is a share of the layouts.
func scoreOf(v *api.Value, layouts string) string {
	switch v.Kind {
	case "exact":
		return fmt.Sprintf(" win %s/%s exact", v.Num, cmp.Or(v.Den, layouts))
	case "bounds":
		return fmt.Sprintf(" win %.6g %.6g bounds", *v.Lo, *v.Hi)
	case "estimate":
		return fmt.Sprintf(" win %.6g estimate ci95 %.6g %.6g n %d", *v.Win, v.CI95[0], v.CI95[1], v.N)
	default:
		return ""
	}
}
