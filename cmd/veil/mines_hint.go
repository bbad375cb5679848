// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/internal/text"
	"github.com/veilplan/veil/mines/analysis"
	"github.com/veilplan/veil/mines/explain"
)

const hintLong = `hint helps you to find a safe cell yourself, a little or a lot:

  1  a nudge: is there something to find, and roughly where
  2  the numbers to look at
  3  how to reason from them, without the conclusion
  4  the answer, with its reason

It uses only what you can see, never the hidden layout, and does not trust your flags.`

func newMinesHint(a *app) *cobra.Command {
	var in boardFlags
	var level int
	cmd := frame.Verb("hint [FILE]", "give a hint, in four levels", hintLong,
		"printf '5x3/2\\n.....\\n11111\\n00000\\n' | veil mines hint",
		"printf '5x3/2\\n.....\\n11111\\n00000\\n' | veil mines hint --level 3")
	in.register(cmd)
	cmd.Flags().IntVar(&level, "level", 1, "strength of the hint: `N` from 1 (nudge) to 4 (answer)")
	frame.CompleteFlag(cmd, "level", "1", "2", "3", "4")
	cmd.Args = frame.AtMost(1)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if level < int(explain.Nudge) || level > int(explain.Answer) {
			return frame.Usage(fmt.Sprintf("--level %d: want 1, 2, 3 or 4", level))
		}
		return a.answerBoard(cmd, in, args, asked{level: level}, hintAt)
	}
	return cmd
}

// hintAt answers with a hint at a safe cell.
func hintAt(ctx context.Context, a *app, q asked) (frame.Printable, error) {
	if q.level < int(explain.Nudge) || q.level > int(explain.Answer) {
		return nil, frame.Usage(fmt.Sprintf("level %d: want 1, 2, 3 or 4", q.level))
	}
	question := q.risks()
	if q.level == int(explain.Answer) {
		question.Moves = "" // if a guess is forced, the answer is the best guess
	}
	an, failed := a.solve(ctx, q.board, question)
	if an == nil {
		return nil, failed
	}
	defer a.ShowProgress("looking for a reason").Done()
	hint, err := an.Hint(ctx, explain.HintLevel(q.level))
	if err != nil {
		return nil, problemFailure(analysis.NoReason(err))
	}
	return &advice{an: an, hint: hint, level: q.level, source: q.source}, nil
}

// advice is the answer of hint.
type advice struct {
	an     *analysis.Position
	hint   explain.Hint
	level  int
	source string
}

func (h *advice) Text(p *text.Page) {
	for _, s := range h.hint.Sentences {
		p.Line("%s", s.Text)
	}
	if h.level < int(explain.Answer) && len(h.an.Safe) > 0 && !h.an.Opening {
		p.Advise("more:  %s", rerun("veil mines hint --level "+strconv.Itoa(h.level+1), h.source))
	}
}

func (h *advice) Document() any { return h.an.HintDocument(h.hint, explain.HintLevel(h.level)) }

func (h *advice) Rows() [][]string {
	rows := [][]string{{"sentence"}}
	for _, s := range h.hint.Sentences {
		rows = append(rows, []string{s.Text})
	}
	return rows
}
