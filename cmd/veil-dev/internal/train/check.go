// SPDX-License-Identifier: BSD-3-Clause

package train

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/veilplan/veil/mines/network"
)

// forecast is a predicted winning chance, and the result.
type forecast struct {
	game            int
	predicted, came float64
}

// forecasts returns the predictions of a network: for the positions after each guess, and for each
// guess that it made, which is the chance shown to players.
func forecasts(net *network.Network, games []game) (positions, guesses []forecast) {
	for i, g := range games {
		came := 0.0
		for k := len(g.positions) - 1; k >= 0; k-- {
			p := &g.positions[k]
			if came *= float64(p.Survival); p.End >= 0 {
				came = float64(p.End)
			} else {
				guesses = append(guesses, forecast{i, g.said[k], came})
			}
			if !p.Solved {
				positions = append(positions, forecast{i, net.Win(&p.Features), came})
			}
		}
	}
	return positions, guesses
}

// decile is a tenth of the forecasts: those between two chances.
type decile struct {
	n               int
	least, most     float64
	predicted, came float64 // means
	deviation       float64 // standard error of came - predicted
}

func (d *decile) off() float64 { return d.came - d.predicted }

// deciles sorts forecasts by prediction and splits them into tenths of equal size.
func deciles(all []forecast) (tenths [10]decile) {
	slices.SortStableFunc(all, func(a, b forecast) int { return cmp.Compare(a.predicted, b.predicted) })
	for i := range tenths {
		tenths[i] = summed(all[i*len(all)/10 : (i+1)*len(all)/10])
	}
	return tenths
}

// summed summarises forecasts. Those of one game are not independent, so the standard error is that
// of sums by game.
func summed(part []forecast) decile {
	if len(part) == 0 {
		return decile{}
	}
	n := float64(len(part))
	d := decile{n: len(part), least: part[0].predicted, most: part[len(part)-1].predicted}
	byGame := map[int]float64{}
	for _, f := range part {
		d.predicted += f.predicted / n
		d.came += f.came / n
		byGame[f.game] += f.came - f.predicted
	}
	square, size := 0.0, n/float64(len(byGame))
	for _, sum := range byGame {
		square += math.Pow(sum-d.off()*size, 2)
	}
	d.deviation = math.Sqrt(square) / n
	return d
}

// mostOff is the largest accepted calibration error of a decile.
const mostOff = 0.01

// check prints the calibration of the predictions by decile. It fails if a decile is off by more
// than mostOff.
func check(w io.Writer, net *network.Network, games []game) error {
	positions, guesses := forecasts(net, games)
	wrong := printTenths(w, "predicted (guesses)", guesses) + printTenths(w, "predicted (positions)", positions)
	if wrong > 0 {
		return fmt.Errorf("%d of 20 deciles are off by more than %v points", wrong, 100*mostOff)
	}
	return nil
}

// printTenths prints a table and returns the number of deciles that are too far off.
func printTenths(w io.Writer, name string, all []forecast) (wrong int) {
	fmt.Fprintf(w, "| %s | from | to | observed | difference | number |\n|---|---|---|---|---|---|\n", name)
	for _, d := range deciles(all) {
		fmt.Fprintf(w, "| %.2f%% | %.1f%% | %.1f%% | %.2f%% | %+.2f ± %.2f | %d |\n",
			100*d.predicted, 100*d.least, 100*d.most, 100*d.came, 100*d.off(), 100*d.deviation, d.n)
		if math.Abs(d.off()) > mostOff {
			wrong++
		}
	}
	fmt.Fprintln(w)
	return wrong
}
