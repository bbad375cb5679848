// SPDX-License-Identifier: BSD-3-Clause

package api

import (
	"math/big"

	"github.com/veilplan/veil/search/proof"
)

// MinesAnalysis is the document mines.analysis/2: the analysis of a position. A fraction without a
// denominator is a share of the layouts.
type MinesAnalysis struct {
	Schema      string      `json:"schema" enum:"mines.analysis/2"`
	ID          string      `json:"id,omitempty" doc:"Address of the analysis"`
	State       string      `json:"state" enum:"running,partial,done" doc:"running: a better document follows; partial: a larger budget may give more; done: complete"`
	Cut         bool        `json:"cut,omitempty" doc:"Whether the time limit ended the work; another machine may get further"`
	Width       int         `json:"width" minimum:"1"`
	Height      int         `json:"height" minimum:"1"`
	Mines       *int        `json:"mines" nullable:"true" minimum:"0" doc:"null if not given"`
	First       string      `json:"first" enum:"any,safe,zero" doc:"First-click rule"`
	Position    string      `json:"position,omitempty" doc:"The position in its canonical orientation, one name for all mirror images"`
	Layouts     string      `json:"layouts,omitempty" pattern:"^[0-9]+$" doc:"Number of layouts that fit, and the denominator of fractions without den; missing if not counted"`
	Best        []string    `json:"best" doc:"Recommended moves, equally good as far as known; empty if there is none"`
	Because     string      `json:"because,omitempty" enum:"safe,exact,bounds,tested,policy" doc:"Reason of the recommendation: certainly safe, proved best, highest proved winning chance, better than the policy's move in a paired test, or the policy's move"`
	Value       Value       `json:"value" doc:"Winning chance of best play: exact, bounds, or none if not searched"`
	Estimate    *Value      `json:"estimate,omitempty" doc:"Estimated winning chance if the policy continues after the best move; best play wins at least as often"`
	Policy      string      `json:"policy,omitempty" enum:"lowest-risk" doc:"Policy of estimates: opens certainly safe cells, else the lowest risk"`
	NotComputed string      `json:"not_computed,omitempty" doc:"Reason why there is no exact value"`
	Safe        []string    `json:"safe" doc:"Hidden cells that are certainly safe"`
	Certain     []string    `json:"certain_mines" doc:"Hidden cells that are certainly mines"`
	WrongFlags  []string    `json:"wrong_flags,omitempty" doc:"Flagged cells that are certainly safe"`
	ForcedGuess *bool       `json:"forced_guess" nullable:"true" doc:"Whether no cell is certainly safe; null if not known"`
	Solved      bool        `json:"solved" doc:"Whether every safe cell is open"`
	Moves       []MinesMove `json:"moves" doc:"Hidden cells: safe ones, then by rising risk, then certain mines; with top, the best first"`
	Omitted     int         `json:"omitted,omitempty" doc:"Number of moves omitted because of top"`
	Work        *Work       `json:"work,omitempty"`
	Engine      string      `json:"engine,omitempty"`
}

// MinesMove is the risk, winning chance and outcomes of opening a cell.
type MinesMove struct {
	Cell     string         `json:"cell" pattern:"^r[0-9]+c[0-9]+$" doc:"Row and column from 1, top left first"`
	Certain  string         `json:"certain,omitempty" enum:"safe,mine"`
	Risk     *Share         `json:"risk,omitempty" doc:"Share of the layouts in which the cell is a mine"`
	Win      *Value         `json:"win,omitempty" doc:"Winning chance of best play after this move: exact or bounds"`
	Estimate *Value         `json:"estimate,omitempty" doc:"Winning chance if the policy continues after this move"`
	Outcomes []MinesOutcome `json:"outcomes,omitempty" doc:"Possible readings of the cell"`
}

// Share is an exact share of the layouts.
type Share struct {
	P   float64 `json:"p" minimum:"0" maximum:"1" doc:"The nearest floating-point number; 0 and 1 only if certain"`
	Num string  `json:"num,omitempty" pattern:"^[0-9]+$" doc:"Number of layouts that qualify; omitted if longer than 64 digits, unless digits are requested"`
	Den string  `json:"den,omitempty" pattern:"^[0-9]+$" doc:"Denominator, if not the number of layouts that fit"`
}

// MinesOutcome is a number that a cell may show, and how often.
type MinesOutcome struct {
	Shows int    `json:"shows" minimum:"0" maximum:"8"`
	Count string `json:"count" pattern:"^[0-9]+$" doc:"Number of layouts in which the cell shows this"`
	Then  *Value `json:"then,omitempty" doc:"Winning chance afterwards"`
}

