// SPDX-License-Identifier: BSD-3-Clause

package play

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"time"

	"github.com/veilplan/veil"
)

// DefaultMaxMoves is the default limit on the moves of an episode.
const DefaultMaxMoves = 10_000

// Match pairs a player with a domain. It is safe for concurrent use if its functions are.
type Match struct {
	Table  func(r *rand.Rand) Table
	Player func(r *rand.Rand) (Player, error)
	// Fresh, if not nil, is Player without anything kept from earlier episodes. Player then keeps a
	// process, and a run compares some of its episodes with fresh ones.
	Fresh func(r *rand.Rand) (Player, error)
	// Batch is the number of episodes that Player can play at the same time, and does so best; 0 means 1.
	Batch int
	// Close, if not nil, ends what Player and Table keep between episodes, and waits for it.
	Close func() error
	// MaxMoves limits the moves of an episode; 0 means DefaultMaxMoves.
	MaxMoves int
	// Discount is the factor per move on later rewards in the score; 0 means 1.
	Discount float64
	// MoveTime, if not 0, ends the context of a move. What a player does then depends on the
	// machine.
	MoveTime time.Duration
	// Watch, if not nil, is called after every move.
	Watch func(Ply)
	// Clock, if not nil, measures the time of each move. No other result depends on it.
	Clock func() time.Duration
}

// Ply is one move, its answer, and the time it took.
type Ply struct {
	Move
	Answer

	Time time.Duration // 0 without a clock
	// Others is the time of everybody else: of the table with its opponents, and the CPU time of the
	// processes that they keep.
	Others time.Duration
}

// Spender is a table that other processes play at.
type Spender interface {
	// Spent returns their CPU time since it was last called.
	Spent() time.Duration
}

// Record is a played episode.
type Record struct {
	Episode uint64
	// Status is Open if the domain has no judge, or if MaxMoves ended the episode.
	Status veil.Status
	Score  float64 // sum of the rewards, each times the match's discount per move before it
	Plies  []Ply
}

// WorldRand returns the random source of the world in an episode: of everything that is
// hidden from the player.
func WorldRand(seed, episode uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, episode)) }

// PlayerRand returns the random source of the player in an episode. It differs from the
// world's, so that the player's draws neither change nor reveal what is hidden.
func PlayerRand(seed, episode uint64) *rand.Rand {
	const other = 0x9e3779b97f4a7c15 // any constant that leads to another stream
	return rand.New(rand.NewPCG(seed^other, episode))
}

// Play plays one episode. Except for the times, the record is a pure function of
// (seed, episode).
func (m Match) Play(ctx context.Context, seed, episode uint64) (Record, error) {
	var rec Record
	err := m.PlayInto(ctx, &rec, seed, episode)
	return rec, err
}

// PlayInto is like [Match.Play] but reuses the memory of rec.
func (m Match) PlayInto(ctx context.Context, rec *Record, seed, episode uint64) error {
	*rec = Record{Episode: episode, Plies: rec.Plies[:0]}
	if err := m.play(ctx, seed, rec); err != nil {
		return fmt.Errorf("episode %d, move %d: %w", episode, len(rec.Plies)+1, err)
	}
	return nil
}

func (m Match) play(ctx context.Context, seed uint64, rec *Record) error {
	t := m.Table(WorldRand(seed, rec.Episode))
	p, err := m.Player(PlayerRand(seed, rec.Episode))
	if err != nil {
		return err
	}
	return errors.Join(m.moves(ctx, t, p, rec), leave(p))
}

// leave closes a player that is an io.Closer.
func leave(p Player) error {
	if c, ok := p.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

// moves plays until the episode is over.
func (m Match) moves(ctx context.Context, t Table, p Player, rec *Record) error {
	view := Seat(seat{t})
	limit, worth := cmp.Or(m.MaxMoves, DefaultMaxMoves), 1.0
	for len(rec.Plies) < limit {
		if err := ctx.Err(); err != nil {
			return err
		}
		ply, err := m.ply(ctx, t, view, p)
		if err != nil {
			return err
		}
		rec.Plies = append(rec.Plies, ply)
		rec.Score += float64(worth * ply.Reward)
		worth *= cmp.Or(m.Discount, 1)
		if m.Watch != nil {
			m.Watch(ply)
		}
		if ply.Done {
			break
		}
	}
	rec.Status = t.Status()
	return nil
}

// ply plays one move.
func (m Match) ply(ctx context.Context, t Table, view Seat, p Player) (Ply, error) {
	start := m.now()
	move, err := m.move(ctx, view, p)
	took := m.now() - start
	if err != nil {
		return Ply{}, err
	}
	start = m.now()
	answer, err := t.Act(move.Action)
	if err != nil {
		return Ply{}, err
	}
	others := m.now() - start
	if s, ok := t.(Spender); ok && m.Clock != nil {
		others += s.Spent()
	}
	if e, ok := p.(Earner); ok {
		e.Earn(answer)
	}
	if !answer.Done {
		start = m.now()
		err = p.Hear(move.Action, answer.Seen)
		took += m.now() - start
	}
	return Ply{move, answer, took, others}, err
}

// move asks the player for a move, within MoveTime.
func (m Match) move(ctx context.Context, view Seat, p Player) (Move, error) {
	if m.MoveTime == 0 {
		return p.Move(ctx, view)
	}
	ctx, cancel := context.WithTimeout(ctx, m.MoveTime)
	defer cancel()
	move, err := p.Move(ctx, view)
	if err != nil && errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("the player had no move after %v: %w", m.MoveTime, err)
	}
	return move, err
}

func (m Match) now() time.Duration {
	if m.Clock == nil {
		return 0
	}
	return m.Clock()
}

// seat keeps a player from converting its Seat back to the Table.
type seat struct{ Seat }

// Work returns the total work of all moves.
func (r *Record) Work() veil.Budget {
	var sum veil.Budget
	for i := range r.Plies {
		sum.Simulations += r.Plies[i].Work.Simulations
		sum.Nodes += r.Plies[i].Work.Nodes
	}
	return sum
}

// ErrCut reports a record that depends on the speed of the machine.
var ErrCut = errors.New("a time limit cut a move short")

// Check returns an error if the record must not enter a table of results.
func (r *Record) Check() error {
	for i := range r.Plies {
		if r.Plies[i].Cut {
			return fmt.Errorf("episode %d, move %d: %w", r.Episode, i+1, ErrCut)
		}
	}
	return nil
}
