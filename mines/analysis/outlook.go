// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"cmp"
	"context"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/mines/heuristic"
)

// Outlook adapts one Minesweeper position to policy improvement: the cell that a fast policy would
// open, the cells to compare with it, and how the policy plays a game to its end. It is not safe
// for concurrent use.
type Outlook struct {
	*Powers

	view   mines.View
	open   mines.Set
	base   *count.Solver // knows the position
	player *count.Solver // knows the game under way
	then   heuristic.LowestRisk
	draft  mines.Layout
	look   OutlookConfig
}

// OutlookConfig selects the policy that is improved. The zero value works.
type OutlookConfig struct {
	// Start is the first click that others are compared with.
	Start mines.Cell
	// Rank appends the cells to compare in a position whose risks are weighed, the policy's cell
	// first; nil means to look one guess ahead (heuristic.Lookahead), and to compare with the
	// safest others.
	Rank func(dst []mines.Cell, s *count.Solver) ([]mines.Cell, error)
	// Ends, if not nil, values small endgames of the games played out. Without it the Powers value
	// them, more slowly. It serves only the winning chance.
	Ends *Endgames
}

// At returns the outlook from the position of b.
func (p *Powers) At(b *count.Posterior, cfg OutlookConfig) (*Outlook, error) {
	v := b.View()
	o := &Outlook{
		Powers: p, view: v, look: cfg, base: count.NewSolver(v.Rules, count.Limit{}), player: count.NewSolver(v.Rules, count.Limit{}),
		then: heuristic.NewLowestRisk(v.Rules), draft: make(mines.Layout, v.Cells()),
	}
	for c, m := range v.Marks {
		if m.IsNumber() {
			o.open.Add(mines.Cell(c))
		}
	}
	for _, step := range []func() error{func() error { return o.base.Load(v) }, o.base.Deduce, o.base.Weigh} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return o, nil
}

// Endgame returns the best move of the position and its winning chance if book solves it. It does
// not know the rule of the first click, and serves only the winning chance.
func (o *Outlook) Endgame(ctx context.Context, book *Endgames) (c mines.Cell, win veil.Value, ok bool, err error) {
	if o.view.Untouched() || o.Objective() != mines.Won {
		return 0, win, false, nil
	}
	return book.Solve(ctx, o.base)
}

// AppendPriors appends priors that prefer safe cells more sharply than their safety alone: a cell
// twice as likely to lose is rarely best.
func (o *Outlook) AppendPriors(dst []float64, b Belief, actions []mines.Cell) []float64 {
	from := len(dst)
	dst = o.Powers.AppendPriors(dst, b, actions)
	for i, safe := range dst[from:] {
		square := safe * safe
		fourth := square * square
		dst[from+i] = fourth * fourth
	}
	return dst
}

// Bounds returns bounds on the value of a small position, from the endgames if there are any.
func (o *Outlook) Bounds(b Belief) (lo, hi float64) {
	exact, ok := b.(*count.Posterior)
	if !ok || o.look.Ends == nil || o.Objective() != mines.Won || exact.View().Untouched() {
		return o.Powers.Bounds(b)
	}
	hi = 1 - exact.LowestRisk()
	exact.Ask(func(s *count.Solver) {
		if cells, _ := s.Unsure(); cells == 0 {
			return
		}
		if _, win, known, err := o.look.Ends.Value(s); known && err == nil {
			lo, hi = win, win
		}
	})
	return lo, hi
}

// AppendCandidates appends the cell that the policy would open, then others to compare, one of each
// set of equally good cells.
func (o *Outlook) AppendCandidates(dst []mines.Cell, b Belief) []mines.Cell {
	if c, ok := o.Forced(b); ok {
		return append(dst, c)
	}
	symmetries := o.view.Symmetries()
	if o.view.Untouched() && o.view.First != mines.Any {
		return o.appendOpenings(dst, symmetries)
	}
	if o.look.Rank != nil {
		ranked, err := o.look.Rank(nil, o.base)
		if err != nil {
			return dst
		}
		return o.appendDistinct(dst, ranked, symmetries)
	}
	best, ok, err := heuristic.NewLookahead(o.view.Rules, o.base, heuristic.LookaheadConfig{}).Best(o.view)
	if err != nil || !ok {
		return dst
	}
	return o.appendDistinct(dst, o.appendSafest([]mines.Cell{best}), symmetries)
}

// appendDistinct appends cells without those equally good as an earlier one: a symmetry of the
// position exchanges the two, or they have the same neighbours that matter.
func (o *Outlook) appendDistinct(dst, cells []mines.Cell, symmetries [][]mines.Cell) []mines.Cell {
	from := len(dst)
	for _, c := range cells {
		if !slices.ContainsFunc(dst[from:], func(d mines.Cell) bool {
			return twin(c, symmetries) == twin(d, symmetries) || o.interchangeable(c, d)
		}) {
			dst = append(dst, c)
		}
	}
	return dst
}

// interchangeable reports whether exchanging c and d changes neither which layouts fit nor what
// other cells show: apart from each other they have the same unsure and numbered neighbours. The
// numbers that c and d show then differ by a known amount.
func (o *Outlook) interchangeable(c, d mines.Cell) bool {
	return slices.Equal(o.matters(c, d), o.matters(d, c))
}

