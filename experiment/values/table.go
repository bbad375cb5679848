// SPDX-License-Identifier: BSD-3-Clause

package values

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Table lists the value of every known click, each once, in order.
type Table []Row

// NewTable merges the rows of each click and sorts them.
func NewTable(rows []Row) (Table, error) {
	sorted := slices.Clone(rows)
	slices.SortStableFunc(sorted, func(r, s Row) int { return r.compare(s.Key) })
	var t Table
	for _, r := range sorted {
		n := len(t)
		if n == 0 || t[n-1].Key != r.Key {
			t = append(t, r)
			continue
		}
		var err error
		if t[n-1], err = t[n-1].merge(r); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// Board is a group of rows: the first clicks of one board under one rule.
type Board []Row

// Boards splits a table into its boards.
func (t Table) Boards() []Board {
	var all []Board
	for i, r := range t {
		same := i > 0 && r.First == t[i-1].First && r.Mines == t[i-1].Mines && r.Width == t[i-1].Width && r.Height == t[i-1].Height
		if !same {
			all = append(all, nil)
		}
		all[len(all)-1] = append(all[len(all)-1], r)
	}
	return all
}

// Text returns the table as a file. It begins with the commands that reproduce it.
func (t Table) Text() []byte {
	var b strings.Builder
	b.WriteString(preamble)
	for _, command := range t.commands() {
		b.WriteString("#   " + command + "\n")
	}
	b.WriteString(strings.Join(Columns(), "\t") + "\n")
	for _, r := range t {
		b.WriteString(r.line())
	}
	return []byte(b.String())
}

const preamble = `# What first clicks are worth: best play wins so many of the layouts that the rule allows
# after the click. One cell stands for all that a symmetry of the board exchanges with it.
# badge: exact, or bounds lo..hi where the budget of the search ended first. nodes and
# entries are the work, which depends on the version of the search.
`

func (r Row) line() string { return strings.Join(r.Fields(), "\t") + "\n" }

// commands returns the commands that make the table.
func (t Table) commands() []string {
	var list []string
	boards := t.Boards()
	for i := 0; i < len(boards); {
		first := boards[i][0]
		var mines []int
		for i < len(boards) && boards[i][0].First == first.First && boards[i][0].Width == first.Width && boards[i][0].Height == first.Height {
			mines = append(mines, boards[i][0].Mines)
			i++
		}
		list = append(list, fmt.Sprintf("veil mines values %dx%d --first %s --mines %s", first.Width, first.Height, first.First, ranges(mines)))
	}
	return list
}

// ranges abbreviates increasing numbers: 1-3,7.
func ranges(numbers []int) string {
	var parts []string
	for i := 0; i < len(numbers); {
		j := i
		for j+1 < len(numbers) && numbers[j+1] == numbers[j]+1 {
			j++
		}
		part := strconv.Itoa(numbers[i])
		if j > i {
			part += "-" + strconv.Itoa(numbers[j])
		}
		parts = append(parts, part)
		i = j + 1
	}
	return strings.Join(parts, ",")
}
