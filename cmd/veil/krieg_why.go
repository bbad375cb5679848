// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	docs "github.com/veilplan/veil/analysis"
	"github.com/veilplan/veil/answer"
	"github.com/veilplan/veil/domain/krieg"
)

const kriegWhyLong = `why shows what could be heard after a try, on how many boards, and how much that would
teach you: the bits learned on average. MOVE is a try as e4d5 or exd5, any? for the
question whether a pawn can take, or wait for a turn of the opponent, who is then taken to
choose among his legal moves with equal chances.`

func newKriegWhy(a *app) *cobra.Command {
	var f kriegFlags
	cmd := verb("why MOVE [FILE]", "what could be heard after a try, and what it would teach", kriegWhyLong,
		`printf 'ruleset berkeley\nW e2e4 yes\nB moved\n' | veil krieg why exd5`,
		dawson3190+" | veil krieg why Nf6")
	f.register(cmd)
	cmd.Args = oneTo(2)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		s, err := a.readSituation(cmd, f, args[1:])
		if err != nil {
			return err
		}
		ans, err := newWhy(s, args[0])
		if err != nil {
			return err
		}
		return a.emit(ans)
	}
	return cmd
}

// whyAnswer is what could be heard after a try.
type whyAnswer struct {
	name  string
	try   krieg.Action
	rules krieg.Rules
	cases []whyCase
}

// whyCase is the answer for the boards of one announcement.
type whyCase struct {
	announced krieg.Percept
	boards    int
	chances   []krieg.Chance
}

func newWhy(s *situation, move string) (*whyAnswer, error) {
	b := s.Belief
	own := krieg.NewOwn(b.Rules(), b.Me(), b.Board(0))
	ans := &whyAnswer{rules: b.Rules()}
	mine := b.ToMove() == b.Me()
	switch {
	case mine && move == krieg.Wait.String(), !mine && move != krieg.Wait.String():
		return nil, usage(fmt.Sprintf("%s: it is %v's turn", move, b.ToMove()),
			map[bool]string{true: "name a try", false: "ask: veil krieg why wait"}[mine])
	case !mine:
		ans.try, ans.name = krieg.Wait, fmt.Sprintf("%v's move", b.Me().Other())
		ans.cases = []whyCase{{boards: b.Len(), chances: b.Chances(krieg.Wait)}}
		return ans, nil
	}
	a, err := own.Read(move)
	if err != nil {
		return nil, usage(err.Error(), "a try is a move as e2e4, Nf3 or exd5, or any?")
	}
	ans.try, ans.name = a, "try "+own.Name(a)
	return ans, ans.ask(b)
}

// ask finds what could be heard in every case.
func (w *whyAnswer) ask(b *krieg.Belief) error {
	cases, err := b.Cases()
	if err != nil {
		return usage(err.Error())
	}
	for _, c := range cases {
		list, err := krieg.ChancesAmong(b.Rules(), c.States, w.try)
		if err != nil {
			return usage(err.Error())
		}
		w.cases = append(w.cases, whyCase{c.Announced, len(c.States), list})
	}
	return nil
}

func (w *whyAnswer) text(p *page) {
	for i, c := range w.cases {
		if i > 0 {
			p.line("")
		}
		if len(w.cases) > 1 {
			p.line("announced: %s", c.announced.Words(w.rules))
		}
		p.line("%s        belief %s", w.name, positions(c.boards))
		for _, h := range c.chances {
			p.line("%s", w.row(h))
		}
		p.line("learns %.2f bits on average%s", krieg.Bits(c.chances), w.price())
	}
}

func (w *whyAnswer) row(h krieg.Chance) string {
	line := fmt.Sprintf("  %-34s %9s   %5s%%", h.Heard.Words(w.rules), answer.Grouped(int64(h.Boards)), shareText(h.P))
	if h.Heard.Answer == krieg.No {
		line += "   you may try again"
	}
	return line
}

// price says what a refused try costs under the rules.
func (w *whyAnswer) price() string {
	switch {
	case w.try == krieg.Wait:
		return "; his moves count as equally likely"
	case w.rules.PublicRefusals:
		return fmt.Sprintf("; under %v rules your opponent hears of refused tries", w.rules)
	default:
		return fmt.Sprintf("; free under %v rules: refused tries are private", w.rules)
	}
}

func (w *whyAnswer) rows() [][]string {
	rows := [][]string{{"announced", "heard", "boards", "share"}}
	for _, c := range w.cases {
		for _, h := range c.chances {
			rows = append(rows, []string{
				c.announced.Describe(w.rules), h.Heard.Describe(w.rules), strconv.Itoa(h.Boards), strconv.FormatFloat(h.P, 'g', 6, 64),
			})
		}
	}
	return rows
}

func (w *whyAnswer) document() any {
	doc := docs.KriegWhy{Schema: "krieg.why/1", Rules: w.rules.String(), Try: w.try.String()}
	for _, c := range w.cases {
		out := docs.KriegOutcome{Announced: c.announced.Describe(w.rules), Boards: c.boards, Bits: krieg.Bits(c.chances)}
		for _, h := range c.chances {
			out.Heard = append(out.Heard, docs.KriegHeard{Heard: h.Heard.Describe(w.rules), Boards: h.Boards, Share: h.P})
		}
		doc.Cases = append(doc.Cases, out)
	}
	return doc
}
