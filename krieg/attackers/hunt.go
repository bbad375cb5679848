// SPDX-License-Identifier: BSD-3-Clause

package attackers

import (
	"math/rand/v2"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/krieg"
)

// hunt is a game of Kriegspiel that is lost unless it is won within a number of plies.
type hunt struct {
	model *krieg.Model
	plies int8
}

// board is a hidden state, with the plies that are left.
type board struct {
	krieg.State
	left int8
}

// Start draws a board of the problem.
func (h *hunt) Start(r *rand.Rand) board { return board{h.model.Start(r), h.plies} }

// AppendActions appends the tries, or the only action while the opponent is to move.
func (h *hunt) AppendActions(dst []krieg.Action, b *board) []krieg.Action {
	return h.model.AppendActions(dst, &b.State)
}

// Step performs a try or awaits a move. A move is a ply, a refused try is not.
func (h *hunt) Step(r *rand.Rand, b *board, a krieg.Action) (o krieg.Percept, reward float64, done bool) {
	o, _, over := h.model.Step(r, &b.State, a)
	reward, done = h.settle(b, o, over)
	return o, reward, done
}

// AppendStarts appends every board of the problem.
func (h *hunt) AppendStarts(dst []veil.Weighted[board]) []veil.Weighted[board] {
	for _, w := range h.model.AppendStarts(nil) {
		dst = append(dst, veil.Weighted[board]{State: board{w.State, h.plies}, P: w.P})
	}
	return dst
}

// AppendOutcomes appends the answer to a try, or every move of the opponent.
func (h *hunt) AppendOutcomes(dst []veil.Outcome[board, krieg.Percept], b *board, a krieg.Action) []veil.Outcome[board, krieg.Percept] {
	for _, o := range h.model.AppendOutcomes(nil, &b.State, a) {
		next := veil.Outcome[board, krieg.Percept]{State: board{o.State, b.left}, Seen: o.Seen, Done: o.Done, P: o.P}
		next.Reward, next.Done = h.settle(&next.State, o.Seen, o.Done)
		dst = append(dst, next)
	}
	return dst
}

// settle counts a ply and returns the reward.
func (h *hunt) settle(b *board, o krieg.Percept, over bool) (reward float64, done bool) {
	if !h.model.Rejected(o) {
		b.left--
	}
	if h.model.Status(&b.State) == veil.Won {
		reward = 1
	}
	return reward, over || b.left <= 0
}

// Status returns Lost once the plies are used up.
func (h *hunt) Status(b *board) veil.Status {
	s := h.model.Status(&b.State)
	if s == veil.Open && b.left <= 0 {
		return veil.Lost
	}
	return s
}
