// SPDX-License-Identifier: BSD-3-Clause

package api

import "github.com/veilplan/veil/search/proof"

// KriegBelief is the document krieg.belief/2: which boards are possible, given what a side has heard.
type KriegBelief struct {
	Schema    string                        `json:"schema" enum:"krieg.belief/2"`
	Rules     string                        `json:"rules,omitempty"`
	Me        string                        `json:"me,omitempty" enum:"white,black"`
	ToMove    string                        `json:"to_move,omitempty" enum:"white,black"`
	Positions int                           `json:"positions" minimum:"0" doc:"Number of boards that fit the history; in an estimate, of the sample"`
	Bits      float64                       `json:"bits,omitempty" doc:"Entropy of the belief in bits, under the assumption in weights; omitted from an estimate"`
	Kind      string                        `json:"kind" enum:"exact,estimate" doc:"Badge: exact if all possible boards are known, estimate if a sample"`
	Estimate  *KriegEstimate                `json:"estimate,omitempty" doc:"Quality of the sample; omitted if exact"`
	Heat      map[string]map[string]float64 `json:"heat,omitempty" doc:"Weighted share of boards with this kind of man on the square, by kind and square"`
	Events    []KriegStep                   `json:"events,omitempty"`
	Boards    []string                      `json:"boards,omitempty" doc:"Boards in Forsyth-Edwards notation; fewer than positions if a part was requested"`
	Drawn     string                        `json:"drawn,omitempty" enum:"uniform,weighed" doc:"How the boards were sampled: uniformly from all possible boards, or from a sample by weight, with repetition"`
	From      int                           `json:"from,omitempty" doc:"Index of the first board listed, from 0"`
	Shares    []float64                     `json:"shares,omitempty" doc:"Weight of each board listed; omitted if equal, or if sampled by weight"`
	Weights   string                        `json:"weights,omitempty" enum:"positions,given,histories,random,sensible" doc:"What every share assumes: that all positions count the same, the weights that were given, that all sequences of moves that fit count the same, that the opponent moved at random, or that it preferred captures, recaptures and promotions. Which positions are possible assumes nothing"`
	Own       string                        `json:"own,omitempty" doc:"The player's own men, in Forsyth-Edwards notation; omitted, like to_move, if the sample was lost"`
	Goal      int                           `json:"goal,omitempty" doc:"Goal of the position, in moves"`
	Tries     []KriegTry                    `json:"tries,omitempty" doc:"Possible tries with their expected information"`
	TriesOf   int                           `json:"tries_of,omitempty" doc:"Number of boards on which tries were evaluated; if fewer than all, they are estimates"`
}

// KriegEstimate describes the quality of a sample of boards. Every board in it is possible.
type KriegEstimate struct {
	Carried   int     `json:"carried" doc:"Maximum sample size at each opponent move"`
	Seed      uint64  `json:"seed" doc:"Seed of the sample"`
	Effective float64 `json:"effective" doc:"Effective sample size before the opponent's last move"`
	Deaths    int     `json:"deaths,omitempty" doc:"Number of times no board was left"`
	Repairs   int     `json:"repairs,omitempty" doc:"Number of times the sample was rebuilt from an earlier move because few or no boards were left"`
	Mended    int     `json:"mended,omitempty" doc:"Number of repairs that changed the hidden moves of single boards, which makes their weights unreliable"`
	Lost      bool    `json:"lost,omitempty" doc:"Whether the sample was lost: boards may exist, but none is known"`
}

// KriegStep is the effect of one event on the number of possible boards.
type KriegStep struct {
	Event     string `json:"event"`
	Positions int    `json:"positions" doc:"Number of boards after the line"`
	RuledOut  int    `json:"ruled_out" doc:"Number of earlier boards that the line rules out; unknown if sampled"`
	Sampled   bool   `json:"sampled,omitempty" doc:"Whether the boards are a sample"`
	Line      int    `json:"line,omitempty" doc:"Line of the referee log, from 1"`
}

// KriegTry is the information that one try would reveal.
type KriegTry struct {
	Try     string  `json:"try" doc:"Try in coordinates"`
	Name    string  `json:"name" doc:"Try in algebraic notation"`
	Refused int     `json:"refused" doc:"Number of boards on which it is illegal"`
	Mates   int     `json:"mates,omitempty" doc:"Number of boards on which it mates at once"`
	Illegal float64 `json:"illegal" doc:"Weighted share of boards on which it is illegal"`
	Bits    float64 `json:"bits" doc:"Expected information, in bits"`
}

