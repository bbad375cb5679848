// SPDX-License-Identifier: BSD-3-Clause

package api

// KriegInput is the knowledge of a Kriegspiel player, as text.
type KriegInput struct {
	Text  string `json:"text" maxLength:"262144" doc:"A position (.ks), a referee log or Kriegspiel PGN" example:"ruleset berkeley\nW e2e4 yes\nB moved\n"`
	Rules string `json:"rules,omitempty" maxLength:"40" doc:"Ruleset that replaces that of the position"`
	// Weights is an assumption behind every percentage, and behind no verdict.
	Weights string `json:"weights,omitempty" enum:"positions,histories,random,sensible" doc:"What every percentage assumes: that all positions count the same, that all sequences of moves that fit do, that the opponent moved at random, or that it preferred captures, recaptures and promotions. Those that a position gives, or positions, if left out"`
}

// KriegBudget limits a search. Its zero value means the defaults.
type KriegBudget struct {
	TimeMS   int   `json:"time_ms,omitempty" minimum:"0"`
	Nodes    int64 `json:"nodes,omitempty" minimum:"0" doc:"Limit of beliefs expanded"`
	States   int64 `json:"states,omitempty" minimum:"0" doc:"Limit of hidden states"`
	MemoryMB int   `json:"memory_mb,omitempty" minimum:"0"`
}

// KriegBeliefQuestion asks which positions are possible.
type KriegBeliefQuestion struct {
	Position KriegInput `json:"position"`
	Piece    string     `json:"piece,omitempty" pattern:"^[kqrbnp]*$" doc:"Kinds of men in the heat map; all if omitted"`
	List     int        `json:"list,omitempty" minimum:"0" maximum:"1000" doc:"Maximum number of boards listed"`
	From     int        `json:"from,omitempty" minimum:"0" doc:"Index of the first board listed"`
	Sample   int        `json:"sample,omitempty" minimum:"0" maximum:"1000" doc:"Number of boards to sample instead"`
	Seed     uint64     `json:"seed,omitempty" maximum:"9007199254740991" doc:"Seed of the boards sampled, and of the estimate if too many fit; 0 counts as 1 for the estimate"`
	Tries    bool       `json:"tries,omitempty" doc:"Whether to evaluate every try"`
	Boards   int        `json:"max_boards,omitempty" minimum:"0" doc:"Limit of boards held; if more fit, the answer is an estimate"`
}

// KriegWhyQuestion asks what a try would reveal.
type KriegWhyQuestion struct {
	Position KriegInput `json:"position"`
	Try      string     `json:"try" maxLength:"16" doc:"A move such as e4d5 or exd5, any?, or wait"`
	Seed     uint64     `json:"seed,omitempty" maximum:"9007199254740991" doc:"Seed of the estimate, if too many boards fit; 0 counts as 1"`
}

// KriegMendQuestion asks what was misheard in a referee log that no board fits.
type KriegMendQuestion struct {
	Position KriegInput `json:"position"`
	Seed     uint64     `json:"seed,omitempty" maximum:"9007199254740991" doc:"Seed of the boards sampled; 0 counts as 1"`
}

// KriegMateQuestion asks whether mate can be forced.
type KriegMateQuestion struct {
	Position KriegInput  `json:"position"`
	Plies    int         `json:"plies,omitempty" minimum:"0" maximum:"99" doc:"Limit of plies; the goal of the position if omitted"`
	Budget   KriegBudget `json:"budget,omitzero" required:"false"`
	Seed     uint64      `json:"seed,omitempty" maximum:"9007199254740991" doc:"Seed of the estimate, if too many boards fit; 0 counts as 1"`
}

// KriegWhatIfQuestion asks whether a mate is still forced after one try.
type KriegWhatIfQuestion struct {
	Rules  string      `json:"rules" maxLength:"40"`
	Me     string      `json:"me" enum:"white,black"`
	States []string    `json:"states" minItems:"1" maxItems:"5000" doc:"Possible boards, numbered as plans and branches refer to them"`
	Try    string      `json:"try" maxLength:"16"`
	Plies  int         `json:"plies" minimum:"1" maximum:"99"`
	Budget KriegBudget `json:"budget,omitzero" required:"false"`
}

// KriegCheckQuestion asks whether a proof is valid.
type KriegCheckQuestion struct {
	Proof KriegProof `json:"proof"`
}

// KriegPrintQuestion asks for a proof in another form.
type KriegPrintQuestion struct {
	Proof KriegProof `json:"proof"`
	As    string     `json:"as" enum:"text,pgn,dot"`
}
