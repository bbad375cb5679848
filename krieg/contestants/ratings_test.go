// SPDX-License-Identifier: BSD-3-Clause

package contestants

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// pairing is the result of the games between two players, counted for the first.
type pairing struct {
	first, second int
	games         record
}

// ratings returns the Elo numbers of n players that explain the games best, a draw counting as half a game won (Bradley
// and Terry 1952), and the half-widths of their 95% intervals. Player 0 has 0. Newton's method climbs the
// log-likelihood, which is concave; its curvature gives the intervals. Everybody must be connected with everybody by
// games that were not lost.
func ratings(n int, games []pairing) (elo, half []float64) {
	const unit = 400 / math.Ln10 // of a rating in Elo
	at := make([]float64, n)
	var inverse mat.Dense
	for range 100 {
		slope, curve := mat.NewVecDense(n, nil), mat.NewDense(n, n, nil)
		add := func(i, j int, x float64) { curve.Set(i, j, curve.At(i, j)+x) }
		for _, g := range games {
			all := float64(g.games.all())
			p := 1 / (1 + math.Exp(at[g.second]-at[g.first]))
			gain, bend := float64(g.games[0])+float64(g.games[1])/2-all*p, all*p*(1-p)
			slope.SetVec(g.first, slope.AtVec(g.first)+gain)
			slope.SetVec(g.second, slope.AtVec(g.second)-gain)
			add(g.first, g.first, bend)
			add(g.second, g.second, bend)
			add(g.first, g.second, -bend)
			add(g.second, g.first, -bend)
		}
		// Player 0 stays: without it the matrix has no inverse.
		curve.SetRow(0, make([]float64, n))
		curve.Set(0, 0, 1)
		slope.SetVec(0, 0)
		if err := inverse.Inverse(curve); err != nil {
			panic(err) // somebody is not connected
		}
		var step mat.VecDense
		step.MulVec(&inverse, slope)
		for i := range at {
			at[i] += max(-1, min(1, step.AtVec(i)))
		}
	}
	for i, a := range at {
		elo = append(elo, unit*a)
		half = append(half, unit*1.959964*math.Sqrt(inverse.At(i, i)))
	}
	elo[0], half[0] = 0, 0
	return elo, half
}

// TestRatings draws games of players of known strength and looks for it in the intervals.
func TestRatings(t *testing.T) {
	truth := []float64{0, 120, -250, 400, 650}
	inside, all := 0, 0
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(35, seed))
		var games []pairing
		for i := range truth {
			for j := range i {
				g := pairing{first: i, second: j}
				for range 60 {
					won := r.Float64() < 1/(1+math.Pow(10, (truth[j]-truth[i])/400))
					if won {
						g.games[0]++
					} else {
						g.games[2]++
					}
				}
				games = append(games, g)
			}
		}
		elo, half := ratings(len(truth), games)
		for i := 1; i < len(truth); i++ {
			if all++; math.Abs(elo[i]-truth[i]) <= half[i] {
				inside++
			}
		}
	}
	if share := float64(inside) / float64(all); share < 0.9 || share > 0.99 {
		t.Errorf("%d of %d intervals contain the truth, want about 95%%", inside, all)
	}
	// Two players: the rating is the difference that their score means.
	elo, half := ratings(2, []pairing{{1, 0, record{75, 10, 15}}})
	if want, _, _ := (record{75, 10, 15}).elo(); math.Abs(elo[1]-want) > 1e-6 || half[1] < 40 || half[1] > 100 {
		t.Errorf("%v ± %v, want %v", elo, half, want)
	}
}

// ratingTable lists the players of ratings.tsv, the best first.
func ratingTable(t *testing.T) string {
	t.Helper()
	names := []string{"level-1"} // has 0
	number := func(name string) int {
		if i := slices.Index(names, name); i >= 0 {
			return i
		}
		names = append(names, name)
		return len(names) - 1
	}
	var games []pairing
	sums := map[int]*record{}
	players, results := tsv(t, "ratings.tsv")
	for i, result := range results {
		g := pairing{number(players[i][0]), number(players[i][1]), result}
		games = append(games, g)
		for i, who := range []int{g.first, g.second} {
			if sums[who] == nil {
				sums[who] = &record{}
			}
			for k := range g.games {
				sums[who][k] += g.games[[2]int{k, 2 - k}[i]]
			}
		}
	}
	elo, half := ratings(len(names), games)
	order := make([]int, len(names))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(elo[j], elo[i]) })
	var out strings.Builder
	out.WriteString("| player | Elo | games | won-drawn-lost |\n|---|---|---|---|\n")
	for _, i := range order {
		fmt.Fprintf(&out, "| %s | %.0f", strings.ReplaceAll(names[i], "-", " "), elo[i])
		if i != 0 {
			fmt.Fprintf(&out, " ± %.0f", half[i])
		}
		fmt.Fprintf(&out, " | %d | %v |\n", sums[i].all(), *sums[i])
	}
	return out.String()
}
