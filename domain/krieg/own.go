// SPDX-License-Identifier: BSD-3-Clause

package krieg

// Own is what a player sees of the board during a game: the player's own men. It is
// immutable.
type Own struct{ view view }

// NewOwn returns what me sees of a board.
func NewOwn(r Rules, me Color, board Position) Own {
	h := &History{Rules: r, Me: me}
	return Own{view{h: h, board: board.Without(me.Other())}}
}

// Board returns the player's men.
func (o Own) Board() Position { return o.view.board }

// Me returns the player's side.
func (o Own) Me() Color { return o.view.h.Me }

// Name returns an action in algebraic notation that is unambiguous among the tries.
func (o Own) Name(a Action) string {
	if a == AskAny || a == Wait {
		return a.String()
	}
	return o.view.write(a)
}

// Read returns the action that a text means: a move in coordinates or in algebraic
// notation, or "any?".
func (o Own) Read(s string) (Action, error) {
	if s == AskAny.String() {
		return AskAny, nil
	}
	return o.view.read(s)
}

// Hear returns what the player sees after an event, or an error if no referee could have
// announced it.
func (o Own) Hear(e Event) (Own, error) {
	err := o.view.apply(e)
	return o, err
}
