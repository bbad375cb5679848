// SPDX-License-Identifier: BSD-3-Clause

package certcheck

import (
	"encoding/binary"
)

// sum requires the groups to hold exactly this many mines.
type sum struct {
	groups []int
	mines  int
}

// part is a set of clues connected by shared cells. Cells named by the same clues are
// interchangeable and form a group: only its number of mines matters.
type part struct {
	size []int // cells per group
	sums []sum
}

// split cuts the problem into parts and returns the number of cells that no clue names.
func split(p Problem) (parts []part, free int) {
	naming := make([][]int, p.Hidden) // cell -> clues
	for i, c := range p.Clues {
		for _, cell := range c.Cells {
			naming[cell] = append(naming[cell], i)
		}
	}
	root := connect(len(p.Clues), naming)
	home := make([]int, len(p.Clues)) // clue -> its sum inside its part
	at := map[int]int{}               // root -> index in parts
	for i, c := range p.Clues {
		if _, ok := at[root[i]]; !ok {
			at[root[i]] = len(parts)
			parts = append(parts, part{})
		}
		q := &parts[at[root[i]]]
		home[i] = len(q.sums)
		q.sums = append(q.sums, sum{mines: c.Mines})
	}
	group := map[string]int{}
	for _, clues := range naming {
		if len(clues) == 0 {
			free++
			continue
		}
		q := &parts[at[root[clues[0]]]]
		key := signature(clues)
		g, ok := group[key]
		if !ok {
			g = len(q.size)
			group[key] = g
			q.size = append(q.size, 0)
			for _, i := range clues {
				q.sums[home[i]].groups = append(q.sums[home[i]].groups, g)
			}
		}
		q.size[g]++
	}
	return parts, free
}

// connect returns a representative clue for every clue: the same for clues that are
// linked by shared cells.
func connect(clues int, naming [][]int) []int {
	root := make([]int, clues)
	for i := range root {
		root[i] = i
	}
	find := func(i int) int {
		for root[i] != i {
			i = root[i]
		}
		return i
	}
	for _, linked := range naming {
		for _, i := range linked {
			root[find(i)] = find(linked[0])
		}
	}
	for i := range root {
		root[i] = find(i)
	}
	return root
}

func signature(clues []int) string {
	var key []byte
	for _, i := range clues {
		key = binary.AppendUvarint(key, uint64(i))
	}
	return string(key)
}
