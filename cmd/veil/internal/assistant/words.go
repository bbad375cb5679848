// SPDX-License-Identifier: BSD-3-Clause

package assistant

import (
	"strings"

	"github.com/veilplan/veil/api"
)

// guide tells an assistant when to call a tool, what its answer contains, and how its input looks.
type guide struct{ when, example string }

// The inputs of the examples.
const (
	board   = `{"text":"4x4/4\n1...\n....\n....\n....\n"}`
	siege   = `{"text":"ruleset: english\nto move: white\nme:   7R/8/8/8/8/1K6/8/8\nopp:  k@a1\ngoal: mate in 1\n"}`
	hunt    = `{"text":"ruleset: english\nto move: white\nme:   8/8/8/2K5/2N5/8/8/1R6\nopp:  k@*\n"}`
	pump    = `"fault,prior,lamp,hum\ncost,,1,2\nblown fuse,5,off,none\ndead motor,2,on,none\nstuck impeller,2,on,loud\n"`
	erring  = `"fault,prior,lights\nflat battery,5,dim:0.9|bright:0.1\nbad starter,1,bright\n"`
	problem = `"discount: 0.95\nvalues: reward\nstates: left right\nactions: wait open\nobservations: l r\nstart: uniform\nT: wait identity\nT: open uniform\nO: wait : left : l 0.85\nO: wait : left : r 0.15\nO: wait : right : l 0.15\nO: wait : right : r 0.85\nO: open uniform\nR: wait : * : * : * -1\nR: open : left : * : * -10\nR: open : right : * : * 5\n"`
)

