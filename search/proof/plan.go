// SPDX-License-Identifier: BSD-3-Clause

package proof

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Plan is a directed acyclic graph of things to try. Node 0 is where it starts; a
// branch always leads to a node further down the list.
type Plan struct {
	// Plies is how many actions and replies the plan needs at most. Refused tries do
	// not count.
	Plies int `json:"plies"`
	// States are the hidden states the beliefs of the nodes refer to, if they were asked
	// for (see [Tidy]).
	States []string `json:"states,omitempty"`
	Nodes  []Node   `json:"nodes"`
}

// Node is one decision of a plan.
type Node struct {
	// Try is the action, as the problem spells it.
	Try string `json:"try"`
	// Count is the number of hidden states that are possible here.
	Count int `json:"count"`
	// Belief are these states, as indices of Plan.States, ascending.
	Belief []int `json:"belief,omitempty"`
	// Branches are the answers after which the plan goes on. After any other answer
	// that can be heard, the game is won.
	Branches []Branch `json:"replies,omitempty"`
}

// Branch is what can be heard after a try, and the node to go on with.
type Branch struct {
	// Heard is the answer to the try.
	Heard string `json:"announce"`
	// Reply is what is heard of the opponent's reply to it. Where nobody replies, and
	// after a refusal, it is empty.
	Reply string `json:"reply,omitempty"`
	// Refused is true if the try was refused: the turn goes on.
	Refused bool `json:"refused,omitempty"`
	Next    int  `json:"next"`
}

// Limits on a plan that is read from outside.
const (
	MaxBytes = 1 << 28
	MaxNodes = 1 << 22
	MaxPlies = 1 << 12
)

// ReadPlan reads a plan in JSON and checks its form, not its claim.
func ReadPlan(r io.Reader) (*Plan, error) {
	p := new(Plan)
	if err := readJSON(r, p); err != nil {
		return nil, fmt.Errorf("plan: %w", err)
	}
	if err := p.validate(); err != nil {
		return nil, fmt.Errorf("plan: %w", err)
	}
	return p, nil
}

func readJSON(r io.Reader, into any) error {
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

// lineOf names the line and column of an offset.
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

// validate checks what can be checked without the rules.
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
	for j, b := range n.Branches {
		if b.Next <= i || b.Next >= len(p.Nodes) {
			return fmt.Errorf("branch %d leads to node %d: want one of %d to %d", j, b.Next, i+1, len(p.Nodes)-1)
		}
		for _, other := range n.Branches[:j] {
			if other.Heard == b.Heard && other.Reply == b.Reply && other.Refused == b.Refused {
				return fmt.Errorf("two branches for the same answer %q", b.Heard)
			}
		}
	}
	return nil
}
