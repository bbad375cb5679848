// SPDX-License-Identifier: BSD-3-Clause

package analysis

import "github.com/veilplan/veil/search/proof"

// KriegBelief is the document krieg.belief/1: what the opponent may have.
type KriegBelief struct {
	Schema    string                        `json:"schema" enum:"krieg.belief/1"`
	Rules     string                        `json:"rules,omitempty"`
	Me        string                        `json:"me,omitempty" enum:"white,black"`
	ToMove    string                        `json:"to_move,omitempty" enum:"white,black"`
	Positions int                           `json:"positions" minimum:"0" doc:"That fit everything heard; they were listed, so the number is small enough for any program"`
	Bits      float64                       `json:"bits,omitempty" doc:"How much is not known, if every position counts the same"`
	Kind      string                        `json:"kind" enum:"exact,sample" doc:"Whether all positions were listed"`
	Heat      map[string]map[string]float64 `json:"heat,omitempty" doc:"By kind of man and square: the share of the positions with one there"`
	Events    []KriegStep                   `json:"events,omitempty"`
	Boards    []string                      `json:"boards,omitempty" doc:"In Forsyth-Edwards notation"`
}

// KriegStep is the number of positions after an event.
type KriegStep struct {
	Event     string `json:"event"`
	Positions int    `json:"positions"`
}

// KriegMate is the document krieg.mate/1: can a mate be forced, whatever is hidden?
type KriegMate struct {
	Schema   string      `json:"schema" enum:"krieg.mate/1"`
	Rules    string      `json:"rules"`
	Me       string      `json:"me" enum:"white,black"`
	Verdict  string      `json:"verdict" enum:"mate,no mate,unknown"`
	Moves    int         `json:"moves" doc:"Of the mate, or how many were asked for"`
	Plies    int         `json:"plies" doc:"That were asked for"`
	ProvedBy string      `json:"proved_by,omitempty" enum:"plan,refutation,exhaustive search" doc:"How the verdict is known"`
	Cut      string      `json:"cut,omitempty" doc:"Why the verdict is not known"`
	Boards   int         `json:"boards"`
	Method   string      `json:"method"`
	Nodes    int64       `json:"nodes"`
	States   int64       `json:"states"`
	Cases    []KriegCase `json:"cases"`
}

// KriegCase is the verdict after one announcement.
type KriegCase struct {
	Announced  string            `json:"announced"`
	Boards     int               `json:"boards"`
	Verdict    string            `json:"verdict" enum:"mate,no mate,unknown"`
	Plies      int               `json:"plies"`
	Keys       []string          `json:"keys,omitempty"`
	AllKeys    bool              `json:"all_keys,omitempty"`
	Winnable   *int              `json:"winnable,omitempty"`
	Covered    *int              `json:"covered,omitempty"`
	Plan       *proof.Plan       `json:"plan,omitempty"`
	Refutation *proof.Refutation `json:"refutation,omitempty"`
}

// KriegWhy is the document krieg.why/1: what could be heard after a try.
type KriegWhy struct {
	Schema string         `json:"schema" enum:"krieg.why/1"`
	Rules  string         `json:"rules"`
	Try    string         `json:"try"`
	Cases  []KriegOutcome `json:"cases"`
}

// KriegOutcome is what could be heard after one announcement.
type KriegOutcome struct {
	Announced string       `json:"announced"`
	Boards    int          `json:"boards"`
	Bits      float64      `json:"bits" doc:"How much the try teaches on average"`
	Heard     []KriegHeard `json:"heard"`
}

// KriegHeard is one thing that could be heard.
type KriegHeard struct {
	Heard  string  `json:"heard"`
	Boards int     `json:"boards" doc:"On which it can be heard"`
	Share  float64 `json:"share" doc:"Its probability, if every position counts the same and the opponent moves at random"`
}