// KriegMate is the document krieg.mate/1: can a mate be forced on every possible board?
type KriegMate struct {
	Schema   string         `json:"schema" enum:"krieg.mate/1"`
	ID       string         `json:"id,omitempty" doc:"Address of a search that still runs"`
	State    string         `json:"state,omitempty" enum:"running" doc:"Present only while the search runs"`
	Rules    string         `json:"rules"`
	Me       string         `json:"me" enum:"white,black"`
	Verdict  string         `json:"verdict" enum:"mate,no mate,unknown"`
	Moves    int            `json:"moves" doc:"Plies of the mate, or the limit requested"`
	Plies    int            `json:"plies" doc:"Limit of plies requested"`
	ProvedBy string         `json:"proved_by,omitempty" enum:"plan,refutation,exhaustive search" doc:"Evidence for the verdict"`
	Cut      string         `json:"cut,omitempty" doc:"Reason why the verdict is unknown"`
	Boards   int            `json:"boards" doc:"Number of boards that fit the history; in an estimate, of the sample"`
	Kind     string         `json:"kind" enum:"exact,estimate" doc:"Badge: exact if all possible boards are known, estimate if a sample. No mate on a sample proves that there is none; a mate on a sample proves nothing"`
	Estimate *KriegEstimate `json:"estimate,omitempty" doc:"Quality of the sample; omitted if exact"`
	OnSample bool           `json:"on_sample,omitempty" doc:"Whether mate is forced on every board of the sample; the verdict is then unknown"`
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
	Told       []KriegTold       `json:"told,omitempty" doc:"Plan in words, node by node"`
	Refutation *proof.Refutation `json:"refutation,omitempty"`
}

// KriegTold is a node of a plan, described in words.
type KriegTold struct {
	Try    string   `json:"try" doc:"Try in algebraic notation"`
	Remark string   `json:"remark,omitempty"`
	Heard  []string `json:"heard,omitempty" doc:"Announcement of each branch"`
}

