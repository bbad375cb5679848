// SPDX-License-Identifier: BSD-3-Clause

package train

import (
	"fmt"
	"io"
	"math"
)

// folds is the number of parts of the games, each of which judges a ranker that learned from the others.
const folds = 5

// gain sums what choices gain over those of fast.
type gain struct{ sum, square float64 }

func (g *gain) add(x float64) { g.sum, g.square = g.sum+x, g.square+float64(x*x) }

// printGains prints what rankers gain over the choices of fast, in games that they did not learn from.
func printGains(w io.Writer, all []compared, games int) {
	var early, late [3]gain
	for fold := range folds {
		var learn, judge []compared
		for _, c := range all {
			if c.game/6%folds == fold {
				judge = append(judge, c)
			} else {
				learn = append(learn, c)
			}
		}
		weights := fitRanker(learn)
		for i := range judge {
			c := &judge[i]
			x := float64(c.reached * float64(c.gains[best(weights, c.traits)]))
			if c.layouts > wideLayouts {
				early[c.source].add(x)
			} else {
				late[c.source].add(x)
			}
		}
	}
	fmt.Fprint(w, "| cross-validated, points per game | above 10^40 layouts | below |\n|---|---|---|\n")
	for i := range early {
		s, n := sources()[i], gamesOf(i, games)
		fmt.Fprintf(w, "| %v %v | %s | %s |\n", s.rules, s.rules.First, early[i].per(n), late[i].per(n))
	}
}

const wideLayouts = 40 * math.Ln10 / math.Ln2

// gamesOf returns how many of the games are on a board.
func gamesOf(source, games int) (n float64) {
	for i := range games {
		if rankSource(i) == source {
			n++
		}
	}
	return n
}

func (g gain) per(games float64) string {
	return fmt.Sprintf("%+.3f ± %.3f", 100*g.sum/games, 100*math.Sqrt(g.square)/games)
}

// best returns the index of the traits with the highest score.
func best(weights []float64, all []traits) (best int) {
	top := math.Inf(-1)
	for k := range all {
		score := 0.0
		for i, w := range weights {
			score += float64(w * float64(all[k][i]))
		}
		if score > top {
			best, top = k, score
		}
	}
	return best
}
