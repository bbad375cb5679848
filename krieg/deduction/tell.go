// SPDX-License-Identifier: BSD-3-Clause

package deduction

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/search/proof"
)

// WriteText prints a plan for the boards of a case, in algebraic notation and in the words of a
// referee. If alternatives is given, it lists other tries at a node, given the boards that are
// possible there and the plies left.
func WriteText(w io.Writer, m *krieg.Model, c *krieg.Case, p *proof.Plan, alternatives func(node, plies int) []krieg.Action) error {
	t := teller{rules: m.Rules, plan: p, own: krieg.NewOwnView(m.Rules, m.Me, c.States[0].Pos), plies: p.Plies}
	t.alternatives = alternatives
	return p.WriteText(w, t)
}

// teller describes a plan as chess players do.
type teller struct {
	rules        krieg.Rules
	plan         *proof.Plan
	own          krieg.OwnView
	node         int
	plies        int // left
	alternatives func(node, plies int) []krieg.Action
}

// action returns the try of a node.
func action(n *proof.Node) krieg.Action {
	a, err := krieg.ParseAction(n.Try)
	if err != nil {
		return krieg.Wait // a plan that was not made for Kriegspiel; the checker rejects it
	}
	return a
}

func (t teller) percept(s string) krieg.Percept {
	o, err := t.rules.ParsePercept(s)
	if err != nil {
		return krieg.Percept{Answer: krieg.Nonsense}
	}
	return o
}

// answers returns the different answers to a try that was accepted and did not win.
func (t teller) answers(n *proof.Node) []krieg.Percept {
	var list []krieg.Percept
	for _, b := range n.Branches {
		if o := t.percept(b.Heard); !b.Refused && !slices.Contains(list, o) {
			list = append(list, o)
		}
	}
	return list
}

func (t teller) Try(n *proof.Node) string {
	a := action(n)
	name := strings.TrimRight(t.own.Name(a), "+#")
	answers := t.answers(n)
	check := func(o krieg.Percept) bool { return o.Checks != 0 }
	switch {
	case a == krieg.AskAny:
	case len(answers) == 0 && !t.rules.StalemateLoses && !t.rules.MaterialWins:
		name += "#"
	case len(answers) > 0 && !slices.ContainsFunc(answers, func(o krieg.Percept) bool { return !check(o) }):
		name += "+"
	}
	return name
}

// Remark returns the certain consequences of a try: on how many boards it is legal, and the
// announcements; at the end, where the king is; and which other tries would do.
func (t teller) Remark(n *proof.Node) string {
	var said []string
	if t.node == 0 && action(n) != krieg.AskAny {
		said = append(said, t.legality(n))
	}
	answers := t.answers(n)
	if len(answers) == 1 && answers[0] != (krieg.Percept{}) {
		said = append(said, fmt.Sprintf("referee: %q", answers[0].Words(t.rules)))
	}
	if king := t.king(n); len(n.Branches) == 0 && king != "" {
		said = append(said, "king on "+king)
	}
	if t.alternatives != nil {
		said = append(said, t.others(n)...)
	}
	return strings.Join(said, "; ")
}

// legality returns on how many boards the try is legal, in words.
func (t teller) legality(n *proof.Node) string {
	illegal := 0
	for _, b := range n.Branches {
		if b.Refused {
			illegal += t.plan.Nodes[b.Next].Count
		}
	}
	if illegal == 0 {
		return fmt.Sprintf("legal in all %d", n.Count)
	}
	return fmt.Sprintf("legal in %d of %d", n.Count-illegal, n.Count)
}

// king returns the squares of the hidden king in words, if they are known and few.
func (t teller) king(n *proof.Node) string {
	letter := "k"
	if t.own.Me() == krieg.Black {
		letter = "K"
	}
	var squares []string
	for _, i := range n.Belief {
		if s := squareOf(t.plan.States[i], letter); !slices.Contains(squares, s) {
			squares = append(squares, s)
		}
	}
	if len(squares) > 3 {
		return ""
	}
	return OrList(squares)
}

// squareOf returns the square of a man in the first field of a FEN.
func squareOf(fen, letter string) string {
	men, _, _ := strings.Cut(fen, " ")
	for i, rank := range strings.Split(men, "/") {
		file := 0
		for _, c := range rank {
			switch {
			case string(c) == letter:
				return fmt.Sprintf("%c%d", 'a'+file, 8-i)
			case c >= '1' && c <= '8':
				file += int(c - '0')
			default:
				file++
			}
		}
	}
	return "?"
}

// OrList joins words as in "a, b or c".
func OrList(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}

// others returns the names of other tries.
func (t teller) others(n *proof.Node) []string {
	var names []string
	for _, a := range t.alternatives(t.node, t.plies) {
		if a != action(n) {
			names = append(names, t.own.Name(a))
		}
	}
	if names == nil {
		return nil
	}
	return []string{"or " + strings.Join(names, ", ")}
}

func (t teller) Heard(n *proof.Node, b proof.Branch) string {
	answer := t.percept(b.Heard)
	if b.Refused {
		return answer.Words(t.rules)
	}
	words := t.percept(b.Reply).Words(t.rules)
	if answer == (krieg.Percept{}) || len(t.answers(n)) == 1 {
		return words
	}
	return answer.Words(t.rules) + ", then " + words
}

func (t teller) After(n *proof.Node, b proof.Branch) proof.Narrator {
	me := t.own.Me()
	t.node = b.Next
	t.hear(krieg.Event{By: me, Action: action(n), Heard: t.percept(b.Heard)})
	if !b.Refused {
		t.plies -= 2
		t.hear(krieg.Event{By: me.Other(), Heard: t.percept(b.Reply)})
	}
	return t
}

// hear applies an event. It ignores an impossible one, which the checker reports.
func (t *teller) hear(e krieg.Event) {
	if next, err := t.own.Hear(e); err == nil {
		t.own = next
	}
}

func (teller) States(n int) string {
	if n == 1 {
		return "1 position"
	}
	return fmt.Sprintf("%d positions", n)
}

// Tell returns a plan in the words of players, node by node. A node that is reached in several ways
// is described as on the first.
func Tell(m *krieg.Model, c *krieg.Case, p *proof.Plan) []api.KriegTold {
	out := make([]api.KriegTold, len(p.Nodes))
	at := make([]proof.Narrator, len(p.Nodes))
	at[0] = teller{rules: m.Rules, plan: p, own: krieg.NewOwnView(m.Rules, m.Me, c.States[0].Pos), plies: p.Plies}
	for i := range p.Nodes { // a branch always leads down the list
		n := &p.Nodes[i]
		if at[i] == nil {
			continue
		}
		out[i] = api.KriegTold{Try: at[i].Try(n), Remark: at[i].Remark(n)}
		for _, b := range n.Branches {
			out[i].Heard = append(out[i].Heard, at[i].Heard(n, b))
			if at[b.Next] == nil {
				at[b.Next] = at[i].After(n, b)
			}
		}
	}
	return out
}
