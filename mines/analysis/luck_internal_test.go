// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"math"
	"slices"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/mines/notation"
)

// fewLayouts replaces veilEnds where values are compared with those of plain code, which lists every
// sequence of moves.
const fewLayouts = 12

// plain computes winning chances from the definition: it lists layouts, answers and moves.
type plain struct {
	testing.TB

	ends       *Endgames
	best, veil map[string]float64
}

func newPlain(t testing.TB) *plain {
	return &plain{TB: t, ends: NewEndgames(fewLayouts), best: map[string]float64{}, veil: map[string]float64{}}
}

// fits lists the layouts that fit a position.
func (p *plain) fits(v mines.View) (list []mines.Layout) {
	l := make(mines.Layout, v.Cells())
	var place func(c, left int)
	place = func(c, left int) {
		switch {
		case c == len(l) && left == 0 && v.CheckLayout(l) == nil:
			list = append(list, slices.Clone(l))
		case c < len(l):
			place(c+1, left)
			if left > 0 && v.Marks[c].IsHidden() {
				l[c] = true
				place(c+1, left-1)
				l[c] = false
			}
		}
	}
	place(0, v.Mines)
	return list
}

// answer is what opening a cell may show, and the layouts that show it.
type answer struct {
	view mines.View
	fits []mines.Layout
	lost bool
}

// answers lists what opening a cell may show, cells that open by themselves included.
func (p *plain) answers(v mines.View, fits []mines.Layout, c mines.Cell) (list []answer) {
	index := map[string]int{}
	for _, l := range fits {
		w := v.Clone()
		if l[c] {
			w.Marks[c] = mines.Mine
		} else {
			flood(w, l, c)
		}
		i, known := index[marks(w)]
		if !known {
			i = len(list)
			index[marks(w)] = i
			list = append(list, answer{view: w, lost: l[c]})
		}
		list[i].fits = append(list[i].fits, l)
	}
	return list
}

// marks returns the marks of a view as a key.
func marks(v mines.View) string {
	key := make([]byte, len(v.Marks))
	for i, m := range v.Marks {
		key[i] = byte(m)
	}
	return string(key)
}

func flood(v mines.View, l mines.Layout, c mines.Cell) {
	if !v.Marks[c].IsHidden() {
		return
	}
	v.Marks[c] = mines.Mark(l.Number(v.Rules, c))
	if v.Marks[c] == 0 {
		for _, d := range v.AppendNeighbours(nil, c) {
			flood(v, l, d)
		}
	}
}

// mean is the mean of a value over everything that opening a cell may show.
func (p *plain) mean(v mines.View, fits []mines.Layout, c mines.Cell, value func(mines.View, []mines.Layout) float64) (sum float64) {
	for _, a := range p.answers(v, fits, c) {
		if !a.lost {
			sum += float64(len(a.fits)) / float64(len(fits)) * value(a.view, a.fits)
		}
	}
	return sum
}

// isWon reports whether only mines are hidden.
func isWon(v mines.View) bool {
	hidden := 0
	for _, m := range v.Marks {
		if m.IsHidden() {
			hidden++
		}
	}
	return hidden == v.Mines
}

// bestPlay is the value of best play.
func (p *plain) bestPlay(v mines.View, fits []mines.Layout) (most float64) {
	if isWon(v) {
		return 1
	}
	key := marks(v)
	if x, known := p.best[key]; known {
		return x
	}
	for c, m := range v.Marks {
		if m.IsHidden() {
			most = max(most, p.mean(v, fits, mines.Cell(c), p.bestPlay))
		}
	}
	p.best[key] = most
	return most
}

// veilPlay is the value of veil's play.
func (p *plain) veilPlay(v mines.View, fits []mines.Layout) float64 {
	key := marks(v)
	x, known := p.veil[key]
	if !known {
		x = p.veilPlayNew(v, fits)
		p.veil[key] = x
	}
	return x
}