// KriegProof is the document krieg.proof/1: an answer that can be checked without the
// program that found it.
type KriegProof struct {
	Schema   string        `json:"schema" enum:"krieg.proof/1"`
	Question string        `json:"question" maxLength:"1048576" doc:"The player's knowledge: text of a .ks file, referee log or Kriegspiel PGN"`
	Rules    string        `json:"rules,omitempty" doc:"Rules that replace those of the text"`
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

// KriegCheck is the document krieg.check/1: the result of replaying a proof.
type KriegCheck struct {
	Schema string `json:"schema" enum:"krieg.check/1"`
	Holds  bool   `json:"holds"`
	Why    string `json:"why,omitempty" doc:"Reason why it does not hold"`
	KriegChecked
}

// KriegChecked counts the parts of a proof that were replayed.
type KriegChecked struct {
	Verdict string `json:"verdict"`
	Boards  int    `json:"boards"`
	Nodes   int    `json:"nodes" doc:"Total nodes of plans and refutations"`
	Steps   int    `json:"steps" doc:"Number of pairs of node and board replayed"`
	Proved  bool   `json:"proved" doc:"False if the verdict comes from exhaustive search, without certificate"`
}

// KriegPrinted is the document krieg.printed/1: a proof in another form.
type KriegPrinted struct {
	Schema string `json:"schema" enum:"krieg.printed/1"`
	As     string `json:"as" enum:"text,pgn,dot"`
	Text   string `json:"text"`
}

// KriegWhatIf is the document krieg.whatif/1: whether a mate is still forced after one try.
type KriegWhatIf struct {
	Schema   string        `json:"schema" enum:"krieg.whatif/1"`
	Rules    string        `json:"rules"`
	Me       string        `json:"me" enum:"white,black"`
	Try      string        `json:"try"`
	Name     string        `json:"name" doc:"Try in algebraic notation"`
	Plies    int           `json:"plies" doc:"Number of moves in which mate was to be forced, this try included"`
	Verdict  string        `json:"verdict" enum:"mate,no mate,unknown" doc:"Whether mate is still forced"`
	Won      int           `json:"won,omitempty" doc:"Number of boards on which the try mates at once"`
	Why      string        `json:"why,omitempty" doc:"Explanation, if it does not hold"`
	Branches []KriegBranch `json:"branches" doc:"Announcements after which the game continues"`
}

// KriegBranch is one announcement after a try, and the boards that it leaves possible.
type KriegBranch struct {
	Heard   string   `json:"heard" doc:"Announcement in words"`
	Refused bool     `json:"refused,omitempty" doc:"Whether the try was refused; it is still your turn"`
	Over    string   `json:"over,omitempty" doc:"Result, if the try ended the game without your win"`
	Verdict string   `json:"verdict" enum:"mate,no mate,unknown"`
	Plies   int      `json:"plies" doc:"Plies of the mate, or the plies searched"`
	Boards  int      `json:"boards"`
	States  []string `json:"states,omitempty" doc:"Boards, unless too many"`
}

// KriegWhy is the document krieg.why/1: the announcements that may follow a try.
type KriegWhy struct {
	Schema   string         `json:"schema" enum:"krieg.why/1"`
	Kind     string         `json:"kind" enum:"exact,estimate" doc:"Badge: exact if all possible boards are known, estimate if a sample"`
	Estimate *KriegEstimate `json:"estimate,omitempty" doc:"Quality of the sample; omitted if exact"`
	Rules    string         `json:"rules"`
	Try      string         `json:"try"`
	Cases    []KriegOutcome `json:"cases"`
}

// KriegOutcome lists what may be heard after one announcement.
type KriegOutcome struct {
	Announced string       `json:"announced"`
	Boards    int          `json:"boards"`
	Bits      float64      `json:"bits" doc:"Expected information of the try, in bits"`
	Heard     []KriegHeard `json:"heard"`
}

// KriegHeard is one announcement that may be heard.
type KriegHeard struct {
	Heard  string  `json:"heard" doc:"Line as in a referee log"`
	Words  string  `json:"words" doc:"Announcement in words"`
	Which  []int   `json:"which,omitempty" doc:"Boards on which it is announced, in the order of the belief; omitted if many"`
	Boards int     `json:"boards" doc:"Number of boards on which it may be announced"`
	Share  float64 `json:"share" doc:"Probability under the given weights and a random opponent"`
}

// KriegMends is the document krieg.mends/1: the first line of a referee log after which no board
// fits, and single changes that make boards fit.
type KriegMends struct {
	Schema string      `json:"schema" enum:"krieg.mends/1"`
	Kind   string      `json:"kind" enum:"exact,estimate" doc:"Badge: exact if certainly no board fits, estimate if a sample found none"`
	Line   int         `json:"line" doc:"First line, from 1, after which nothing fits; 0 if the log fits"`
	Mends  []KriegMend `json:"mends,omitempty" doc:"Changes, the most likely first, at most one a line"`
	Cut    bool        `json:"cut,omitempty" doc:"Whether a limit ended the search before every line was doubted"`
}

// KriegMend is a single change of a log that makes boards fit.
type KriegMend struct {
	Line  int     `json:"line" doc:"Line, from 1"`
	Do    string  `json:"do" enum:"replace,delete,insert" doc:"insert puts the new line before this one"`
	Old   string  `json:"old,omitempty" doc:"The line as it is"`
	New   string  `json:"new,omitempty" doc:"The line as it may have been"`
	Text  string  `json:"text" doc:"The whole log with the change"`
	Share float64 `json:"share" doc:"Estimated probability among these changes"`
}

// KriegNode is the document krieg.node/1: one node of the plan of a proof.
type KriegNode struct {
	Schema string     `json:"schema" enum:"krieg.node/1"`
	Case   int        `json:"case" doc:"Index of the announcement, from 0"`
	Node   int        `json:"node"`
	Nodes  int        `json:"nodes" doc:"Number of nodes of the whole plan"`
	Plan   proof.Node `json:"plan"`
	Told   KriegTold  `json:"told"`
	States []string   `json:"states,omitempty" doc:"Possible boards at this node"`
}

// KriegPuzzles is the document krieg.puzzles/1: puzzles without their solutions.
type KriegPuzzles struct {
	Schema  string        `json:"schema" enum:"krieg.puzzles/1"`
	Total   int           `json:"total" doc:"Number of boards that fit; fewer may be listed"`
	Puzzles []KriegPuzzle `json:"puzzles"`
}

// KriegPuzzle is a puzzle: can mate be forced, and how?
type KriegPuzzle struct {
	ID      string             `json:"id"`
	Name    string             `json:"name,omitempty" doc:"Unique name for people"`
	Level   int                `json:"level,omitempty" minimum:"1" maximum:"5" doc:"Difficulty from 1, by moves, boards and the size of the shortest known plan"`
	Rules   string             `json:"rules"`
	Moves   int                `json:"moves" doc:"Number of moves in which mate is forced"`
	Boards  int                `json:"boards" doc:"Number of boards that fit the history"`
	History string             `json:"history" doc:"The player's referee log"`
	Own     string             `json:"own,omitempty" doc:"The player's own men, in Forsyth-Edwards notation"`
	Heat    map[string]float64 `json:"heat,omitempty" doc:"Share of boards with a hidden man on the square, by square"`
}

// Daily returns the index of the puzzle of a day, given the number of puzzles; days count from 1
// January 1970. The web app computes it in the same way.
func Daily(day, puzzles int) int { return ((day % puzzles) + puzzles) % puzzles }
