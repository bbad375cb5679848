// SPDX-License-Identifier: BSD-3-Clause

package api

// Input is a position or a game as text.
type Input struct {
	Format string `json:"format,omitempty" doc:"Format of the text; detected if omitted" enum:"board,json,hand,jsm,jsm-url,mbf"`
	Text   string `json:"text" maxLength:"262144" doc:"The position or game, in any format veil reads" example:"4x4/4\n1...\n....\n....\n....\n"`
	// Encoding lets bytes pass through JSON.
	Encoding string `json:"encoding,omitempty" enum:"base64" doc:"base64 if the text encodes bytes, as required for mbf"`
	First    string `json:"first,omitempty" enum:"any,safe,zero" doc:"First-click rule, if the text does not contain it"`
	Mines    *int   `json:"mines,omitempty" minimum:"0" doc:"Number of mines, if the text does not contain it"`
	// TrustFlags takes flags as facts.
	TrustFlags bool `json:"trust_flags,omitempty" doc:"Whether to treat flags as facts"`
}

// Budget limits the work of an answer. Its zero value means the defaults.
type Budget struct {
	TimeMS     int  `json:"time_ms,omitempty" minimum:"0" doc:"Time limit; without nodes the search uses all of it"`
	Nodes      int  `json:"nodes,omitempty" minimum:"0" doc:"Limit of positions searched"`
	MaxLayouts int  `json:"max_layouts,omitempty" minimum:"0" doc:"Search exactly if at most this many layouts fit"`
	MemoryMB   int  `json:"memory_mb,omitempty" minimum:"0" doc:"Memory limit"`
	Games      *int `json:"games,omitempty" minimum:"0" doc:"Games of an estimate if the exact search does not finish; 0 for no estimate"`
}

// MinesAnalyseQuestion asks for the analysis of a position.
type MinesAnalyseQuestion struct {
	Position Input    `json:"position"`
	Budget   Budget   `json:"budget,omitzero" required:"false"`
	Moves    string   `json:"moves,omitempty" enum:"all,best,none" doc:"Winning chances to compute: of all moves (the default), of the best, or none"`
	Top      int      `json:"top,omitempty" minimum:"0" doc:"Maximum number of moves listed, best first; all if omitted"`
	Fields   []string `json:"fields,omitempty" maxItems:"4" enum:"outcomes,digits" doc:"Additional fields of moves: outcomes (readings of a cell and the value after each), digits (counts of any length)"`
}

// MinesExplainQuestion asks why cells are safe, mines or uncertain.
type MinesExplainQuestion struct {
	Position Input    `json:"position"`
	Cells    []string `json:"cells" minItems:"1" maxItems:"16" doc:"Hidden cells, such as r1c3"`
	Budget   Budget   `json:"budget,omitzero" required:"false"`
}

// MinesHintQuestion asks for a hint at a safe cell.
type MinesHintQuestion struct {
	Position Input `json:"position"`
	Level    int   `json:"level,omitempty" minimum:"0" maximum:"4" doc:"1 nudge (the default), 2 region, 3 reason, 4 answer"`
}

// MinesCheckQuestion asks whether a board can exist and whether a guess is forced.
type MinesCheckQuestion struct {
	Position Input `json:"position"`
}

// MinesProveQuestion asks whether a board can be won without a guess.
type MinesProveQuestion struct {
	Board Input  `json:"board" doc:"A board with its mines; of its moves only the first click counts. Without mines only this position is judged."`
	Click string `json:"click,omitempty" doc:"First click, if the board contains none" maxLength:"12"`
}

// MinesGame asks for the review of a game.
type MinesGame struct {
	Game   Input  `json:"game" doc:"A game with its moves"`
	Budget Budget `json:"budget,omitzero" required:"false" doc:"Limits of each decision"`
	Retry  bool   `json:"retry,omitempty" doc:"Include the position before each mistake"`

	Played []MinesPlayed `json:"played,omitzero" required:"false" maxItems:"20000" doc:"If given, documents contain played; that of an earlier document for the same game and budget continues its review"`
}

// MinesGenerateQuestion asks for a board drawn from a seed.
type MinesGenerateQuestion struct {
	Size    string `json:"size" example:"30x16/99" maxLength:"32"`
	First   string `json:"first,omitempty" enum:"any,safe,zero"`
	Seed    string `json:"seed,omitempty" pattern:"^[0-9]{0,20}$" doc:"Decimal seed; 0 if omitted"`
	Click   string `json:"click,omitempty" doc:"First click; the middle if omitted; none for an untouched board"`
	NoGuess bool   `json:"no_guess,omitempty" doc:"Only a board that can be won without a guess"`
	Tries   int    `json:"tries,omitempty" minimum:"0" doc:"Limit of attempts of no_guess"`
}

// MinesConvertQuestion asks for a board in another format.
type MinesConvertQuestion struct {
	Input Input  `json:"input"`
	To    string `json:"to" enum:"board,json,hand,jsm,jsm-url,mbf"`
}

// Converted is the document mines.converted/1: a board in another format.
type Converted struct {
	Schema   string `json:"schema" enum:"mines.converted/1"`
	Format   string `json:"format"`
	Text     string `json:"text"`
	Encoding string `json:"encoding,omitempty" enum:"base64"`
}
