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
		"rejection": "rejection (Alg. 1)", "alg3": "Alg. 3", "alg4": "fast version (Alg. 4)",
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
	files := map[string][]byte{}
	if err := drawThesis(d, optima, files); err != nil {
		return nil, err
	}
	for _, f := range []struct {
		name   string
		axes   figure.Axes
		series []figure.Series
	}{
		{"2011-simulations.svg", figure.Axes{Title: "4x4/6, first click on a zero", X: "simulations per move", Y: "score, 95%", LogX: true, Level: &one}, strength(d, "2011-simulations", func(b budgets) float64 { return b.Simulations })},
		{"2011-table1.svg", figure.Axes{Title: "2011, Table I: 4x4/6, with cascades", X: "hidden states examined per move", Y: "score, 95%", LogX: true, Level: &one}, strength(d, cascadeRun, func(b budgets) float64 { return b.Draws })},
		{"2011-table2.svg", figure.Axes{Title: "2011, Table II: 7x7/11", X: "hidden states examined per move", Y: "score, 95%", LogX: true}, strength(d, "2011-table2", func(b budgets) float64 { return b.Draws })},
		{"calibration.svg", figure.Axes{Title: "our planner's predictions", X: "predicted winning chance", Y: "won, 95%", Diagonal: true}, reliability(d)},
	} {
		if len(f.series) == 0 {
			continue
		}
		picture, err := figure.Dots(f.axes, f.series)
		if err != nil {
			return nil, err
		}
		if files[f.name], err = inSVG(picture); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// drawThesis adds the figure of the 2012 paper's Table 2, if any of its runs was collected.
func drawThesis(d *data, optima boardValues, files map[string][]byte) error {
	if len(d.named("2012-bssuct-")) == 0 {
		return nil
	}
	panels, err := thesisPanels(d, optima)
	if err != nil {
		return err
	}
	picture, err := figure.Panels(figure.Axes{Title: "2012, Table 2: solver, tree, and both", X: "simulations per move", Y: "Percent of games won with 95% intervals", LogX: true, Most: 100}, panels)
	if err == nil {
		files["2012-bssuct.svg"], err = inSVG(picture)
	}
	return err
}

func inSVG(picture *figure.Figure) ([]byte, error) {
	var svg bytes.Buffer
	err := picture.Write(&svg, "svg")
	return svg.Bytes(), err
}
