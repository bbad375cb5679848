// SPDX-License-Identifier: BSD-3-Clause

package wholegame

import (
	"context"
	"errors"
	"iter"
	"math/rand/v2"
	"slices"
	"sort"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/belief"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
	"github.com/veilplan/veil/krieg/cloud"
	"github.com/veilplan/veil/krieg/tactics"
)

// Cloud is the belief that samples the boards which fit the history. It is immutable.
//
// While no board is known that fits, it draws from maps. Once the opponent's king is bare, it
// contains every square on which the king may be.
type Cloud struct {
	public

	cloud *cloud.Cloud
	maps  tactics.Atlas
	cfg   cloud.Config
	list  []veil.Weighted[State]
	upTo  []float64 // upTo[i] is the probability of list[0..i]
}

var _ veil.Belief[State, krieg.Action, Turn] = (*Cloud)(nil)

// drawn is the number of boards from which a Cloud draws.
const drawn = 256

// NewCloud returns the sample before the first move. Its model of the opponent is that of m.
func NewCloud(m *Model, cfg cloud.Config) (*Cloud, error) {
	cfg.Opponent = m.Opponent
	c, err := cloud.New(m.Rules, m.Me, []krieg.Position{m.start()}, cfg)
	if err != nil {
		return nil, err
	}
	p := newPublic(m)
	b := &Cloud{public: p, cloud: c, maps: tactics.NewAtlas(p.own, m.start()), cfg: cfg}
	b.settle()
	return b, nil
}

// Update returns the sample after an observation.
func (b *Cloud) Update(a krieg.Action, o Turn) (veil.Belief[State, krieg.Action, Turn], error) {
	next := &Cloud{public: b.public, cloud: b.cloud, maps: b.maps, cfg: b.cfg}
	for _, e := range o.Events(b.own.Me(), a) {
		if err := next.listen(e); err != nil {
			return nil, err
		}
	}
	next.settle()
	return next, nil
}

// listen applies an event.
func (b *Cloud) listen(e krieg.Event) (err error) {
	if b.public, err = b.hear(e); err != nil {
		return err
	}
	if b.maps, err = b.maps.Hear(e); err != nil {
		return err
	}
	if b.cloud, err = b.cloud.Hear(context.Background(), e); err != nil && !errors.Is(err, cloud.ErrLost) {
		return err
	}
	if b.own.Hidden() > 1 || b.turn.Over != krieg.Running || b.cloud.Report().Exact {
		return nil
	}
	kings := tactics.BareKings(b.own, b.heard)
	if len(kings) == 0 { // only in a search that began from maps
		return nil
	}
	cfg := b.cfg
	cfg.Boards = max(64, cfg.Boards) // so that it stays complete
	b.cloud, err = cloud.New(b.own.Rules(), b.own.Me(), kings, cfg)
	return err
}

// settle lists the boards to draw from.
func (b *Cloud) settle() {
	which, weights := b.cloud.Draw(drawn, rand.New(rand.NewPCG(b.cfg.Seed, uint64(len(b.stood)))))
	b.list, b.upTo = make([]veil.Weighted[State], len(which)), make([]float64, len(which))
	sum := 0.0
	for i, k := range which {
		b.list[i] = veil.Weighted[State]{State: b.state(b.cloud.Board(k), b.cloud.Last(k)), P: weights[i]}
		sum += weights[i]
		b.upTo[i] = sum
	}
}

// Sample draws a state.
func (b *Cloud) Sample(r *rand.Rand) State {
	if len(b.list) == 0 {
		return b.mapped(&b.maps, r)
	}
	u := r.Float64() * b.upTo[len(b.upTo)-1]
	return b.list[sort.Search(len(b.upTo)-1, func(i int) bool { return b.upTo[i] > u })].State.based()
}

// Predict yields the possible observations after an action if the sample contains every board, and
// otherwise nothing.
func (b *Cloud) Predict(a krieg.Action) iter.Seq2[Turn, float64] {
	if list, all := b.complete(); all {
		if s, err := belief.FromStates[State, krieg.Action, Turn](b.model, slices.Clone(list)); err == nil {
			return s.Predict(a)
		}
	}
	return func(func(Turn, float64) bool) {}
}

