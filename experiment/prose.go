// SPDX-License-Identifier: BSD-3-Clause

package experiment

import (
	"fmt"
	"io"
	"strings"

	"github.com/veilplan/veil/experiment/stats"
)

// Report writes the comparison as text.
func (c *Comparison) Report(w io.Writer) error {
	r := &report{s: &Summary{Pairs: []PairSummary{c.Pair}, SPRT: c.SPRT}}
	r.line("  %s of %s  -  %s of %s   on %d episodes", c.Pair.First, c.First, c.Pair.Second, c.Second, c.Episodes)
	if c.Judged {
		r.line("  WIN RATE (95%% Tango)")
		r.pairRates()
	}
	r.line("  SCORE (95%% Student)")
	r.pairScores()
	r.test()
	_, err := w.Write(r.Bytes())
	return err
}

// Markdown writes the summary as Markdown tables.
func (s *Summary) Markdown(w io.Writer) error {
	r := &report{s: s}
	r.tunedTable()
	r.table(s.Judged(), []string{"policy", "win rate", "95%", "won"}, []string{"policy"}, []string{"score", "95%", "episodes"})
	for _, p := range s.Policies {
		left := []string{p.ID}
		if s.Judged() {
			left = append(left, number4(p.Rate.Value), bounds("%.4f", p.Rate), fmt.Sprint(p.Won))
		}
		r.cells(left, fmt.Sprintf("%.4g", p.Score.Value), bounds("%.4g", p.Score), fmt.Sprint(p.Score.N))
	}
	if len(s.Pairs) > 0 {
		r.line("")
		r.table(s.Judged(), []string{"paired", "win difference", "95%", "p"}, []string{"paired"}, []string{"score difference", "95%"})
	}
	for _, p := range s.Pairs {
		left := []string{p.First + " - " + p.Second}
		if s.Judged() {
			left = append(left, fmt.Sprintf("%+.4f", p.WinDiff.Value), bounds("%+.4f", p.WinDiff), pValue(p.McNemar))
		}
		r.cells(left, fmt.Sprintf("%.4g", p.ScoreDiff.Value), bounds("%.4g", p.ScoreDiff))
	}
	_, err := w.Write(r.Bytes())
	return err
}

func bounds(format string, e Estimate) string {
	return fmt.Sprintf("["+format+", "+format+"]", e.Low, e.High)
}

// table writes the header of a table, whose left side depends on whether the domain judges episodes.
func (r *report) table(judged bool, full, short, rest []string) {
	if !judged {
		full = short
	}
	r.cells(full, rest...)
	r.line("%s", strings.Repeat("|---", len(full)+len(rest))+"|")
}

func (r *report) cells(left []string, right ...string) {
	r.line("| %s |", strings.Join(append(left, right...), " | "))
}

// Line returns the current estimates in one line.
func (p Progress) Line() string {
	if p.Tuned != "" {
		return p.Tuned
	}
	var parts []string
	for _, t := range p.Tallies {
		switch {
		case t.N == 0:
		case t.Won > 0:
			in := stats.Wilson(t.Won, t.N, Level)
			parts = append(parts, fmt.Sprintf("%s %.4f [%.4f, %.4f]", t.ID, float64(t.Won)/float64(t.N), in.Lo, in.Hi))
		default:
			parts = append(parts, fmt.Sprintf("%s %.4g", t.ID, t.Score/float64(t.N)))
		}
	}
	return strings.Join(parts, "  ")
}
