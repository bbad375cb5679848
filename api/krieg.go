// SPDX-License-Identifier: BSD-3-Clause

package api

import "github.com/veilplan/veil/search/proof"

// KriegBelief is the document krieg.belief/2: what the opponent may have.
type KriegBelief struct {
	Schema    string                        `json:"schema" enum:"krieg.belief/2"`
	Rules     string                        `json:"rules,omitempty"`
	Me        string                        `json:"me,omitempty" enum:"white,black"`
	ToMove    string                        `json:"to_move,omitempty" enum:"white,black"`
	Positions int                           `json:"positions" minimum:"0" doc:"That fit everything heard, all of them if exact; of an estimate those of the sample"`
	Bits      float64                       `json:"bits,omitempty" doc:"How much is not known, if positions count as weights says; left out of an estimate"`
	Kind      string                        `json:"kind" enum:"exact,estimate" doc:"Whether all possible positions are known, or a sample of them"`
	Estimate  *KriegEstimate                `json:"estimate,omitempty" doc:"How good the sample is; left out if exact"`
	Heat      map[string]map[string]float64 `json:"heat,omitempty" doc:"By kind of man and square: the share of the positions with one there, as they are weighed"`
	Events    []KriegStep                   `json:"events,omitempty"`
	Boards    []string                      `json:"boards,omitempty" doc:"In Forsyth-Edwards notation; fewer than positions if not all were asked for"`
	Drawn     string                        `json:"drawn,omitempty" enum:"uniform,weighed" doc:"How the boards were drawn, if they were: each possible position alike, or those of a sample by their weight, perhaps more than once"`
	From      int                           `json:"from,omitempty" doc:"Number of the first of the boards listed, from 0"`
	Shares    []float64                     `json:"shares,omitempty" doc:"The weight of each board listed; left out if they count the same, or were drawn by weight"`
	Weights   string                        `json:"weights,omitempty" enum:"positions,given,histories,random" doc:"What every share assumes: that all positions count the same, the weights that were given, that all sequences of moves that fit count the same, or that the opponent moved at random. Which positions are possible assumes nothing"`
	Own       string                        `json:"own,omitempty" doc:"The player's own men, in Forsyth-Edwards notation; left out, as to_move, if the sample was lost"`
	Goal      int                           `json:"goal,omitempty" doc:"Mate in so many moves, if the position says so"`
	Tries     []KriegTry                    `json:"tries,omitempty" doc:"What could be tried, and what it would teach"`
	TriesOf   int                           `json:"tries_of,omitempty" doc:"On how many positions the tries were looked at; fewer than all make them an estimate"`
}

// KriegEstimate says how good a sample of the positions is. Every position in it is possible.
type KriegEstimate struct {
	Carried   int     `json:"carried" doc:"How many positions are kept at most when the opponent moves; each then leads to some"`
	Seed      uint64  `json:"seed" doc:"Of the sample; the same seed gives the same sample"`
	Effective float64 `json:"effective" doc:"Effective sample size, before the opponent's last move: as many independent positions of equal weight would estimate at least as well"`
	Deaths    int     `json:"deaths,omitempty" doc:"How often no position was left"`
	Repairs   int     `json:"repairs,omitempty" doc:"How often the sample was made again from an earlier move, because few or no positions were left"`
	Mended    int     `json:"mended,omitempty" doc:"How many of the repairs altered the hidden moves of single positions, whose weights then say little"`
	Lost      bool    `json:"lost,omitempty" doc:"No position is known, although there may be some"`
}

// KriegStep is what an event did to the positions.
type KriegStep struct {
	Event     string `json:"event"`
	Positions int    `json:"positions" doc:"After the event"`
	RuledOut  int    `json:"ruled_out" doc:"How many of the positions before it cannot explain what was heard; not known if sampled"`
	Sampled   bool   `json:"sampled,omitempty" doc:"The positions are those of a sample"`
	Line      int    `json:"line,omitempty" doc:"Of the referee log, from 1"`
}

// KriegTry is what one try would teach.
type KriegTry struct {
	Try     string  `json:"try" doc:"In coordinates"`
	Name    string  `json:"name" doc:"In algebraic notation"`
	Refused int     `json:"refused" doc:"Positions on which it is illegal"`
	Mates   int     `json:"mates,omitempty" doc:"Positions on which it mates at once"`
	Illegal float64 `json:"illegal" doc:"The share of the positions on which it is illegal, as they are weighed"`
	Bits    float64 `json:"bits" doc:"How much it teaches on average"`
}

