// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/internal/rusage"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/mines/notation"
)

// measuring reports whether the measurements of reviews run at their full size.
func measuring() bool { return os.Getenv("VEIL_FULL") != "" }

// seeds returns the first seed of some games: the measurements use others than the short tests, with
// which constants were tuned.
func seeds(short uint64) uint64 {
	if measuring() {
		return 11 * short
	}
	return short
}

// skills are how often a player sees a safe cell, and how often a guess has the lowest risk.
var skills = []struct{ sees, wise float64 }{{0.999, 0.9}, {0.99, 0.6}, {0.97, 0.3}}

// mixedGame returns a game of a player whose skill depends on the seed.
func mixedGame(t testing.TB, rules mines.Rules, seed uint64) notation.Document {
	t.Helper()
	r, skill := rand.New(rand.NewPCG(seed, 77)), skills[seed%3]
	g, err := mines.NewGame(rules, seed)
	if err != nil {
		t.Fatal(err)
	}
	for c := mines.Cell(0); g.Status() == veil.Open; c = mixedMove(t, g.View(), r, skill.sees, skill.wise) {
		if err := g.Play(mines.Move{Kind: mines.MoveOpen, Cell: c}); err != nil {
			t.Fatal(err)
		}
		if g.Status() != veil.Open {
			break
		}
	}
	return notation.Document{View: mines.NewView(rules), Layout: g.Layout(), Moves: g.Moves()}
}

func mixedMove(t testing.TB, v mines.View, r *rand.Rand, sees, wise float64) mines.Cell {
	t.Helper()
	s := count.NewSolver(v.Rules, count.Limit{})
	for _, step := range []func() error{func() error { return s.Load(v) }, s.Deduce, s.Weigh} {
		if err := step(); err != nil {
			t.Fatal(err)
		}
	}
	var safe, unsure []mines.Cell
	lowest := 1.0
	for c := range mines.Cell(v.Cells()) {
		switch certainty := s.Certainty(c); {
		case !v.Marks[c].IsHidden():
		case certainty == count.CertainSafe:
			safe = append(safe, c)
		case certainty == count.Unsure:
			unsure, lowest = append(unsure, c), min(lowest, s.Risk(c))
		}
	}
	if len(unsure) == 0 || len(safe) > 0 && r.Float64() < sees {
		return safe[r.IntN(len(safe))]
	}
	most := lowest + 1e-9
	if r.Float64() > wise {
		most = 1.5*lowest + 0.05
	}
	unsure = slices.DeleteFunc(unsure, func(c mines.Cell) bool { return s.Risk(c) > most })
	return unsure[r.IntN(len(unsure))]
}

// expertTurns is the length from which a lost Expert game is reviewed: shorter ones end at the first
// guesses and say little.
const expertTurns = 20

// mixedGames returns games with consecutive seeds that end as wanted.
func mixedGames(t testing.TB, rules mines.Rules, from uint64, n int, lost bool) (list []notation.Document) {
	t.Helper()
	for seed := from; len(list) < n; seed++ {
		doc := mixedGame(t, rules, seed)
		g, err := doc.Game()
		if err != nil {
			t.Fatal(err)
		}
		if len(doc.Moves) > 1 && (!lost || g.Status() == veil.Lost && len(doc.Moves) > expertTurns) {
			list = append(list, doc)
		}
	}
	return list
}

var (
	beginner     = mines.Rules{Width: 9, Height: 9, Mines: 10, First: mines.Safe}
	intermediate = mines.Rules{Width: 16, Height: 16, Mines: 40, First: mines.Safe}
	expert       = mines.Rules{Width: 30, Height: 16, Mines: 99, First: mines.Safe}
)

