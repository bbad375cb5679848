// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/internal/text"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/deduction"
)

const kriegWhyLong = `why lists what the referee may announce after a try, on how many boards, and how much that
would reveal: the bits learned on average. MOVE is a try such as e4d5 or exd5, any? for the
question whether a pawn can take, or wait for a turn of the opponent, assuming that every
legal move is equally likely.

When more boards fit a history than --max-boards, the answer is an estimate from a sample of
them, as in veil krieg belief.`

func newKriegWhy(a *app) *cobra.Command {
	var f kriegFlags
	cmd := frame.Verb("why MOVE [FILE]", "list the announcements a try may cause, and what each reveals", kriegWhyLong,
		`printf 'ruleset berkeley\nW e2e4 yes\nB moved\n' | veil krieg why exd5`,
		dawson3190+" | veil krieg why Nf6")
	f.register(cmd)
	f.registerWeights(cmd)
	f.registerSeed(cmd)
	cmd.Args = frame.OneTo(2)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := a.whatThenFile(cmd, args, "move", "exd5", func(string) bool { return false }); err != nil {
			return err
		}
		_, b, err := a.readBelief(cmd.Context(), cmd, f, args[1:])
		if err != nil {
			return err
		}
		w, err := deduction.NewWhy(cmd.Context(), b, args[0])
		if err != nil {
			return problemFailure(api.ProblemOf(err))
		}
		return a.Emit(&whyAnswer{w})
	}
	return cmd
}

// whyAnswer lists what may be heard after a try.
type whyAnswer struct{ *deduction.Why }

func (w *whyAnswer) Text(p *text.Page) {
	if w.Sample != nil {
		p.Line("estimate · %s", sampleText(w.Sample, w.Cases[0].Boards))
	}
	for i, c := range w.Cases {
		if i > 0 {
			p.Line("")
		}
		if len(w.Cases) > 1 {
			p.Line("announced: %s", c.Announced.Words(w.Rules))
		}
		p.Line("%s        belief %s", w.Name, positions(c.Boards))
		for _, h := range c.Chances {
			p.Line("%s", w.row(h))
		}
		p.Line("learns %.2f bits on average%s", krieg.Bits(c.Chances), w.price())
	}
}

func (w *whyAnswer) row(h krieg.Chance) string {
	line := fmt.Sprintf("  %-34s %9s   %5s%%", h.Heard.Words(w.Rules), text.Thousands(h.Boards), shareText(h.P))
	if h.Heard.Answer == krieg.No {
		line += "   you may try again"
	}
	return line
}

// price returns the cost of a refused try under the rules.
func (w *whyAnswer) price() string {
	switch {
	case w.Try == krieg.Wait:
		return "; every legal move counts as equally likely"
	case w.Rules.PublicRefusals:
		return fmt.Sprintf("; under %v rules refused tries are announced to your opponent", w.Rules)
	default:
		return fmt.Sprintf("; free under %v rules: refused tries are private", w.Rules)
	}
}

func (w *whyAnswer) Rows() [][]string {
	rows := [][]string{{"announced", "heard", "boards", "share"}}
	for _, c := range w.Cases {
		for _, h := range c.Chances {
			rows = append(rows, []string{
				c.Announced.Describe(w.Rules), h.Heard.Describe(w.Rules), strconv.Itoa(h.Boards), strconv.FormatFloat(h.P, 'g', 6, 64),
			})
		}
	}
	return rows
}

func (w *whyAnswer) Document() any { return w.Why.Document() }
