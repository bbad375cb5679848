// SPDX-License-Identifier: BSD-3-Clause

package experiment

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/veilplan/veil/internal/text"
	"github.com/veilplan/veil/play"
)

// Report writes a summary as text, ready to be pasted: thresholds first, an interval for every
// number, and the commands that reproduce it.
func Report(w io.Writer, d *Dir, s *Summary) error {
	times, err := d.Times()
	if err != nil {
		return err
	}
	r := &report{s: s, spec: &d.Spec, path: d.Path}
	r.head()
	r.thresholds()
	r.tuned()
	if s.Judged() {
		r.rates()
	}
	if s.Tuned == nil || s.Tuned.Effect.N > 0 {
		r.scores()
	}
	r.test()
	r.effort(&times)
	r.outside()
	r.timed()
	r.madeBy(d, &times)
	_, err = w.Write(r.Bytes())
	return err
}

type report struct {
	bytes.Buffer

	s    *Summary
	spec *Spec
	path string
}

// line writes a line. It escapes the text, because a stranger may have made the run.
func (r *report) line(format string, args ...any) {
	fmt.Fprintln(r, text.Safe(fmt.Sprintf(format, args...)))
}

func (r *report) head() {
	if !r.s.Complete {
		r.line("  %s is not complete: %s of %s episodes", r.s.Name, text.Thousands(r.s.Episodes), text.Thousands(r.s.Wanted))
		r.line("")
	}
}

func (r *report) thresholds() {
	if len(r.s.Thresholds) == 0 {
		return
	}
	width := 0
	for _, t := range r.s.Thresholds {
		width = max(width, utf8.RuneCountInString(t.Text))
	}
	r.line("  THRESHOLDS")
	for _, t := range r.s.Thresholds {
		mark := "✗"
		if t.Passed {
			mark = "✓"
		}
		r.line("    %s %-*s   %s", mark, width, t.Text, number4(t.Value))
	}
	r.line("")
}

// width returns the width of the policies' names.
func (r *report) width() int {
	width := len("paired diff")
	for _, p := range r.s.Policies {
		width = max(width, len(p.ID))
	}
	return width
}

func (r *report) rates() {
	r.line("  WIN RATE (95%% Wilson)")
	for _, p := range r.s.Policies {
		note := ""
		if p.Done > 0 {
			note = fmt.Sprintf("   %d undecided", p.Done)
		}
		r.line("    %-*s  %s  %d/%d%s", r.width(), p.ID, rate(p.Rate), p.Won, p.Rate.N, note)
	}
	r.pairRates()
}

// manyPolicies is the number of policies from which a report compares only with the first.
const manyPolicies = 4

// pairs returns the comparisons to print: with many policies, only those with the first.
func (r *report) pairs() []PairSummary {
	if len(r.s.Policies) < manyPolicies {
		return r.s.Pairs
	}
	base := r.s.Policies[0].ID
	return slices.DeleteFunc(slices.Clone(r.s.Pairs), func(p PairSummary) bool { return p.Second != base })
}

func (r *report) pairRates() {
	for _, p := range r.pairs() {
		r.line("    %-*s %s  discordant %d/%d  p %s   %s - %s", r.width(), "paired diff",
			signed(p.WinDiff), p.Pairs.First, p.Pairs.Other, pValue(p.McNemar), p.First, p.Second)
	}
}

func (r *report) scores() {
	r.line("  SCORE (95%% Student%s)", r.discounted())
	for _, p := range r.s.Policies {
		r.line("    %-*s  %s  n=%d", r.width(), p.ID, spread(p.Score), p.Score.N)
	}
	r.pairScores()
}

func (r *report) pairScores() {
	told := r.pairs()
	for _, p := range told {
		r.line("    %-*s  %s   %s - %s", r.width(), "paired diff", spread(p.ScoreDiff), p.First, p.Second)
	}
	if left := len(r.s.Pairs) - len(told); left > 0 {
		r.line("    %d other pairs are in %s/%s", left, r.path, summaryName)
	}
}

func (r *report) test() {
	if r.s.SPRT == nil {
		return
	}
	t := *r.s.SPRT
	by := "win"
	if t.ByScore || t.Even {
		by = "score"
	}
	if t.Even {
		t.Second = "even"
	}
	r.line("  SPRT %s - %s by %s   H0 %+.3f  H1 %+.3f  alpha %g  beta %g", t.First, t.Second, by, t.H0, t.H1, t.Alpha, t.Beta)
	r.line("    LLR %.2f [%.2f, %.2f]  %v after %d pairs", t.LLR, t.Lower, t.Upper, t.Verdict, t.Pairs.N)
	if r.s.Episodes < r.s.Wanted && r.s.Complete {
		r.line("    the test ended the run; the intervals above do not account for that")
	}
}