// MinesExplanation is the document mines.explanation/1: why cells are safe, mines or uncertain.
type MinesExplanation struct {
	Schema string       `json:"schema" enum:"mines.explanation/1"`
	Cells  []MinesStory `json:"cells"`
	// Contrast is said of two cells with exact and different winning chances.
	Contrast string `json:"contrast,omitempty" doc:"Reason why one of two cells wins more often"`
	After    string `json:"after,omitempty" doc:"Remark about the whole position"`
}

// MinesStory explains one cell: by a reason if it is certain, otherwise by counts.
type MinesStory struct {
	Cell      string         `json:"cell" pattern:"^r[0-9]+c[0-9]+$"`
	Certain   string         `json:"certain,omitempty" enum:"safe,mine"`
	Risk      *Fraction      `json:"risk,omitempty"`
	Win       *Value         `json:"win,omitempty"`
	Outcomes  []MinesOutcome `json:"outcomes,omitempty"`
	Numbers   []string       `json:"numbers,omitempty" doc:"A minimal set of numbers that proves it"`
	Count     bool           `json:"mine_count,omitempty" doc:"Whether the proof also needs the number of mines"`
	Rule      string         `json:"rule,omitempty"`
	Sentences []Sentence     `json:"sentences,omitempty"`
}

// MinesHint is the document mines.hint/1: a hint towards a safe cell, in increasing detail.
type MinesHint struct {
	Schema      string     `json:"schema" enum:"mines.hint/1"`
	Level       int        `json:"level" minimum:"1" maximum:"4" doc:"1 nudge, 2 region, 3 reason, 4 answer"`
	ForcedGuess bool       `json:"forced_guess"`
	Sentences   []Sentence `json:"sentences"`
}

// MinesCheck is the document mines.check/1: can the board exist, and is a guess forced?
type MinesCheck struct {
	Schema      string `json:"schema" enum:"mines.check/1"`
	Consistent  bool   `json:"consistent"`
	Layouts     string `json:"layouts,omitempty" pattern:"^[0-9]+$"`
	ForcedGuess *bool  `json:"forced_guess" nullable:"true" doc:"null if not known"`
	Solved      bool   `json:"solved"`
	Flags       int    `json:"flags"`
	WrongFlags  int    `json:"wrong_flags"`
}

// MinesProof is the document mines.proof/1: can the position be won without a guess? The plan or
// the guesses can be checked independently of the program that found them.
type MinesProof struct {
	Schema   string        `json:"schema" enum:"mines.proof/1"`
	Position string        `json:"position" doc:"Position in the format board"`
	Layouts  int           `json:"layouts" doc:"Number of layouts that fit; 1 before a protected first click, which places the mines"`
	Verdict  string        `json:"verdict" enum:"no guess,guess,unknown"`
	Plan     *proof.Plan   `json:"plan,omitempty" doc:"Plan that wins in every layout"`
	Guesses  []MinesForced `json:"guesses,omitempty" doc:"Openings after which a guess may be forced; one per first click on an untouched board"`
	Cut      string        `json:"cut,omitempty" doc:"Reason why the verdict is unknown"`
}

// MinesSolution is the document mines.solution/1: can this board be won without a guess? It opens cells that are certainly safe, with
// the reason of each, until the board is won or no cell is safe.
type MinesSolution struct {
	Schema   string      `json:"schema" enum:"mines.solution/1"`
	Board    string      `json:"board" doc:"Where it begins, with the mines if they are known, in the format board"`
	Click    string      `json:"click,omitempty" doc:"First click, which is given"`
	Verdict  string      `json:"verdict" enum:"no guess,guess,unknown"`
	Steps    []MinesStep `json:"steps" doc:"Safe cells in the order in which they can be opened"`
	Position string      `json:"position,omitempty" doc:"Position in which no cell is safe, in the hand form"`
	Layouts  []string    `json:"layouts,omitempty" doc:"Layouts that fit this position, a star for each mine; every hidden cell is a mine in one of them"`
	Cut      string      `json:"cut,omitempty" doc:"Reason why the verdict is unknown"`
	Checked  int         `json:"checked" minimum:"0" doc:"Steps that an independent checker accepted"`
	Engine   string      `json:"engine,omitempty"`
}

// MinesStep is a safe cell and the reason why it is safe.
type MinesStep struct {
	Cell    string   `json:"cell"`
	Shows   *int     `json:"shows,omitempty" minimum:"0" maximum:"8" doc:"What it shows; omitted if the mines are not known"`
	Numbers []string `json:"numbers" doc:"Fewest numbers from which it follows"`
	Count   bool     `json:"count,omitempty" doc:"Whether the number of mines is part of the reason"`
}

