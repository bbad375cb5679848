// SPDX-License-Identifier: BSD-3-Clause

package commands

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"

	"github.com/veilplan/veil/experiment"
	"github.com/veilplan/veil/experiment/durable"
	"github.com/veilplan/veil/experiment/figure"
	"github.com/veilplan/veil/experiment/stats"
)

// plot is a figure with the name of its file, and the numbers behind it.
type plot struct {
	name, title, unit string // the unit is chance or score, if policies are measured
	draw              func() (*figure.Figure, error)
	data              func() [][]string
}

// banded returns the numbers of series, for a table.
func banded(series []figure.Series) func() [][]string {
	return func() [][]string {
		rows := [][]string{{"series", "x", "y", "low", "high"}}
		for _, s := range series {
			for _, p := range s.Points {
				rows = append(rows, append([]string{s.Name}, floats(p.X, p.Y, p.Low, p.High)...))
			}
		}
		return rows
	}
}

// barred returns the numbers of histograms, for a table.
func barred(names []string, bars [][]figure.Bar) func() [][]string {
	return func() [][]string {
		rows := [][]string{{"series", "low", "high", "share"}}
		for i, name := range names {
			for _, b := range bars[i] {
				rows = append(rows, append([]string{name}, floats(b.Low, b.High, b.Share)...))
			}
		}
		return rows
	}
}

func floats(list ...float64) []string {
	texts := make([]string, len(list))
	for i, x := range list {
		texts[i] = strconv.FormatFloat(x, 'g', -1, 64)
	}
	return texts
}

// drawPlots writes the figures of a run into its directory.
func (a *app) drawPlots(d *experiment.Dir, s *experiment.Summary) error {
	times, err := d.Times()
	if err != nil {
		return err
	}
	dir := filepath.Join(d.Path, "plots")
	files := durable.Inside(d.Path) // the run may come from somebody else
	if err := files.MkdirAll(dir); err != nil {
		return err
	}
	for _, p := range plotsOf(s, &times) {
		f, err := p.draw()
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		for _, format := range figure.Formats() {
			if err := writeFigure(files, filepath.Join(dir, p.name+"."+format), f, format); err != nil {
				return err
			}
		}
	}
	return nil
}

func writeFigure(files durable.WriteFS, name string, f *figure.Figure, format string) error {
	out, err := files.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC)
	if err != nil {
		return err
	}
	return errors.Join(f.Write(out, format), out.Close())
}

// plotsOf returns the figures for which a run has data.
func plotsOf(s *experiment.Summary, times *experiment.Times) []plot {
	quantity, unit := "score", "score"
	if s.Judged() {
		quantity, unit = "win rate", "chance"
	}
	var plots []plot
	if s.Tuned != nil {
		paths := tunedPaths(s.Tuned)
		plots = append(plots, plot{"tuned", "parameters so far, in steps from the start, with the 95% band of the chains", "", func() (*figure.Figure, error) {
			return figure.Bands(figure.Axes{Title: s.Name, X: "iterations", Y: "steps from the start, 95% band"}, paths)
		}, banded(paths)})
	}
	curves := policyCurves(s)
	plots = append(plots, plot{"rate", quantity + " so far, with its 95% band", unit, func() (*figure.Figure, error) {
		return figure.Bands(figure.Axes{Title: s.Name, X: "episodes", Y: quantity + ", 95% band"}, curves)
	}, banded(curves)})
	if len(s.Pairs) > 0 {
		differences := pairCurves(s)
		plots = append(plots, plot{"difference", "paired difference of " + quantity + " so far, with its 95% band", unit, func() (*figure.Figure, error) {
			zero := 0.0
			axes := figure.Axes{Title: s.Name, X: "episodes", Y: "paired difference of " + quantity + ", 95% band", Level: &zero}
			return figure.Bands(axes, differences)
		}, banded(differences)})
	}
	if work := strength(s); len(work) > 0 {
		plots = append(plots, plot{"strength", quantity + " against work per move", unit, func() (*figure.Figure, error) {
			return figure.Dots(figure.Axes{Title: s.Name, X: "work per move (simulations, or nodes)", Y: quantity + ", 95%", LogX: true}, work)
		}, banded(work)})
	}
	if bins := calibration(s); len(bins) > 0 {
		plots = append(plots, plot{"calibration", "calibration: predicted against observed winning chance", "", func() (*figure.Figure, error) {
			return figure.Dots(figure.Axes{Title: s.Name, X: "predicted winning chance", Y: "won, 95%", Diagonal: true}, bins)
		}, banded(bins)})
	}
	if names, bars := timeBars(s, times); len(names) > 0 {
		plots = append(plots, plot{"time", "time per move", "", func() (*figure.Figure, error) {
			return figure.Steps(figure.Axes{Title: s.Name, X: "milliseconds per move", Y: "share of moves"}, names, bars)
		}, barred(names, bars)})
	}
	return plots
}

