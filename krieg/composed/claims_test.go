// SPDX-License-Identifier: BSD-3-Clause

package composed_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/veilplan/veil/krieg/composed"
	"github.com/veilplan/veil/search/andor/baseline"
)

// sampled are the sets on which every method is compared.
func sampled() []string { return []string{"seed-3", "seed-5", "blind-3", "blind-5"} }

// fewest is how many problems decide an ordering.
const fewest = 5

// ordering is a claim of the paper about two methods: on mates, on near misses, on each of them, or
// on both counted together.
type ordering struct {
	Text       string
	panels     []string
	slow, fast string
	how        relation
	distance   float64
}

// orderings are all that the paper claims.
func orderings() []ordering {
	each, together := []string{composed.Mate, composed.NearMiss}, []string{""}
	return []ordering{
		{"PNS is much faster than DFS", each, "DFS", "PNS", faster, much},
		{"L-DFS is considerably faster than DFS", each, "DFS", "L-DFS", faster, considerably},
		{"L-PNS is about as fast as PNS", each, "PNS", "L-PNS", alike, considerably},
		{"E is the strongest of the simple improvements: it beats L", each, "L-DFS", "E-DFS", faster, beats},
		{"GL is only slightly better than L", each, "L-DFS", "GL-DFS", slightly, considerably},
		{"GX-DFS beats even PNS", each, "PNS", "GX-DFS", faster, beats},
		{"DUB and DBU are about equal", each, "DUB", "DBU", alike, considerably},
		{"DBU is much faster than UDB (= LE-DFS)", each, "UDB", "DBU", faster, much},
		{"DUB is much faster than UDB (= LE-DFS)", each, "UDB", "DUB", faster, much},
		{"GL-DBU is the best overall: it beats DBU", together, "DBU", "GL-DBU", faster, beats},
		{"GL-DBU is the best overall: it beats IPNS", together, "IPNS", "GL-DBU", faster, beats},
		{"IPNS is by far the best on mates", []string{composed.Mate}, "GL-DBU", "IPNS", faster, much},
		{"IPNS is behind DBU on near misses", []string{composed.NearMiss}, "IPNS", "DBU", faster, beats},
		{"IPNS is behind DUB on near misses", []string{composed.NearMiss}, "IPNS", "DUB", faster, beats},
	}
}

// The answers to a claim on one set.
const (
	yes    = "yes"
	no     = "no"
	partly = "partly"
	open   = "open"
)

// on judges the claim on a set, one kind of problems and one kind of limit.
func (o ordering) on(b *bench, set, verdict, axis string) string {
	return o.how.judge(meet(axis, b.of(set, verdict, o.fast), b.of(set, verdict, o.slow)), o.distance)
}

// answers judges the claim on a set by all kinds of problems and limits.
func (o ordering) answers(b *bench, set string) (list []string) {
	for _, verdict := range o.panels {
		for _, axis := range limited() {
			list = append(list, o.on(b, set, verdict, axis))
		}
	}
	return list
}

// overall spells the answers of the sets as a verdict.
func overall(answers []string) string {
	return map[string]string{yes: "agree", no: "disagree", partly: "partly", open: "not checked"}[combined(answers)]
}

// row is a claim with its answers, one for each set, and what they come to.
type row struct {
	Text    string
	Answers []string
	Verdict string
}

func (r row) String() string {
	return fmt.Sprintf("| %s | %s | %s |", r.Text, strings.Join(r.Answers, " | "), r.Verdict)
}

// Claims judges every ordering on every set.
func (b *bench) Claims() []row {
	var rows []row
	for _, o := range orderings() {
		r := row{Text: o.Text}
		for _, set := range sampled() {
			r.Answers = append(r.Answers, combined(o.answers(b, set)))
		}
		r.Verdict = overall(r.Answers)
		rows = append(rows, r)
	}
	return append(rows, b.interleaving(), b.harder())
}

// interleaving judges that looking for boards while searching takes less time on near misses, and
// the same on mates.
func (b *bench) interleaving() row {
	r := row{Text: "Interleaving estimation and GL-DBU saves time on near misses and none on mates"}
	for _, set := range sampled() {
		mate, miss := b.pairwise(set, composed.Mate, "sequential", "interleaved"), b.pairwise(set, composed.NearMiss, "sequential", "interleaved")
		answer := no
		switch {
		case mate.n < fewest || miss.n < fewest:
			answer = open
		case miss.cpu > 1.1 && mate.cpu < 1.1:
			answer = yes
		}
		r.Answers = append(r.Answers, answer)
	}
	r.Verdict = overall(r.Answers)
	return r
}

