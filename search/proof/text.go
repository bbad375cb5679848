// SPDX-License-Identifier: BSD-3-Clause

package proof

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// Teller puts a plan into the words of its domain. It follows the plan: a value stands
// at one node.
type Teller interface {
	// Try names the try of the node, and Remark says something more about it, or nothing.
	Try(n *Node) string
	Remark(n *Node) string
	// Heard names what was heard.
	Heard(n *Node, b Branch) string
	// After stands at the node that a branch leads to.
	After(n *Node, b Branch) Teller
	// States counts hidden states.
	States(n int) string
}

// plain tells a plan in the words that it is made of.
type plain struct{}

func (plain) Try(n *Node) string         { return n.Try }
func (plain) Remark(*Node) string        { return "" }
func (plain) After(*Node, Branch) Teller { return plain{} }
func (plain) Heard(_ *Node, b Branch) string {
	if b.Reply != "" {
		return b.Heard + ", then " + b.Reply
	}
	return b.Heard
}

func (plain) States(n int) string {
	if n == 1 {
		return "1 state"
	}
	return fmt.Sprintf("%d states", n)
}

// WriteText prints the plan as a tree for people. Tries that follow each other while
// they are refused are joined by "sor", the problemists' word. A part that is reached
// on several ways is printed once, with a mark, and referred to afterwards. A nil Teller
// uses the words of the plan.
func (p *Plan) WriteText(w io.Writer, tell Teller) error {
	if tell == nil {
		tell = plain{}
	}
	out := bufio.NewWriter(w)
	if len(p.Nodes) == 0 {
		fmt.Fprintln(out, "won already")
		return out.Flush()
	}
	t := &printer{plan: p, out: out, refs: make([]int, len(p.Nodes)), done: make([]bool, len(p.Nodes))}
	for i := range p.Nodes {
		for _, b := range p.Nodes[i].Branches {
			t.refs[b.Next]++
		}
	}
	root := place{tell: tell, move: 1}
	fmt.Fprintln(out, joined(t.tries(root), cmp.Or(tell.Remark(&p.Nodes[0]), tell.States(p.Nodes[0].Count))))
	t.below(root, "   ")
	return out.Flush()
}

// joined joins the parts of a line that are not empty.
func joined(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), "   ")
}

type printer struct {
	plan *Plan
	out  io.Writer
	refs []int
	done []bool
}

// place is a node on one way through the plan.
type place struct {
	node int
	move int // number
	tell Teller
}

// chain returns the places that are tried one after the other while each is refused in
// the only way there is.
func (t *printer) chain(at place) []place {
	places := []place{at}
	for {
		n := &t.plan.Nodes[at.node]
		next := -1
		for i, b := range n.Branches {
			if b.Refused && next >= 0 {
				return places
			} else if b.Refused {
				next = i
			}
		}
		if next < 0 || t.refs[n.Branches[next].Next] > 1 {
			return places
		}
		b := n.Branches[next]
		at = place{b.Next, at.move, at.tell.After(n, b)}
		places = append(places, at)
	}
}

// tries returns the move number and the tries of a chain.
func (t *printer) tries(at place) string {
	var tries []string
	for _, p := range t.chain(at) {
		tries = append(tries, p.tell.Try(&t.plan.Nodes[p.node]))
	}
	line := fmt.Sprintf("%d. %s", at.move, strings.Join(tries, " sor "))
	if t.refs[at.node] < 2 || len(t.plan.Nodes[at.node].Branches) == 0 {
		return line
	}
	if t.done[at.node] {
		return line + fmt.Sprintf(" ... as at [%d]", at.node)
	}
	return line + fmt.Sprintf(" [%d]", at.node)
}

// twig is one printed branch.
type twig struct {
	place

	label, count string
}

// below prints what can be heard after the tries of a chain.
func (t *printer) below(at place, indent string) {
	if t.done[at.node] && t.refs[at.node] > 1 {
		return
	}
	t.done[at.node] = true
	twigs := t.twigs(t.chain(at))
	label, count := 0, 0
	for _, w := range twigs {
		label, count = max(label, utf8.RuneCountInString(w.label)), max(count, len(w.count))
	}
	for i, w := range twigs {
		sign, deeper := "├─ ", "│  "
		if i == len(twigs)-1 {
			sign, deeper = "└─ ", "   "
		}
		line := joined(t.tries(w.place), w.tell.Remark(&t.plan.Nodes[w.node]))
		fmt.Fprintf(t.out, "%s%s%-*s   %*s   %s\n", indent, sign, label, w.label, count, w.count, line)
		t.below(w.place, indent+deeper)
	}
}

func (t *printer) twigs(chain []place) []twig {
	var twigs []twig
	for i, at := range chain {
		n := &t.plan.Nodes[at.node]
		for _, b := range n.Branches {
			if b.Refused && i < len(chain)-1 {
				continue // the next of the chain
			}
			w := twig{place: place{b.Next, at.move + 1, at.tell.After(n, b)}, label: at.tell.Heard(n, b)}
			w.count = at.tell.States(t.plan.Nodes[b.Next].Count)
			if len(chain) > 1 {
				w.label = at.tell.Try(n) + ": " + w.label
			}
			if b.Refused {
				w.move = at.move
			}
			twigs = append(twigs, w)
		}
	}
	return twigs
}

// WriteDOT draws the plan in the language of Graphviz. Refusals are dashed.
func (p *Plan) WriteDOT(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintln(out, "digraph plan {\n\tnode [shape=box];")
	for i := range p.Nodes {
		n := &p.Nodes[i]
		fmt.Fprintf(out, "\tn%d [label=%s];\n", i, quoteDOT(n.Try+"\n"+plain{}.States(n.Count)))
		for _, b := range n.Branches {
			label, style := b.Heard, ""
			if b.Reply != "" {
				label += "\n" + b.Reply
			}
			if b.Refused {
				style = ", style=dashed"
			}
			fmt.Fprintf(out, "\tn%d -> n%d [label=%s%s];\n", i, b.Next, quoteDOT(label), style)
		}
	}
	fmt.Fprintln(out, "}")
	return out.Flush()
}

// quoteDOT quotes a string as DOT does, which knows only two escapes.
func quoteDOT(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(s) + `"`
}
