// SPDX-License-Identifier: BSD-3-Clause

package deduction_test

import (
	"bytes"
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/internal/rusage"
	"github.com/veilplan/veil/internal/testsize"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/deduction"
	"github.com/veilplan/veil/search/andor"
)

// quiet is a log of quiet moves: the number of boards that fit grows eightfold with each.
const quiet = "W e2e4 yes\nB moved\nW d2d4 yes\nB moved\nW g1f3 yes\nB moved\nW f1c4 yes\nB moved\nW c2c3 yes\nB moved\n"

// quieter fits more than a million boards.
const quieter = quiet + "W a2a3 yes\nB moved\n"

// nothingKnown is a position in which the hidden king and another man can be anywhere.
const nothingKnown = "ruleset: english\nme: 8/8/8/8/8/8/8/KQ5R\nopp: k@* r|b@*\ngoal: mate in 4\n"

// longWork is work that takes a while, under a name.
type longWork struct {
	name string
	do   func(ctx context.Context)
}

// everyVerb returns work for every verb that searches, counts or replays.
func everyVerb(t *testing.T) []longWork {
	t.Helper()
	service := &deduction.Service{Limits: api.Limits{Boards: 1 << 22, Nodes: math.MaxInt, Time: time.Hour}}
	small := &deduction.Service{Limits: api.Limits{Boards: 500}}
	long := randomGame(krieg.Wild16(), krieg.White, 5, 80)
	clash := strings.Repeat("W g1f3 yes\nB moved\nW f3g1 yes\nB moved\n", 2) + "W a2a3 yes stalemate\n"
	belief := func(d *deduction.Service, text, weights string, tries bool) func(context.Context) {
		return func(ctx context.Context) {
			_, _ = d.Belief(ctx, api.KriegBeliefQuestion{Position: api.KriegInput{Text: text, Weights: weights}, Tries: tries, List: 1 << 20})
		}
	}
	why := func(try string) func(context.Context) {
		return func(ctx context.Context) {
			_, _ = service.Why(ctx, api.KriegWhyQuestion{Position: api.KriegInput{Text: quiet}, Try: try})
		}
	}
	mate := func(text string, plies int) func(context.Context) {
		return func(ctx context.Context) {
			_, _ = service.Mate(ctx, api.KriegMateQuestion{Position: api.KriegInput{Text: text}, Plies: plies}, nil)
		}
	}
	return append([]longWork{
		{"belief", belief(service, quieter, "", false)},
		{"belief, weighed", belief(service, quieter, "random", false)},
		{"belief, tries", belief(service, quieter, "", true)},
		{"belief, estimate", belief(small, long.Log(), "", true)},
		{"belief, lost", belief(small, clash, "", false)},
		{"belief, contradiction", belief(service, clash, "", false)},
		{"why", why("e4d5")},
		{"mate", mate(nothingKnown, 7)},
		{"mate, large belief", mate(quiet, 3)},
	}, proofVerbs(t, service)...)
}

// proofVerbs returns work on a long proof.
func proofVerbs(t *testing.T, service *deduction.Service) []longWork {
	t.Helper()
	const pawns = " ?p@{d4,e4,f4,g4,h4,d5,e5,f5,g5,h5,d6,e6,f6,g6,h6}"
	question := "ruleset: english\nme: 8/8/R7/8/8/8/8/KR6\nopp: k@{f8,g8,h8}" + strings.Repeat(pawns, 4) + "\n"
	s, err := krieg.Reader{}.Read(t.Context(), question)
	if err != nil {
		t.Fatal(err)
	}
	a, err := deduction.Solve(t.Context(), &deduction.Belief{Situation: s}, 3, deduction.Options{Config: andor.Config{Beliefs: true, Refutation: 1 << 20}})
	if err != nil {
		t.Fatal(err)
	}
	d, err := deduction.NewDocument(question, nil, a)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s in %d plies, %d boards", d.Verdict, a.Plies, a.Boards())
	m := &krieg.Model{Rules: a.Rules, Me: a.Me}
	var states []string
	for i := range a.Cases[0].States {
		states = append(states, m.NameState(&a.Cases[0].States[i]))
	}
	return []longWork{
		{"check", func(ctx context.Context) {
			_, _ = deduction.CheckProof(ctx, d, 1<<20)
		}},
		{"print", func(ctx context.Context) {
			_ = deduction.PrintProof(ctx, new(bytes.Buffer), d, "pgn", 1<<20)
		}},
		{"what if", func(ctx context.Context) {
			_, _ = service.WhatIf(ctx, api.KriegWhatIfQuestion{Rules: "english", Me: "white", States: states, Try: "Ra7", Plies: 3})
		}},
	}
}

// cancelled runs work, cancels it after a while, and returns the CPU time until it returned;
// ok is false if it was over before.
func cancelled(work longWork, after time.Duration) (took time.Duration, ok bool) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	at := make(chan time.Duration, 1)
	timer := time.AfterFunc(after, func() {
		at <- rusage.CPU()
		cancel()
	})
	work.do(ctx)
	end := rusage.CPU()
	if timer.Stop() {
		return 0, false
	}
	return end - <-at, true
}

// TestCancelled cancels every verb at random moments. The delay is measured in CPU time of the
// process, so that a busy machine does not make it longer.
func TestCancelled(t *testing.T) {
	n, longest := testsize.Of(24, 60, 1000), time.Duration(testsize.Of(200, 1000, 6000))*time.Millisecond
	r := rand.New(rand.NewPCG(11, 0))
	works := everyVerb(t)
	span := make([]time.Duration, len(works))
	for i, w := range works {
		start := time.Now()
		_, _ = cancelled(w, longest)
		span[i] = time.Since(start)
		t.Logf("%-24s %v", w.name, span[i])
	}
	took, by := []time.Duration(nil), map[string][]time.Duration{}
	for i := 0; len(took) < n && i < 4*n; i++ {
		k := i % len(works)
		if d, ok := cancelled(works[k], time.Duration(r.Int64N(int64(span[k])))); ok {
			took = append(took, d)
			by[works[k].name] = append(by[works[k].name], d)
		}
	}
	for _, w := range works {
		slices.Sort(by[w.name])
		if l := by[w.name]; len(l) > 0 {
			t.Logf("%-24s %4d cancelled, median %v, most %v", w.name, len(l), l[len(l)/2], l[len(l)-1])
		}
	}
	slices.Sort(took)
	p99 := took[len(took)*99/100]
	t.Logf("%d cancelled: p50 %v, p99 %v, most %v of CPU", len(took), took[len(took)/2], p99, took[len(took)-1])
	if most := 50 * time.Millisecond; p99 > most {
		t.Errorf("p99 %v, want at most %v", p99, most)
	}
}
