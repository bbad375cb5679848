// SPDX-License-Identifier: BSD-3-Clause

package krieg

import (
	"fmt"
	"strings"
)

// AnyPolicy is the meaning of "Are there any?", the question whether one has a legal capture by a
// pawn.
type AnyPolicy uint8

// The policies about the question.
const (
	NoAny       AnyPolicy = iota // the question is not asked
	AnyComplete                  // after a yes the turn must end in a pawn's capture
	AnyTry                       // after a yes one capture by a pawn must be tried
)

// TriesPolicy selects the announcement about pawn captures before a turn.
type TriesPolicy uint8

// The policies about pawn captures.
const (
	NoTries      TriesPolicy = iota
	TriesWhether             // yes or no
	TriesCount               // how many; a promotion counts once
	TriesSquares             // the squares they start from
)

// DrawPolicy selects the repetitions that end a game. [referee.Game] applies them to the game being
// played; beliefs and proofs do not reason about them.
type DrawPolicy uint8

// The policies about repetition.
const (
	NoDraws    DrawPolicy = iota
	ChessDraws            // fifty moves, or the same position three times
	SameMoves             // both sides make the same two moves three times running
)

// Rules is a ruleset: the referee's policies, one field each. It is comparable.
type Rules struct {
	Name string
	// PublicRefusals lets both players hear that a try was refused.
	PublicRefusals bool
	// CapturedClass announces whether a pawn or a piece was captured.
	CapturedClass bool
	// CapturerClass announces whether a pawn or a piece captured.
	CapturerClass bool
	// AnnounceEnPassant announces a capture en passant as such, and names the square on
	// which the capturing pawn lands instead of the square of the captured pawn.
	AnnounceEnPassant bool
	// AnnouncePromotion announces that a pawn was promoted, but not to what.
	AnnouncePromotion bool
	// StalemateLoses makes stalemate a loss for the side that cannot move.
	StalemateLoses bool
	// MaterialWins ends the game in favour of a side whose king guards enough men to mate a bare
	// king, as the Berkeley problems do.
	MaterialWins bool
	Any          AnyPolicy
	PawnTries    TriesPolicy
	Draws        DrawPolicy
}

// Berkeley returns the rules of Russell & Wolfe 2005, the default.
func Berkeley() Rules { return Rules{Name: "berkeley", PublicRefusals: true} }

// BerkeleyAny returns the Berkeley rules with "Are there any?".
func BerkeleyAny() Rules {
	r := Berkeley()
	r.Name, r.Any = "berkeley_any", AnyComplete
	return r
}

// English returns the rules of the Gambit Chess Rooms, 1933.
func English() Rules {
	return Rules{Name: "english", PublicRefusals: true, AnnounceEnPassant: true, Any: AnyTry, Draws: SameMoves}
}

// Cincinnati returns the rules in which the referee announces before each turn whether a pawn can
// capture.
func Cincinnati() Rules {
	return Rules{Name: "cincinnati", PublicRefusals: true, CapturedClass: true, PawnTries: TriesWhether}
}

// Wild16 returns the rules of the Internet Chess Club.
func Wild16() Rules {
	return Rules{Name: "wild16", CapturedClass: true, PawnTries: TriesCount, Draws: ChessDraws}
}

// Rand returns the rules played at the RAND Corporation.
func Rand() Rules {
	return Rules{
		Name: "rand", PublicRefusals: true, CapturedClass: true, AnnouncePromotion: true,
		StalemateLoses: true, PawnTries: TriesSquares,
	}
}

// Dutch returns the rules of some composed problems: the English rules, and the referee announces
// whether a pawn or a piece captured.
func Dutch() Rules {
	r := English()
	r.Name, r.CapturerClass = "dutch", true
	return r
}

// Rulesets returns every ruleset, the default first.
func Rulesets() []Rules {
	return []Rules{Berkeley(), BerkeleyAny(), English(), Cincinnati(), Wild16(), Rand(), Dutch()}
}

// RulesNamed returns the ruleset with this name; the suffix "+material" sets MaterialWins.
func RulesNamed(name string) (Rules, error) {
	base, material := strings.CutSuffix(name, "+material")
	var known []string
	for _, r := range Rulesets() {
		if r.Name == strings.ToLower(base) {
			r.MaterialWins = material
			return r, nil
		}
		known = append(known, r.Name)
	}
	return Rules{}, fmt.Errorf("no ruleset %q; known are %s", name, strings.Join(known, ", "))
}

// String returns the name by which [RulesNamed] finds the rules.
func (r Rules) String() string {
	if r.MaterialWins {
		return r.Name + "+material"
	}
	return r.Name
}
