// SPDX-License-Identifier: BSD-3-Clause

package tactics

import (
	"context"
	"errors"
	"math/rand/v2"

	"github.com/veilplan/veil/krieg"
)

// Agent plays one side of a game. Its only information is the announcements.
type Agent interface {
	// Hear applies an event: an answer to the agent's own try, or the announcement of the
	// opponent's turn.
	Hear(ctx context.Context, e krieg.Event) error
	// Choose returns the action to try now.
	Choose(ctx context.Context) (krieg.Action, error)
}

// ErrOver reports that an agent has nothing to try: it is not its turn, or the game is over.
var ErrOver = errors.New("nothing to try: it is not the player's turn, or the game is over")

// Random chooses uniformly among its tries.
type Random struct {
	own krieg.OwnView
	r   *rand.Rand
}

// NewRandom returns a player that tries anything that the rules allow.
func NewRandom(own krieg.OwnView, r *rand.Rand) *Random { return &Random{own, r} }

// Hear follows the player's own men.
func (p *Random) Hear(_ context.Context, e krieg.Event) (err error) {
	p.own, err = p.own.Hear(e)
	return err
}

// Choose draws a try.
func (p *Random) Choose(context.Context) (krieg.Action, error) {
	tries := p.own.Tries()
	if len(tries) == 0 {
		return 0, ErrOver
	}
	return krieg.Action(tries[p.r.IntN(len(tries))]), nil
}
