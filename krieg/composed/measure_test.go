// SPDX-License-Identifier: BSD-3-Clause

package composed_test

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/veilplan/veil/internal/rusage"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/composed"
	"github.com/veilplan/veil/krieg/deduction"
	"github.com/veilplan/veil/search/andor"
	"github.com/veilplan/veil/search/andor/baseline"
)

// TestMeasure runs the methods on the published problems and adds what they took to the
// journal; what is there or in the file of runs already is not run again. VEIL_SLICE=0/2
// takes the first half of every set, so that processes can share the work.
func TestMeasure(t *testing.T) {
	if os.Getenv("VEIL_MEASURE") == "" {
		t.Skip("VEIL_MEASURE is not set")
	}
	done := lastRuns(t)
	out, err := os.OpenFile(os.Getenv(journalVar), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		t.Fatalf("%s: %v", journalVar, err)
	}
	for _, j := range jobs() {
		for _, p := range slice(t, spread(t, j.set, j.count)) {
			var q *asked
			for _, method := range append(everyMethod(), aside()...) {
				limit, old := j.limit(method), done[p.ID+method]
				if limit == 0 || old.cap >= limit || old.cap > 0 && old.solved() {
					continue
				}
				if q == nil {
					q = ask(t, &p)
				}
				m := q.measure(t, method, limit)
				done[p.ID+method] = m
				fmt.Fprintln(out, m)
			}
		}
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	b := bench{all: slices.Collect(maps.Values(done))}
	t.Log("\n" + b.Agreement())
}

// job is methods to be run on problems of a set: all, or so many mates and near misses,
// with the most hidden states of a run by method or kind of method. Others are not run.
type job struct {
	set, count string
	limits     map[string]int64
}

// limit is how many hidden states a method may make; 0 if it is not run.
func (j job) limit(method string) int64 {
	return cmp.Or(j.limits[method], j.limits[kindOf(method)])
}

// kindOf returns what a method searches: whole beliefs, or one board after another, or if it
// is ours, also without one of its parts.
func kindOf(method string) string {
	switch {
	case strings.HasPrefix(method, "veil"):
		return "ours"
	case slices.Contains([]string{"DUB", "DBU", "GL-DBU", "IPNS"}, method):
		return "incremental"
	case slices.Contains(aside(), method):
		return "aside"
	default:
		return "whole"
	}
}

// samples are the problems on which methods are compared.
func samples() []job {
	return []job{
		{"seed-5", "40", map[string]int64{"whole": 600_000, "incremental": 6_000_000, "aside": 6_000_000, "L-PNS": 600_000, "ours": 6_000_000}},
		{"seed-3", "200", map[string]int64{"whole": 1_000_000, "incremental": 1_000_000, "aside": 1_000_000, "ours": 1_000_000}},
		{"blind-3", "40", map[string]int64{"whole": 1_000_000, "incremental": 1_000_000, "aside": 1_000_000, "ours": 1_000_000}},
		{"blind-5", "20", map[string]int64{"whole": 600_000, "incremental": 6_000_000, "aside": 6_000_000, "L-PNS": 600_000, "ours": 6_000_000}},
		{"seed-7", "10", map[string]int64{"GL-DBU": 20_000_000, "ours": 20_000_000}},
		{"few-7", "8", map[string]int64{"GL-DBU": 20_000_000, "ours": 20_000_000}},
	}
}

// tail is where the best methods over whole beliefs have more time.
func tail() job { return job{"seed-5", "20", map[string]int64{"LE-DFS": 40_000_000, "PNS": 4_000_000}} }

// jobs are all that is run: every method on every problem, on most of them for a moment.
func jobs() []job {
	three := map[string]int64{"whole": 1_000_000, "incremental": 1_000_000, "ours": 1_000_000}
	seven := map[string]int64{"whole": 30_000, "incremental": 100_000, "ours": 500_000, "veil": 20_000_000}
	return append(samples(),
		job{"hist-3", "all", three}, job{"blind-3", "all", three},
		job{"blind-5", "all", map[string]int64{"whole": 30_000, "incremental": 200_000, "ours": 6_000_000}},
		job{"seed-7", "all", seven}, job{"few-7", "all", seven}, job{"seed-7.2", "all", seven},
		job{"seed-3", "all", map[string]int64{"whole": 200_000, "incremental": 1_000_000, "ours": 1_000_000}},
		job{"seed-5", "all", map[string]int64{"whole": 30_000, "incremental": 200_000, "ours": 6_000_000}}, tail())
}

func number(t *testing.T, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// slice returns the part of a list that VEIL_SLICE asks for.
func slice(t *testing.T, list []composed.Problem) []composed.Problem {
	t.Helper()
	which, of, ok := strings.Cut(os.Getenv("VEIL_SLICE"), "/")
	if !ok {
		return list
	}
	k, n := number(t, which), number(t, of)
	return list[k*len(list)/n : (k+1)*len(list)/n]
}

// spread returns so many mates and near misses of a set, evenly spread, or all of it, without their proofs.
func spread(t *testing.T, set, count string) []composed.Problem {
	t.Helper()
	list, err := composed.Load(set)
	if err != nil {
		t.Fatal(err)
	}
	of := map[string][]composed.Problem{}
	for i := range list {
		list[i].Plan, list[i].Refutation = nil, nil // so that collecting garbage costs the methods little
		of[list[i].Verdict] = append(of[list[i].Verdict], list[i])
	}
	if count == "all" {
		return list
	}
	n := min(number(t, count), len(of[composed.Mate]), len(of[composed.NearMiss]))
	var picked []composed.Problem
	for i := range n {
		for _, verdict := range []string{composed.Mate, composed.NearMiss} {
			picked = append(picked, of[verdict][i*len(of[verdict])/n])
		}
	}
	return picked
}

// asked is a problem with its boards.
type asked struct {
	*composed.Problem
	m      *krieg.Model
	states []krieg.State
}

func ask(t *testing.T, p *composed.Problem) *asked {
	t.Helper()
	m, states, err := p.States(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return &asked{p, m, states}
}

// measure runs one method on the problem. Its answer must be that of the set.
func (q *asked) measure(t *testing.T, method string, most int64) measured {
	t.Helper()
	by, cfg := configOf(t, method)
	cfg.States = most
	out := measured{id: q.ID, verdict: q.Verdict, method: method, cap: most}
	at := rusage.CPU()
	var r andor.Result
	var err error
	switch method {
	case "interleaved":
		var boards int
		r, boards, err = q.Interleaved(t.Context(), cfg)
		out.nodes = int64(boards) // in place of the nodes
	case "sequential":
		again := ask(t, q.Problem) // what is measured includes the estimation
		r, err = baseline.Prove(t.Context(), deduction.Rules(again.m), again.states, q.Plies, by, cfg)
		out.nodes = r.Stats.Nodes
	default:
		r, err = baseline.Prove(t.Context(), deduction.Rules(q.m), q.states, q.Plies, by, cfg)
		out.nodes = r.Stats.Nodes
	}
	out.cpu, out.states, out.answer = rusage.CPU()-at, r.Stats.States, answerOf(r.Verdict)
	if err != nil || out.solved() && out.answer != q.Verdict {
		t.Errorf("%s by %s: %v, %v", q.ID, method, r.Verdict, err)
	}
	return out
}

// configOf returns a method by its name, which may be followed by /part, a part of ours to
// be left out.
func configOf(t *testing.T, method string) (by baseline.Config, cfg andor.Config) {
	t.Helper()
	name, part, _ := strings.Cut(method, "/")
	switch name {
	case "interleaved":
		return by, cfg
	case "sequential":
		name = "GL-DBU"
	}
	by, err := baseline.Named(name)
	if err != nil {
		t.Fatal(err)
	}
	cfg.NoPrecheck, cfg.NoOrder, cfg.NoCover = part == "precheck", part == "order", part == "cover"
	cfg.NoTable, cfg.NoGrowth, cfg.NoSolver = part == "table", part == "growth", part == "strike"
	return by, cfg
}