func (p *plain) veilPlayNew(v mines.View, fits []mines.Layout) float64 {
	p.Helper()
	if isWon(v) {
		return 1
	}
	for c, m := range v.Marks {
		mine := func(l mines.Layout) bool { return l[c] }
		if m.IsHidden() && !slices.ContainsFunc(fits, mine) {
			return p.mean(v, fits, mines.Cell(c), p.veilPlay)
		}
	}
	if len(fits) <= fewLayouts {
		return p.bestPlay(v, fits)
	}
	g, err := newVeilGames(p.Context(), v, count.Limit{}, p.ends)
	if err != nil {
		p.Fatal(err)
	}
	c, guesses := g.move(p.Context())
	if !guesses {
		p.Fatal("veil's play sees a safe cell that there is not")
	}
	return p.mean(v, fits, c, p.veilPlay)
}

// certainly enters values of plain code as if they were the means of many games.
func (p *plain) certainly(k *reckoning) {
	enter := func(at *gamesAt) {
		if at == nil {
			return
		}
		v := k.views[at.turn]
		if at.shows >= 0 {
			v = v.With(k.Turns[at.turn].Cell, mines.Mark(at.shows))
		}
		fits := p.fits(v)
		x, y := p.veilPlay(v, fits), 0.0
		if at.twice {
			y = p.mean(v, fits, k.Turns[at.turn].Cell, p.veilPlay)
		}
		const n = 1 << 20
		at.games = pairs{n: n, x: n * x, y: n * y, xx: n * x * x, xy: n * x * y, yy: n * y * y}
	}
	for _, at := range k.at {
		enter(at)
	}
	for _, g := range k.order {
		for _, at := range g.then {
			enter(at)
		}
	}
}

var smallBoards = []mines.Rules{
	{Width: 4, Height: 4, Mines: 3, First: mines.Safe},
	{Width: 5, Height: 4, Mines: 4, First: mines.Safe},
	{Width: 4, Height: 4, Mines: 5, First: mines.Safe},
}

// TestLuckByBruteForce compares cost and luck of every guess of small games with plain code, given
// the same values of positions, for every answer that the guess could have had. The mean of luck
// over the answers is zero.
func TestLuckByBruteForce(t *testing.T) {
	checked := 0
	for _, rules := range smallBoards {
		p := newPlain(t)
		for _, doc := range mixedGames(t, rules, 300, 3, false) {
			for turn := range len(doc.Moves) - 1 {
				checked += p.luck(doc, turn)
			}
		}
	}
	if checked < 100 {
		t.Errorf("%d answers were compared", checked)
	}
}

// luck checks one turn, with every answer to it.
func (p *plain) luck(doc notation.Document, turn int) (answers int) {
	p.Helper()
	doc.Moves = doc.Moves[:turn+2] // a protected first click is not a turn
	before := p.reckoned(doc)
	if isCertain(before.Turns[turn]) {
		return 0
	}
	v, c := before.views[turn], before.Turns[turn].Cell
	fits := p.fits(v)
	value, played, sum := p.veilPlay(v, fits), p.mean(v, fits, c, p.veilPlay), 0.0
	for _, a := range p.answers(v, fits, c) {
		doc.Layout = a.fits[0]
		k, after := p.reckoned(doc), 0.0
		if !a.lost {
			after = p.veilPlay(a.view, a.fits)
		}
		cost, ok := k.cost(turn)
		luck, known := k.luck(turn)
		if !ok || !known || !isNear(cost.mean(), value-played) || !isNear(luck.mean(), after-played) {
			p.Errorf("%v, move %s showed %v: cost %v, luck %v; want %v and %v\n%s", doc.View.Rules, v.Name(c), k.Turns[turn].Saw,
				cost.mean(), luck.mean(), value-played, after-played, HandForm(v))
		}
		if s := k.sum(); !s.whole || !isNear(s.off().mean(), 0) {
			p.Errorf("%v: the parts miss the result by %v", doc.View.Rules, s.off().mean())
		}
		sum += luck.mean() * float64(len(a.fits)) / float64(len(fits))
		answers++
	}
	if !isNear(sum, 0) {
		p.Errorf("%v, move %s: luck is %v on average\n%s", doc.View.Rules, v.Name(c), sum, HandForm(v))
	}
	return answers
}