// guides has an entry for each verb.
var guides = map[string]guide{ //nolint:gochecknoglobals // constant
	"mines.analysis": {
		"Call it for \"what should I open?\": best cells, the risk of each hidden cell, the winning chance under best play. safe and " +
			"certain_mines are certain. The text is WIDTHxHEIGHT/MINES, then rows of digits for open cells, . hidden, F flag. Cells are rROWcCOLUMN " +
			"from 1. Give top: 3 for a short answer, and moves: \"none\" if only risks matter: that is much faster.",
		`{"position":` + board + `,"top":3}`,
	},
	"mines.explanation": {
		"Call it for \"why is this cell safe, a mine, or risky?\": the reason as sentences and the numbers it rests on.",
		`{"position":` + board + `,"cells":["r1c2"]}`,
	},
	"mines.hint": {
		"Call it if the player wants help without the whole answer. level 1 nudges, 2 names a region, 3 gives the reason, 4 the cell.",
		`{"position":` + board + `,"level":1}`,
	},
	"mines.check": {
		"Call it first if you typed a board from a picture: it finds numbers that contradict each other, and says whether a guess is forced.",
		`{"position":` + board + `}`,
	},
	"mines.review": {
		"Call it for a finished game, with all moves, as a replay file's text: which moves were mistakes, what they cost, and what was luck.", "",
	},
	"mines.board": {
		"Call it to make a board to play or to practise on. The same seed gives the same board; no_guess makes one that logic alone solves.",
		`{"size":"9x9/10","seed":"7"}`,
	},
	"mines.convert": {
		"Call it to write a board for another program or as a link of a web solver.", `{"input":` + board + `,"to":"json"}`,
	},
	"krieg.belief": {
		"Kriegspiel is chess in which you do not see the opponent's men. Call it for \"where can they be?\": the number of boards that fit, and " +
			"the chance of each man on each square. me is your own men in FEN; opp gives the others: k@* is a king anywhere, q|r@e1 a queen or rook on e1.",
		`{"position":` + hunt + `}`,
	},
	"krieg.why": {
		"Call it for \"what would this try tell me?\": every announcement the referee could make, and the boards left after each.",
		`{"position":` + hunt + `,"try":"b1a1"}`,
	},
	"krieg.mate": {
		"Call it for \"can I force mate?\", against every board that fits. The verdict is proved in either direction, or unknown if a limit was " +
			"reached. goal: mate in N in the text, or plies, limits the length. Long proofs are too large to be returned: ask for few moves.",
		`{"position":` + siege + `}`,
	},
	"krieg.whatif": {
		"Call it after krieg_mate for \"and if I try this instead?\". states are boards of that answer.",
		`{"rules":"english","me":"white","states":["7R/8/8/8/8/1K6/8/k7 w - - 0 1"],"try":"h8h1","plies":1}`,
	},
	"krieg.mend": {
		"Call it when no position fits a referee log: the earliest line after which nothing fits, and single changes that make it fit. Tell the " +
			"user these as questions, \"did you mean …?\"; none of them is certain.",
		`{"position":{"text":"ruleset berkeley\\nW e4 yes\\nB moved\\nW d4 no\\n"}}`,
	},
	"krieg.check": {"Call it to check a proof document (krieg.proof/1) by a program that shares no code with the search.", ""},
	"krieg.print": {"Call it to write a proof document as text, PGN or a graph in DOT.", ""},
	"krieg.think": {
		"Call it for \"what should I try?\" in a whole game. heard has the lines of your referee log since the first move, such as " +
			"\"W e2e4 yes tries 0\" and \"B moved tries 0\". best is the try; the values are estimates.",
		`{"rules":"wild16","me":"white","heard":[],"level":2}`,
	},
	"diag.next": {
		"Call it for \"which test next?\" when something is broken and tests do not err. The table is CSV: fault, prior (relative chance), a " +
			"column per test with its reading for each fault, and a line cost. seen lists readings so far. The cost until the fault is found is exact.",
		`{"table":` + pump + `,"seen":["lamp=on"]}`,
	},
	"diag.solve": {"Call it for the whole plan at once: a tree of tests and what to conclude, with the least expected cost.", `{"table":` + pump + `}`},
	"diag.check": {
		"Call it before planning, to see whether the table is readable and which faults its tests cannot distinguish.", `{"table":` + pump + `}`,
	},
	"diag.table": {
		"Call it if you do not know whether the tests of a table err. kind certain: use diag_next and diag_solve; erring: diag_advise and diag_policy.",
		`{"table":` + erring + `}`,
	},
	"diag.advise": {
		"Call it for \"what now?\" when tests can be wrong. A cell is then READING:CHANCE|READING:CHANCE. The answer may be a test, a repair, or to " +
			"name the fault, with the chance of each fault.",
		`{"table":` + erring + `,"seen":["lights=dim"]}`,
	},
	"diag.policy": {"Call it for the whole plan when tests can be wrong.", `{"table":` + erring + `}`},
	"diag.prove": {
		"Call it for a guarantee: is every fault found within this number of tests? The answer contains a proof that diag_replay checks.",
		`{"table":` + pump + `,"within":2}`,
	},
	"diag.replay": {"Call it to check the proof of diag_prove against a table.", ""},
	"diag.review": {
		"Call it after a job: what each step cost, compared with the best one at that moment.", `{"table":` + erring + `,"seen":["lights=dim"]}`,
	},
	"diag.sensitivity": {"Call it for \"which test should we improve?\": what a test would save if it erred less.", `{"table":` + erring + `}`},
	"diag.testability": {"Call it to judge a set of tests: which faults they detect, isolate and confuse.", `{"table":` + pump + `}`},
	"diag.learn": {
		"Call it to estimate priors and error rates from closed cases; the answer contains a table and how uncertain its costs are.",
		`{"table":` + erring + `,"cases":"fault,lights\nflat battery,dim\nbad starter,bright\n"}`,
	},
	"pomdp.info": {
		"Call it to check a problem in the format of pomdp-solve: the number of states, actions and observations.", `{"problem":` + problem + `}`,
	},
	"pomdp.solve": {
		"Call it for the value of best play in a POMDP, as lower and upper bound. Give budget.time_ms, because large problems take long.",
		`{"problem":` + problem + `,"gap":0.5,"budget":{"time_ms":2000}}`,
	},
	"pomdp.play": {
		"Call it to see what a policy earns on average, and with show: true one episode step by step. Without a policy one is found first.",
		`{"problem":` + problem + `,"gap":0.5,"budget":{"time_ms":2000},"episodes":10}`,
	},
}

// Describe returns the description of a verb's tool.
func Describe(v *api.Verb) string {
	g := guides[v.Name]
	text := v.Summary
	if !strings.HasSuffix(text, "?") {
		text += "."
	}
	if g.when != "" {
		text += " " + g.when
	}
	if g.example != "" {
		text += "\nExample: " + g.example
	}
	return text
}

// Example returns a valid question for a verb, or "" if it takes a document of another tool.
func Example(verb string) string { return guides[verb].example }
