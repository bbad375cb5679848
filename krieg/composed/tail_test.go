// SPDX-License-Identifier: BSD-3-Clause

package composed_test

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/veilplan/veil/search/andor/baseline"
)

// longer names the problems of [tail] with the limits that they have there.
const longer = "longer"

// Tail compares methods over whole beliefs with incremental ones on a sample: LE-DFS with
// GL-DBU, PNS with IPNS, and the best of all on each problem.
func (b *bench) Tail(set, name string) string {
	rows := []string{b.tailRow(set, name, []string{"LE-DFS"}, []string{"GL-DBU"}), b.tailRow(set, name, []string{"PNS"}, []string{"IPNS"})}
	if set != longer {
		rows = append(rows, b.tailRow(set, name, ofKind("whole"), ofKind("incremental")))
	}
	return strings.Join(rows, "\n")
}

func (b *bench) tailRow(set, name string, slow, fast []string) string {
	list, hard := b.against(set, slow, fast), b.hardest(set, slow, fast)
	most := slices.MaxFunc(list, func(x, y factor) int { return cmp.Compare(x.times, y.times) })
	return fmt.Sprintf("| %s | %s | %s | %s× | %s× | %s%s× | %d of %d |", name, someone(slow), someone(fast),
		short(mean(list)), short(mean(hard)), atLeast(!most.slow.solved()), short(most.times), cuts(list), len(list))
}

// hardest returns the tenth of the problems that take the slow methods the most states.
func (b *bench) hardest(set string, slow, fast []string) []factor {
	list := b.against(set, slow, fast)
	slices.SortFunc(list, func(x, y factor) int { return cmp.Compare(x.slow.states, y.slow.states) })
	return list[len(list)*9/10:]
}

// ofKind returns the methods of the paper of a kind.
func ofKind(kind string) []string {
	return slices.DeleteFunc(baseline.Names(), func(method string) bool { return kindOf(method) != kind })
}

// someone names one method, or the best of several.
func someone(methods []string) string {
	if len(methods) > 1 {
		return fmt.Sprintf("the best of %d", len(methods))
	}
	return methods[0]
}

// factor is how many times the states of one method another takes on a problem.
type factor struct {
	id         string
	times      float64
	slow, fast measured
}

// against returns what the best of some methods takes in units of the best of others, on
// the problems that one of them solved within the smaller limit.
func (b *bench) against(set string, slow, fast []string) []factor {
	var list []factor
	best := b.best(set, slow)
	for _, f := range b.best(set, fast) {
		s := best[slices.IndexFunc(best, func(m measured) bool { return m.id == f.id })]
		if f = f.within(s.cap); f.solved() || s.solved() {
			list = append(list, factor{f.id, float64(s.states) / float64(f.states), s, f})
		}
	}
	return list
}

// best returns the best run of some methods on every problem of a set.
func (b *bench) best(set string, methods []string) []measured {
	list := slices.Clone(b.runs[[2]string{set, methods[0]}])
	for _, method := range methods[1:] {
		for i, r := range b.runs[[2]string{set, method}] { // problems are in the same order
			if old := list[i]; r.solved() && !old.solved() || r.solved() == old.solved() && r.states < old.states {
				list[i] = r
			}
		}
	}
	return list
}

// mean is the geometric mean of factors, and cuts how many of them are lower bounds.
func mean(list []factor) float64 {
	sum := 0.0
	for _, f := range list {
		sum += math.Log(f.times)
	}
	return math.Exp(sum / float64(len(list)))
}

func cuts(list []factor) int {
	n := 0
	for _, f := range list {
		n += count(!f.slow.solved())
	}
	return n
}

// ByBoards is what incremental methods save by the number of boards.
func (b *bench) ByBoards() string {
	var rows []string
	least := 0
	for _, most := range []int{10, 14, 20, 30, math.MaxInt} {
		row := fmt.Sprintf("| %d to %d", least+1, most)
		if most == math.MaxInt {
			row = fmt.Sprintf("| more than %d", least)
		}
		other := func(f factor) bool { return b.sizes[f.id] <= least || b.sizes[f.id] > most }
		for _, of := range [][3]string{{"seed-3", "LE-DFS", "GL-DBU"}, {"seed-3", "PNS", "IPNS"}, {longer, "LE-DFS", "GL-DBU"}} {
			list := slices.DeleteFunc(b.against(of[0], of[1:2], of[2:]), other)
			row += fmt.Sprintf(" | %s× of %d", short(mean(list)), len(list))
		}
		rows = append(rows, row+" |")
		least = most
	}
	return strings.Join(rows, "\n")
}

// atLeast marks a lower bound.
func atLeast(yes bool) string {
	if yes {
		return "≥ "
	}
	return ""
}
