// SPDX-License-Identifier: BSD-3-Clause

package proof

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// WriteText prints the plan as a tree for people. Tries that follow each other while
// they are refused are joined by "sor", the problemists' word. A part that is reached
// on several ways is printed once, with a mark, and referred to afterwards.
func (p *Plan) WriteText(w io.Writer) error {
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
	fmt.Fprintf(out, "%s\n", t.head(0, 1))
	t.below(0, 1, "   ")
	return out.Flush()
}

type printer struct {
	plan *Plan
	out  io.Writer
	refs []int
	done []bool
}

// chain returns the nodes that are tried one after the other while each is refused in
// the only way there is.
func (t *printer) chain(node int) []int {
	nodes := []int{node}
	for {
		next := -1
		for _, b := range t.plan.Nodes[node].Branches {
			if b.Refused && next >= 0 {
				return nodes
			} else if b.Refused {
				next = b.Next
			}
		}
		if next < 0 || t.refs[next] > 1 {
			return nodes
		}
		node = next
		nodes = append(nodes, node)
	}
}

// head returns the line of a chain: its move number and tries.
func (t *printer) head(node, move int) string {
	var tries []string
	for _, n := range t.chain(node) {
		tries = append(tries, t.plan.Nodes[n].Try)
	}
	line := fmt.Sprintf("%s   %d. %s", count(t.plan.Nodes[node].Count), move, strings.Join(tries, " sor "))
	if t.refs[node] < 2 || len(t.plan.Nodes[node].Branches) == 0 {
		return line
	}
	if t.done[node] {
		return line + fmt.Sprintf(" ... as at [%d]", node)
	}
	return line + fmt.Sprintf(" [%d]", node)
}

func count(n int) string {
	if n == 1 {
		return "1 state"
	}
	return fmt.Sprintf("%d states", n)
}

// twig is one printed branch.
type twig struct {
	label string
	next  int
	move  int
}

// below prints what can be heard after the tries of a chain.
func (t *printer) below(node, move int, indent string) {
	if t.done[node] && t.refs[node] > 1 {
		return
	}
	t.done[node] = true
	twigs := t.twigs(t.chain(node), move)
	width := 0
	for _, w := range twigs {
		width = max(width, utf8.RuneCountInString(w.label))
	}
	for i, w := range twigs {
		sign, deeper := "├─ ", "│  "
		if i == len(twigs)-1 {
			sign, deeper = "└─ ", "   "
		}
		fmt.Fprintf(t.out, "%s%s%-*s   %s\n", indent, sign, width, w.label, t.head(w.next, w.move))
		t.below(w.next, w.move, indent+deeper)
	}
}

func (t *printer) twigs(chain []int, move int) []twig {
	var twigs []twig
	for i, n := range chain {
		for _, b := range t.plan.Nodes[n].Branches {
			if b.Refused && i < len(chain)-1 {
				continue // the next of the chain
			}
			w := twig{label: b.Heard, next: b.Next, move: move + 1}
			if b.Reply != "" {
				w.label += ", then " + b.Reply
			}
			if len(chain) > 1 {
				w.label = t.plan.Nodes[n].Try + ": " + w.label
			}
			if b.Refused {
				w.move = move
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
		fmt.Fprintf(out, "\tn%d [label=%s];\n", i, quoteDOT(n.Try+"\n"+count(n.Count)))
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
