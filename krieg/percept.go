// SPDX-License-Identifier: BSD-3-Clause

package krieg

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/veilplan/veil/krieg/chess"
)

// Types of chess that users of this package need.
type (
	// Square is a square of the board.
	Square = chess.Square
	// Color is a side.
	Color = chess.Color
	// Move is a move of chess.
	Move = chess.Move
	// Position is a full board.
	Position = chess.Position
	// Directions is a set of directions of check.
	Directions = chess.Directions
)

// The two sides.
const (
	White = chess.White
	Black = chess.Black
)

// Answer is the referee's answer to an action.
type Answer uint8

// The answers. Nonsense, a try the rules do not allow, is never recorded.
const (
	Yes      Answer = iota // the move was made
	No                     // the move is illegal; try another
	AnyYes                 // there are captures by pawns
	AnyNo                  // there are none
	Nonsense               // not a try at all, or tried before in this turn
)

// Class distinguishes pawns from pieces.
type Class uint8

// The classes of men.
const (
	NoClass Class = iota
	APawn
	APiece
)

// String returns "pawn", "piece" or "".
func (c Class) String() string { return [...]string{"", "pawn", "piece"}[c%3] }

func classOf(k chess.Kind) Class {
	if k == chess.Pawn {
		return APawn
	}
	return APiece
}

// Result is the result of the game after a move.
type Result uint8

// The results. The side that just moved is the one that mates or has the material.
const (
	Running Result = iota
	Mate
	Stalemate
	DeadDraw    // neither side has the men to mate
	MaterialWin // see Rules.MaterialWins
)

// String returns the result in the word of the referee log.
func (r Result) String() string {
	return [...]string{"", "mate", "stalemate", "draw", "material"}[r%5]
}

// Percept is an announcement: everything the referee says after an action, as one comparable value.
// Fields that a ruleset does not announce stay zero.
type Percept struct {
	Answer    Answer
	capture   uint8 // square + 1
	Captured  Class
	Capturer  Class
	EnPassant bool
	Promotion bool
	Checks    Directions
	Result    Result
	// Tries is the announcement about pawn captures of the side to move next: their number, 1 for
	// "there are some", or the set of squares they start from.
	Tries uint64
}

// Capture returns the square announced for a capture.
func (p Percept) Capture() (Square, bool) { return Square(p.capture - 1), p.capture != 0 }

// WithCapture returns p with a capture on s.
func (p Percept) WithCapture(s Square) Percept {
	p.capture = uint8(s) + 1
	return p
}

// Compare orders percepts, so that groups of states can be listed the same way every time.
func (p Percept) Compare(o Percept) int {
	flag := func(b bool) int {
		if b {
			return 1
		}
		return 0
	}
	return cmp.Or(
		cmp.Compare(p.Answer, o.Answer), cmp.Compare(p.capture, o.capture),
		cmp.Compare(p.Captured, o.Captured), cmp.Compare(p.Capturer, o.Capturer),
		flag(p.EnPassant)-flag(o.EnPassant), flag(p.Promotion)-flag(o.Promotion),
		cmp.Compare(p.Checks, o.Checks), cmp.Compare(p.Result, o.Result), cmp.Compare(p.Tries, o.Tries))
}

// Describe returns the percept in the words of the referee log under rules r.
func (p Percept) Describe(r Rules) string {
	switch p.Answer {
	case No:
		return "no"
	case AnyYes:
		return "any? yes"
	case AnyNo:
		return "any? no"
	case Nonsense:
		return "nonsense"
	default:
		return strings.Join(append([]string{"yes"}, p.facts(r)...), " ")
	}
}

// facts returns the announcements besides the fact that the move was made.
func (p Percept) facts(r Rules) []string {
	var w []string
	if s, ok := p.Capture(); ok {
		w = append(w, "takes", s.String())
		if p.Captured != NoClass {
			w = append(w, p.Captured.String())
		}
		if p.Capturer != NoClass {
			w = append(w, "by", p.Capturer.String())
		}
		if p.EnPassant {
			w = append(w, "ep")
		}
	}
	if p.Promotion {
		w = append(w, "promotes")
	}
	if p.Checks != 0 {
		w = append(w, "check", p.Checks.String())
	}
	if p.Result != Running {
		return append(w, p.Result.String())
	}
	if r.PawnTries != NoTries {
		w = append(w, "tries", r.PawnTries.format(p.Tries))
	}
	return w
}

func (t TriesPolicy) format(tries uint64) string {
	switch t {
	case TriesWhether:
		if tries != 0 {
			return "yes"
		}
		return "no"
	case TriesSquares:
		var names []string
		for s := range Square(64) {
			if tries&s.Bit() != 0 {
				names = append(names, s.String())
			}
		}
		if names == nil {
			return "none"
		}
		return strings.Join(names, ",")
	default:
		return strconv.FormatUint(tries, 10)
	}
}
