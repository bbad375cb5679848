// SPDX-License-Identifier: BSD-3-Clause

package tactics

import (
	"fmt"
	"strings"

	"github.com/veilplan/veil/krieg/chess"
)

// Weights is an evaluation: one weight, in pawns, for each ingredient. Zero leaves it out.
type Weights struct {
	// Material counts men, each with its value. Exchanges are counted in these values too.
	Material    float64 `json:"material"`
	PawnWorth   float64 `json:"pawn_worth"`
	KnightWorth float64 `json:"knight_worth"`
	BishopWorth float64 `json:"bishop_worth"`
	RookWorth   float64 `json:"rook_worth"`
	QueenWorth  float64 `json:"queen_worth"`
	// Risk is the chance that the opponent captures a man attacked by something other than a pawn;
	// Recapture, if the man has just captured something and so its square was announced; Pawns, if
	// a pawn attacks it; Exposed, if it gives check, so that capturing it is one of few replies.
	Risk      float64 `json:"risk"`
	Recapture float64 `json:"recapture"`
	Pawns     float64 `json:"pawns"`
	Exposed   float64 `json:"exposed"`
	// Exchange, unless it is 0, makes risks and threats count whole exchanges instead of one capture
	// and one recapture.
	Exchange float64 `json:"exchange"`
	// Threat is the chance to capture, a move later, an attacked man.
	Threat float64 `json:"threat"`
	// Mobility counts the squares that the player attacks.
	Mobility float64 `json:"mobility"`
	// Check is for a check, which reveals where the king is.
	Check float64 `json:"check"`
	// Shelter counts attacked squares around the player's king, against it.
	Shelter float64 `json:"shelter"`
	// Confine counts squares to which the other king can go, against it.
	Confine float64 `json:"confine"`
	// Advance is for advancing pawns, more the fewer men could stop them.
	Advance float64 `json:"advance"`
	// Stop is for the opponent's advancing pawns, negative, less for those whose next square the
	// player occupies or attacks.
	Stop float64 `json:"stop"`
	// Develop is for knights and bishops that have left their first rank.
	Develop float64 `json:"develop"`
	// Approach is for a king that approaches the other when few men are left.
	Approach float64 `json:"approach"`
	// Mate and Draw are the values of the ends of a game; a draw is bad for the side that is ahead.
	Mate float64 `json:"mate"`
	Draw float64 `json:"draw"`
	// Mated is for a position in which the opponent can mate at once, against it.
	Mated float64 `json:"mated"`
	// Repeat is a penalty for each time the player's men had this placement before.
	Repeat float64 `json:"repeat"`
	// Quiet is a penalty for a refusal: the opponent may hear it, and it takes time.
	Quiet float64 `json:"quiet"`
}

// Default returns the weights of full strength.
func Default() Weights {
	return Weights{
		Material: 0.7, PawnWorth: 1, KnightWorth: 3, BishopWorth: 3, RookWorth: 5, QueenWorth: 9, Risk: 0.55, Recapture: 0.9, Pawns: 0.8, Exchange: 1, Threat: 0.12, Mobility: 0.024, Check: 0.15, Shelter: 0.06,
		Confine: 0.05, Advance: 0.8, Develop: 0.1, Approach: 0.05, Stop: 0.5, Exposed: 0.9, Mate: 12, Draw: 2, Mated: 8, Repeat: 0.3, Quiet: 0.01,
	}
}

// Lower returns the weights of the lower levels, whose distances were measured with them: they count one
// capture and one recapture, and care less for what is at risk.
func Lower() Weights {
	w := Default()
	w.Material, w.Risk, w.Pawns, w.Exposed, w.Exchange, w.Mobility, w.Advance = 1, 0.35, 0.6, 0.8, 0, 0.03, 1
	return w
}

// fields lists the ingredients that can be left out by name.
func (w *Weights) fields() map[string][]*float64 {
	return map[string][]*float64{
		"material": {&w.Material}, "risk": {&w.Risk, &w.Recapture, &w.Pawns, &w.Exposed}, "exposed": {&w.Exposed}, "stop": {&w.Stop}, "exchange": {&w.Exchange}, "recapture": {&w.Recapture}, "pawns": {&w.Pawns},
		"threat": {&w.Threat}, "mobility": {&w.Mobility}, "check": {&w.Check}, "shelter": {&w.Shelter}, "confine": {&w.Confine},
		"advance": {&w.Advance}, "develop": {&w.Develop}, "approach": {&w.Approach}, "mate": {&w.Mate}, "draw": {&w.Draw}, "mated": {&w.Mated},
		"repeat": {&w.Repeat}, "quiet": {&w.Quiet},
	}
}

// Names returns the names of the ingredients.
func Names() []string {
	return []string{
		"material", "risk", "recapture", "pawns", "exposed", "exchange", "threat", "mobility", "check", "shelter", "confine",
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