// harder judges that most methods solve fewer near misses than mates at most limits.
func (b *bench) harder() row {
	r := row{Text: "Near misses are generally harder than mates"}
	for _, set := range sampled() {
		var answers []string
		for _, axis := range limited() {
			longer, shorter := 0, 0
			for _, method := range baseline.Names() {
				balance := b.harderFor(set, method, axis)
				longer += count(balance > 0)
				shorter += count(balance < 0)
			}
			answers = append(answers, majority(longer, shorter))
		}
		r.Answers = append(r.Answers, combined(answers))
	}
	r.Verdict = overall(r.Answers)
	return r
}

// harderFor counts the limits at which a method solves more mates than near misses, less the others.
func (b *bench) harderFor(set, method, axis string) (balance int) {
	mates, misses := b.of(set, composed.Mate, method), b.of(set, composed.NearMiss, method)
	for _, x := range ladder(axis) {
		balance += cmp.Compare(solvedBy(axis, mates, x)*len(misses), solvedBy(axis, misses, x)*len(mates))
	}
	return balance
}

// majority answers by the larger number.
func majority(more, fewer int) string {
	switch cmp.Compare(more, fewer) {
	case 1:
		return yes
	case -1:
		return no
	default:
		return open
	}
}

// Tally counts the verdicts.
func (b *bench) Tally() string {
	count := map[string]int{}
	for _, r := range b.Claims() {
		count[r.Verdict]++
	}
	return tallied(count)
}

// Details are the answers on each kind of problems and limit, with the problems solved at the limit
// where the methods differ most.
func (b *bench) Details() string {
	var rows []string
	for _, o := range orderings() {
		for _, set := range sampled() {
			line := fmt.Sprintf("| %s : %s | %s |", o.fast, o.slow, set)
			for _, verdict := range []string{composed.Mate, composed.NearMiss} {
				for _, axis := range limited() {
					line += " " + b.detail(o, set, verdict, axis) + " |"
				}
			}
			rows = append(rows, line)
		}
	}
	return strings.Join(rows, "\n")
}

// detail is one answer, or only the numbers if the claim is not about these problems.
func (b *bench) detail(o ordering, set, verdict, axis string) string {
	fast, slow := b.of(set, verdict, o.fast), b.of(set, verdict, o.slow)
	limit, ok := widest(axis, fast, slow)
	text := "all cut"
	if ok {
		text = fmt.Sprintf("%d : %d of %d, %s", solvedBy(axis, fast, limit), solvedBy(axis, slow, limit), len(fast), spelled(axis, limit))
	}
	if slices.Contains(o.panels, verdict) {
		text = o.on(b, set, verdict, axis) + ", " + text
	}
	return text
}

// widest returns the limit at which the numbers of problems solved differ most, of those at which
// all runs are known.
func widest(axis string, fast, slow []measured) (limit float64, ok bool) {
	gap := -1
	for _, x := range ladder(axis) {
		difference := solvedBy(axis, fast, x) - solvedBy(axis, slow, x)
		if d := max(difference, -difference); known(axis, x, fast, slow) && d > gap && decided(axis, fast, slow, x) > 0 {
			gap, limit, ok = d, x, true
		}
	}
	return limit, ok
}

// Interleaving is the mean factor in states and CPU time between the two ways to put estimation and
// search together, by set.
func (b *bench) Interleaving() string {
	var rows []string
	for _, set := range sampled() {
		line := fmt.Sprintf("| %s |", set)
		for _, verdict := range []string{composed.Mate, composed.NearMiss} {
			p := b.pairwise(set, verdict, "sequential", "interleaved")
			line += fmt.Sprintf(" %s%s×, CPU %s× |", atMost(p.cuts), short(p.states), short(p.cpu))
		}
		rows = append(rows, line+b.boards(set))
	}
	return strings.Join(rows, "\n")
}

// atMost marks a factor that is a bound, because more runs of one method were cut.
func atMost(cuts int) string {
	switch {
	case cuts > 0:
		return "≥ "
	case cuts < 0:
		return "≤ "
	default:
		return ""
	}
}

// boards is which part of the boards was looked at, on mates and on near misses.
func (b *bench) boards(set string) string {
	var cells []string
	for _, verdict := range []string{composed.Mate, composed.NearMiss} {
		taken, boards := int64(0), 0
		for _, r := range b.runs[[2]string{set, "interleaved"}] {
			if r.verdict == verdict && r.solved() {
				taken += r.nodes
				boards += b.sizes[r.id]
			}
		}
		cells = append(cells, fmt.Sprintf(" %.0f %% |", 100*float64(taken)/float64(max(boards, 1))))
	}
	return strings.Join(cells, "")
}
