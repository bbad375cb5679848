// SPDX-License-Identifier: BSD-3-Clause

package proof

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Plan is a directed acyclic graph of actions to try. It starts at node 0; a branch
// always leads to a later node of the list.
type Plan struct {
	// Plies is the largest number of actions and replies that the plan needs. Refused
	// tries do not count.
	Plies int `json:"plies"`
	// States lists the hidden states that the beliefs of the nodes refer to; see [Prune].
	States []string `json:"states,omitempty"`
	Nodes  []Node   `json:"nodes"`
}

// Node is one decision of a plan.
type Node struct {
	// Try is the name of the action.
	Try string `json:"try"`
	// Count is the number of hidden states that are possible here.
	Count int `json:"count"`
	// Belief lists these states as indices of Plan.States, in ascending order.
	Belief []int `json:"belief,omitempty"`
	// Branches lists the answers after which the plan continues. After any other answer
	// that can be heard, the game is won.
	Branches []Branch `json:"replies,omitempty"`
}

// Branch is an announcement after a try, and the node to continue with.
type Branch struct {
	// Heard is the answer to the try.
	Heard string `json:"announce"`
	// Reply is the announcement of the opponent's reply. It is empty after a refusal and in
	// problems without an opponent.
	Reply string `json:"reply,omitempty"`
	// Refused reports whether the try was refused, so that the turn continues.
	Refused bool `json:"refused,omitempty"`
	Next    int  `json:"next"`
}

// Limits on the plans and refutations that are read.
const (
	MaxBytes = 1 << 28
	MaxNodes = 1 << 22
	MaxPlies = 1 << 12
)

// ReadPlan reads a plan in JSON. It checks the form of the plan but not that it wins.
func ReadPlan(r io.Reader) (*Plan, error) {
	p := new(Plan)
	return p, read(r, "plan", p)
}

// read reads a plan or a refutation.
func read(r io.Reader, name string, into interface{ validate() error }) error {
	err := ReadJSON(r, into)
	if err == nil {
		err = into.validate()
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// ReadJSON reads a document of at most [MaxBytes]. Its errors name a line and a column.
func ReadJSON(r io.Reader, into any) error {
	data, err := io.ReadAll(io.LimitReader(r, MaxBytes+1))
	if err != nil {
		return err
	}
	if len(data) > MaxBytes {
		return fmt.Errorf("longer than %d bytes", MaxBytes)
	}
	err = json.Unmarshal(data, into)
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		return fmt.Errorf("%s: %w", lineOf(data, syntax.Offset), err)
	}
	if kind, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return fmt.Errorf("%s: %w", lineOf(data, kind.Offset), err)
	}
	return err
}

// lineOf returns the line and column of an offset.
func lineOf(data []byte, offset int64) string {
	line, column := 1, 1
	for _, c := range data[:min(int64(len(data)), max(offset-1, 0))] {
		column++
		if c == '\n' {
			line, column = line+1, 1
		}
	}
	return fmt.Sprintf("line %d column %d", line, column)
}

// validate checks everything that does not need the rules.
func (p *Plan) validate() error {
	switch {
	case p.Plies < 0 || p.Plies > MaxPlies:
		return fmt.Errorf("%d plies: want 0 to %d", p.Plies, MaxPlies)
	case len(p.Nodes) > MaxNodes:
		return fmt.Errorf("%d nodes: at most %d are allowed", len(p.Nodes), MaxNodes)
	}
	for i := range p.Nodes {
		if err := p.validateNode(i); err != nil {
			return fmt.Errorf("node %d: %w", i, err)
		}
	}
	return nil
}

func (p *Plan) validateNode(i int) error {
	n := &p.Nodes[i]
	if n.Belief != nil && len(n.Belief) != n.Count {
		return fmt.Errorf("a belief of %d states, but a count of %d", len(n.Belief), n.Count)
	}
	last := -1
	for _, s := range n.Belief {
		if s <= last || s >= len(p.States) {
			return fmt.Errorf("state %d is out of order or not in the table", s)
		}
		last = s
	}
	heard := make(map[Branch]bool, len(n.Branches))
	for j, b := range n.Branches {
		if b.Next <= i || b.Next >= len(p.Nodes) {
			return fmt.Errorf("branch %d leads to node %d: want one of %d to %d", j, b.Next, i+1, len(p.Nodes)-1)
		}
		if b.Next = 0; heard[b] {
			return fmt.Errorf("two branches for the same answer %q", b.Heard)
		}
		heard[b] = true
	}
	return nil
}