// KriegMate is the document krieg.mate/1: can a mate be forced, whatever is hidden?
type KriegMate struct {
	Schema   string         `json:"schema" enum:"krieg.mate/1"`
	ID       string         `json:"id,omitempty" doc:"Of a search that goes on: where the server keeps it"`
	State    string         `json:"state,omitempty" enum:"running" doc:"Only while the search goes on"`
	Rules    string         `json:"rules"`
	Me       string         `json:"me" enum:"white,black"`
	Verdict  string         `json:"verdict" enum:"mate,no mate,unknown"`
	Moves    int            `json:"moves" doc:"Of the mate, or how many were asked for"`
	Plies    int            `json:"plies" doc:"That were asked for"`
	ProvedBy string         `json:"proved_by,omitempty" enum:"plan,refutation,exhaustive search" doc:"How the verdict is known"`
	Cut      string         `json:"cut,omitempty" doc:"Why the verdict is not known"`
	Boards   int            `json:"boards" doc:"That fit everything heard, all of them if exact; of an estimate those of the sample"`
	Kind     string         `json:"kind" enum:"exact,estimate" doc:"Whether all possible positions are known, or a sample of them. No mate on a sample is a proof that there is none; a mate on a sample proves nothing"`
	Estimate *KriegEstimate `json:"estimate,omitempty" doc:"How good the sample is; left out if exact"`
	OnSample bool           `json:"on_sample,omitempty" doc:"Mate is forced on every position of the sample. The plans win from these; the verdict is unknown"`
	Method   string         `json:"method"`
	Nodes    int64          `json:"nodes"`
	States   int64          `json:"states"`
	Cases    []KriegCase    `json:"cases"`
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
	Told       []KriegTold       `json:"told,omitempty" doc:"The plan in the words of players, node by node"`
	Refutation *proof.Refutation `json:"refutation,omitempty"`
}

// KriegTold is a node of a plan in words.
type KriegTold struct {
	Try    string   `json:"try" doc:"In algebraic notation"`
	Remark string   `json:"remark,omitempty"`
	Heard  []string `json:"heard,omitempty" doc:"What is heard on each branch"`
}

// KriegProof is the document krieg.proof/1: an answer that can be checked without the
// program that found it.
type KriegProof struct {
	Schema   string        `json:"schema" enum:"krieg.proof/1"`
	Question string        `json:"question" maxLength:"1048576" doc:"What the player knows: the text of a .ks file, a referee log or Kriegspiel PGN"`
	Rules    string        `json:"rules,omitempty" doc:"In place of those of the text"`
	Plies    int           `json:"plies" minimum:"0" maximum:"4096"`
	Verdict  string        `json:"verdict" enum:"mate,no mate"`
	Cases    []KriegProved `json:"cases"`
}

// KriegProved is the proof for the positions of one announcement. A refutation is left out
// where the verdict rests on an exhaustive search.
type KriegProved struct {
	Announced  string            `json:"announced"`
	Boards     int               `json:"boards"`
	Plan       *proof.Plan       `json:"plan,omitempty"`
	Refutation *proof.Refutation `json:"refutation,omitempty"`
}

// KriegCheck is the document krieg.check/1: what replaying a proof found out.
type KriegCheck struct {
	Schema string `json:"schema" enum:"krieg.check/1"`
	Holds  bool   `json:"holds"`
	Why    string `json:"why,omitempty" doc:"Why it does not hold"`
	KriegChecked
}

// KriegChecked is what was replayed.
type KriegChecked struct {
	Verdict string `json:"verdict"`
	Boards  int    `json:"boards"`
	Nodes   int    `json:"nodes" doc:"Of all plans and refutations"`
	Steps   int    `json:"steps" doc:"Pairs of a node and a position that were replayed"`
	Proved  bool   `json:"proved" doc:"False if the verdict rests on an exhaustive search, of which there is no certificate"`
}

// KriegPrinted is the document krieg.printed/1: a proof in another form.
type KriegPrinted struct {
	Schema string `json:"schema" enum:"krieg.printed/1"`
	As     string `json:"as" enum:"text,pgn,dot"`
	Text   string `json:"text"`
}

