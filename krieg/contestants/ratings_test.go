// SPDX-License-Identifier: BSD-3-Clause

package contestants

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// pairing is what two players scored against each other: the games are those of the first.
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
	var inverse [][]float64
	for range 100 {
		slope, curve := make([]float64, n), square(n)
		for _, g := range games {
			all := float64(g.games.all())
			p := 1 / (1 + math.Exp(at[g.second]-at[g.first]))
			gain := float64(g.games[0]) + float64(g.games[1])/2 - all*p
			slope[g.first] += gain
			slope[g.second] -= gain
			h := all * p * (1 - p)
			curve[g.first][g.first] += h
			curve[g.second][g.second] += h
			curve[g.first][g.second] -= h
			curve[g.second][g.first] -= h
		}
		curve[0] = make([]float64, n) // player 0 stays
		curve[0][0], slope[0] = 1, 0
		inverse = inverted(curve)
		for i := range at {
			step := 0.0
			for j := range at {
				step += inverse[i][j] * slope[j]
			}
			at[i] += max(-1, min(1, step))
		}
	}
	for i, a := range at {
		elo = append(elo, unit*a)
		half = append(half, unit*1.959964*math.Sqrt(inverse[i][i]))
	}
	elo[0], half[0] = 0, 0
	return elo, half
}

func square(n int) [][]float64 {
	m := make([][]float64, n)
	for i := range m {
		m[i] = make([]float64, n)
	}
	return m
}

// inverted returns the inverse of a matrix by elimination, with the largest pivot of each column.
func inverted(m [][]float64) [][]float64 {
	n := len(m)
	a, out := square(n), square(n)
	for i := range m {
		copy(a[i], m[i])
		out[i][i] = 1
	}
	for c := range n {
		best := c
		for r := c + 1; r < n; r++ {
			if math.Abs(a[r][c]) > math.Abs(a[best][c]) {
				best = r
			}
		}
		a[c], a[best], out[c], out[best] = a[best], a[c], out[best], out[c]
		scale(a[c], out[c], 1/a[c][c])
		for r := range n {
			if f := a[r][c]; r != c {
				for k := range n {
					a[r][k] -= f * a[c][k]
					out[r][k] -= f * out[c][k]
				}
			}
		}
	}
	return out
}

func scale(x, y []float64, f float64) {
	for i := range x {
		x[i] *= f
		y[i] *= f
	}
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
	text, err := os.ReadFile(filepath.Join(resultsDir, "ratings.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	if want := "player\topponent\twon\tdrawn\tlost"; lines[0] != want {
		t.Fatalf("the columns are %q, want %q", lines[0], want)
	}
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
	for _, line := range lines[1:] {
		f := strings.Split(line, "\t")
		g := pairing{number(f[0]), number(f[1]), counts(t, f[2:])}
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
	slices.SortFunc(order, func(i, j int) int { return int(math.Copysign(1, elo[j]-elo[i])) })
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
