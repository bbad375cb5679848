// SPDX-License-Identifier: BSD-3-Clause

package composed_test

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"text/template"
	"time"
)

// TestReproduction renders docs/results/kriegspiel-paper.md and its figures from the file of
// runs and compares them with what is there. UPDATE=1 writes them.
func TestReproduction(t *testing.T) {
	if os.Getenv("UPDATE") != "" && os.Getenv(journalVar) != "" {
		publish(t)
	}
	b := newBench(t, publishedRuns(t))
	b.fillAnalysis(t)
	for _, set := range sampled() {
		for _, axis := range limited() {
			var out bytes.Buffer
			if err := b.picture(t, set, axis).Write(&out, "svg"); err != nil {
				t.Fatal(err)
			}
			compareFile(t, fmt.Sprintf("../../experiments/krieg/kriegspiel-%s-%s.svg", set, axis), out.Bytes())
		}
	}
	var page bytes.Buffer
	if err := b.page(t).Execute(&page, b); err != nil {
		t.Fatal(err)
	}
	compareFile(t, "../../docs/results/kriegspiel-paper.md", page.Bytes())
}

func compareFile(t *testing.T, name string, want []byte) {
	t.Helper()
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(name, want, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, err := os.ReadFile(name)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s is not what the runs say (tools/nightly krieg-figure renders it): %v", name, err)
	}
}

// bench is the runs by set and method: those of the samples, cut where the limits of the
// samples say.
type bench struct {
	runs  map[[2]string][]measured
	all   []measured // of all problems, with other limits
	sizes map[string]int

	memory map[[2]string]memory // by [memories]

	// Theorem3 are the counts of its test, by name, and Made those of the model tree.
	Theorem3 map[string]inclusion
	Made     string
}

func newBench(t *testing.T, runs []measured) *bench {
	t.Helper()
	b := &bench{runs: map[[2]string][]measured{}, all: runs, sizes: map[string]int{}}
	ran := map[string]measured{}
	for _, r := range runs {
		ran[r.id+r.method] = r
	}
	for _, j := range samples() {
		b.add(t, j.set, j, ran)
	}
	more := tail()
	more.limits["GL-DBU"], more.limits["IPNS"] = samples()[0].limit("GL-DBU"), samples()[0].limit("IPNS")
	b.add(t, longer, more, ran)
	b.memory = memories(t)
	return b
}

// add adds the runs of a job, cut at its limits, under a name.
func (b *bench) add(t *testing.T, name string, j job, ran map[string]measured) {
	t.Helper()
	for _, p := range spread(t, j.set, j.count) {
		b.sizes[p.ID] = p.Boards
		for _, method := range append(everyMethod(), aside()...) {
			limit := j.limit(method)
			if limit == 0 {
				continue
			}
			r, ok := ran[p.ID+method]
			if !ok || !r.solved() && r.cap < limit {
				t.Fatalf("%s was not run by %s with %d states; tools/nightly krieg-agree does", p.ID, method, limit)
			}
			r = r.within(limit)
			r.cap = limit
			b.runs[[2]string{name, method}] = append(b.runs[[2]string{name, method}], r)
		}
	}
}

// total is what a method took on the problems of a set with a verdict ("" for all).
type total struct {
	Method       string
	N, Solved    int
	States       int64
	Median, High int64
	CPU          time.Duration
}

// Total adds up. An unsolved problem counts with what was spent on it: then the sums are
// lower bounds.
func (b *bench) Total(set, verdict, method string) total {
	t := total{Method: method}
	var states []int64
	for _, r := range b.runs[[2]string{set, method}] {
		if verdict != "" && r.verdict != verdict {
			continue
		}
		t.N++
		if r.solved() {
			t.Solved++
		}
		t.States += r.states
		t.CPU += r.cpu
		states = append(states, r.states)
	}
	if slices.Sort(states); t.N > 0 {
		t.Median, t.High = states[t.N/2], states[t.N*9/10]
	}
	return t
}

// Bound is "≥ " if a sum is a lower bound.
func (t total) Bound() string {
	return atLeast(t.Solved < t.N)
}

func (t total) Row() string {
	return fmt.Sprintf("| %s | %d/%d | %s%s | %s%.2f | %s | %s |", t.Method, t.Solved, t.N, t.Bound(), grouped(t.States), t.Bound(), t.CPU.Seconds(), grouped(t.Median), grouped(t.High))
}

func grouped(n int64) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// Rows are the totals of every method, the fewest states first.
func (b *bench) Rows(set, verdict string) string {
	var list []total
	for _, method := range compared() {
		if t := b.Total(set, verdict, method); t.N > 0 {
			list = append(list, t)
		}
	}
	slices.SortStableFunc(list, func(x, y total) int {
		return cmp.Or(cmp.Compare(y.Solved, x.Solved), cmp.Compare(x.States, y.States))
	})
	var rows []string
	for _, t := range list {
		rows = append(rows, t.Row())
	}
	return strings.Join(rows, "\n")
}

