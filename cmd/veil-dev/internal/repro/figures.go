// SPDX-License-Identifier: BSD-3-Clause

package repro

import (
	"bytes"
	"strings"

	"github.com/veilplan/veil/experiment"
	"github.com/veilplan/veil/experiment/figure"
)

// kinds maps the prefixes of policy names to the beliefs of the 2011 paper's planner.
func kinds() map[string]string {
	return map[string]string{
		"rejection": "rejection (Alg. 1)", "alg3": "Alg. 3 as printed", "alg4": "fast version (Alg. 4 as printed)",
		"metropolis": "Alg. 3 from the first fit", "inherit": "Alg. 4 from the first fit", "exact": "exact belief",
	}
}

// strength returns the score of each kind of policy against a budget.
func strength(d *data, run string, budget func(budgets) float64) (all []figure.Series) {
	for _, kind := range []string{"rejection", "alg4", "inherit", "alg3", "metropolis", "exact"} {
		s := figure.Series{Name: kinds()[kind]}
		for _, p := range d.policies(run) {
			if x := budget(p.budget()); strings.HasPrefix(p.ID, kind+"-") && x > 0 {
				s.Points = append(s.Points, point(x, p.Score))
			}
		}
		if len(s.Points) > 0 {
			all = append(all, s)
		}
	}
	return all
}

func point(x float64, e experiment.Estimate) figure.Point {
	return figure.Point{X: x, Y: float64(e.Value), Low: float64(e.Low), High: float64(e.High)}
}

// share returns BSSUCT's winning rate against its simulations, as a share of the optimum.
func share(d *data, optima boardValues) ([]figure.Series, error) {
	boards, err := table2012()
	var all []figure.Series
	for _, b := range boards {
		s := figure.Series{Name: strings.Replace(b.name(), "-", "/", 1)}
		best, ok := optima[b.board]
		for _, p := range d.policies("2012-bssuct-" + b.name()) {
			if !ok || p.Player != "bssuct" {
				continue
			}
			top, _ := best.Float64()
			won := d.chance("2012-bssuct-"+b.name(), p)
			s.Points = append(s.Points, figure.Point{
				X: p.budget().Simulations, Y: float64(won.Value) / top, Low: float64(won.Low) / top, High: float64(won.High) / top,
			})
		}
		if len(s.Points) > 0 {
			all = append(all, s)
		}
	}
	return all, err
}

// reliability returns the predictions of a planner against the results.
func reliability(d *data) (all []figure.Series) {
	for _, run := range d.named("calibration-") {
		for _, p := range d.policies(run) {
			s := figure.Series{Name: strings.TrimPrefix(run, "calibration-") + " " + p.ID}
			for _, b := range p.Bins {
				s.Points = append(s.Points, point(float64(b.Predicted), b.Rate))
			}
			all = append(all, s)
		}
	}
	return all
}

// draw returns the figures, by file name.
func draw(d *data, optima boardValues) (map[string][]byte, error) {
	one := 1.0
	shares, err := share(d, optima)
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	for _, f := range []struct {
		name   string
		axes   figure.Axes
		series []figure.Series
	}{
		{"2011-simulations.svg", figure.Axes{Title: "4x4/6, first click on a zero", X: "simulations per move", Y: "score, 95%", LogX: true, Level: &one}, strength(d, "2011-simulations", func(b budgets) float64 { return b.Simulations })},
		{"2011-table1.svg", figure.Axes{Title: "2011, Table I: 4x4/6", X: "hidden states examined per move", Y: "score, 95%", LogX: true, Level: &one}, strength(d, "2011-table1", func(b budgets) float64 { return b.Draws })},
		{"2011-table2.svg", figure.Axes{Title: "2011, Table II: 7x7/11", X: "hidden states examined per move", Y: "score, 95%", LogX: true}, strength(d, "2011-table2", func(b budgets) float64 { return b.Draws })},
		{"2012-bssuct.svg", figure.Axes{Title: "2012, Table 2: BSSUCT", X: "simulations per move", Y: "share of the optimum, 95%", LogX: true, Level: &one}, shares},
		{"calibration.svg", figure.Axes{Title: "our planner's predictions", X: "predicted winning chance", Y: "won, 95%", Diagonal: true}, reliability(d)},
	} {
		if len(f.series) == 0 {
			continue
		}
		picture, err := figure.Dots(f.axes, f.series)
		if err != nil {
			return nil, err
		}
		var svg bytes.Buffer
		if err := picture.Write(&svg, "svg"); err != nil {
			return nil, err
		}
		files[f.name] = svg.Bytes()
	}
	return files, nil
}
