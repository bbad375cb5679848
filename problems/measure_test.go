// SPDX-License-Identifier: BSD-3-Clause

package problems_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/veilplan/veil/domain/krieg"
	"github.com/veilplan/veil/internal/rusage"
	"github.com/veilplan/veil/mate"
	"github.com/veilplan/veil/problems"
	"github.com/veilplan/veil/search/andor"
)

// runsFile holds what [TestMeasure] measured.
const runsFile = "../docs/kriegspiel-methods.tsv"

// measured is one run of one method on one problem.
type measured struct {
	set, id, verdict, method string
	solved                   bool
	cap, states, nodes       int64
	cpu                      time.Duration
}

const runsHeader = "set\tid\tverdict\tmethod\tsolved\tcap\tstates\tnodes\tcpu_us"

func (m measured) String() string {
	return fmt.Sprintf("%s\t%s\t%s\t%s\t%v\t%d\t%d\t%d\t%d", m.set, m.id, m.verdict, m.method, m.solved, m.cap, m.states, m.nodes, m.cpu.Microseconds())
}

// readRuns reads the file of runs.
func readRuns(t *testing.T) []measured {
	t.Helper()
	text, err := os.ReadFile(runsFile)
	if err != nil {
		t.Fatal(err)
	}
	var list []measured
	seen := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		if len(f) != 9 || f[0] == "set" || seen[f[1]+f[3]] {
			continue
		}
		seen[f[1]+f[3]] = true
		number := func(s string) int64 {
			n, err := strconv.ParseInt(s, 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		list = append(list, measured{
			f[0], f[1], f[2], f[3], f[4] == "true",
			number(f[5]), number(f[6]), number(f[7]), time.Duration(number(f[8])) * time.Microsecond,
		})
	}
	return list
}

// TestMeasure runs methods on problems of the published sets and appends what they took to
// the file of runs; what is there already is not run again. VEIL_MEASURE is a list of
// "set count cap:methods cap:methods …", separated by semicolons: so many mates and so many
// near misses in turn, evenly spread over the set, with at most cap hidden states each. A
// method may be followed by /part, a part of ours to be left out.
func TestMeasure(t *testing.T) {
	orders := os.Getenv("VEIL_MEASURE")
	if orders == "" {
		t.Skip("VEIL_MEASURE is not set")
	}
	done := map[string]bool{}
	if _, err := os.Stat(runsFile); err == nil {
		for _, m := range readRuns(t) {
			done[m.id+m.method] = true
		}
	}
	out, err := os.OpenFile(runsFile, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	if len(done) == 0 {
		fmt.Fprintln(out, runsHeader)
	}
	for order := range strings.SplitSeq(orders, ";") {
		f := strings.Fields(order)
		count, err := strconv.Atoi(f[1])
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range spread(t, f[0], count) {
			for _, methods := range f[2:] {
				limit, names, _ := strings.Cut(methods, ":")
				for method := range strings.SplitSeq(names, ",") {
					if !done[p.ID+method] {
						fmt.Fprintln(out, measure(t, f[0], &p, method, limit))
					}
				}
			}
		}
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
}

// spread returns so many mates and near misses of a set, evenly spread.
func spread(t *testing.T, set string, count int) []problems.Problem {
	t.Helper()
	list, err := problems.Load(set)
	if err != nil {
		t.Fatal(err)
	}
	of := map[string][]problems.Problem{}
	for _, p := range list {
		of[p.Verdict] = append(of[p.Verdict], p)
	}
	n := min(count, len(of[problems.Mate]), len(of[problems.NearMiss]))
	var picked []problems.Problem
	for i := range n {
		for _, verdict := range []string{problems.Mate, problems.NearMiss} {
			picked = append(picked, of[verdict][i*len(of[verdict])/n])
		}
	}
	return picked
}

// measure runs one method on one problem. The verdict must be that of the set.
func measure(t *testing.T, set string, p *problems.Problem, method, limit string) measured {
	t.Helper()
	most, err := strconv.ParseInt(limit, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	name, part, _ := strings.Cut(method, "/")
	m, states, err := p.States()
	if err != nil {
		t.Fatal(err)
	}
	cfg := andor.Config{}
	if name != "interleaved" {
		if cfg, err = andor.Named(name); err != nil {
			t.Fatal(err)
		}
	}
	cfg.States = most
	cfg.NoPrecheck, cfg.NoOrder, cfg.NoCover = part == "precheck", part == "order", part == "cover"
	cfg.NoTable, cfg.NoGrowth = part == "table", part == "growth"
	out := measured{set: set, id: p.ID, verdict: p.Verdict, method: method, cap: most}
	at := rusage.CPU()
	var r andor.Result
	if name == "interleaved" {
		r, out.nodes, err = interleave(t, p, m, cfg)
	} else {
		r, err = andor.Prove(t.Context(), mate.Rules(m), states, p.Plies, cfg)
		out.nodes = r.Stats.Nodes
	}
	out.cpu, out.states, out.solved = rusage.CPU()-at, r.Stats.States, r.Verdict != andor.Unknown
	if err != nil || out.solved && (r.Verdict == andor.Proved) != (p.Verdict == problems.Mate) {
		t.Errorf("%s by %s: %v, %v", p.ID, method, r.Verdict, err)
	}
	return out
}

// interleave lets the estimator feed the search, and returns how many boards it took in
// place of the nodes.
func interleave(t *testing.T, p *problems.Problem, m *krieg.Model, cfg andor.Config) (andor.Result, int64, error) {
	t.Helper()
	h, err := krieg.ParseLog(p.History)
	if err != nil {
		t.Fatal(err)
	}
	taken := int64(0)
	feed := func(yield func(krieg.State) bool) {
		for board := range krieg.Stream(&h, krieg.StreamConfig{}) {
			taken++
			if !yield(krieg.State{Pos: board}) {
				return
			}
		}
	}
	r, err := andor.ProveEach(t.Context(), mate.Rules(m), feed, p.Plies, cfg)
	return r, taken, err
}
