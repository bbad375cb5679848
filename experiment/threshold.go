// SPDX-License-Identifier: BSD-3-Clause

package experiment

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// ThresholdResult is the result of checking a threshold.
type ThresholdResult struct {
	Text   string `json:"text"`
	Value  Number `json:"value"`
	Passed bool   `json:"passed"`
}

// threshold is a condition on a summary, such as
//
//	random.win_rate >= 0.2
//	paired(a, b).win_diff.ci95.low > 0
type threshold struct {
	policy        string // or:
	first, second string
	metric        string
	end           string // "low", "high", or empty for the estimate itself
	op            string
	bound         float64
}

func policyMetrics() []string {
	return []string{"win_rate", "score", "moves", "guesses", "simulations", "nodes"}
}
func pairMetrics() []string { return []string{"win_diff", "score_diff", "p"} }

func parseThreshold(text string, s *Spec) (threshold, error) {
	form := regexp.MustCompile(`^\s*(?:paired\(\s*([^,()\s]+)\s*,\s*([^,()\s]+)\s*\)|(\S+?))` +
		`\.([a-z_]+)(?:\.ci95\.(low|high))?\s*(>=|<=|>|<)\s*(\S+)\s*$`)
	m := form.FindStringSubmatch(text)
	if m == nil {
		return threshold{}, errors.New(`want something like "id.win_rate >= 0.5" or "paired(a, b).win_diff.ci95.low > 0"`)
	}
	bound, err := strconv.ParseFloat(m[7], 64)
	if err != nil || math.IsNaN(bound) {
		return threshold{}, fmt.Errorf("%q is not a number", m[7])
	}
	t := threshold{policy: m[3], first: m[1], second: m[2], metric: m[4], end: m[5], op: m[6], bound: bound}
	known := policyMetrics()
	if t.policy == "" {
		known = pairMetrics()
	}
	if !slices.Contains(known, t.metric) || t.metric == "p" && t.end != "" {
		return threshold{}, fmt.Errorf("no metric %q here: there are %s", strings.TrimPrefix(text[:strings.IndexAny(text, "<>")], " "), strings.Join(known, ", "))
	}
	for _, id := range []string{t.policy, t.first, t.second} {
		if id != "" && s.policy(id) < 0 {
			return threshold{}, fmt.Errorf("no policy %q", id)
		}
	}
	if t.policy == "" && t.first == t.second {
		return threshold{}, errors.New("want two different policies")
	}
	return t, nil
}

// evaluate checks every threshold against the summary.
func evaluate(spec *Spec, s *Summary) []ThresholdResult {
	var results []ThresholdResult
	for _, text := range spec.Thresholds {
		r := ThresholdResult{Text: text, Value: Number(math.NaN())}
		if t, err := parseThreshold(text, spec); err == nil {
			r.Value = t.value(s)
			r.Passed = t.holds(float64(r.Value))
		}
		results = append(results, r)
	}
	return results
}

// holds compares; an unknown value does not meet a threshold.
func (t threshold) holds(x float64) bool {
	switch t.op {
	case ">=":
		return x >= t.bound
	case "<=":
		return x <= t.bound
	case ">":
		return x > t.bound
	default:
		return x < t.bound
	}
}

func (t threshold) value(s *Summary) Number {
	for i := range s.Policies {
		if p := &s.Policies[i]; p.ID == t.policy {
			return t.end3(map[string]Estimate{
				"win_rate": p.Rate, "score": p.Score, "moves": p.Moves,
				"guesses": p.Guess, "simulations": p.Sims, "nodes": p.Nodes,
			}[t.metric])
		}
	}
	for i := range s.Pairs {
		p := &s.Pairs[i]
		swapped := p.First == t.second && p.Second == t.first
		if !swapped && (p.First != t.first || p.Second != t.second) {
			continue
		}
		if t.metric == "p" {
			return p.McNemar
		}
		e := map[string]Estimate{"win_diff": p.WinDiff, "score_diff": p.ScoreDiff}[t.metric]
		if swapped {
			e = Estimate{-e.Value, -e.High, -e.Low, e.N}
		}
		return t.end3(e)
	}
	return Number(math.NaN())
}

// end3 picks one of the three numbers of an estimate.
func (t threshold) end3(e Estimate) Number {
	switch t.end {
	case "low":
		return e.Low
	case "high":
		return e.High
	default:
		return e.Value
	}
}
