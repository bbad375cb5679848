// SPDX-License-Identifier: BSD-3-Clause

package composed_test

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/veilplan/veil/krieg/composed"
)

// sampled are the sets on which every method is compared.
func sampled() []string { return []string{"seed-3", "seed-5", "blind-3", "blind-5"} }

// soon is the time of the paper's own measure: how many problems are solved within it.
const soon = 100 * time.Millisecond

// Soon spells it.
func (b *bench) Soon() string { return fmt.Sprintf("%g s", soon.Seconds()) }

// fewest is how many problems decide an ordering.
const fewest = 5

// ordering is a claim of the paper: in units of one method another takes at least and at most
// so much, on all problems or those of a verdict.
type ordering struct {
	Text        string
	verdict     string
	slow, fast  string
	least, most float64
}

// orderings are all that the paper claims.
func orderings() []ordering {
	inf := math.Inf(1)
	return []ordering{
		{"PNS is much faster than DFS", "", "DFS", "PNS", 3, inf},
		{"L-DFS is considerably faster than DFS", "", "DFS", "L-DFS", 1.5, inf},
		{"L-PNS is about as fast as PNS", "", "PNS", "L-PNS", 1 / 1.5, 1.5},
		{"E is the strongest of the simple improvements: it beats L", "", "L-DFS", "E-DFS", 1, inf},
		{"GL is only slightly better than L", "", "L-DFS", "GL-DFS", 1, 1.5},
		{"GX-DFS beats even PNS", "", "PNS", "GX-DFS", 1, inf},
		{"DUB and DBU are about equal", "", "DUB", "DBU", 1 / 1.5, 1.5},
		{"DBU is much faster than UDB (= LE-DFS)", "", "UDB", "DBU", 3, inf},
		{"DUB is much faster than UDB (= LE-DFS)", "", "UDB", "DUB", 3, inf},
		{"GL-DBU is the best overall: it beats DBU", "", "DBU", "GL-DBU", 1, inf},
		{"GL-DBU is the best overall: it beats IPNS", "", "IPNS", "GL-DBU", 1, inf},
		{"IPNS is by far the best on mates", composed.Mate, "GL-DBU", "IPNS", 1.5, inf},
		{"IPNS is behind DBU on near misses", composed.NearMiss, "IPNS", "DBU", 1, inf},
		{"IPNS is behind DUB on near misses", composed.NearMiss, "IPNS", "DUB", 1, inf},
	}
}

// The answers to a claim on one set.
const (
	yes  = "yes"
	no   = "no"
	open = "open"
)

// on judges the claim by the states of [bench.pairwise].
func (o ordering) on(p pairwise) string {
	switch {
	case p.n >= fewest && p.states >= o.least && p.states <= o.most:
		return yes
	case p.n < fewest, p.states < o.least && p.cuts > 0, p.states > o.most && p.cuts < 0:
		return open // the factor is only a bound, on the wrong side
	default:
		return no
	}
}

// overall puts the answers of the sets together.
func overall(answers []string) string {
	count := map[string]int{}
	for _, a := range answers {
		count[a]++
	}
	switch {
	case count[yes]+count[no] == 0:
		return "not checked"
	case count[no] == 0:
		return "agree"
	case count[yes] == 0:
		return "disagree"
	default:
		return "partly"
	}
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
			r.Answers = append(r.Answers, o.on(b.pairwise(set, o.verdict, o.slow, o.fast)))
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

// harder judges that near misses take most methods longer than mates: in the middle of the problems.
func (b *bench) harder() row {
	r := row{Text: "Near misses are generally harder than mates"}
	for _, set := range sampled() {
		longer, methods := 0, 0
		for _, method := range compared()[:len(compared())-1] {
			mate, miss := b.Total(set, composed.Mate, method), b.Total(set, composed.NearMiss, method)
			if mate.N >= fewest && miss.N >= fewest && mate.Median != miss.Median {
				methods++
				longer += count(miss.Median > mate.Median)
			}
		}
		answer := no
		switch {
		case methods == 0:
			answer = open
		case 2*longer > methods:
			answer = yes
		}
		r.Answers = append(r.Answers, answer)
	}
	r.Verdict = overall(r.Answers)
	return r
}

// Tally counts the verdicts.
func (b *bench) Tally() string {
	count := map[string]int{}
	for _, r := range b.Claims() {
		count[r.Verdict]++
	}
	return fmt.Sprintf("%d agree, %d partly, %d disagree, %d not checked", count["agree"], count["partly"], count["disagree"], count["not checked"])
}

// Details are the factors behind the answers, for mates and near misses apart, with the paper's own
// measure: how many were solved soon.
func (b *bench) Details() string {
	var rows []string
	for _, o := range orderings() {
		for _, set := range sampled() {
			rows = append(rows, b.detail(fmt.Sprintf("| %s / %s | %s ", o.slow, o.fast, set), set, o.slow, o.fast))
		}
	}
	return strings.Join(rows, "\n")
}

// Interleaving are the same for the two ways to put estimation and search together.
func (b *bench) Interleaving() string {
	var rows []string
	for _, set := range sampled() {
		rows = append(rows, b.detail(fmt.Sprintf("| %s ", set), set, "sequential", "interleaved")+b.boards(set))
	}
	return strings.Join(rows, "\n")
}

func (b *bench) detail(head, set, slow, fast string) string {
	var line strings.Builder
	line.WriteString(head)
	for _, verdict := range []string{composed.Mate, composed.NearMiss} {
		p := b.pairwise(set, verdict, slow, fast)
		factor := "neither ended"
		if p.n > 0 {
			factor = fmt.Sprintf("%s%s×, CPU %s×", atMost(p.cuts), short(p.states), short(p.cpu))
		}
		fmt.Fprintf(&line, "| %s | %d, %d of %d ", factor, b.soon(set, verdict, slow), b.soon(set, verdict, fast), p.all)
	}
	return line.String() + "|"
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

// soon counts the problems that a method solved within the time [soon].
func (b *bench) soon(set, verdict, method string) int {
	n := 0
	for _, r := range b.runs[[2]string{set, method}] {
		n += count(r.verdict == verdict && r.solved() && r.cpu <= soon)
	}
	return n
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
