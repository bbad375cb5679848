// SPDX-License-Identifier: BSD-3-Clause

package wholegame

import (
	"fmt"
	"slices"
	"strings"

	"github.com/veilplan/veil/krieg"
)

// Turn is an observation: the answer to the player's action and, if that ended the turn, the
// announcements of the opponent's turn. It is comparable.
type Turn struct {
	Own krieg.Percept // the answer; the zero value after [krieg.Wait]
	// Refused and Later count the opponent's refused tries before and after its question, where the
	// rules announce them; Asked is krieg.AnyYes or krieg.AnyNo if it asked, otherwise krieg.Yes.
	Refused, Later uint8
	Asked          krieg.Answer
	Moved          bool // whether the opponent moved
	Reply          krieg.Percept
}

// before returns the events of the opponent's turn before its move.
func (t Turn) before(by krieg.Color) []krieg.Event {
	var list []krieg.Event
	no := krieg.Event{By: by, Heard: krieg.Percept{Answer: krieg.No}}
	for range t.Refused {
		list = append(list, no)
	}
	if t.Asked == krieg.AnyYes || t.Asked == krieg.AnyNo {
		list = append(list, krieg.Event{By: by, Action: krieg.AskAny, Heard: krieg.Percept{Answer: t.Asked}})
	}
	for range t.Later {
		list = append(list, no)
	}
	return list
}

// Events returns the turn as events of the history of side me, after its action a.
func (t Turn) Events(me krieg.Color, a krieg.Action) []krieg.Event {
	var list []krieg.Event
	if a != krieg.Wait {
		list = append(list, krieg.Event{By: me, Action: a, Heard: t.Own})
	}
	list = append(list, t.before(me.Other())...)
	if t.Moved {
		list = append(list, krieg.Event{By: me.Other(), Heard: t.Reply})
	}
	return list
}

// add appends an event of the opponent's turn.
func (t *Turn) add(o krieg.Percept) {
	switch {
	case o.Answer == krieg.Yes:
		t.Moved, t.Reply = true, o
	case o.Answer != krieg.No:
		t.Asked = o.Answer
	case t.Asked == krieg.Yes:
		t.Refused++
	default:
		t.Later++
	}
}

// Separator separates the announcements of a turn.
const Separator = "; "

// Format returns a turn in the words of the referee log.
func (t Turn) Format(r krieg.Rules) string {
	words := []string{t.Own.Describe(r)}
	for _, e := range t.Events(krieg.White, krieg.Wait) {
		words = append(words, e.Heard.Describe(r))
	}
	return strings.Join(words, Separator)
}

// ParseTurn reads the output of [Turn.Format], or the lines of a player's log that contain the same
// announcements.
func ParseTurn(text string, r krieg.Rules) (t Turn, err error) {
	for i, line := range strings.Split(text, Separator) {
		o, err := r.ParsePercept(said(line))
		if err != nil {
			return t, fmt.Errorf("%q: %w", line, err)
		}
		if i == 0 {
			t.Own = o
		} else {
			t.add(o)
		}
	}
	return t, nil
}

// said returns a line of a log without the side and the move.
func said(line string) string {
	words := strings.Fields(line)
	answers := []string{"yes", "no", "any?", "moved", "takes", "nonsense"}
	for i, w := range words[:min(3, len(words))] {
		if slices.Contains(answers, w) {
			words = words[i:]
			break
		}
	}
	if len(words) > 0 && words[0] == "takes" {
		words = slices.Insert(words, 0, "yes")
	}
	return strings.Join(words, " ")
}

// Begin returns what a history says before the player's first action: the model of its game, and
// the opponent's first turn if the opponent moved first.
func Begin(h *krieg.History) (m *Model, first []Turn, err error) {
	m = &Model{Rules: h.Rules, Me: h.Me, From: &h.Start}
	var t Turn
	for _, e := range h.Events {
		if e.By == h.Me {
			return nil, nil, fmt.Errorf("%s: want a history before the player's first action", h.Line(e))
		}
		if t.add(e.Heard); t.Moved {
			first = append(first, t)
		}
	}
	return m, first, nil
}