// pointOf converts an estimate; ok is false without an interval.
func pointOf(x float64, e experiment.Estimate) (figure.Point, bool) {
	p := figure.Point{X: x, Y: float64(e.Value), Low: float64(e.Low), High: float64(e.High)}
	sum := p.X + p.Y + p.Low + p.High
	return p, !math.IsNaN(sum) && !math.IsInf(sum, 0)
}

func curve(name string, points []experiment.Point) figure.Series {
	s := figure.Series{Name: name}
	for _, p := range points {
		if point, ok := pointOf(float64(p.Episodes), p.Estimate); ok {
			s.Points = append(s.Points, point)
		}
	}
	return s
}

// tunedPaths returns where the chains were, in units that all parameters share.
func tunedPaths(t *experiment.Tuned) (all []figure.Series) {
	for _, p := range t.Parameters {
		path := make([]experiment.Point, len(p.Path))
		for i, at := range p.Path {
			at.Value, at.Low, at.High = (at.Value-p.Start)/p.Step, (at.Low-p.Start)/p.Step, (at.High-p.Start)/p.Step
			path[i] = at
		}
		all = append(all, curve(p.Name, path))
	}
	return all
}

func policyCurves(s *experiment.Summary) (all []figure.Series) {
	for _, p := range s.Policies {
		all = append(all, curve(p.ID, p.Curve))
	}
	return all
}

func pairCurves(s *experiment.Summary) (all []figure.Series) {
	for _, p := range s.Pairs {
		all = append(all, curve(p.First+" - "+p.Second, p.Curve))
	}
	return all
}

// strength plots each policy's result against its work.
func strength(s *experiment.Summary) (all []figure.Series) {
	for _, p := range s.Policies {
		work, result := p.Sims, p.Score
		if work.Value == 0 {
			work = p.Nodes
		}
		if s.Judged() {
			result = p.Rate
		}
		if point, ok := pointOf(float64(work.Value), result); ok && point.X > 0 {
			all = append(all, figure.Series{Name: p.ID, Points: []figure.Point{point}})
		}
	}
	return all
}

func calibration(s *experiment.Summary) (all []figure.Series) {
	for _, p := range s.Policies {
		series := figure.Series{Name: p.ID}
		for _, b := range p.Bins {
			if point, ok := pointOf(float64(b.Predicted), b.Rate); ok {
				series.Points = append(series.Points, point)
			}
		}
		if s.Judged() && len(series.Points) > 0 {
			all = append(all, series)
		}
	}
	return all
}

// timeBars converts histograms of nanoseconds to bars of milliseconds.
func timeBars(s *experiment.Summary, times *experiment.Times) (names []string, all [][]figure.Bar) {
	for i, p := range s.Policies {
		h := &times.Moves[i]
		var bars []figure.Bar
		for bin, n := range h.Counts {
			if lo, hi := stats.BinEdges(bin); n > 0 {
				bars = append(bars, figure.Bar{Low: max(float64(lo), 0.5) / 1e6, High: (float64(hi) + 1) / 1e6, Share: float64(n) / float64(h.N)})
			}
		}
		if len(bars) > 0 {
			names, all = append(names, p.ID), append(all, bars)
		}
	}
	return names, all
}
