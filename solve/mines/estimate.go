// SPDX-License-Identifier: BSD-3-Clause

package mines

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/domain/mines"
	"github.com/veilplan/veil/domain/mines/count"
)

// MinesPlayouts says how winning chances are estimated. The zero value works.
type EstimateConfig struct {
	// Games is how many games are played on in all; 0 means 4,000.
	Games int
	// Seed of the layouts.
	Seed uint64
	// Limit bounds the tables of each count.
	Limit count.Limit
}

const (
	defaultGames = 4000
	mostMoves    = 64 // that are tried at all: those of the lowest risk
	finalMoves   = 2  // that are left for the last round
	fewGames     = 50 // of a move that was dropped: too few to tell
)

// EstimateMines estimates what the moves of a position are worth where too many layouts
// fit to search it: it draws layouts, makes the move in each, and lets a player go on who
// opens what is certain and, where nothing is, the lowest risk.
//
// So what is estimated is this player's winning chance after the move. Best play can only
// do better. The risk of the move itself is known exactly and is not drawn: only layouts
// in which the cell is safe are played, and all moves meet the same ones.
//
// Most moves are not worth many games. Rounds of about as many games drop the worse half of
// the moves each time (sequential halving: Karnin, Koren & Somekh, ICML 2013). A move
// is known by the games of its last round alone: those that it survived by are not
// counted, or the survivors would look better than they are. (A round that is cut short
// counts if it has more games than the one before.)
//
// All of this happens in the canonical orientation, so that a position and its mirror
// images get the same numbers.
func Estimate(ctx context.Context, k *count.Knowledge, cfg EstimateConfig) (Values, error) {
	p, err := newPlayouts(k, cfg)
	if err != nil {
		return Values{}, err
	}
	if p.alive == 0 {
		return Values{}, nil
	}
	rounds := p.rounds()
	for round := range rounds {
		p.play(ctx, round, p.games/rounds)
		if p.cut || round == rounds-1 {
			break
		}
		p.halve()
	}
	return p.values(), nil
}

// playouts are the games of one position.
type playouts struct {
	view   mines.View
	asked  []mines.Cell // where its cells are in the position that was asked about
	games  int
	seed   uint64
	root   *count.Solver // knows the position
	player *count.Solver
	layout mines.Layout
	left   int          // safe cells to open
	closed int          // of them, in the game under way
	safe   []mines.Cell // what is opened next in it
	moves  []*tried     // the survivors first
	alive  int
	cut    bool
}

// tried is a move, or one for several cells that are worth the same: all that are safe, or
// that a symmetry exchanges.
type tried struct {
	cells    []mines.Cell
	first    mines.Cell // what is opened first, or -1: whatever is certain
	survives float64    // the chance that it is safe
	last     tally      // of its last round
	now      tally      // of the round under way
}

type tally struct{ games, won int }

func newPlayouts(k *count.Knowledge, cfg EstimateConfig) (*playouts, error) {
	v, asked := k.View().Canonical()
	if !k.Counted() {
		return nil, count.ErrNoCount
	}
	p := &playouts{
		view: v, asked: asked, games: cmp.Or(cfg.Games, defaultGames), seed: cfg.Seed, layout: make(mines.Layout, v.Cells()),
		root: count.NewSolver(v.Rules, cfg.Limit), player: count.NewSolver(v.Rules, cfg.Limit), left: v.Cells() - v.Mines,
	}
	for _, m := range v.Marks {
		if m.IsNumber() || m == mines.Opened {
			p.left--
		}
	}
	err := p.root.Load(v)
	if err == nil {
		err = p.root.Deduce()
	}
	if err == nil {
		err = p.root.Weigh()
	}
	if err == nil {
		p.list(k)
	}
	return p, err
}

// list collects the moves to try: the safest, and of equally safe ones those with the
// fewest neighbours, which are the likeliest to open more.
func (p *playouts) list(k *count.Knowledge) {
	safe := &tried{first: -1, survives: 1}
	symmetries, place := p.view.Symmetries(), map[mines.Cell]int{}
	for c := range mines.Cell(p.view.Cells()) {
		survives, certain := p.survives(k, c)
		switch t := twin(c, symmetries); {
		case survives == 0:
			continue
		case certain:
			safe.cells = append(safe.cells, c)
			continue
		case t == c:
			place[c] = len(p.moves)
			p.moves = append(p.moves, &tried{first: c, survives: survives, cells: []mines.Cell{c}})
		default:
			p.moves[place[t]].cells = append(p.moves[place[t]].cells, c)
		}
	}
	if len(safe.cells) > 0 {
		p.moves = []*tried{safe} // nothing is lost by opening them first
	}
	var buf [8]mines.Cell
	room := func(m *tried) int { return len(p.view.AppendNeighbours(buf[:0], m.cells[0])) }
	slices.SortStableFunc(p.moves, func(a, b *tried) int {
		return cmp.Or(cmp.Compare(b.survives, a.survives), cmp.Compare(room(a), room(b)))
	})
	p.moves = p.moves[:min(len(p.moves), mostMoves)]
	p.alive = len(p.moves)
}

