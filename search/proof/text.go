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

// Narrator describes a plan in the words of its domain. A value describes one node; it
// follows the plan by After.
type Narrator interface {
	// Try returns the name of the try of the node.
	Try(n *Node) string
	// Remark returns a remark on the try, or an empty string.
	Remark(n *Node) string
	// Heard describes an announcement.
	Heard(n *Node, b Branch) string
	// After returns the narrator of the node that a branch leads to.
	After(n *Node, b Branch) Narrator
	// States returns a number of hidden states in words.
	States(n int) string
}

// plain is the narrator that uses the names in the plan itself.
type plain struct{}

func (plain) Try(n *Node) string           { return n.Try }
func (plain) Remark(*Node) string          { return "" }
func (plain) After(*Node, Branch) Narrator { return plain{} }
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

// WriteText prints the plan as a tree. Consecutive tries, each made after the refusal of the one
// before, are joined by "sor", as chess problemists write it. A part of the plan that is reached in
// several ways is printed once, with a mark, and then referred to. A nil Narrator uses the names in
// the plan.
func (p *Plan) WriteText(w io.Writer, words Narrator) error {
	if words == nil {
		words = plain{}
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
	root := place{words: words, move: 1}
	fmt.Fprintln(out, joined(t.tries(root), cmp.Or(words.Remark(&p.Nodes[0]), words.States(p.Nodes[0].Count))))
	t.below(root, "   ")
	return out.Flush()
}

// joined joins the parts of a line that are not empty.
func joined(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), "   ")
}

type printer struct {
	plan *Plan
	out  *bufio.Writer
	refs []int
	done []bool
}

// place is a node on one way through the plan.
type place struct {
	node  int
	move  int // number
	words Narrator
}

// chain returns the places that follow each other as long as each try is refused in the
// only possible way.
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
		at = place{b.Next, at.move, at.words.After(n, b)}
		places = append(places, at)
	}
}

// tries returns the move number and the tries of a chain.
func (t *printer) tries(at place) string {
	var tries []string
	for _, p := range t.chain(at) {
		tries = append(tries, p.words.Try(&t.plan.Nodes[p.node]))
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

// below prints the possible announcements after the tries of a chain.
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
		if _, err := t.out.Write(nil); err != nil {
			return // nothing can be written any more
		}
		sign, deeper := "├─ ", "│  "
		if i == len(twigs)-1 {
			sign, deeper = "└─ ", "   "
		}
		line := joined(t.tries(w.place), w.words.Remark(&t.plan.Nodes[w.node]))
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
			w := twig{place: place{b.Next, at.move + 1, at.words.After(n, b)}, label: at.words.Heard(n, b)}
			w.count = at.words.States(t.plan.Nodes[b.Next].Count)
			if len(chain) > 1 {
				w.label = at.words.Try(n) + ": " + w.label
			}
			if b.Refused {
				w.move = at.move
			}
			twigs = append(twigs, w)
		}
	}
	return twigs
}

// WriteDOT writes the plan in the DOT language of Graphviz. Refusals are dashed.
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

// quoteDOT quotes a string for DOT.
func quoteDOT(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(s) + `"`
}
