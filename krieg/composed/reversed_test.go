// SPDX-License-Identifier: BSD-3-Clause

package composed_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/composed"
	"github.com/veilplan/veil/search/andor/baseline"
)

// reversedFile contains the runs in which White's moves are tried in reversed order.
const reversedFile = "../../experiments/krieg/kriegspiel-reversed.tsv"

// reversed is Kriegspiel with White's moves in reversed order. Of equal most-proving nodes the methods
// take the first, so it also reverses that choice among White's moves.
type reversed struct{ *krieg.Model }

func (r reversed) AppendActions(dst []krieg.Action, s *krieg.State) []krieg.Action {
	from := len(dst)
	dst = r.Model.AppendActions(dst, s)
	slices.Reverse(dst[from:])
	return dst
}

// reversedJob returns the problems and limits of the runs: one of the samples.
func reversedJob(t *testing.T) job {
	t.Helper()
	for _, j := range samples() {
		if j.set == "blind-3" {
			return j
		}
	}
	t.Fatal("no sample of blind-3")
	return job{}
}

// reversedMethods are the methods that the orderings compare.
func reversedMethods() (list []string) {
	for _, o := range orderings() {
		for _, method := range []string{o.slow, o.fast} {
			if !slices.Contains(list, method) {
				list = append(list, method)
			}
		}
	}
	return list
}

// TestMeasureReversed runs the methods in reversed order and writes the file.
func TestMeasureReversed(t *testing.T) {
	if os.Getenv("VEIL_MEASURE") == "" {
		t.Skip("VEIL_MEASURE is not set")
	}
	j := reversedJob(t)
	rows := []string{runsHeader}
	for _, p := range spread(t, j.set, j.count) {
		q := ask(t, &p)
		for _, method := range reversedMethods() {
			by, cfg := configOf(t, method)
			cfg.States = j.limit(method)
			r, err := baseline.Prove(t.Context(), reversed{q.m}, q.states, q.Plies, by, cfg)
			m := measured{id: q.ID, verdict: q.Verdict, method: method, cap: cfg.States, states: r.Stats.States, nodes: r.Stats.Nodes, answer: answerOf(r.Verdict)}
			if err != nil || m.solved() && m.answer != q.Verdict {
				t.Errorf("%s by %s: %v, %v", q.ID, method, r.Verdict, err)
			}
			rows = append(rows, m.String())
		}
	}
	if err := os.WriteFile(reversedFile, []byte(strings.Join(rows, "\n")+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
}

// reversedBench returns the runs in reversed order.
func reversedBench(t *testing.T) *bench {
	t.Helper()
	text, err := os.ReadFile(reversedFile)
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{runs: map[[2]string][]measured{}}
	for _, m := range parseRuns(t, string(text)) {
		key := [2]string{m.set(), m.method}
		b.runs[key] = append(b.runs[key], m)
	}
	return b
}

// otherwise lists the orderings that are judged differently by two benches, by hidden states on blind-3.
func otherwise(one, other *bench) (list []string) {
	for _, o := range orderings() {
		var answers [2][]string
		for i, b := range []*bench{one, other} {
			for _, verdict := range o.panels {
				answers[i] = append(answers[i], o.on(b, "blind-3", verdict, byStates))
			}
		}
		if was, is := combined(answers[0]), combined(answers[1]); was != is {
			list = append(list, fmt.Sprintf("%s against %s: %s, reversed %s", o.fast, o.slow, was, is))
		}
	}
	return list
}

// TestReversed: a reversed order has the same moves, and the runs in that order have the verdicts of the
// set and are others than those in the usual order.
func TestReversed(t *testing.T) {
	q := ask(t, &spread(t, "blind-3", "1")[0])
	usual, turned := q.m.AppendActions(nil, &q.states[0]), reversed{q.m}.AppendActions(nil, &q.states[0])
	slices.Reverse(turned)
	if !slices.Equal(usual, turned) || len(usual) < 2 {
		t.Errorf("%v, reversed %v", usual, turned)
	}
	old, differ := lastRuns(t), 0
	for key, runs := range reversedBench(t).runs {
		if len(runs) != 80 {
			t.Errorf("%v: %d runs, want 80", key, len(runs))
		}
		for _, m := range runs {
			if m.solved() && m.answer != m.verdict || m.verdict != composed.Mate && m.verdict != composed.NearMiss {
				t.Errorf("%v", m)
			}
			differ += count(old[m.id+m.method].states != m.states)
		}
	}
	if differ == 0 {
		t.Error("no run differs from the usual order")
	}
}