// matters lists the neighbours of c except d that are unsure or show a number.
func (o *Outlook) matters(c, d mines.Cell) []mines.Cell {
	return slices.DeleteFunc(o.view.AppendNeighbours(nil, c), func(n mines.Cell) bool {
		return n == d || !o.view.Marks[n].IsNumber() && o.base.Certainty(n) != count.Unsure
	})
}

// appendOpenings appends first clicks, cfg.Start first.
func (o *Outlook) appendOpenings(dst []mines.Cell, symmetries [][]mines.Cell) []mines.Cell {
	blank := o.Blank()
	allowed := o.AppendActions(nil, &blank)
	start := twin(o.look.Start, symmetries)
	if slices.Contains(allowed, start) {
		dst = append(dst, start)
	}
	for _, c := range allowed {
		if c != start && twin(c, symmetries) == c {
			dst = append(dst, c)
		}
	}
	return dst
}

// appendSafest appends the cells with nearly the lowest risk, the safest first and, of
// equally safe ones, those with the fewest neighbours.
func (o *Outlook) appendSafest(dst []mines.Cell) []mines.Cell {
	var others []mines.Cell
	safest := 0.0
	for c, m := range o.view.Marks {
		if c := mines.Cell(c); m.IsHidden() && o.base.Certainty(c) == count.Unsure && c != dst[0] {
			others = append(others, c)
			safest = max(safest, 1-o.base.Risk(c))
		}
	}
	var buf [8]mines.Cell
	room := func(c mines.Cell) int { return len(o.view.AppendNeighbours(buf[:0], c)) }
	const rounding = 1e-12
	slices.SortStableFunc(others, func(a, b mines.Cell) int {
		if d := o.base.Risk(a) - o.base.Risk(b); math.Abs(d) > rounding {
			return cmp.Compare(d, 0)
		}
		return cmp.Compare(room(a), room(b))
	})
	for _, c := range others {
		if 1-o.base.Risk(c) >= within*safest {
			dst = append(dst, c)
		}
	}
	return dst
}

// Continue plays a game to its end by the lowest risk and returns its score; few remaining layouts
// are valued exactly. It never hits a mine: a guess multiplies the score by the chance to survive,
// and a mine under it is redrawn with the others, given that the cell is safe.
func (o *Outlook) Continue(r *rand.Rand, s *mines.State) float64 {
	sum, weight := 0.0, 1.0
	o.begin(s)
	for s.Left > 0 {
		earned, survives, over, err := o.turn(r, s)
		if err != nil {
			panic(err) // the state itself is a layout that fits
		}
		sum += weight * earned
		if weight *= survives; over {
			break
		}
	}
	return sum
}

// begin gives the player's solver the cells that are open in s.
func (o *Outlook) begin(s *mines.State) {
	o.player.Copy(o.base)
	for i := range s.Open {
		for left := s.Open[i] &^ o.open[i]; left != 0; left &= left - 1 {
			c := mines.Cell(64*i + bits.TrailingZeros64(left))
			if err := o.player.Set(c, mines.Mark(o.Number(s, c))); err != nil {
				panic(err)
			}
		}
	}
}

// turn opens all cells that are certainly safe; if there is none, it ends the game with its exact
// value if that is known, and guesses otherwise. It returns the score earned and the chance to
// survive the turn.
func (o *Outlook) turn(r *rand.Rand, s *mines.State) (earned, survives float64, over bool, err error) {
	for _, deduce := range []func() error{o.player.Propagate, o.player.Deduce} {
		if err := deduce(); err != nil {
			return 0, 0, true, err
		}
		if safe := o.player.TakeSafe(); len(safe) > 0 {
			earned, err = o.openAll(s, slices.Clone(safe))
			return earned, 1, false, err
		}
	}
	if err := o.player.Weigh(); err != nil {
		return 0, 0, true, err
	}
	if value, ok, err := o.end(s); ok || err != nil {
		return value, 0, true, err
	}
	c, _ := o.then.Guess(o.player)
	survives = 1 - o.player.Risk(c)
	for s.Mines.Has(c) {
		o.player.Sample(r, o.draft)
		s.Mines = mines.SetOf(o.draft)
	}
	earned, err = o.openAll(s, []mines.Cell{c})
	return survives * earned, survives, false, err
}

// end returns the value that best play still earns in s, if few enough layouts are left.
func (o *Outlook) end(s *mines.State) (value float64, ok bool, err error) {
	if o.look.Ends != nil && o.Objective() == mines.Won {
		_, value, ok, err = o.look.Ends.Value(o.player)
		return value, ok, err
	}
	if o.player.LogLayouts() > math.Log2(float64(o.cfg.Layouts))+1e-6 {
		return 0, false, nil
	}
	value, ok = o.worth(o.View(s))
	return value, ok, nil
}

// openAll opens cells that are safe in s and returns the score they earn.
func (o *Outlook) openAll(s *mines.State, cells []mines.Cell) (earned float64, err error) {
	for _, c := range cells {
		if s.Open.Has(c) {
			continue
		}
		seen, reward, _ := o.Step(nil, s, c)
		earned += reward
		if err := o.player.Set(c, mines.Mark(seen)); err != nil {
			return 0, err
		}
	}
	return earned, nil
}
