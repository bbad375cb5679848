// SPDX-License-Identifier: BSD-3-Clause

package api

// KriegEnding is the document krieg.ending/1: is the win against a bare king sure, and what
// is to be tried?
type KriegEnding struct {
	Schema   string            `json:"schema" enum:"krieg.ending/1"`
	Rules    string            `json:"rules"`
	Me       string            `json:"me" enum:"white,black"`
	Ending   string            `json:"ending" enum:"KQK,KRK,KPK,KBBK,KBNK"`
	Own      string            `json:"own" doc:"The player's own men, in Forsyth-Edwards notation"`
	Kings    []string          `json:"kings" doc:"The squares on which the bare king may be"`
	Verdict  string            `json:"verdict" enum:"won,no sure win,unknown" doc:"won: a checked claim covers every square; no sure win: every try that can be made may lose a man or stalemate; unknown: no claim covers every square, and a win may still be sure"`
	Try      string            `json:"try,omitempty" doc:"What to try, in coordinates; if the win is not sure, what wins from the squares of part"`
	Moves    int               `json:"moves,omitempty" doc:"Mate follows in at most so many moves: an upper bound"`
	Refusals int               `json:"refusals,omitempty" doc:"After at most so many refusals in this turn"`
	Part     []string          `json:"part,omitempty" doc:"If the win is not sure: the squares from which the try and what follows win"`
	Claim    []string          `json:"claim,omitempty" doc:"All squares from which the claim wins; it may be more than kings"`
	Cases    []KriegEndingCase `json:"cases,omitempty" doc:"What may be heard, and what to try then"`
}

// KriegEndingCase is what follows one answer to a try, and any reply to it.
type KriegEndingCase struct {
	Heard string   `json:"heard" doc:"In the words of the referee log"`
	Kings []string `json:"kings,omitempty" doc:"Where the bare king may be when it is the player's turn again; none after mate"`
	Try   string   `json:"try,omitempty"`
	Moves int      `json:"moves,omitempty"`
}

// KriegEndings is the document krieg.endings/1: what tables there are.
type KriegEndings struct {
	Schema  string             `json:"schema" enum:"krieg.endings/1"`
	Endings []KriegEndingTable `json:"endings"`
}

// KriegEndingTable sums up the table of one ending.
type KriegEndingTable struct {
	Ending     string `json:"ending"`
	Placements int    `json:"placements" doc:"Of the player's men, mirror images counted"`
	Sure       int    `json:"sure" doc:"From how many of them the win is sure with nothing known of the bare king; at least"`
	Moves      int    `json:"moves" doc:"Of those, mate in at most so many moves: an upper bound"`
	Claims     int    `json:"claims"`
	Beam       int    `json:"beam" doc:"How many sets of squares were carried on for each placement"`
}