// MinesForced is a position that may arise and in which no cell is safe.
type MinesForced struct {
	Opened     []MinesOpened     `json:"opened,omitempty" doc:"Openings that lead there: the first click, and cells that are safe in every layout"`
	Refutation *proof.Refutation `json:"refutation" doc:"Possible layouts after these openings; every hidden cell is a mine in one of them"`
}

// MinesOpened is a cell and the number it shows.
type MinesOpened struct {
	Cell  string `json:"cell"`
	Shows int    `json:"shows" minimum:"0" maximum:"8"`
}

// MinesReview is the document mines.review/1: a game split into mistakes and luck.
type MinesReview struct {
	Schema     string       `json:"schema" enum:"mines.review/1"`
	ID         string       `json:"id,omitempty"`
	State      string       `json:"state" enum:"running,partial,done" doc:"partial if a value is not exact"`
	Width      int          `json:"width"`
	Height     int          `json:"height"`
	Mines      int          `json:"mines"`
	First      string       `json:"first" enum:"any,safe,zero"`
	FirstClick string       `json:"first_click,omitempty" doc:"Whether the first click was protected, and so is not a turn"`
	Result     string       `json:"result" enum:"won,lost,open"`
	Turns      []MinesTurn  `json:"turns"`
	ExactFrom  int          `json:"exact_from" doc:"The ledger covers the turns from this one on, counted from 1; 0 if none"`
	Ledger     *LedgerSheet `json:"ledger,omitempty"`
	Accuracy   *float64     `json:"accuracy,omitempty" doc:"Mean accuracy over the turns of the ledger, in percent"`
	Engine     string       `json:"engine,omitempty"`

	Estimate *MinesReckoning `json:"estimate,omitempty" doc:"The whole game by estimates, if not every value is exact"`
	Time     *MinesTimes     `json:"time,omitempty" doc:"Time spent, if the game records it"`
	Played   []MinesPlayed   `json:"played,omitempty" doc:"Games played per position, if the question has played"`
}

// MinesPlayed is the tally of the games that a review played from one position. X is the score of
// the policy, Y that after the player's move.
type MinesPlayed struct {
	Turn  int     `json:"turn" minimum:"0" doc:"Position before this turn, counted from 0"`
	Shows int     `json:"shows" minimum:"-1" maximum:"8" doc:"Number that the turn's cell shows, if not -1"`
	Twice bool    `json:"twice,omitempty" doc:"Whether each game was also played after the player's move"`
	Games int     `json:"games" minimum:"0"`
	X     float64 `json:"x"`
	Y     float64 `json:"y"`
	XX    float64 `json:"xx"`
	XY    float64 `json:"xy"`
	YY    float64 `json:"yy"`
	Work  float64 `json:"work" minimum:"0"`
}

// MinesReckoning splits the result of a game into mistakes and luck where not every value is exact.
// Costs and luck come partly from different games, so start − cost + luck + gain = result only within the
// errors.
type MinesReckoning struct {
	Policy string `json:"policy" doc:"Policy whose winning chances are estimated; best play wins at least as often"`
	Start  Change `json:"start" doc:"Winning chance before the first turn"`
	Cost   Change `json:"cost" doc:"Sum of the costs of all turns"`
	Luck   Change `json:"luck" doc:"Sum of the luck of all turns"`
	Result Change `json:"result" doc:"1 if won, 0 if lost, otherwise the winning chance after the last turn"`
	Off    Change `json:"off" doc:"start − cost + luck + gain − result, which is zero but for the errors"`
	Games  int    `json:"games" doc:"Number of games played"`

	Gain *Change `json:"gain,omitempty" doc:"Winning chance of best play less that of the policy where exact values begin, if they differ"`
}

// MinesTimes is how long a player took for the moves of a game.
type MinesTimes struct {
	Seconds float64 `json:"seconds" doc:"All turns"`
	Certain float64 `json:"certain" doc:"Turns that opened a certainly safe cell"`
}

// MinesGauge is the estimate of one turn.
type MinesGauge struct {
	Value   *Value   `json:"value,omitempty" doc:"Winning chance of the policy before the turn"`
	Cost    *Change  `json:"cost,omitempty" doc:"Winning chance given away against the policy; below zero if the move was better"`
	Luck    *Change  `json:"luck,omitempty" doc:"Winning chance after the turn less its mean over all numbers that the cell could have shown"`
	Best    []string `json:"best,omitempty" doc:"Moves of the policy"`
	Verdict string   `json:"verdict,omitempty" enum:"inaccuracy,mistake,blunder" doc:"Verdict on the cost, if it is certainly above zero"`
}

