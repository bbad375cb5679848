// SPDX-License-Identifier: BSD-3-Clause

package optimal_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/internal/rusage"
	"github.com/veilplan/veil/search/optimal"
)

// endgame is a position of testdata/expert-endgames.txt.
type endgame struct {
	name        string
	w, h, mines int
	rows        []string
	layouts     int
	best        uint64
	moves       []move
}

type move struct {
	row, col   int
	wins, safe uint64
}

func readEndgames(t testing.TB) []*endgame {
	t.Helper()
	data, err := os.ReadFile("testdata/expert-endgames.txt")
	if err != nil {
		t.Fatal(err)
	}
	var list []*endgame
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if strings.HasPrefix(line, "[") {
			list = append(list, &endgame{name: strings.Trim(line, "[]")})
			continue
		}
		e := list[len(list)-1]
		var m move
		switch {
		case strings.Contains(line, "/") && scan(line, "%dx%d/%d", &e.w, &e.h, &e.mines), scan(line, "layouts\t%d", &e.layouts), scan(line, "best\t%d", &e.best):
		case scan(line, "r%dc%d\twins %d\tsafe %d", &m.row, &m.col, &m.wins, &m.safe):
			e.moves = append(e.moves, m)
		default:
			e.rows = append(e.rows, line)
		}
	}
	return list
}

func scan(line, format string, args ...any) bool {
	n, err := fmt.Sscanf(line, format, args...)
	return err == nil && n == len(args)
}

// layoutFinder lists the layouts of a view by plain depth-first search.
type layoutFinder struct {
	e     *endgame
	cells []int   // hidden cells, those beside numbers first
	rules [][]int // numbers beside each cell
	need  []int   // mines a number still needs
	open  []int   // hidden cells around a number not decided yet
	mined []bool
	left  int
	found [][]bool
}

func (e *endgame) around(c int) []int {
	var list []int
	for d := range e.w * e.h {
		if dx, dy := c%e.w-d%e.w, c/e.w-d/e.w; c != d && dx*dx <= 1 && dy*dy <= 1 {
			list = append(list, d)
		}
	}
	return list
}

func (e *endgame) at(c int) byte { return e.rows[c/e.w][c%e.w] }

// findLayouts returns the hidden cells and the layouts of mines on them.
func (e *endgame) findLayouts() (cells []int, layouts [][]bool) {
	f := &layoutFinder{e: e, left: e.mines}
	n := e.w * e.h
	f.need, f.open, f.rules, f.mined = make([]int, n), make([]int, n), make([][]int, n), make([]bool, n)
	for c := range n {
		if e.at(c) == '.' {
			continue
		}
		f.need[c] = int(e.at(c) - '0')
		for _, d := range e.around(c) {
			if e.at(d) == '.' {
				f.rules[d] = append(f.rules[d], c)
				f.open[c]++
			}
		}
	}
	f.order(n)
	f.try(0)
	return f.cells, f.found
}

// order walks along the border so that a number is decided soon after it is begun.
func (f *layoutFinder) order(n int) {
	var inner []int
	seen := make([]bool, n)
	for c := range n {
		if f.e.at(c) != '.' || seen[c] {
			continue
		}
		if len(f.rules[c]) == 0 {
			inner = append(inner, c)
			continue
		}
		seen[c] = true
		for queue := []int{c}; len(queue) > 0; queue = queue[1:] {
			f.cells = append(f.cells, queue[0])
			for _, rule := range f.rules[queue[0]] {
				for _, d := range f.e.around(rule) {
					if f.e.at(d) == '.' && !seen[d] {
						seen[d] = true
						queue = append(queue, d)
					}
				}
			}
		}
	}

	f.cells = append(f.cells, inner...)
}

func (f *layoutFinder) try(i int) {
	if f.left < 0 || f.left > len(f.cells)-i {
		return
	}
	if i == len(f.cells) {
		layout := make([]bool, len(f.cells))
		for j, c := range f.cells {
			layout[j] = f.mined[c]
		}
		f.found = append(f.found, layout)
		return
	}
	c := f.cells[i]
	for _, mine := range []int{0, 1} {
		f.mined[c] = mine == 1
		f.left -= mine
		ok := true
		for _, rule := range f.rules[c] {
			f.need[rule] -= mine
			f.open[rule]--
			ok = ok && f.need[rule] >= 0 && f.need[rule] <= f.open[rule]
		}
		if ok {
			f.try(i + 1)
		}
		for _, rule := range f.rules[c] {
			f.need[rule] += mine
			f.open[rule]++
		}
		f.left += mine
	}
	f.mined[c] = false
}

// problem presents an endgame: the undetermined hidden cells are the actions.
func (e *endgame) problem() (p optimal.Problem, cells []int) {
	hidden, layouts := e.findLayouts()
	place := map[int]int{}
	for j, c := range hidden {
		place[c] = j
	}
	for j, c := range hidden {
		if slices.ContainsFunc(layouts, func(l []bool) bool { return !l[j] }) {
			cells = append(cells, c)
		}
	}
	near := make([][]int, len(cells))
	for i, c := range cells {
		for _, d := range e.around(c) {
			if j, ok := place[d]; ok {
				near[i] = append(near[i], j)
			}
		}
	}
	read := func(s int, seen []uint8) {
		for i, c := range cells {
			seen[i] = optimal.Fatal
			if layouts[s][place[c]] {
				continue
			}
			seen[i] = 0
			for _, j := range near[i] {
				if layouts[s][j] {
					seen[i]++
				}
			}
		}
	}
	return optimal.Problem{States: len(layouts), Actions: len(cells), Read: read}, cells
}

// TestExpertEndgames solves positions of 30×16/99 games whose values two other programs
// agree on.
func TestExpertEndgames(t *testing.T) {
	list := readEndgames(t)
	if len(list) != 22 {
		t.Fatalf("%d positions, want 22", len(list))
	}
	if testing.Short() {
		list = list[:6]
	}
	var spent time.Duration
	for _, e := range list {
		p, cells := e.problem()
		if p.States != e.layouts {
			t.Errorf("%s: %d layouts, want %d", e.name, p.States, e.layouts)
			continue
		}
		start := rusage.CPU()
		res, err := newSolver(t, p, optimal.Config{}).Solve(t.Context(), nil, veil.Budget{})
		spent += rusage.CPU() - start
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %d of %d, %d cells, %+v, %v", e.name, res.Lo, res.States, p.Actions, res.Stats, rusage.CPU()-start)
		if !res.Done || res.Lo != e.best {
			t.Errorf("%s: %v, want %d", e.name, res.Interval, e.best)
		}
		for _, m := range e.moves {
			i := slices.Index(cells, (m.row-1)*e.w+m.col-1)
			if a := res.Actions[i]; a.Lo != m.wins || a.Hi != m.wins || a.Safe != m.safe {
				t.Errorf("%s r%dc%d: %v of %d safe, want %d of %d", e.name, m.row, m.col, a.Interval, a.Safe, m.wins, m.safe)
			}
		}
	}
	t.Logf("all positions: %v of CPU time", spent)
}