// TestReviewsAddUp reviews 60 games of three levels, 30 of them lost on an Expert board: parts and
// result agree within the stated error, and the errors and the work are small.
func TestReviewsAddUp(t *testing.T) {
	levels := []struct {
		rules mines.Rules
		n     int
		lost  bool
	}{{beginner, 15, false}, {intermediate, 15, false}, {expert, 30, true}}
	games, agree := 0, 0
	var guessHalf, gameHalf, first, all []float64
	for _, level := range levels {
		n := level.n
		if !measuring() {
			n = 1
		}
		for i, doc := range mixedGames(t, level.rules, seeds(5000), n, level.lost) {
			start, soon := rusage.CPU(), 0.0
			cfg := ReviewConfig{Progress: func(r *Review) {
				if soon == 0 && r.valued() {
					soon = (rusage.CPU() - start).Seconds()
				}
			}}
			if !measuring() {
				cfg.Limits.Games = 200
			}
			r, err := ReviewGame(t.Context(), doc, cfg)
			if err != nil {
				t.Fatal(err)
			}
			s, k := r.reckoning.sum(), r.reckoning
			off := s.off()
			used := (rusage.CPU() - start).Seconds()
			t.Logf("%v game %d: %v, %d turns, exact from %d, %d guesses; first %.2f of %.2f CPU s; start %s, cost %s, luck %s; off by %s", level.rules, i, r.Status,
				len(r.Turns), r.Exact+1, len(k.order), soon, used, points(s.Start), points(s.Cost), points(s.Luck), points(off))
			if games++; s.whole && math.Abs(off.mean()) <= off.half()+1e-9 {
				agree++
			}
			first, all = append(first, soon), append(all, used)
			if half := 100 * max(s.Cost.half(), s.Luck.half()); half > 0 {
				gameHalf = append(gameHalf, half)
			}
			for _, g := range k.order {
				if cost, ok := k.cost(g.turn); ok && cost.half() > 0 {
					guessHalf = append(guessHalf, 100*cost.half())
				}
			}
		}
	}
	t.Logf("%d of %d games agree; median half-width: guess %.2f points (%d), game %.2f; CPU s: first at most %.2f, game median %.1f, at most %.1f",
		agree, games, median(guessHalf), len(guessHalf), median(gameHalf), slices.Max(first), median(all), slices.Max(all))
	if missing := games - agree; missing > 1+games/60 {
		t.Errorf("%d of %d games do not agree", missing, games)
	}
	if measuring() && (median(guessHalf) > 2 || median(gameHalf) > 5 || slices.Max(first) > 2 || slices.Max(all) > 30) {
		t.Error("too inaccurate or too slow")
	}
}

func points(m mixture) string {
	return strconv.FormatFloat(100*m.mean(), 'f', 1, 64) + "±" + strconv.FormatFloat(100*m.half(), 'f', 1, 64)
}

func median(list []float64) float64 {
	if len(list) == 0 {
		return 0
	}
	slices.Sort(list)
	return list[len(list)/2]
}

// TestReviewCoversExact compares the intervals of small games with the true values of veil's play,
// which are computed by playing every layout once, won or lost.
func TestReviewCoversExact(t *testing.T) {
	games := 20
	if !measuring() {
		games = 3
	}
	covered, n := 0, 0
	check := func(what string, turn int, m mixture, truth float64) {
		if m.half() < 0.001 { // known, not estimated
			return
		}
		n++
		if math.Abs(m.mean()-truth) <= m.half() {
			covered++
			return
		}
		t.Logf("%s of turn %d: %s, truly %.2f", what, turn, points(m), 100*truth)
	}
	for _, doc := range mixedGames(t, mines.Rules{Width: 5, Height: 5, Mines: 5, First: mines.Safe}, seeds(9000), games, false) {
		r, err := ReviewGame(t.Context(), doc, ReviewConfig{Limits: api.Limits{Layouts: 1, Games: 300}})
		if err != nil {
			t.Fatal(err)
		}
		k, views := r.reckoning, append(r.Before(), r.last)
		values := make([]float64, len(views))
		for i := range r.Turns {
			values[i] = truth(t, k, views[i], -1)
		}
		values[len(r.Turns)] = map[veil.Status]float64{veil.Won: 1}[r.Status]
		for i, turn := range r.Turns {
			if m, ok := k.value(i); ok && m.ready() {
				check("value", i, m, values[i])
			}
			if k.guesses[i] == nil {
				continue
			}
			played := truth(t, k, views[i], turn.Cell)
			if m, ok := k.cost(i); ok {
				check("cost", i, m, values[i]-played)
			}
			if m, ok := k.luck(i); ok {
				check("luck", i, m, values[i+1]-played)
			}
		}
	}
	t.Logf("%d of %d intervals contain the true value: %.1f%%", covered, n, 100*float64(covered)/float64(n))
	checkCoverage(t, covered, n)
}

