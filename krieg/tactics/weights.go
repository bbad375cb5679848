// SPDX-License-Identifier: BSD-3-Clause

package tactics

import (
	"fmt"
	"strings"

	"github.com/veilplan/veil/krieg/chess"
)

// Weights is an evaluation: one weight, in pawns, for each ingredient. Zero leaves it out.
type Weights struct {
	// Material counts men: 1, 3, 3, 5 and 9 pawns.
	Material float64
	// Risk is the chance that the opponent captures a man attacked by something other than a pawn;
	// Recapture, if the man has just captured something and so its square was announced; Pawns, if
	// a pawn attacks it; Exposed, if it gives check, so that capturing it is one of few replies.
	Risk, Recapture, Pawns, Exposed float64
	// Threat is the chance to capture, a move later, an attacked man.
	Threat float64
	// Mobility counts the squares that the player attacks.
	Mobility float64
	// Check is for a check, which reveals where the king is.
	Check float64
	// Shelter counts attacked squares around the player's king, against it.
	Shelter float64
	// Confine counts squares to which the other king can go, against it.
	Confine float64
	// Advance is for advancing pawns, more the fewer men could stop them.
	Advance float64
	// Stop is for the opponent's advancing pawns, negative, less for those whose next square the
	// player occupies or attacks.
	Stop float64
	// Develop is for knights and bishops that have left their first rank.
	Develop float64
	// Approach is for a king that approaches the other when few men are left.
	Approach float64
	// Mate and Draw are the values of the ends of a game; a draw is bad for the side that is ahead.
	Mate, Draw float64
	// Mated is for a position in which the opponent can mate at once, against it.
	Mated float64
	// Repeat is a penalty for each time the player's men had this placement before.
	Repeat float64
	// Quiet is a penalty for a refusal: the opponent may hear it, and it takes time.
	Quiet float64
}

// Default returns the weights of full strength.
func Default() Weights {
	return Weights{
		Material: 1, Risk: 0.35, Recapture: 0.9, Pawns: 0.6, Threat: 0.12, Mobility: 0.03, Check: 0.15, Shelter: 0.06,
		Confine: 0.05, Advance: 1, Develop: 0.1, Approach: 0.05, Stop: 0.5, Exposed: 0.8, Mate: 12, Draw: 2, Mated: 8, Repeat: 0.3, Quiet: 0.01,
	}
}

// fields lists the ingredients that can be left out by name.
func (w *Weights) fields() map[string][]*float64 {
	return map[string][]*float64{
		"material": {&w.Material}, "risk": {&w.Risk, &w.Recapture, &w.Pawns, &w.Exposed}, "exposed": {&w.Exposed}, "stop": {&w.Stop}, "recapture": {&w.Recapture}, "pawns": {&w.Pawns},
		"threat": {&w.Threat}, "mobility": {&w.Mobility}, "check": {&w.Check}, "shelter": {&w.Shelter}, "confine": {&w.Confine},
		"advance": {&w.Advance}, "develop": {&w.Develop}, "approach": {&w.Approach}, "mate": {&w.Mate}, "draw": {&w.Draw}, "mated": {&w.Mated},
		"repeat": {&w.Repeat}, "quiet": {&w.Quiet},
	}
}

// Names returns the names of the ingredients.
func Names() []string {
	return []string{
		"material", "risk", "recapture", "pawns", "exposed", "threat", "mobility", "check", "shelter", "confine",
		"advance", "stop", "develop", "approach", "mate", "draw", "mated", "repeat", "quiet",
	}
}

// Without returns the weights without an ingredient.
func (w Weights) Without(name string) (Weights, error) {
	list, ok := w.fields()[name]
	if !ok {
		return w, fmt.Errorf("no ingredient %q; there are %s", name, strings.Join(Names(), ", "))
	}
	for _, f := range list {
		*f = 0
	}
	return w, nil
}

// worth returns the usual value of a man in pawns, by its kind; the king has none.
func worth(k chess.Kind) float64 { return worths[k&7] }

// worths are indexed by the codes of kinds.
//
//nolint:gochecknoglobals // a constant table, read in the innermost loop
var worths = [8]float64{chess.Pawn: 1, chess.Knight: 3, chess.Bishop: 3, chess.Rook: 5, chess.Queen: 9}
