// SPDX-License-Identifier: BSD-3-Clause

package game

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/veilplan/veil/search/proof"
)

// Plan is a proved OR node: the action to try, and how to continue.
type Plan[A, O comparable] struct {
	Try      A
	Branches []Branch[A, O]
}

// Heard holds the announcements since a try.
type Heard[O comparable] struct {
	Answer, Reply O
	Refused       bool
	Replied       bool // Reply is set
}

// Branch is the continuation of a plan after an announcement.
type Branch[A, O comparable] struct {
	Heard[O]
	Next *Plan[A, O]
}

// Proof returns a plan that wins from start as a proof object. If beliefs is set, it
// includes the hidden states of every node. If the context ends first, it returns nil and
// sets Cut.
func (g *Game[S, A, O]) Proof(start []S, found *Plan[A, O], beliefs bool) (*proof.Plan, error) {
	p, err := proof.Prune(g.ctx, g.Rules, start, write(proof.NamesOf(g.Rules), found, g.Plies), beliefs)
	if errors.Is(err, proof.ErrRejected) {
		return nil, fmt.Errorf("the search is wrong: %w", err)
	}
	if err != nil {
		g.Stop(err)
		return nil, nil
	}
	return p, nil
}

// writer turns a plan into a proof. Equal parts become one node.
type writer[S, A, O comparable] struct {
	names proof.Names[S, A, O]
	done  map[*Plan[A, O]]int
	equal map[string]int
	nodes []proof.Node
	key   []byte
}

// write returns the plan as a proof object.
func write[S, A, O comparable](names proof.Names[S, A, O], root *Plan[A, O], plies int) *proof.Plan {
	w := &writer[S, A, O]{names: names, done: map[*Plan[A, O]]int{}, equal: map[string]int{}}
	w.add(root)
	// Nodes were added after their successors; a proof lists them before.
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

func (w *writer[S, A, O]) add(p *Plan[A, O]) int {
	if i, ok := w.done[p]; ok {
		return i
	}
	n := proof.Node{Try: w.names.Action(p.Try)}
	for _, b := range p.Branches {
		out := proof.Branch{Heard: w.names.Seen(b.Answer), Refused: b.Refused, Next: w.add(b.Next)}
		if b.Replied {
			out.Reply = w.names.Seen(b.Reply)
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

// spell returns a text that identifies the node: only equal nodes share it.
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
