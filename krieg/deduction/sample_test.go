// SPDX-License-Identifier: BSD-3-Clause

package deduction_test

import (
	"errors"
	"math"
	"testing"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/cloud"
	"github.com/veilplan/veil/krieg/deduction"
	"github.com/veilplan/veil/search/andor"
	"github.com/veilplan/veil/search/proof"
)

// backRank is a game in which Rf8 mates wherever the hidden pawns are.
const backRank = "fen 7k/ppppp1pp/6PP/8/8/8/5R2/5RK1 b - - 0 1\nme white\nB moved\nW g1h1 yes\nB moved\nW h1g1 yes\nB moved\nW g1h1 yes\nB moved\n"

// luft is the same with a way out for the king on some boards.
const luft = "fen 7k/ppppp1pp/8/8/8/8/5R2/5RK1 b - - 0 1\nme white\nB moved\nW g1h1 yes\nB moved\nW h1g1 yes\nB moved\nW g1h1 yes\nB moved\n"

// sampleOf follows a log with a cloud that is too small to be exact.
func sampleOf(t *testing.T, log string) (*deduction.Belief, *krieg.Belief) {
	t.Helper()
	h, err := krieg.ParseLog(log)
	if err != nil {
		t.Fatal(err)
	}
	c, err := cloud.Follow(t.Context(), &h, cloud.Config{Boards: 12})
	if err != nil {
		t.Fatal(err)
	}
	all, err := krieg.Estimate(t.Context(), &h, krieg.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if c.Report().Exact || c.Len() >= all.Len() {
		t.Fatalf("%d of %d boards are no sample", c.Len(), all.Len())
	}
	return deduction.Sampled(c), all
}

// TestMateOnSample: a mate on a sample is not proved.
func TestMateOnSample(t *testing.T) {
	b, all := sampleOf(t, backRank)
	a, err := deduction.Solve(t.Context(), b, 1, deduction.Options{Keys: true})
	if err != nil {
		t.Fatal(err)
	}
	if a.Verdict != andor.Unknown || !a.OnSample() || a.Cases[0].Plan == nil {
		t.Fatalf("%v because of %v", a.Verdict, a.Cut)
	}
	doc := deduction.MateDocument(a, "veil")
	if doc.Verdict != "unknown" || !doc.OnSample || doc.Kind != "estimate" || doc.ProvedBy != "" || doc.Cases[0].Verdict != "unknown" {
		t.Errorf("%+v", doc)
	}
	if _, err := deduction.NewDocument(backRank, nil, a); !errors.Is(err, deduction.ErrSample) {
		t.Errorf("a proof of a sample: %v", err)
	}
	if a, err = deduction.Solve(t.Context(), deduction.Exactly(all), 1, deduction.Options{}); err != nil || a.Verdict != andor.Proved {
		t.Errorf("all boards: %v, %v", a.Verdict, err)
	}
}

// TestNoMateOnSample: a refutation on a sample refutes the mate on all boards.
func TestNoMateOnSample(t *testing.T) {
	b, all := sampleOf(t, luft)
	a, err := deduction.Solve(t.Context(), b, 1, deduction.Options{Config: andor.Config{Refutation: 1000}})
	if err != nil {
		t.Fatal(err)
	}
	doc := deduction.MateDocument(a, "veil")
	if doc.Verdict != "no mate" || doc.ProvedBy != "refutation" || doc.Kind != "estimate" || doc.OnSample {
		t.Fatalf("%+v", doc)
	}
	cases, err := all.Cases(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	m := &krieg.Model{Rules: all.Rules(), Me: all.Me()}
	if err := proof.CheckRefutation(t.Context(), deduction.Rules(m), cases[0].States, a.Cases[0].Refutation); err != nil {
		t.Error(err)
	}
}

// TestWhyEstimate compares what a sample says of a try with what all boards say.
func TestWhyEstimate(t *testing.T) {
	log := "W e2e4 yes\nB moved\nW d2d4 yes\nB moved\nW g1f3 yes\nB moved\nW b1c3 yes\nB moved\n"
	q := api.KriegWhyQuestion{Position: api.KriegInput{Text: log, Weights: "random"}, Try: "exd5"}
	want, err := (&deduction.Service{}).Why(t.Context(), q)
	if err != nil || want.Kind != "exact" || want.Estimate != nil {
		t.Fatalf("%+v, %v", want, err)
	}
	q.Position.Weights = ""
	got, err := (&deduction.Service{Limits: api.Limits{Boards: 500}}).Why(t.Context(), q)
	if err != nil || got.Kind != "estimate" || got.Estimate == nil || got.Estimate.Seed != 1 {
		t.Fatalf("%+v, %v", got, err)
	}
	share := map[string]float64{}
	for _, h := range want.Cases[0].Heard {
		share[h.Heard] = h.Share
	}
	for _, h := range got.Cases[0].Heard {
		if math.Abs(h.Share-share[h.Heard]) > 0.06 {
			t.Errorf("%s: %.3f, want %.3f", h.Heard, h.Share, share[h.Heard])
		}
	}
}

// TestLostSample: where the sample lost every board, there is a problem and not an answer.
func TestLostSample(t *testing.T) {
	h, err := krieg.ParseLog(backRank)
	if err != nil {
		t.Fatal(err)
	}
	h.Events[len(h.Events)-1].Heard.Result = krieg.Stalemate
	c, err := cloud.Follow(t.Context(), &h, cloud.Config{Boards: 2})
	if !errors.Is(err, cloud.ErrLost) {
		t.Fatalf("error %v", err)
	}
	lost := deduction.Sampled(c)
	if _, err := deduction.NewWhy(t.Context(), lost, "Rf8"); api.ProblemOf(err).Type != api.TooHard {
		t.Errorf("why: %v", err)
	}
	if _, err := deduction.Solve(t.Context(), lost, 1, deduction.Options{}); api.ProblemOf(err).Type != api.TooHard {
		t.Errorf("mate: %v", err)
	}
}
