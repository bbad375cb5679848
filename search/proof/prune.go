// SPDX-License-Identifier: BSD-3-Clause

package proof

import "slices"

// pruned returns the part of the plan that was replayed.
func (c *replay[S, A, O]) pruned(beliefs bool) (*Plan, error) {
	p := &Plan{Plies: c.plan.Plies}
	index := make([]int, len(c.plan.Nodes))
	for i := range c.plan.Nodes {
		index[i] = len(p.Nodes)
		if len(c.at[i]) > 0 {
			p.Nodes = append(p.Nodes, Node{Try: c.plan.Nodes[i].Try, Count: len(c.at[i])})
		}
	}
	for i := range c.plan.Nodes {
		for j, b := range c.plan.Nodes[i].Branches {
			if c.taken[i][j] {
				b.Next = index[b.Next]
				n := &p.Nodes[index[i]]
				n.Branches = append(n.Branches, b)
			}
		}
	}
	if beliefs {
		return p, c.tabulate(p, index)
	}
	return p, nil
}

// tabulate adds the table of states and the belief of every node.
func (c *replay[S, A, O]) tabulate(p *Plan, index []int) error {
	number := map[S]int{}
	for i := range c.plan.Nodes {
		if len(c.at[i]) == 0 {
			continue
		}
		n := &p.Nodes[index[i]]
		for j := range c.order[i] {
			if err := c.ended(); err != nil {
				return err
			}
			s := c.order[i][j]
			k, ok := number[s]
			if !ok {
				k = len(p.States)
				number[s] = k
				p.States = append(p.States, c.names.State(&s))
			}
			n.Belief = append(n.Belief, k)
		}
		slices.Sort(n.Belief)
	}
	return nil
}