// Change is a difference of winning chances, with its error if it is estimated.
type Change struct {
	Kind string    `json:"kind" enum:"exact,estimate"`
	By   float64   `json:"by" doc:"Difference, between -1 and 1 for one turn"`
	CI95 []float64 `json:"ci95,omitempty" minItems:"2" maxItems:"2" doc:"Estimate: 95% confidence interval"`
}

// MinesTurn is one decision of a game.
type MinesTurn struct {
	Move      int       `json:"move"`
	Cell      string    `json:"cell"`
	Saw       string    `json:"saw" doc:"A number, or mine"`
	Layouts   string    `json:"layouts" pattern:"^[0-9]+$" doc:"Number of layouts that fitted before the move"`
	Risk      *Fraction `json:"risk"`
	Lowest    *Fraction `json:"lowest_risk"`
	Safe      []string  `json:"safe,omitempty" doc:"Certainly safe cells before the move"`
	Win       Value     `json:"win" doc:"Winning chance of the move played"`
	Value     Value     `json:"value" doc:"Winning chance of best play"`
	Best      []string  `json:"best"`
	After     Value     `json:"after" doc:"Winning chance of best play after the reading"`
	GivenAway *Fraction `json:"given_away,omitempty"`
	Luck      *Fraction `json:"luck,omitempty"`
	Verdict   string    `json:"verdict,omitempty" enum:"inaccuracy,mistake,blunder"`
	Accuracy  *float64  `json:"accuracy,omitempty"`
	Before    string    `json:"before,omitempty" doc:"Position before the move, if requested"`

	Estimate *MinesGauge `json:"estimate,omitempty" doc:"Estimates, if not every value of the turn is exact"`
	Seconds  *float64    `json:"seconds,omitempty" doc:"Time since the move before, if the game records it"`
}

// LedgerSheet contains start − given_away + luck = result, exactly.
type LedgerSheet struct {
	Start     *Fraction `json:"start"`
	GivenAway *Fraction `json:"given_away"`
	Luck      *Fraction `json:"luck"`
	Result    *Fraction `json:"result"`
}

// NewLedgerSheet returns the entries of a ledger for a document.
func NewLedgerSheet(start, givenAway, luck, result *big.Rat) *LedgerSheet {
	return &LedgerSheet{RatFraction(start), RatFraction(givenAway), RatFraction(luck), RatFraction(result)}
}

// MinesFirstClicks is the document mines.values/1: the winning chance of every first click on many
// boards.
type MinesFirstClicks struct {
	Schema string            `json:"schema" enum:"mines.values/1"`
	Clicks []MinesFirstClick `json:"clicks"`
}

// MinesFirstClick is a first click, and how many of the layouts it allows are won by best play.
type MinesFirstClick struct {
	Width   int    `json:"width"`
	Height  int    `json:"height"`
	Mines   int    `json:"mines"`
	First   string `json:"first" enum:"any,safe,zero"`
	Cell    string `json:"cell" pattern:"^r[0-9]+c[0-9]+$" doc:"Cell that represents all its mirror images"`
	Layouts string `json:"layouts" pattern:"^[0-9]+$" doc:"Number of layouts that the rule allows after the click"`
	Lo      string `json:"lo" pattern:"^[0-9]+$" doc:"Lower bound on the layouts won"`
	Hi      string `json:"hi" pattern:"^[0-9]+$" doc:"Upper bound on the layouts won"`
	Win     Value  `json:"win"`
}

// MinesBoard is the document mines.board/1: a board drawn from a seed, its layout included.
type MinesBoard struct {
	Schema      string       `json:"schema" enum:"mines.board/1"`
	Size        string       `json:"size" example:"30x16/99"`
	First       string       `json:"first" enum:"any,safe,zero"`
	Seed        string       `json:"seed" pattern:"^[0-9]+$"`
	Click       string       `json:"click,omitempty" doc:"The first click, already made"`
	Text        string       `json:"text" doc:"The board in the format board: its view and where the mines are"`
	Position    string       `json:"position" doc:"Position in the hand format"`
	Certificate *Certificate `json:"certificate,omitempty"`
	Engine      string       `json:"engine,omitempty"`
}

// Certificate states that a board can be won without a guess, and how that was established.
type Certificate struct {
	NoGuess    bool   `json:"no_guess"`
	VerifiedBy string `json:"verified_by" enum:"exact" doc:"Whether every move was proved safe by counting all layouts"`
	Attempts   int    `json:"attempts" doc:"Number of boards generated until one needed no guess"`
}
