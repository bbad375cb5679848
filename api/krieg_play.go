// SPDX-License-Identifier: BSD-3-Clause

package api

// KriegThinkQuestion asks for the best tries of one side. It contains only what that side has heard.
type KriegThinkQuestion struct {
	Rules  string   `json:"rules" maxLength:"40" doc:"Ruleset"`
	Me     string   `json:"me" enum:"white,black"`
	Level  int      `json:"level,omitempty" minimum:"0" maximum:"8" doc:"Level from 1, a beginner, to 8; 8 if omitted"`
	Seed   uint64   `json:"seed,omitempty" maximum:"9007199254740991" doc:"Seed of every random choice"`
	Heard  []string `json:"heard" maxItems:"5000" doc:"Lines of the side's referee log, from the start of the game"`
	Belief bool     `json:"belief,omitempty" doc:"Whether to include the belief"`
	Teach  bool     `json:"teach,omitempty" doc:"Whether to evaluate every try as well"`
}

// KriegThought is the document krieg.thought/1: the best tries of one side and their values.
type KriegThought struct {
	Schema string           `json:"schema" enum:"krieg.thought/1"`
	Rules  string           `json:"rules"`
	Me     string           `json:"me" enum:"white,black"`
	Best   string           `json:"best,omitempty" doc:"Chosen try in coordinates, or any?; omitted if it is not its turn"`
	Source string           `json:"source,omitempty" doc:"Method that chose the try: evaluation, mate, table, hunt, guess or only"`
	Tries  []KriegCandidate `json:"tries,omitempty" doc:"Candidates, best first; omitted if the choice did not need them"`
	Belief *KriegBelief     `json:"belief,omitempty" doc:"Belief, if requested"`
}

// KriegCandidate is a try and its expected result.
type KriegCandidate struct {
	Try   string  `json:"try" doc:"Try in coordinates"`
	Value float64 `json:"value" doc:"Estimated advantage over the average try where it is legal, in pawns"`
	Legal float64 `json:"legal" doc:"Estimated probability that it is legal"`
}

// KriegGameQuestion asks the referee for the state of a game.
type KriegGameQuestion struct {
	Rules  string   `json:"rules" maxLength:"40" doc:"Ruleset"`
	Tries  []string `json:"tries" maxItems:"5000" doc:"All tries of both sides in order, refused ones included: moves in coordinates, or any?"`
	Reveal bool     `json:"reveal,omitempty" doc:"Whether to include the true game; for finished games"`
	Judge  bool     `json:"judge,omitempty" doc:"Whether to value every move of the true game on the true board"`
}

// KriegGame is the document krieg.game/1: what each side of a game sees and has heard, and, on
// request, the true game.
type KriegGame struct {
	Schema string       `json:"schema" enum:"krieg.game/1"`
	Rules  string       `json:"rules"`
	ToMove string       `json:"to_move" enum:"white,black"`
	Over   string       `json:"over,omitempty" enum:"mate,stalemate,draw,material,repetition" doc:"Result of the game"`
	Winner string       `json:"winner,omitempty" enum:"white,black" doc:"Winner; omitted after a draw"`
	White  KriegSeat    `json:"white"`
	Black  KriegSeat    `json:"black"`
	Moves  []KriegTruth `json:"moves,omitempty" doc:"The true game"`
}

// KriegSeat is the certain knowledge of one side.
type KriegSeat struct {
	Heard   []string     `json:"heard,omitempty" doc:"Lines of the side's referee log"`
	Own     string       `json:"own" doc:"The side's men, as the placement field of Forsyth-Edwards notation"`
	Hidden  int          `json:"hidden" doc:"Number of the opponent's men"`
	Tries   []KriegNamed `json:"tries,omitempty" doc:"Possible tries"`
	Refused []string     `json:"refused,omitempty" doc:"Tries refused in this turn"`
	MayAsk  bool         `json:"may_ask,omitempty" doc:"Whether the side may ask whether a pawn can capture"`
}

// KriegNamed is a try and its name.
type KriegNamed struct {
	Try  string `json:"try" doc:"Try in coordinates"`
	Name string `json:"name" doc:"Try in algebraic notation"`
}

// KriegTruth is a try in the true game.
type KriegTruth struct {
	By      string `json:"by" enum:"white,black"`
	Try     string `json:"try" doc:"Try in coordinates, or any?"`
	Name    string `json:"name" doc:"Move in algebraic notation, from the side's knowledge of the board"`
	Refused bool   `json:"refused,omitempty"`
	Heard   string `json:"heard" doc:"Announcement of the referee"`
	Knew    int    `json:"knew" doc:"Number of lines its side had heard before it"`
	// Value is comparable with that of a candidate: the mean of such values over a belief.
	Value float64 `json:"value,omitempty" doc:"Estimated advantage over the average try on the true board, in pawns, if requested; 0 if omitted"`
	Board string  `json:"board" doc:"Board after the move, in Forsyth-Edwards notation"`
}
