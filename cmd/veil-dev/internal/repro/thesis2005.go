// SPDX-License-Identifier: BSD-3-Clause

package repro

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math/big"
	"os"
	"strconv"
	"strings"

	"github.com/veilplan/veil/experiment/figure"
	"github.com/veilplan/veil/experiment/stats"
	"github.com/veilplan/veil/internal/text"
)

// proofRuns contains a row for every method and Kriegspiel problem.
const proofRuns = "experiments/krieg/kriegspiel-methods.tsv.gz"

// proofRun is the end of one run: the hidden states after which it was solved or cut.
type proofRun struct {
	states float64
	solved bool
}

// proofSets are the runs by set, verdict and method.
type proofSets map[[3]string][]proofRun

// readProofs reads the file of runs.
func readProofs(name string) (proofSets, error) {
	packed, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer packed.Close() //nolint:errcheck // only read
	z, err := gzip.NewReader(packed)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	rows, err := io.ReadAll(z)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	sets := proofSets{}
	for i, line := range strings.Split(strings.TrimSpace(string(rows)), "\n")[1:] {
		if err := sets.add(line); err != nil {
			return nil, fmt.Errorf("%s: row %d: %w", name, i+1, err)
		}
	}
	return sets, nil
}

// add adds a row: id, verdict, method, answer, cap, states and more.
func (sets proofSets) add(line string) error {
	cells := strings.Split(line, "\t")
	if len(cells) != 8 {
		return fmt.Errorf("got %d cells, want 8", len(cells))
	}
	limit, err := strconv.ParseFloat(cells[4], 64)
	used, bad := strconv.ParseFloat(cells[5], 64)
	if err = errors.Join(err, bad); err != nil {
		return err
	}
	run := proofRun{states: used, solved: cells[3] != "-"}
	if !run.solved {
		run.states = limit
	}
	key := [3]string{cells[0][:strings.LastIndexByte(cells[0], '-')], cells[1], cells[2]}
	sets[key] = append(sets[key], run)
	return nil
}

// within counts the problems solved within a limit. It is unknown if a run was cut earlier.
func within(runs []proofRun, limit float64) (n int, known bool) {
	for _, r := range runs {
		if !r.solved && r.states < limit {
			return 0, false
		}
		if r.solved && r.states <= limit {
			n++
		}
	}
	return n, len(runs) > 0
}

// proofMethods returns two methods that search over whole beliefs, each before its counterpart inside.
func proofMethods() []struct{ name, method string } {
	return []struct{ name, method string }{
		{"over: LE-DFS", "LE-DFS"}, {"inside: DBU", "DBU"}, {"over: PNS", "PNS"}, {"inside: IPNS", "IPNS"},
	}
}

// insideBelief returns the thesis of 2005.
func insideBelief(sets proofSets) thesis {
	t := thesis{
		name: "thesis-3", title: "2005: looking inside the belief beats searching over it",
		alt: "percent of problems solved against hidden states, two methods over beliefs and two inside, one panel per set",
		axes: figure.Axes{
			Title: "2005: forced mates in Kriegspiel, and near misses", X: "hidden states made per problem",
			Y: "Percent of problems solved with 95% intervals", LogX: true, Most: 100, SameY: true,
		},
	}
	for _, set := range []string{"seed-3", "seed-5", "blind-3", "blind-5"} {
		for _, kind := range []struct{ verdict, name string }{{"mate", "mates"}, {"near-miss", "near misses"}} {
			t.panels = append(t.panels, proofPanel(sets, set, kind.verdict, set+", "+kind.name))
		}
	}
	t.sentences = [3]string{
		sets.compare("seed-3", "near-miss", "near misses", "LE-DFS", "DBU", 10_000),
		sets.compare("seed-3", "mate", "mates", "PNS", "IPNS", 3_000),
		sets.compare("seed-5", "mate", "mates", "PNS", "IPNS", 30_000),
	}
	t.caveat = "these are our problems; the paper's are not available. DBU is no better than PNS on mates of five plies. " +
		"A hidden state costs more CPU time inside the belief; [the orderings](kriegspiel-paper.md#the-orderings-of-the-paper) are judged by both."
	return t
}

// compare returns the problems solved by two methods within a limit.
func (sets proofSets) compare(set, verdict, name, over, inside string, limit float64) string {
	a, known := within(sets[[3]string{set, verdict, over}], limit)
	b, both := within(sets[[3]string{set, verdict, inside}], limit)
	if !known || !both {
		return missing
	}
	return fmt.Sprintf("Within %s hidden states, %s, inside the belief, solves %d of %d %s of %s plies; %s, over it, %d.", text.Thousands(int(limit)),
		inside, b, len(sets[[3]string{set, verdict, inside}]), name, set[len(set)-1:], over, a)
}

// proofPanel returns the percent of problems solved by each method, at the limits that all its runs reached.
func proofPanel(sets proofSets, set, verdict, title string) figure.Panel {
	p := figure.Panel{Title: title}
	for _, m := range proofMethods() {
		s, runs := figure.Series{Name: m.name}, sets[[3]string{set, verdict, m.method}]
		for _, limit := range []float64{1000, 3000, 10_000, 30_000, 100_000} {
			if n, known := within(runs, limit); known {
				in := stats.Wilson(n, len(runs), 0.95)
				s.Points = append(s.Points, figure.Point{X: limit, Y: 100 * float64(n) / float64(len(runs)), Low: 100 * in.Lo, High: 100 * in.Hi})
			}
		}
		p.Series = append(p.Series, s)
	}
	return p
}

// alonePanel returns the percent won by the lowest risk, the tree alone and both, in the games of one run.
func alonePanel(d *data, title, run string, optimum *big.Rat) figure.Panel {
	p := figure.Panel{Title: title}
	if optimum != nil {
		best, _ := optimum.Float64()
		p.Levels = append(p.Levels, figure.Level{Name: "optimum (exact)", Y: 100 * best})
	}
	names := []string{"lowest risk", "tree alone", "BSSUCT: both"}
	p.Series = []figure.Series{{Name: names[0]}, {Name: names[1]}, {Name: names[2]}}
	for _, part := range []string{run, run + "-deep", run + "-deepest"} {
		policies := d.Runs[part].Policies
		for _, q := range policies {
			if q.Player != "bssuct" {
				continue
			}
			for i, one := range []policyData{policies[0], treeOf(policies, q), q} {
				p.Series[i].Points = append(p.Series[i].Points, inPercent(q.budget().Simulations, one.Score))
			}
		}
	}
	return p
}
