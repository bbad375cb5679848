// SPDX-License-Identifier: BSD-3-Clause

package deduction_test

import (
	"bytes"
	"context"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/internal/rusage"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/deduction"
	"github.com/veilplan/veil/krieg/referee"
)

// bomb is a history that nothing explains, after moves that say nothing: to walk through all of
// them takes exponential time.
func bomb() string {
	return "ruleset berkeley\n" + strings.Repeat("W g1f3 yes\nB moved\nW f3g1 yes\nB moved\n", 8) + "W a2a3 yes stalemate\n"
}

// TestBomb: the answer comes within its time, and a question that is withdrawn ends at once.
func TestBomb(t *testing.T) {
	q := api.KriegBeliefQuestion{Position: input(bomb()), Sample: 1, Boards: 1}
	const most = 500 * time.Millisecond
	service := &deduction.Service{Limits: api.Limits{Time: most}}
	start := rusage.CPU() // on a busy machine the clock runs while others work
	doc, err := service.Belief(t.Context(), q)
	if took := rusage.CPU() - start; took > 2*most+time.Second {
		t.Errorf("took %v of CPU for %v", took, most)
	}
	if err == nil && (doc.Estimate == nil || !doc.Estimate.Lost) || err != nil && api.ProblemOf(err).Type != api.TooHard {
		t.Errorf("%+v, %v: want a lost sample, or no time for it", doc, err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	withdrawn, stop := context.WithCancel(context.WithoutCancel(ctx))
	context.AfterFunc(ctx, stop)
	start = rusage.CPU()
	_, err = (&deduction.Service{}).Belief(withdrawn, q)
	if took := rusage.CPU() - start; api.ProblemOf(err).Type != api.Cancelled || took > 2*time.Second {
		t.Errorf("%v after %v", err, took)
	}
}

// randomGame plays a game of so many plies by random tries and returns what one side heard.
func randomGame(rules krieg.Rules, me krieg.Color, seed uint64, plies int) krieg.History {
	r := rand.New(rand.NewPCG(seed, 0))
	g := referee.NewGame(rules, krieg.NewHistory(rules, me).Start)
	m := &krieg.Model{Rules: rules}
	for n := 0; n < plies && !g.Over(); {
		s := g.State()
		m.Me = s.Pos.ToMove()
		tries := m.AppendActions(nil, &s)
		if g.Try(tries[r.IntN(len(tries))]).Answer == krieg.Yes {
			n++
		}
	}
	full := g.History()
	return full.Filter(me)
}

// TestFollowsToTheEnd asks what is possible at the end of a game and at moments before it, with
// VEIL_GAMES set after each event.
func TestFollowsToTheEnd(t *testing.T) {
	service := &deduction.Service{Limits: api.Limits{Boards: 500}}
	every := 8
	switch {
	case os.Getenv("VEIL_GAMES") != "":
		every = 1
	case testing.Short():
		every = 24
	}
	for i, rules := range []krieg.Rules{krieg.Berkeley(), krieg.Wild16(), krieg.English()} {
		t.Run(rules.Name, func(t *testing.T) {
			t.Parallel()
			h := randomGame(rules, krieg.Color(i%2), uint64(i), 60)
			estimates, lost := 0, 0
			for n := len(h.Events); n > 0; n -= every {
				part := h
				part.Events = h.Events[:n]
				doc, err := service.Belief(t.Context(), api.KriegBeliefQuestion{Position: input(part.Log()), List: 3, Tries: true})
				if err != nil {
					t.Fatalf("after %d events: %v\n%s", n, err, part.Log())
				}
				if doc.Rules != rules.String() || (doc.Kind == "estimate") != (doc.Estimate != nil) || len(doc.Events) != n {
					t.Fatalf("after %d events: %+v", n, doc)
				}
				if doc.Estimate == nil {
					continue
				}
				estimates++
				if doc.Estimate.Lost {
					lost++
					continue
				}
				checkEstimate(t, doc)
			}
			if estimates == 0 {
				t.Error("nothing was estimated")
			}
			t.Logf("%d events, %d estimates, lost %d times", len(h.Events), estimates, lost)
		})
	}
}

// checkEstimate: on each board one king, so that the shares of its squares add up to 1; and nothing
// is called uniform.
func checkEstimate(t *testing.T, doc *api.KriegBelief) {
	t.Helper()
	king := 0.0
	for _, share := range doc.Heat["k"] {
		king += share
	}
	e := doc.Estimate
	if math.Abs(king-1) > 1e-9 || doc.Weights != "random" || doc.Drawn != "" || e.Effective < 1 || e.Effective > float64(doc.Positions)+1e-6 {
		t.Fatalf("a king on %v squares, weights %s, %+v", king, doc.Weights, e)
	}
}

// TestSensible: an opponent that captures where it can is found by the exact belief and by the sample alike, and is
// not the random one.
func TestSensible(t *testing.T) {
	text := "ruleset berkeley\nW e2e4 yes\nB moved\nW d2d4 yes\nB takes d4\nW g1f3 yes\nB moved\nW b1c3 yes\nB moved\nW h2h3 yes\nB moved\n"
	ask := func(weights string, boards int) *api.KriegBelief {
		doc := believe(t, api.KriegBeliefQuestion{Position: api.KriegInput{Text: text, Weights: weights}, Boards: boards})
		if doc.Weights != weights || (doc.Kind == "exact") != (boards == 0) {
			t.Fatalf("weights %s, %s: want %s", doc.Weights, doc.Kind, weights)
		}
		return doc
	}
	exact, sampled, random := ask("sensible", 0), ask("sensible", 20), ask("random", 0)
	far := 0.0
	for kind, squares := range exact.Heat {
		for s, share := range squares {
			if math.Abs(sampled.Heat[kind][s]-share) > 0.05 {
				t.Errorf("%s on %s: %v, want about %v", kind, s, sampled.Heat[kind][s], share)
			}
			far = max(far, math.Abs(random.Heat[kind][s]-share))
		}
	}
	if far < 0.1 {
		t.Errorf("no share differs by more than %v from that of a random opponent", far)
	}
}

// TestEstimate compares an estimate with the exact answer, under the same assumption.
func TestEstimate(t *testing.T) {
	text := "ruleset berkeley\nW e2e4 yes\nB moved\nW d2d4 yes\nB moved\nW b1c3 yes\nB moved\nW g1f3 yes\nB moved\n"
	exact := believe(t, api.KriegBeliefQuestion{Position: api.KriegInput{Text: text, Weights: "random"}})
	q := api.KriegBeliefQuestion{Position: input(text), Boards: 100, Tries: true}
	got := believe(t, q)
	if exact.Kind != "exact" || got.Kind != "estimate" || got.Estimate.Carried != 1000 || got.Estimate.Seed != 1 {
		t.Fatalf("%s, then %s: %+v", exact.Kind, got.Kind, got.Estimate)
	}
	for kind, squares := range exact.Heat {
		for s, share := range squares {
			if math.Abs(got.Heat[kind][s]-share) > 0.05 {
				t.Errorf("%s on %s: %v, want about %v", kind, s, got.Heat[kind][s], share)
			}
		}
	}
	if e := got.Estimate.Effective; e < 100 || e > 1000.000001 || got.Positions < 5000 {
		t.Errorf("effective %v of the 1000 boards that lead to %d", e, got.Positions)
	}
	if len(got.Tries) == 0 || got.TriesOf == 0 || got.Bits != 0 {
		t.Errorf("%d tries on %d boards, %v bits", len(got.Tries), got.TriesOf, got.Bits)
	}
	if again := believe(t, q); !bytes.Equal(api.Encode(again), api.Encode(got)) {
		t.Error("the same question has two answers")
	}
	q.Seed = 2
	if other := believe(t, q); bytes.Equal(api.Encode(other.Heat), api.Encode(got.Heat)) {
		t.Error("another seed made no difference")
	}
	q.Sample = 7
	if drawn := believe(t, q); drawn.Drawn != "weighed" || len(drawn.Boards) != 7 || drawn.Shares != nil {
		t.Errorf("drawn %s: %d boards, %d shares", drawn.Drawn, len(drawn.Boards), len(drawn.Shares))
	}
}

// TestEstimateContradicted: where the sample holds every board, it knows that nothing fits.
func TestEstimateContradicted(t *testing.T) {
	text := "ruleset berkeley\nW e2e4 yes\nB moved\nW d2d4 yes\nB takes h1\n"
	_, err := (&deduction.Service{}).Belief(t.Context(), api.KriegBeliefQuestion{Position: input(text), Boards: 3})
	if p := api.ProblemOf(err); p.Type != api.Contradictory || p.Line != 5 {
		t.Errorf("%+v", p)
	}
}
