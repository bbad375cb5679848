// SPDX-License-Identifier: BSD-3-Clause

package bottest

import (
	"fmt"
	"strings"

	"github.com/veilplan/veil/krieg"
)

// turn is a row of a score sheet.
type turn struct {
	Turn  int     `json:"turn"`
	White []entry `json:"white"`
	Black []entry `json:"black"`
}

type entry struct {
	Kind     string   `json:"kind"`
	Actor    string   `json:"actor"`
	Message  string   `json:"message"`
	Messages []string `json:"messages"`
	UCI      *string  `json:"move_uci"`
	Question string   `json:"question_type"`
}

// sheet returns the bot's history in the wording of the site.
func (g *hosted) sheet() any {
	turns := []*turn{}
	n := 0 // moves made
	for _, e := range g.events() {
		if n/2 >= len(turns) {
			turns = append(turns, &turn{Turn: n/2 + 1, White: []entry{}, Black: []entry{}})
		}
		t := turns[n/2]
		if e.By == krieg.White {
			t.White = append(t.White, g.entry(e))
		} else {
			t.Black = append(t.Black, g.entry(e))
		}
		if e.Heard.Answer == krieg.Yes {
			n++
		}
	}
	return map[string]any{"viewer_color": g.bot.String(), "last_move_number": n/2 + 1, "turns": turns}
}

func (g *hosted) entry(e krieg.Event) entry {
	out := entry{Kind: "move", Actor: "opponent", Question: "COMMON", Messages: g.messages(e)}
	if e.By == g.bot {
		out.Actor = "self"
		if e.Action != krieg.AskAny {
			uci := e.Action.String()
			out.UCI = &uci
		}
	}
	if e.Action == krieg.AskAny {
		out.Question, out.Kind = "ASK_ANY", "ask_any"
	}
	out.Message = "Move attempt — " + strings.Join(out.Messages, " · ")
	return out
}

// messages returns the announcements of an event.
func (g *hosted) messages(e krieg.Event) []string {
	o := e.Heard
	switch o.Answer {
	case krieg.No:
		return []string{"Illegal move"}
	case krieg.AnyYes:
		return []string{"Has pawn captures"}
	case krieg.AnyNo:
		return []string{"No pawn captures"}
	default:
	}
	said := []string{"Move complete"}
	if s, ok := o.Capture(); ok {
		what := map[krieg.Class]string{krieg.NoClass: "Capture done", krieg.APawn: "Pawn captured", krieg.APiece: "Piece captured"}[o.Captured]
		said[0] = what + " at " + strings.ToUpper(s.String())
		if o.EnPassant {
			said[0] += " en passant"
		}
	}
	if o.Promotion {
		said = append(said, "Promotion announced")
	}
	for i, name := range []string{"on file", "on rank", "on long diagonal", "on short diagonal", "by knight"} {
		if o.Checks>>i&1 != 0 {
			said = append(said, "Check "+name)
		}
	}
	switch o.Result {
	case krieg.Mate:
		return append(said, "Checkmate — "+strings.ToUpper(e.By.String()[:1])+e.By.String()[1:]+" wins")
	case krieg.Stalemate:
		return append(said, "Draw by stalemate")
	case krieg.DeadDraw:
		return append(said, "Draw by insufficient material")
	default:
		return append(said, g.tries(o.Tries)...)
	}
}

// tries returns the announcement of pawn captures.
func (g *hosted) tries(tries uint64) []string {
	switch {
	case g.rules.PawnTries == krieg.TriesCount:
		return []string{fmt.Sprintf("%d pawn tries", tries)}
	case g.rules.PawnTries == krieg.TriesWhether && tries != 0:
		return []string{"Has pawn captures"}
	case g.rules.PawnTries == krieg.TriesSquares && tries != 0:
		var names []string
		for s := range krieg.Square(64) {
			if tries&s.Bit() != 0 {
				names = append(names, strings.ToUpper(s.String()))
			}
		}
		return []string{"Pawn tries from " + strings.Join(names, ", ")}
	default:
		return nil
	}
}
