// SPDX-License-Identifier: BSD-3-Clause

package api

// KriegInput is what a player of Kriegspiel knows, as text.
type KriegInput struct {
	Text  string `json:"text" maxLength:"262144" doc:"A position (.ks), a referee log or Kriegspiel PGN" example:"ruleset berkeley\nW e2e4 yes\nB moved\n"`
	Rules string `json:"rules,omitempty" maxLength:"40" doc:"Ruleset in place of that of a position"`
	// Weights is an assumption behind every percentage, and behind no verdict.
	Weights string `json:"weights,omitempty" enum:"positions,histories,random" doc:"What every percentage assumes: that all positions count the same, that all sequences of moves that fit do, or that the opponent moved at random. Those that a position gives, or positions, if left out"`
}

// KriegBudget limits a search. Its zero value means the defaults.
type KriegBudget struct {
	TimeMS   int   `json:"time_ms,omitempty" minimum:"0"`
	Nodes    int64 `json:"nodes,omitempty" minimum:"0" doc:"Most beliefs to expand"`
	States   int64 `json:"states,omitempty" minimum:"0" doc:"Most hidden states to make"`
	MemoryMB int   `json:"memory_mb,omitempty" minimum:"0"`
}

// KriegBeliefQuestion asks which positions are possible.
type KriegBeliefQuestion struct {
	Position KriegInput `json:"position"`
	Piece    string     `json:"piece,omitempty" pattern:"^[kqrbnp]*$" doc:"Kinds of men in the heat map; all if left out"`
	List     int        `json:"list,omitempty" minimum:"0" maximum:"1000" doc:"List so many positions"`
	From     int        `json:"from,omitempty" minimum:"0" doc:"The first of them"`
	Sample   int        `json:"sample,omitempty" minimum:"0" maximum:"1000" doc:"Draw so many positions instead"`
	Seed     uint64     `json:"seed,omitempty" maximum:"9007199254740991" doc:"Of the positions drawn, and of the estimate if too many fit; for the estimate 0 counts as 1"`
	Tries    bool       `json:"tries,omitempty" doc:"Say what every try would teach"`
	Boards   int        `json:"max_boards,omitempty" minimum:"0" doc:"Most positions to hold; if more fit, the answer is an estimate"`
}

// KriegWhyQuestion asks what a try would teach.
type KriegWhyQuestion struct {
	Position KriegInput `json:"position"`
	Try      string     `json:"try" maxLength:"16" doc:"A move such as e4d5 or exd5, any?, or wait"`
	Seed     uint64     `json:"seed,omitempty" maximum:"9007199254740991" doc:"Of the estimate, if too many positions fit; 0 counts as 1"`
}

// KriegMateQuestion asks whether mate can be forced.
type KriegMateQuestion struct {
	Position KriegInput  `json:"position"`
	Plies    int         `json:"plies,omitempty" minimum:"0" maximum:"99" doc:"Most moves of both sides; the goal of the position if left out"`
	Budget   KriegBudget `json:"budget,omitzero" required:"false"`
	Seed     uint64      `json:"seed,omitempty" maximum:"9007199254740991" doc:"Of the estimate, if too many positions fit; 0 counts as 1"`
}

// KriegWhatIfQuestion asks what becomes of a mate after one try.
type KriegWhatIfQuestion struct {
	Rules  string      `json:"rules" maxLength:"40"`
	Me     string      `json:"me" enum:"white,black"`
	States []string    `json:"states" minItems:"1" maxItems:"5000" doc:"Everything that is possible, as plans and branches list it"`
	Try    string      `json:"try" maxLength:"16"`
	Plies  int         `json:"plies" minimum:"1" maximum:"99"`
	Budget KriegBudget `json:"budget,omitzero" required:"false"`
}

// KriegCheckQuestion asks whether a proof holds.
type KriegCheckQuestion struct {
	Proof KriegProof `json:"proof"`
}

// KriegPrintQuestion asks for a proof in another form.
type KriegPrintQuestion struct {
	Proof KriegProof `json:"proof"`
	As    string     `json:"as" enum:"text,pgn,dot"`
}
