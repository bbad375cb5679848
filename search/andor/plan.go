// SPDX-License-Identifier: BSD-3-Clause

package andor

import (
	"encoding/binary"
	"slices"

	"github.com/veilplan/veil/search/proof"
)

// plan is a proved OR node: what to try, and how to go on.
type plan[A, O comparable] struct {
	try      A
	branches []branch[A, O]
}

// heard is what was heard since a try.
type heard[O comparable] struct {
	answer, reply O
	refused       bool
	replied       bool // reply is set
}

type branch[A, O comparable] struct {
	heard[O]
	next *plan[A, O]
}

// writer turns plans into a proof, equal parts into one.
type writer[S, A, O comparable] struct {
	names proof.Names[S, A, O]
	done  map[*plan[A, O]]int
	equal map[string]int
	nodes []proof.Node
	key   []byte
}

// write returns the plan as a proof object.
func write[S, A, O comparable](names proof.Names[S, A, O], root *plan[A, O], plies int) *proof.Plan {
	w := &writer[S, A, O]{names: names, done: map[*plan[A, O]]int{}, equal: map[string]int{}}
	w.add(root)
	// Nodes were added after those they lead to; a proof lists them before.
	slices.Reverse(w.nodes)
	last := len(w.nodes) - 1
	for i := range w.nodes {
		for j := range w.nodes[i].Branches {
			b := &w.nodes[i].Branches[j]
			b.Next = last - b.Next
		}
	}
	return &proof.Plan{Plies: plies, Nodes: w.nodes}
}

func (w *writer[S, A, O]) add(p *plan[A, O]) int {
	if i, ok := w.done[p]; ok {
		return i
	}
	n := proof.Node{Try: w.names.Action(p.try)}
	for _, b := range p.branches {
		out := proof.Branch{Heard: w.names.Seen(b.answer), Refused: b.refused, Next: w.add(b.next)}
		if b.replied {
			out.Reply = w.names.Seen(b.reply)
		}
		n.Branches = append(n.Branches, out)
	}
	key := w.spell(&n)
	i, ok := w.equal[key]
	if !ok {
		i = len(w.nodes)
		w.equal[key] = i
		w.nodes = append(w.nodes, n)
	}
	w.done[p] = i
	return i
}

// spell returns a text that is the same for equal nodes only.
func (w *writer[S, A, O]) spell(n *proof.Node) string {
	w.key = spellText(w.key[:0], n.Try)
	for _, b := range n.Branches {
		w.key = spellText(spellText(w.key, b.Heard), b.Reply)
		w.key = binary.AppendUvarint(w.key, uint64(b.Next))
		if b.Refused {
			w.key = append(w.key, 1)
		} else {
			w.key = append(w.key, 0)
		}
	}
	return string(w.key)
}

func spellText(dst []byte, s string) []byte {
	return append(binary.AppendUvarint(dst, uint64(len(s))), s...)
}
