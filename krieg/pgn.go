// SPDX-License-Identifier: BSD-3-Clause

package krieg

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/veilplan/veil/krieg/chess"
)

// PGN returns the history as Kriegspiel PGN v0.9: a move of the other side is ??, and the comment
// after a move is {capture,checks:refused tries}. Facts for which v0.9 has no place follow after
// semicolons: tries=, any=, taken=, by=, ep, promoted and how the game ended. A turn without its
// move yet is --.
func (h *History) PGN() string {
	var b strings.Builder
	variant := strings.ToUpper(h.Rules.String()[:1]) + h.Rules.String()[1:]
	fmt.Fprintf(&b, "[Variant %q]\n", variant)
	if !h.Full {
		fmt.Fprintf(&b, "[Filtered %q]\n", h.Me.String())
	}
	if h.Start != chess.Start() {
		fmt.Fprintf(&b, "[SetUp \"1\"]\n[FEN %q]\n", h.Start.String())
	}
	b.WriteString("\n")
	v := newView(h)
	number := 1
	for i, t := range h.turns() {
		switch {
		case t.by == White:
			fmt.Fprintf(&b, "%d. ", number)
		case i == 0:
			fmt.Fprintf(&b, "%d... ", number)
		}
		fmt.Fprintf(&b, "%s {%s}", h.pgnMove(v, &t), h.pgnComment(v, &t))
		b.WriteString(map[Color]string{White: " ", Black: "\n"}[t.by])
		if t.by == Black {
			number++
		}
		for _, e := range t.events() {
			if err := v.apply(e); err != nil {
				return b.String() // a history that contradicts itself ends here
			}
		}
	}
	b.WriteString(h.pgnResult() + "\n")
	return b.String()
}

func (h *History) pgnMove(v *view, t *turn) string {
	switch {
	case !t.made:
		return "--"
	case !h.known(t.by):
		return "??"
	default:
		return strings.TrimRight(v.write(t.move.Action), "+#")
	}
}

// pgnComment returns the comment after a move, without its braces: see [History.PGN].
func (h *History) pgnComment(v *view, t *turn) string {
	var b strings.Builder
	o := t.move.Heard
	if s, ok := o.Capture(); ok {
		b.WriteString(s.String())
	}
	if o.Checks != 0 {
		b.WriteString(",")
		for i, letter := range checkLetters {
			if o.Checks>>i&1 != 0 {
				b.WriteRune(letter)
			}
		}
	}
	b.WriteString(":")
	if h.known(t.by) {
		for i, a := range t.refused {
			if i > 0 {
				b.WriteString(",")
			}
			b.WriteString(v.write(a))
		}
	} else if h.Rules.PublicRefusals {
		b.WriteString(strconv.Itoa(len(t.refused)))
	}
	for _, extra := range h.pgnExtras(t) {
		b.WriteString(";" + extra)
	}
	return b.String()
}

// checkLetters lists the directions in the order of their bits.
const checkLetters = "FRLSN"

// pgnExtras returns the announcements of a turn for which v0.9 has no place.
func (h *History) pgnExtras(t *turn) []string {
	var w []string
	if t.asked != Yes {
		answer := "yes"
		if t.asked == AnyNo {
			answer = "no"
		}
		if t.askedAt > 0 {
			answer += "@" + strconv.Itoa(t.askedAt)
		}
		w = append(w, "any="+answer)
	}
	o := t.move.Heard
	if o.Captured != NoClass {
		w = append(w, "taken="+o.Captured.String())
	}
	if o.Capturer != NoClass {
		w = append(w, "by="+o.Capturer.String())
	}
	if o.EnPassant {
		w = append(w, "ep")
	}
	if o.Promotion {
		w = append(w, "promoted")
	}
	if o.Result != Running {
		w = append(w, o.Result.String())
	} else if t.made && h.Rules.PawnTries != NoTries {
		w = append(w, "tries="+strings.ReplaceAll(h.Rules.PawnTries.format(o.Tries), ",", "+"))
	}
	return w
}

// pgnResult returns the result token that closes the move text.
func (h *History) pgnResult() string {
	if len(h.Events) == 0 {
		return "*"
	}
	last := h.Events[len(h.Events)-1]
	wins := map[Color]string{White: "1-0", Black: "0-1"}[last.By]
	switch last.Heard.Result {
	case Mate, MaterialWin:
		return wins
	case Stalemate:
		if h.Rules.StalemateLoses {
			return wins
		}
		return "1/2-1/2"
	case DeadDraw:
		return "1/2-1/2"
	default:
		return "*"
	}
}
