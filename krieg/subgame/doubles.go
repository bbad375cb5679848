// SPDX-License-Identifier: BSD-3-Clause

package subgame

import (
	"context"
	"math/rand/v2"
	"slices"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
)

// line is a sequence of all moves of both sides that explains a history, with the board before each
// event and after the last.
type line struct {
	rules  *krieg.Rules
	me     krieg.Color
	events []krieg.Event
	moves  []krieg.Move // by event, 0 where no man moved
	boards []krieg.Position
	mine   []int // events at which the player moved
}

// follow returns the line with the opponent's moves, or false if they do not lead from the start to
// a board that explains the history.
func follow(rules *krieg.Rules, me krieg.Color, start krieg.Position, events []krieg.Event, hidden []krieg.Move) (*line, bool) {
	l := &line{rules: rules, me: me, events: events, moves: make([]krieg.Move, len(events)), boards: []krieg.Position{start}}
	for i, e := range events {
		switch {
		case e.Heard.Answer != krieg.Yes:
		case e.By == me:
			l.moves[i] = krieg.Move(e.Action)
			l.mine = append(l.mine, i)
		case len(hidden) == 0:
			return nil, false
		default:
			l.moves[i], hidden = hidden[0], hidden[1:]
		}
	}
	l.boards = append(l.boards, make([]krieg.Position, len(events))...)
	return l, len(hidden) == 0 && l.replay(0)
}

// replay makes the moves from an event on, and reports whether the opponent can have heard the
// announcements: it knows its own moves, and how often the player's tries were refused.
func (l *line) replay(from int) bool {
	p, turn := l.boards[from], krieg.Record{}
	for i := from; i < len(l.events); i++ {
		l.boards[i] = p
		e := l.events[i]
		if e.Heard.Answer == krieg.Yes {
			if !p.IsLegal(l.moves[i]) || !l.rules.Hears(&p, l.moves[i], &e.Heard) {
				return false
			}
			turn = krieg.Record{}
			continue
		}
		if e.By == l.me {
			if e.Heard.Answer == krieg.No && !l.rules.PublicRefusals {
				continue
			}
			e.Action = krieg.Wait
		}
		if turn = l.rules.Follow(turn, e); !l.rules.Explains(&p, turn, e) {
			return false
		}
	}
	l.boards[len(l.events)] = p
	return true
}

// end returns the board after the last event.
func (l *line) end() krieg.Position { return l.boards[len(l.events)] }

// recent is the number of the player's last moves among which one is replaced.
const recent = 12

// vary sets next to the line with one of the player's moves replaced by another, or returns false if that
// does not explain what the opponent heard. The slices of next are reused.
func (l *line) vary(next *line, r *rand.Rand) bool {
	if len(l.mine) == 0 {
		return false
	}
	i := l.mine[len(l.mine)-1-r.IntN(min(recent, len(l.mine)))]
	var list chess.Moves
	l.boards[i].Legal(&list)
	m := list.Slice()[r.IntN(list.Len())]
	if m == l.moves[i] {
		return false
	}
	moves, boards := append(next.moves[:0], l.moves...), append(next.boards[:0], l.boards...)
	*next = *l
	next.moves, next.boards = moves, boards
	next.moves[i] = m
	return next.replay(i)
}

// extended returns the line after a move of the player that was announced.
func (l *line) extended(m krieg.Move, heard krieg.Percept, end krieg.Position) *line {
	next := *l
	next.events = append(slices.Clip(l.events), krieg.Event{By: l.me, Action: krieg.Action(m), Heard: heard})
	next.moves, next.boards = append(slices.Clip(l.moves), m), append(slices.Clip(l.boards), end)
	next.mine = append(slices.Clip(l.mine), len(l.events))
	return &next
}

// doubles returns lines that end with the same hidden men and other placements of the player's men, up to
// a number, found in a number of attempts. Each is found from the line or from another double. A context that
// ends leaves fewer.
func (l *line) doubles(ctx context.Context, most, attempts int, r *rand.Rand) (list []*line) {
	at, next := l, new(line)
	kept := true // at is l or in the list
	for range attempts {
		if len(list) == most || ctx.Err() != nil {
			break
		}
		if !at.vary(next, r) {
			continue
		}
		if at, next = next, at; kept {
			next = new(line)
		}
		if kept = l.doubled(at, list); kept {
			list = append(list, at)
		}
	}
	return list
}

// doubled reports whether a line ends with the same hidden men as l, and with the player's men on other squares than
// in l and in a list.
func (l *line) doubled(by *line, list []*line) bool {
	end, truth, them := by.end(), l.end(), l.me.Other()
	return end.Side(them) == truth.Side(them) && end.Side(l.me) != truth.Side(l.me) &&
		!slices.ContainsFunc(list, func(d *line) bool { return d.end() == end })
}
