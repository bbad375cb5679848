// SPDX-License-Identifier: BSD-3-Clause

package krieg

// turn holds the events of one side's turn: refused tries, a question among them, and the move if
// it was made.
type turn struct {
	by      Color
	refused []Action
	asked   Answer // AnyYes or AnyNo if the question was asked, otherwise Yes
	askedAt int    // number of tries refused before the question
	made    bool
	move    Event
}

// turns groups the events by turns.
func (h *History) turns() []turn {
	var out []turn
	open := false
	for _, e := range h.Events {
		if !open {
			out = append(out, turn{by: e.By})
			open = true
		}
		t := &out[len(out)-1]
		switch e.Heard.Answer {
		case No:
			t.refused = append(t.refused, e.Action)
		case AnyYes, AnyNo:
			t.asked, t.askedAt = e.Heard.Answer, len(t.refused)
		default:
			t.made, t.move = true, e
			open = false
		}
	}
	return out
}

// events is the inverse of turns for one turn.
func (t *turn) events() []Event {
	var out []Event
	ask := func(at int) {
		if t.asked != Yes && t.askedAt == at {
			out = append(out, Event{By: t.by, Action: AskAny, Heard: Percept{Answer: t.asked}})
		}
	}
	for i, a := range t.refused {
		ask(i)
		out = append(out, Event{By: t.by, Action: a, Heard: Percept{Answer: No}})
	}
	ask(len(t.refused))
	if t.made {
		out = append(out, t.move)
	}
	return out
}