func (r *report) effort(times *Times) {
	for i, p := range r.s.Policies {
		if p.Score.N == 0 && r.s.Tuned != nil {
			break // the comparison has not begun
		}
		line := fmt.Sprintf("    %-*s  moves %s", r.width(), p.ID, plainMean(p.Moves))
		if r.spec.keeps(Guesses) {
			line += "  guesses " + plainMean(p.Guess)
		}
		if r.spec.keeps(Work) {
			line += fmt.Sprintf("  per move: simulations %s nodes %s", plainMean(p.Sims), plainMean(p.Nodes))
		}
		if h := &times.Moves[i]; h.N > 0 {
			line += fmt.Sprintf("  %s p50 %s p95 %s max %s", r.timeUnit(), milliseconds(h.Quantile(0.5)), milliseconds(h.Quantile(0.95)), milliseconds(h.Max))
		}
		if s := times.Spent[i]; s != (spent{}) && times.Episodes > 0 {
			each := float64(times.Episodes) * 1e6
			line += fmt.Sprintf("  CPU ms/episode %.0f, all others %.0f", float64(s.Player)/each, float64(s.Others)/each)
		}
		if i == 0 {
			r.line("  EFFORT (per episode)")
		}
		r.line("%s", line)
	}
}

// timeUnit returns the label of the move times.
func (r *report) timeUnit() string {
	if r.spec.keeps(CPU) {
		return "CPU ms/move"
	}
	return "ms/move"
}

// outside lists the policies that are other programs.
func (r *report) outside() {
	for _, p := range r.spec.Policies {
		var params struct {
			Command []string `json:"command"`
		}
		if p.Player == play.Outside && json.Unmarshal(p.Params, &params) == nil {
			r.line("  OUTSIDE   %s is another program: %s", p.ID, play.Quote(strings.Join(params.Command, " ")))
		}
	}
}

// discounted returns a note with the discount of the scores, if there is one.
func (r *report) discounted() string {
	var rules struct {
		Discount float64 `json:"discount"`
	}
	if json.Unmarshal(r.spec.Rules, &rules) != nil || rules.Discount <= 0 || rules.Discount >= 1 {
		return ""
	}
	return fmt.Sprintf("; a reward one move later counts %g", rules.Discount)
}

// timed lists the policies with a time limit per move.
func (r *report) timed() {
	for _, p := range r.spec.Policies {
		if p.MoveMS > 0 {
			r.line("  TIMED     %s had %g ms per move: on another machine, or at another time, its results differ", p.ID, p.MoveMS)
		}
	}
}

func (r *report) madeBy(d *Dir, times *Times) {
	took := ""
	if times.Episodes > 0 {
		took = fmt.Sprintf("   %s of one thread", times.Busy.Round(time.Millisecond*100))
	}
	r.line("  MADE BY %v   seed %d   episodes %s%s", d.Spec.MadeBy, r.s.Seed, d.Hash[:12], took)
	r.line("  REPRODUCE   veil exp %s %s/%s%s", d.Spec.Verb(), d.Path, manifestName, r.spec.Allow())
}

func rate(e Estimate) string {
	return fmt.Sprintf("%s  [%s, %s]", number4(e.Value), number4(e.Low), number4(e.High))
}

func signed(e Estimate) string {
	return fmt.Sprintf("%+.4f  [%+.4f, %+.4f]", e.Value, e.Low, e.High)
}

func spread(e Estimate) string {
	if math.Abs(float64(e.Value)) < 1e-12*float64(e.High-e.Low) {
		e.Value = 0 // rounding error of a sum
	}
	return fmt.Sprintf("%8.4g  [%.4g, %.4g]", e.Value, e.Low, e.High)
}

func plainMean(e Estimate) string {
	half := float64(e.High-e.Low) / 2
	if half == 0 {
		return fmt.Sprintf("%.4g", e.Value)
	}
	return fmt.Sprintf("%.4g ±%.2g", e.Value, half)
}

func milliseconds(ns uint64) string {
	if ms := float64(ns) / 1e6; ms < 100 {
		return fmt.Sprintf("%.2g", ms)
	}
	return fmt.Sprint(ns / 1e6)
}

func pValue(p Number) string {
	if p < 0.0001 {
		return "<0.0001"
	}
	return fmt.Sprintf("%.4f", p)
}

func number4(n Number) string {
	if math.IsNaN(float64(n)) {
		return "not known"
	}
	return fmt.Sprintf("%.4f", n)
}