// KriegWhatIf is the document krieg.whatif/1: what becomes of a mate after one try.
type KriegWhatIf struct {
	Schema   string        `json:"schema" enum:"krieg.whatif/1"`
	Rules    string        `json:"rules"`
	Me       string        `json:"me" enum:"white,black"`
	Try      string        `json:"try"`
	Name     string        `json:"name" doc:"In algebraic notation"`
	Plies    int           `json:"plies" doc:"In which mate was to be forced, this try among them"`
	Verdict  string        `json:"verdict" enum:"mate,no mate,unknown" doc:"Whether mate is still forced"`
	Won      int           `json:"won,omitempty" doc:"Positions on which the try mates at once"`
	Why      string        `json:"why,omitempty" doc:"In words, if it is not"`
	Branches []KriegBranch `json:"branches" doc:"Everything after which the game goes on"`
}

// KriegBranch is what may be heard after a try, and what is then possible.
type KriegBranch struct {
	Heard   string   `json:"heard" doc:"In words"`
	Refused bool     `json:"refused,omitempty" doc:"The try was refused; it is still your turn"`
	Over    string   `json:"over,omitempty" doc:"How the game ended, if it did: not in your favour"`
	Verdict string   `json:"verdict" enum:"mate,no mate,unknown"`
	Plies   int      `json:"plies" doc:"Of the mate, or how many were searched"`
	Boards  int      `json:"boards"`
	States  []string `json:"states,omitempty" doc:"The positions, unless they are too many"`
}

// KriegWhy is the document krieg.why/1: what could be heard after a try.
type KriegWhy struct {
	Schema   string         `json:"schema" enum:"krieg.why/1"`
	Kind     string         `json:"kind" enum:"exact,estimate" doc:"Whether all possible positions are known, or a sample of them"`
	Estimate *KriegEstimate `json:"estimate,omitempty" doc:"How good the sample is; left out if exact"`
	Rules    string         `json:"rules"`
	Try      string         `json:"try"`
	Cases    []KriegOutcome `json:"cases"`
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
	Heard  string  `json:"heard" doc:"As a referee log spells it"`
	Words  string  `json:"words" doc:"As a person would say it"`
	Which  []int   `json:"which,omitempty" doc:"The positions on which it is heard, in the order in which a belief lists them; left out if they are many"`
	Boards int     `json:"boards" doc:"On which it can be heard"`
	Share  float64 `json:"share" doc:"Its probability, if positions count as they are weighed and the opponent moves at random"`
}

// KriegNode is the document krieg.node/1: one node of the plan of a proof.
type KriegNode struct {
	Schema string     `json:"schema" enum:"krieg.node/1"`
	Case   int        `json:"case" doc:"Number of the announcement, from 0"`
	Node   int        `json:"node"`
	Nodes  int        `json:"nodes" doc:"Of the whole plan"`
	Plan   proof.Node `json:"plan"`
	Told   KriegTold  `json:"told"`
	States []string   `json:"states,omitempty" doc:"What is possible here"`
}

// KriegPuzzles is the document krieg.puzzles/1: problems to be solved, without their
// answers.
type KriegPuzzles struct {
	Schema  string        `json:"schema" enum:"krieg.puzzles/1"`
	Total   int           `json:"total" doc:"That fit the question; a list may be a part of them"`
	Puzzles []KriegPuzzle `json:"puzzles"`
}

// KriegPuzzle is a problem: can mate be forced, and how?
type KriegPuzzle struct {
	ID      string             `json:"id"`
	Name    string             `json:"name,omitempty" doc:"For people; no two are alike"`
	Level   int                `json:"level,omitempty" minimum:"1" maximum:"5" doc:"How hard it is, from 1: by the moves, the boards and the size of the shortest plan that was found"`
	Rules   string             `json:"rules"`
	Moves   int                `json:"moves" doc:"In which mate is forced"`
	Boards  int                `json:"boards" doc:"That fit the history"`
	History string             `json:"history" doc:"What the player heard, as a referee log"`
	Own     string             `json:"own,omitempty" doc:"The player's own men, in Forsyth-Edwards notation"`
	Heat    map[string]float64 `json:"heat,omitempty" doc:"By square: on what share of the boards a hidden man stands there"`
}

// Daily returns the number of the puzzle of a day among so many; days are counted from 1
// January 1970. Every part of veil, the page too, works it out like this.
func Daily(day, puzzles int) int { return ((day % puzzles) + puzzles) % puzzles }