func isNear(x, y float64) bool { return math.Abs(x-y) < 1e-9 }

// reckoned returns the estimates of a game without exact values, with values of plain code.
func (p *plain) reckoned(doc notation.Document) *reckoning {
	p.Helper()
	r, err := replayed(p.Context(), doc, api.Limits{})
	if err != nil {
		p.Fatal(err)
	}
	return p.reckon(r, doc)
}

func (p *plain) reckon(r *Replay, doc notation.Document) *reckoning {
	p.Helper()
	k := newReckoning(r, api.Limits{})
	k.ends = p.ends
	if err := k.prepare(p.Context(), append(r.views(doc, func(int) bool { return true }), r.last), 1); err != nil {
		p.Fatal(err)
	}
	p.certainly(k)
	return k
}

// TestEstimatesMeetExact checks games that are exact from some turn on: costs and luck before it are
// those of veil's play, and what best play gains there is a part by itself.
func TestEstimatesMeetExact(t *testing.T) {
	p, gains := newPlain(t), 0
	for _, doc := range mixedGames(t, mines.Rules{Width: 5, Height: 4, Mines: 7, First: mines.Safe}, 900, 10, false) {
		r, err := NewReplay(t.Context(), doc, api.Limits{Layouts: 500})
		if err != nil {
			t.Fatal(err)
		}
		if r.Exact == 0 || r.Exact == len(r.Turns) {
			continue
		}
		k := p.reckon(r, doc)
		p.turns(k, append(r.views(doc, func(int) bool { return true }), r.last))
		s := k.sum()
		if !s.whole || !isNear(s.off().mean(), 0) {
			t.Errorf("the parts miss the result by %v", s.off().mean())
		}
		if s.Gain.mean() > 1e-9 {
			gains++
		}
	}
	t.Logf("best play gains in %d games", gains)
	if gains == 0 {
		t.Error("best play gains nothing in any game")
	}
}

// turns checks cost and luck of the turns that are estimated.
func (p *plain) turns(k *reckoning, views []mines.View) {
	p.Helper()
	for i, turn := range k.Turns[:k.Exact] {
		fits := p.fits(views[i])
		played, after := p.mean(views[i], fits, turn.Cell, p.veilPlay), 0.0
		if turn.Saw != mines.Mine {
			after = p.veilPlay(views[i+1], p.fits(views[i+1]))
		}
		if cost, ok := k.cost(i); !ok || !isNear(cost.mean(), p.veilPlay(views[i], fits)-played) {
			p.Errorf("turn %d: cost %v, want %v", i, cost.mean(), p.veilPlay(views[i], fits)-played)
		}
		if luck, ok := k.luck(i); (ok || !isCertain(turn)) && !isNear(luck.mean(), after-played) {
			p.Errorf("turn %d: luck %v, want %v", i, luck.mean(), after-played)
		}
	}
}

// TestExactByBruteForce compares the exact values of small games with plain code.
func TestExactByBruteForce(t *testing.T) {
	rules, p, exact := mines.Rules{Width: 4, Height: 3, Mines: 3, First: mines.Safe}, newPlain(t), 0
	for _, doc := range mixedGames(t, rules, 100, 12, false) {
		r, err := NewReplay(t.Context(), doc, api.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		views := append(r.views(doc, func(int) bool { return true }), r.last)
		for i, turn := range r.Turns {
			fits := p.fits(views[i])
			value, played, after := p.bestPlay(views[i], fits), p.mean(views[i], fits, turn.Cell, p.bestPlay), 0.0
			if turn.Saw != mines.Mine {
				after = p.bestPlay(views[i+1], p.fits(views[i+1]))
			}
			luck, _ := turn.Luck().Float64()
			if !turn.Exact() || !isNear(turn.Value.Float(), value) || !isNear(turn.Played.Float(), played) || !isNear(luck, after-played) {
				t.Errorf("turn %d: %v, played %v, luck %v; want %v, %v, %v", i, turn.Value, turn.Played, luck, value, played, after-played)
			}
			exact++
		}
		if r.Status == veil.Open {
			t.Error("the game is not finished")
		}
	}
	t.Logf("%d turns", exact)
}
