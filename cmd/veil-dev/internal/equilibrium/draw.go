// SPDX-License-Identifier: BSD-3-Clause

package equilibrium

import (
	"math"
	"os"
	"path/filepath"

	"github.com/veilplan/veil/experiment/figure"
)

// least is the smallest exploitability that is drawn.
const least = 1e-9

// draw draws the curves: a figure over iterations, one over nodes.
func draw(into string, rows []row) error {
	for _, f := range []struct {
		file, tree, x string
		at            func(row) int
	}{
		{"iterations.svg", "complete", "iterations on the complete tree", func(r row) int { return r.iterations }},
		{"nodes.svg", "grown", "nodes of the grown tree", func(r row) int { return r.nodes }},
	} {
		if err := panels(filepath.Join(into, f.file), rows, f.tree, f.x, f.at); err != nil {
			return err
		}
	}
	return nil
}

// panels draws the rows of one kind of tree, one panel per game.
func panels(file string, rows []row, tree, x string, at func(row) int) error {
	var list []figure.Panel
	for _, r := range rows {
		if r.tree != tree {
			continue
		}
		if name := title(r); len(list) == 0 || list[len(list)-1].Title != name {
			list = append(list, figure.Panel{Title: name, Series: []figure.Series{{Name: "last mixtures"}, {Name: "average"}}})
		}
		s := list[len(list)-1].Series
		for i, y := range []float64{r.last, r.average} {
			v := math.Log10(max(least, y))
			s[i].Points = append(s[i].Points, figure.Point{X: float64(at(r)), Y: v, Low: v, High: v})
		}
	}
	f, err := figure.Panels(figure.Axes{X: x, Y: "log10 of exploitability", LogX: true}, list)
	if err != nil {
		return err
	}
	out, err := os.Create(file)
	if err != nil {
		return err
	}
	if err := f.Write(out, "svg"); err != nil {
		return err
	}
	return out.Close()
}

// title names a game and its exact value.
func title(r row) string {
	if r.exact == "–" {
		return r.game
	}
	return r.game + ", value " + r.exact
}