// survives returns the chance that a cell can be opened, 0 if it is no move, and whether
// that is certain and no choice: the first click is safe but not indifferent.
func (p *playouts) survives(k *count.Knowledge, c mines.Cell) (chance float64, certain bool) {
	switch total := k.Total(p.asked[c]); {
	case !p.view.Marks[c].IsHidden() || total.Sign() == 0: // or no room for the mines around the first click
		return 0, false
	case p.opening():
		return 1, false
	case p.root.Certainty(c) == count.Unsure:
		return 1 - veil.Ratio(k.MineCount(p.asked[c]), total), false
	case p.root.Certainty(c) == count.CertainSafe:
		return 1, true
	default:
		return 0, false
	}
}

func (p *playouts) opening() bool { return p.view.Untouched() && p.view.First != mines.Any }

// rounds returns how often the moves can be halved, and once more.
func (p *playouts) rounds() int {
	n := 1
	for moves := p.alive; moves > finalMoves; moves = (moves + 1) / 2 {
		n++
	}
	return n
}

// play gives every survivor its share of the games of a round.
func (p *playouts) play(ctx context.Context, round, games int) {
	defer p.count(ctx)
	r := rand.New(rand.NewPCG(p.seed, uint64(round)))
	for played := 0; played < max(games, p.alive); {
		if !p.opening() {
			p.root.Sample(r, p.layout)
		}
		for _, m := range p.moves[:p.alive] {
			if ctx.Err() != nil {
				return
			}
			played += p.try(ctx, m, r)
		}
	}
}

// count closes a round.
func (p *playouts) count(ctx context.Context) {
	p.cut = ctx.Err() != nil
	for _, m := range p.moves[:p.alive] {
		if !p.cut || m.now.games > m.last.games {
			m.last = m.now
		}
		m.now = tally{}
	}
}

// try plays a game after a move, unless the layout has a mine there, and returns the
// number of games.
func (p *playouts) try(ctx context.Context, m *tried, r *rand.Rand) int {
	if p.opening() { // each click has its own layouts
		layout, err := mines.Generate(p.view.Rules, r.Uint64(), m.first)
		if err != nil {
			panic(err) // only clicks with room for the mines are listed
		}
		p.layout = layout
	}
	if m.first >= 0 && p.layout[m.first] {
		return 0
	}
	won := p.wins(ctx, m.first)
	if ctx.Err() != nil {
		return 0 // it was broken off
	}
	m.now.games++
	if won {
		m.now.won++
	}
	return 1
}

// wins plays on in the layout, after the first move if there is one, and reports whether
// the game is won. A position too hard to count is given up.
func (p *playouts) wins(ctx context.Context, first mines.Cell) bool {
	p.player.Copy(p.root)
	p.closed = p.left
	going := first < 0 || p.open(first)
	for going && p.closed > 0 && ctx.Err() == nil {
		going = p.turn()
	}
	return going
}

// turn opens all that is certainly safe or, if nothing is, the lowest risk.
func (p *playouts) turn() bool {
	s := p.player
	if s.Propagate() != nil {
		return false
	}
	if p.safe = append(p.safe[:0], s.TakeSafe()...); len(p.safe) == 0 {
		if s.Deduce() != nil {
			return false
		}
		p.safe = append(p.safe, s.TakeSafe()...)
	}
	if len(p.safe) == 0 {
		if s.Weigh() != nil {
			return false
		}
		if c, ok := s.Safest(); ok {
			p.safe = append(p.safe, c)
		}
	}
	for _, c := range p.safe {
		if !p.open(c) {
			return false
		}
	}
	return len(p.safe) > 0
}

// open opens a cell and reports whether the game goes on.
func (p *playouts) open(c mines.Cell) bool {
	p.closed--
	return !p.layout[c] && p.player.Set(c, mines.Mark(p.layout.Number(p.view.Rules, c))) == nil
}

// rank puts the survivors in order.
func (p *playouts) rank() {
	slices.SortStableFunc(p.moves[:p.alive], func(a, b *tried) int { return cmp.Compare(b.mean(), a.mean()) })
}

// halve drops the worse half of the moves.
func (p *playouts) halve() {
	p.rank()
	p.alive = max((p.alive+1)/2, min(p.alive, finalMoves))
}

func (m *tried) mean() float64 {
	return m.survives * float64(m.last.won) / float64(max(1, m.last.games))
}

// values says what the games have shown, the best moves first: those of the last round,
// then those of the rounds before.
func (p *playouts) values() Values {
	p.rank()
	out := Values{Cut: p.cut}
	for i, m := range p.moves {
		if m.last.games == 0 || i >= p.alive && m.last.games < fewGames {
			continue
		}
		lo, hi := wilson(m.last.won, m.last.games)
		win := veil.EstimateValue(m.mean(), m.survives*lo, m.survives*hi, m.last.games, p.seed)
		for _, c := range m.cells {
			out.Moves = append(out.Moves, Move{Cell: p.asked[c], Win: win})
		}
	}
	if len(out.Moves) > 0 {
		out.Value = out.Moves[0].Win
	}
	return out
}

// wilson returns the 95% interval of a share (Wilson 1927).
func wilson(won, n int) (lo, hi float64) {
	const z = 1.959963984540054
	size, p := float64(n), float64(won)/float64(n)
	centre := (p + z*z/(2*size)) / (1 + z*z/size)
	half := z / (1 + z*z/size) * math.Sqrt(p*(1-p)/size+z*z/(4*size*size))
	return max(0, centre-half), min(1, centre+half)
}
