// SPDX-License-Identifier: BSD-3-Clause

package api

// KriegThinkQuestion asks what one side of a game thinks. It holds what that side has heard and
// no more.
type KriegThinkQuestion struct {
	Rules  string   `json:"rules" maxLength:"40" doc:"Ruleset"`
	Me     string   `json:"me" enum:"white,black"`
	Level  int      `json:"level,omitempty" minimum:"0" maximum:"8" doc:"How strong it plays, from 1, a beginner; 8 if left out"`
	Seed   uint64   `json:"seed,omitempty" maximum:"9007199254740991" doc:"Of every random choice"`
	Heard  []string `json:"heard" maxItems:"5000" doc:"Lines of the side's referee log, from the start of the game"`
	Belief bool     `json:"belief,omitempty" doc:"Say what is held possible"`
	Teach  bool     `json:"teach,omitempty" doc:"Say with it what every try would teach"`
}

// KriegThought is the document krieg.thought/1: what one side of a game thinks.
type KriegThought struct {
	Schema string           `json:"schema" enum:"krieg.thought/1"`
	Rules  string           `json:"rules"`
	Me     string           `json:"me" enum:"white,black"`
	Best   string           `json:"best,omitempty" doc:"What it would try now, in coordinates, or any?; left out if it is not its turn"`
	Source string           `json:"source,omitempty" doc:"What chose it: evaluation, mate, table, hunt, guess or only"`
	Tries  []KriegCandidate `json:"tries,omitempty" doc:"The best first; left out if the choice did not need them"`
	Belief *KriegBelief     `json:"belief,omitempty" doc:"What it holds possible, if the question asks for it; heard out of the end of a game"`
}

// KriegCandidate is something to try and what is expected of it.
type KriegCandidate struct {
	Try   string  `json:"try" doc:"In coordinates"`
	Value float64 `json:"value" doc:"By how many pawns it is better than the average try where it is legal: an estimate"`
	Legal float64 `json:"legal" doc:"The probability that it is legal: an estimate"`
}

// KriegGameQuestion asks the referee how a game stands.
type KriegGameQuestion struct {
	Rules  string   `json:"rules" maxLength:"40" doc:"Ruleset"`
	Tries  []string `json:"tries" maxItems:"5000" doc:"Everything that was tried by both sides in turn, the refused included: moves in coordinates, or any?"`
	Reveal bool     `json:"reveal,omitempty" doc:"Show the true game: for when it is over"`
}

// KriegGame is the document krieg.game/1: what each side of a game sees and has heard, and the
// true game if it was asked for.
type KriegGame struct {
	Schema string       `json:"schema" enum:"krieg.game/1"`
	Rules  string       `json:"rules"`
	ToMove string       `json:"to_move" enum:"white,black"`
	Over   string       `json:"over,omitempty" enum:"mate,stalemate,draw,material,repetition" doc:"How the game ended"`
	Winner string       `json:"winner,omitempty" enum:"white,black" doc:"Left out of a draw"`
	White  KriegSeat    `json:"white"`
	Black  KriegSeat    `json:"black"`
	Moves  []KriegTruth `json:"moves,omitempty" doc:"The true game"`
}

// KriegSeat is what one side knows for certain.
type KriegSeat struct {
	Heard   []string     `json:"heard,omitempty" doc:"Lines of its referee log"`
	Own     string       `json:"own" doc:"Its men, in the placement of Forsyth-Edwards notation"`
	Hidden  int          `json:"hidden" doc:"How many men the other side has"`
	Tries   []KriegNamed `json:"tries,omitempty" doc:"What it may try now"`
	Refused []string     `json:"refused,omitempty" doc:"What was refused in this turn"`
	MayAsk  bool         `json:"may_ask,omitempty" doc:"It may ask whether a pawn can take"`
}

// KriegNamed is a try and its name.
type KriegNamed struct {
	Try  string `json:"try" doc:"In coordinates"`
	Name string `json:"name" doc:"In algebraic notation"`
}

// KriegTruth is a try in the true game.
type KriegTruth struct {
	By      string `json:"by" enum:"white,black"`
	Try     string `json:"try" doc:"In coordinates, or any?"`
	Name    string `json:"name" doc:"In algebraic notation, as far as its side knew the board"`
	Refused bool   `json:"refused,omitempty"`
	Heard   string `json:"heard" doc:"What the referee said"`
	Knew    int    `json:"knew" doc:"How many lines its side had heard before it"`
	Board   string `json:"board" doc:"After it, in Forsyth-Edwards notation"`
}