// ratio is how many times the states and the CPU time of one method another takes.
type ratio struct {
	States, CPU float64
	Bound       string // "≥ " or "≤ " if one of them did not solve all
}

func (b *bench) ratio(set, verdict, slow, fast string) ratio {
	x, y := b.Total(set, verdict, slow), b.Total(set, verdict, fast)
	r := ratio{States: float64(x.States) / float64(y.States), CPU: x.CPU.Seconds() / y.CPU.Seconds()}
	switch slowOpen, fastOpen := x.Solved < x.N, y.Solved < y.N; {
	case slowOpen && fastOpen:
		r.Bound = "about "
	case slowOpen:
		r.Bound = "≥ "
	case fastOpen:
		r.Bound = "≤ "
	}
	return r
}

func (r ratio) String() string {
	return fmt.Sprintf("%s%s× states, %s%s× CPU", r.Bound, short(r.States), r.Bound, short(r.CPU))
}

func short(x float64) string {
	if x >= 10 {
		return fmt.Sprintf("%.0f", x)
	}
	return fmt.Sprintf("%.1f", x)
}

// pairwise is how many times the states and the CPU time of one method another takes: the
// geometric mean over the problems that at least one of the two solved. A run that was cut
// counts with what it spent, which makes the difference smaller than it is.
type pairwise struct {
	states, cpu        float64
	slow, fast, n, all int // solved, and problems counted
	cuts               int // of the slow method less those of the fast, among them
}

func (b *bench) pairwise(set, verdict, slow, fast string) pairwise {
	other := map[string]measured{}
	for _, r := range b.runs[[2]string{set, fast}] {
		other[r.id] = r
	}
	var p pairwise
	for _, r := range b.runs[[2]string{set, slow}] {
		if verdict != "" && r.verdict != verdict {
			continue
		}
		limit := min(r.cap, other[r.id].cap)
		r, f := r.within(limit), other[r.id].within(limit)
		p.all++
		p.slow += count(r.solved())
		p.fast += count(f.solved())
		if r.solved() || f.solved() {
			p.n++
			p.cuts += count(!r.solved()) - count(!f.solved())
			p.states += math.Log(float64(r.states) / float64(f.states))
			p.cpu += math.Log(float64(max(r.cpu, time.Microsecond)) / float64(max(f.cpu, time.Microsecond)))
		}
	}
	p.states, p.cpu = math.Exp(p.states/float64(p.n)), math.Exp(p.cpu/float64(p.n))
	return p
}

// within returns the run as it would have been with at most so many states.
func (m measured) within(limit int64) measured {
	if m.states > limit {
		m.cpu = time.Duration(float64(m.cpu) * float64(limit) / float64(m.states))
		m.answer, m.states = unsolved, limit
	}
	return m
}

func count(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

func (p pairwise) String() string {
	if p.n == 0 {
		return fmt.Sprintf("neither ended on any of %d", p.all)
	}
	return fmt.Sprintf("%s× states, %s× CPU (solved %d and %d of %d)", short(p.states), short(p.cpu), p.slow, p.fast, p.all)
}

// Ours compares our method with the paper's best.
func (b *bench) Ours(set string) string {
	x, y := b.Total(set, "", "GL-DBU"), b.Total(set, "", "veil")
	r := b.ratio(set, "", "GL-DBU", "veil")
	return fmt.Sprintf("| %s | %d/%d in %.2f s | %d/%d in %.2f s | %s%s× | %s%s× |", set, x.Solved, x.N, x.CPU.Seconds(), y.Solved, y.N, y.CPU.Seconds(), r.Bound, short(r.CPU), r.Bound, short(r.States))
}

// Ablation leaves out one part of our method at a time.
func (b *bench) Ablation(set string) string {
	var rows []string
	for _, method := range everyMethod()[len(compared())-1:] {
		t := b.Total(set, "", method)
		r := b.ratio(set, "", method, "veil")
		rows = append(rows, fmt.Sprintf("| %s | %s | %d/%d | %s%s | %s%.2f | %s%s× |", set, named(method), t.Solved, t.N, t.Bound(), grouped(t.States), t.Bound(), t.CPU.Seconds(), r.Bound, short(r.CPU)))
	}
	return strings.Join(rows, "\n")
}

// Sample says how many problems of a set were run, and with what limits.
func (b *bench) Sample(set string) string {
	return fmt.Sprintf("%d problems, at most %s hidden states per run for the methods over whole beliefs and %s for the incremental ones and ours",
		b.Total(set, "", "veil").N, grouped(b.runs[[2]string{set, "DFS"}][0].cap), grouped(b.runs[[2]string{set, "DBU"}][0].cap))
}

func (b *bench) page(t *testing.T) *template.Template {
	t.Helper()
	page, err := template.ParseFiles("testdata/reproduction.md.tmpl")
	if err != nil {
		t.Fatal(err)
	}
	return page
}