// checkCoverage fails unless 92 to 98% are covered, with room for chance where they are few.
func checkCoverage(t *testing.T, covered, n int) {
	t.Helper()
	share, room := float64(covered)/float64(n), 0.0
	if n < 150 {
		room = 3 * math.Sqrt(0.95*0.05/float64(n))
	}
	if share < 0.92-room || share > 0.98+room {
		t.Errorf("%.1f%% of %d intervals contain the true value, want 92 to 98", 100*share, n)
	}
}

// truth plays every layout of a position by veil's play, after opening first if it is not
// negative, and returns the share that is won.
func truth(t *testing.T, k *reckoning, v mines.View, first mines.Cell) float64 {
	t.Helper()
	g, err := newVeilGames(t.Context(), v, count.Limit{}, k.ends)
	if err != nil {
		t.Fatal(err)
	}
	list, err := g.root.List(1 << 20)
	if err != nil {
		t.Fatal(err)
	}
	won := 0.0
	for i := range list.Len() {
		for c := range g.table.Layout {
			g.table.Layout[c] = v.Marks[c].IsHidden() && g.root.Certainty(mines.Cell(c)) == count.CertainMine
		}
		for j, c := range list.Cells {
			g.table.Layout[c] = list.Mine(i, j)
		}
		won += outcome(t, g, first)
	}
	return won / float64(list.Len())
}

// outcome plays one layout and returns 1 if it is won, or the value of the endgame that it reaches.
func outcome(t *testing.T, g *veilGames, first mines.Cell) float64 {
	t.Helper()
	g.table.Resume(nil, g.root, g.left)
	for c := first; ; {
		if c >= 0 {
			if g.table.Layout[c] {
				return 0
			}
			if err := g.table.Open(c); err != nil {
				t.Fatal(err)
			}
		}
		open, err := g.table.Sweep()
		if err != nil {
			t.Fatal(err)
		}
		if !open {
			return 1
		}
		if _, win, ok, _ := g.ends.Solve(t.Context(), g.table.Solver); ok {
			return win.Float()
		}
		c, _ = g.choose(g.table.Solver)
	}
}

// TestReviewCoversLong compares the intervals of a first batch of games on Expert positions with a
// hundred times as many games.
func TestReviewCoversLong(t *testing.T) {
	positions, times := 200, 100
	if !measuring() {
		positions, times = 4, 10
	}
	covered, n, began := 0, 0, rusage.CPU()
	for _, doc := range mixedGames(t, expert, seeds(7000), positions, false) {
		if n >= positions {
			break
		}
		replay, err := replayed(t.Context(), doc, api.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		k := newReckoning(replay, api.Limits{})
		views := append(replay.views(doc, func(int) bool { return true }), replay.last)
		if err := k.prepare(t.Context(), views, 1); err != nil {
			t.Fatal(err)
		}
		if len(k.order) == 0 || k.at[k.order[0].turn] == nil {
			continue
		}
		at := k.at[k.order[len(doc.Moves)%len(k.order)].turn]
		value := mixture{parts: []part{{at, 1, 0}}}
		if at.twice {
			value.parts[0].b = -1 // the cost
		}
		if err := k.play(t.Context(), at, firstBatch); err != nil || at.failed {
			t.Fatal(err)
		}
		mean, half := value.mean(), value.half()
		at.games = pairs{n: 1 << 20} // fresh streams
		if err := k.play(t.Context(), at, times*firstBatch); err != nil {
			t.Fatal(err)
		}
		at.games.n -= 1 << 20
		if n++; math.Abs(mean-value.mean()) <= math.Hypot(half, value.half()) {
			covered++
		}
		if n%10 == 0 {
			t.Logf("%d of %d so far", covered, n)
		}
	}
	t.Logf("%d of %d intervals of %d games contain the mean of %d: %.1f%%; %v CPU", covered, n, firstBatch, times*firstBatch,
		100*float64(covered)/float64(n), (rusage.CPU() - began).Round(time.Second))
	checkCoverage(t, covered, n)
}
