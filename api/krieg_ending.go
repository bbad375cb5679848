// SPDX-License-Identifier: BSD-3-Clause

package api

// KriegEnding is the document krieg.ending/1: whether the win against a bare king is certain, and
// which try leads to it.
type KriegEnding struct {
	Schema   string            `json:"schema" enum:"krieg.ending/1"`
	Rules    string            `json:"rules"`
	Me       string            `json:"me" enum:"white,black"`
	Ending   string            `json:"ending" enum:"KQK,KRK,KPK,KBBK,KBNK"`
	Own      string            `json:"own" doc:"The player's own men, in Forsyth-Edwards notation"`
	Kings    []string          `json:"kings" doc:"Squares where the bare king may be"`
	Verdict  string            `json:"verdict" enum:"won,no sure win,unknown" doc:"won: a checked claim covers every square; no sure win: every possible try may lose a man or stalemate; unknown: no claim covers every square"`
	Try      string            `json:"try,omitempty" doc:"Try in coordinates; if the win is not certain, the try that wins from the squares of part"`
	Moves    int               `json:"moves,omitempty" doc:"Upper bound on the moves until mate"`
	Refusals int               `json:"refusals,omitempty" doc:"Maximum number of refusals before it in this turn"`
	Part     []string          `json:"part,omitempty" doc:"Squares from which the plan wins, if the win is not certain"`
	Claim    []string          `json:"claim,omitempty" doc:"All squares from which the claim wins; may include more than kings"`
	Cases    []KriegEndingCase `json:"cases,omitempty" doc:"Possible announcements, and the next try after each"`
}

// KriegEndingCase is the position after one answer to a try and any reply to it.
type KriegEndingCase struct {
	Heard string   `json:"heard" doc:"Announcement in the words of the referee log"`
	Kings []string `json:"kings,omitempty" doc:"Squares of the bare king at the player's next turn; none after mate"`
	Try   string   `json:"try,omitempty"`
	Moves int      `json:"moves,omitempty"`
}

// KriegEndings is the document krieg.endings/1: the list of tables.
type KriegEndings struct {
	Schema  string             `json:"schema" enum:"krieg.endings/1"`
	Endings []KriegEndingTable `json:"endings"`
}

// KriegEndingTable summarises the table of one ending.
type KriegEndingTable struct {
	Ending     string `json:"ending"`
	Placements int    `json:"placements" doc:"Placements of the player's men, mirror images counted"`
	Sure       int    `json:"sure" doc:"Lower bound on the placements from which the win is certain wherever the bare king is"`
	Moves      int    `json:"moves" doc:"Upper bound on the moves until mate from those placements"`
	Claims     int    `json:"claims"`
	Beam       int    `json:"beam" doc:"Number of sets of squares kept per placement"`
}
