// SPDX-License-Identifier: BSD-3-Clause

package krieg

import (
	"fmt"
	"strings"
)

// Words returns the percept as a person would say it: "takes a1, check on the file". A move without
// announcements is "silence". Different percepts of a ruleset have different words.
func (p Percept) Words(r Rules) string {
	switch p.Answer {
	case No:
		return "illegal"
	case AnyYes:
		return "there are"
	case AnyNo:
		return "there are none"
	case Nonsense:
		return "nonsense"
	default:
	}
	var w []string
	if s, ok := p.Capture(); ok {
		w = append(w, p.captureWords(s))
	}
	if p.Promotion {
		w = append(w, "promotes")
	}
	for d := Directions(1); d <= p.Checks; d <<= 1 {
		if p.Checks&d != 0 {
			w = append(w, checkWords(d))
		}
	}
	if p.Result != Running {
		w = append(w, p.Result.String())
	} else if p.Tries != 0 {
		w = append(w, r.triesWords(p.Tries))
	}
	if len(w) == 0 {
		return "silence"
	}
	return strings.Join(w, ", ")
}

func (p Percept) captureWords(s Square) string {
	text := "takes " + s.String()
	if p.EnPassant {
		text = "takes en passant on " + s.String()
	}
	if p.Captured != NoClass {
		text += " (a " + p.Captured.String() + ")"
	}
	if p.Capturer != NoClass {
		text += " by a " + p.Capturer.String()
	}
	return text
}

func checkWords(d Directions) string {
	switch name := d.String(); name {
	case "knight":
		return "knight check"
	case "long", "short":
		return "check on the " + name + " diagonal"
	default:
		return "check on the " + name
	}
}

func (r Rules) triesWords(tries uint64) string {
	said := r.PawnTries.format(tries)
	switch {
	case r.PawnTries == TriesWhether:
		return "a pawn can take"
	case r.PawnTries == TriesSquares:
		return "pawns can take from " + strings.ReplaceAll(said, ",", " ")
	case tries == 1:
		return "1 pawn try"
	default:
		return fmt.Sprintf("%s pawn tries", said)
	}
}