// States returns the states that the belief draws from, with their weights; none while no board is
// known. Callers must not change the slice.
func (b *Cloud) States() []veil.Weighted[State] { return b.list }

// Effective returns the effective size of the sample.
func (b *Cloud) Effective() float64 { return b.cloud.Report().Effective }

func (b *Cloud) known() *public { return &b.public }

func (b *Cloud) boards(n int) []tactics.Board {
	if len(b.list) == 0 {
		return b.guesses(&b.maps, n)
	}
	return boardsOf(b.list, n)
}

func (b *Cloud) complete() ([]veil.Weighted[State], bool) {
	return b.list, b.cloud.Report().Exact && len(b.list) == b.cloud.Len()
}

// Atlas is the belief that draws boards from maps of where men are expected. They need not fit the
// history. It is immutable.
type Atlas struct {
	public

	maps tactics.Atlas
}

var _ veil.Belief[State, krieg.Action, Turn] = (*Atlas)(nil)

// NewAtlas returns the maps before the first move.
func NewAtlas(m *Model) *Atlas {
	p := newPublic(m)
	return &Atlas{public: p, maps: tactics.NewAtlas(p.own, m.start())}
}

// Update returns the maps after an observation.
func (b *Atlas) Update(a krieg.Action, o Turn) (veil.Belief[State, krieg.Action, Turn], error) {
	next := *b
	var err error
	for _, e := range o.Events(b.own.Me(), a) {
		if next.public, err = next.hear(e); err != nil {
			return nil, err
		}
		if next.maps, err = next.maps.Hear(e); err != nil {
			return nil, err
		}
	}
	return &next, nil
}

// Sample draws a board from the maps.
func (b *Atlas) Sample(r *rand.Rand) State { return b.mapped(&b.maps, r) }

// Predict yields nothing, because no probability is known exactly.
func (b *Atlas) Predict(krieg.Action) iter.Seq2[Turn, float64] {
	return func(func(Turn, float64) bool) {}
}

func (b *Atlas) known() *public { return &b.public }

func (b *Atlas) boards(n int) []tactics.Board { return b.guesses(&b.maps, n) }

func (b *Atlas) complete() ([]veil.Weighted[State], bool) { return nil, false }

// attempts is the number of draws from maps after which a board is made otherwise.
const attempts = 50

// mapped draws a state from maps. The player has a move on it: otherwise the game would be over.
func (p *public) mapped(maps *tactics.Atlas, r *rand.Rand) State {
	for range attempts {
		if board, ok := maps.Draw(r); ok && board.HasMoves(board.CheckDirections()) {
			return p.state(board, 0).based()
		}
	}
	return p.state(bared(p.own, r), 0).based()
}

// bared returns a board with a bare king on a square that the player's men do not attack, if there is
// one, and otherwise on any free square.
func bared(own krieg.OwnView, r *rand.Rand) krieg.Position {
	var boards []krieg.Position
	for s := range krieg.Square(64) {
		if board, ok := own.Bared(s); ok && board.HasMoves(board.CheckDirections()) {
			boards = append(boards, board)
		}
	}
	if len(boards) > 0 {
		return boards[r.IntN(len(boards))]
	}
	board := own.Board()
	for s := krieg.Square(r.IntN(64)); ; s = (s + 1) % 64 {
		if board.Occupied()&s.Bit() == 0 {
			board.Put(s, own.Me().Other(), chess.King)
			return board
		}
	}
}

// guesses returns n boards drawn from maps, the same for the same history.
func (p *public) guesses(maps *tactics.Atlas, n int) []tactics.Board {
	r := rand.New(rand.NewPCG(uint64(len(p.stood)), uint64(len(p.own.Refused()))))
	out := make([]tactics.Board, n)
	for i := range out {
		out[i] = tactics.Board{Pos: p.mapped(maps, r).Pos, Weight: 1}
	}
	return out
}
