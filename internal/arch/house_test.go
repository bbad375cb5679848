// SPDX-License-Identifier: BSD-3-Clause

package arch_test

import (
	"slices"
	"strings"
)

// room is a package, or all packages that its pattern matches: what it does, and which
// packages of this module its non-test files may import. A * stands for one path element.
type room struct {
	path, job, may string
}

// house lists every package, lowest floor first. The more exact of two rules holds.
// docs/explanation/design.md's list and table are written from it.
var house = []room{
	{".", "the vocabulary: model, belief, value, decision", ""},

	{"internal/batch", "answers a stream of questions on many cores, in order and in bounded memory", ""},
	{"internal/pause", "lets long work give way to other goroutines", ""},
	{"internal/meter", "measures how soon work under a context would notice that it should stop", "internal/pause internal/rusage"},
	{"internal/worst", "searches a space of questions for the one that hurts most", "internal/meter"},
	{"internal/raster", "paints shapes and lines of text on pixels", ""},
	{"internal/rusage", "measures the CPU time and memory of this process", ""},
	{"internal/term", "detects the terminal, its width and colours; draws the progress line", ""},
	{"internal/text", "formats numbers, chances, lists, pages and grids for people", "."},
	{"internal/testsize", "sets the sample sizes of tests; compares stored files", ""},
	{"internal/arch", "holds this table and checks the tree against it", ""},
	{"internal/mutants", "lists faults that the tests must find", ""},
	{"internal/repo", "tests files that are not Go: documents, links, manifests, the threat model", ""},

	{"belief", "estimators: exact set, rejection, Metropolis with and without inheritance, weighted particles", "."},
	{"veiltest", "the contract that every problem passes, for problems outside this module too", "."},

	{"search/optimal", "the exact value of every move, by branch and bound over sets of hidden states", "."},
	{"search/uct", "anytime tree search on the belief MDP", "."},
	{"search/alpha", "bounds and policies for problems with rewards, by point-based backups", ". search/controller"},
	{"search/controller", "plans that say what they earn at least, and their checker, which imports no searcher", "."},
	{"search/identify", "the least expected cost to find out what is hidden, by tests that cost something", "."},
	{"search/troubleshoot", "the cheapest way to mend a machine whose tests err: bounds and plans with tests, repairs and ends", ""},
	{"search/proof", "the proof object, its text and JSON forms, and its checker, which imports no searcher", "."},
	{"search/andor", "guaranteed wins: AND-OR search over beliefs, with plans and refutations", ". search/proof search/andor/internal/game"},
	{"search/andor/baseline", "the searches of the 2005 paper: DFS, PNS, UDB, DUB, DBU, IPNS", ". search/proof search/andor search/andor/internal/game"},
	{"search/andor/internal/game", "what the AND-OR searches share", ". search/proof"},
	{"search/andor/internal/provertest", "small games for tests of provers", ". search/andor search/proof"},

	{"search/resolve", "equilibria of games in which both sides hide something: mixtures on a tree of information sets that grows", ""},
	{"search/resolve/exploit", "best responses and exact values of small games, which share no code with the search", ""},
	{"search/resolve/small", "Kuhn poker, phantom tic-tac-toe, and a Kriegspiel ending on 4×4 squares", ""},

	{"play", "table, player, match, record, and problems by name; actions are text and views are JSON from here on", ". search/proof"},
	{"problems/internal/playtest", "plays episodes for tests of players", "play"},
	{"play/methods", "the players and the prover that every problem gets from the powers of its model", ". belief search/* search/andor/baseline play"},
	{"play/execplayer", "players that are other programs, in a conversation of lines of JSON", "play"},
	{"api", "questions, documents and the table of verbs; limits, progress, the ledger of luck and mistakes", ". search/proof internal/pause"},
	{"api/rpc", "answers a table of verbs in lines of JSON over two streams", "api"},

	{"experiment", "specs, runs, seeds, resume, intervals, paired comparison, sequential tests", ". play experiment/* internal/rusage internal/text"},
	{"experiment/crashfs", "a file system that fails and crashes as a disk may, for tests", "experiment/durable"},
	{"experiment/durable", "files that survive a crash", ""},
	{"experiment/export", "episodes as CSV and Parquet", ""},
	{"experiment/figure", "plots as SVG and PNG", "internal/raster internal/text"},
	{"experiment/stats", "intervals, paired differences and sequential tests", ""},
	{"experiment/values", "the file of exact values of first clicks, which grows and survives a crash", "experiment/durable"},
	{"experiment/farm", "experiments over NATS, on machines that need not be trusted", "experiment experiment/durable experiment/farm/internal/audit"},
	{"experiment/farm/internal/audit", "decides which episodes are played twice", ""},
	{"experiment/farm/internal/attack", "simulates forgers", "experiment/stats experiment/farm/internal/audit"},

	{"mines", "Minesweeper: rules, views, layouts, games, the model for searches", "."},
	{"mines/count", "exact counting, laws, listing and sampling of layouts; the exact belief", ". belief mines"},
	{"mines/notation", "text formats of positions and games", ". mines"},
	{"mines/certcheck", "the second opinion on every certificate (ADR 2)", ""},
	{"mines/explain", "certificates, reasons in words, conflicts, hints", ". mines mines/count mines/certcheck"},
	{"mines/network", "the learned winning chance of a position: features, an integer network, its training", ". mines mines/count"},
	{"mines/heuristic", "policies without search: single point, lowest risk, lookahead, learned value; games in product mode", ". mines mines/count mines/network"},
	{"mines/unavoidable", "guesses that no player can avoid: upper bounds on the best winning chance", "mines"},
	{"mines/minestest", "positions for tests", ". mines"},
	{"mines/recorded", "the games of another program on veil's boards, to compare players with", ""},
	{"mines/analysis", "every question about a position: risks, winning chances, best move, why, hint, review", ". belief search/* search/andor/baseline mines mines/* api internal/text"},
	{"mines/sweepers", "the players and the prover of Minesweeper by name", ". belief search/* search/andor/baseline play play/methods mines mines/* api"},

	{"krieg", "Kriegspiel: rulesets, announcements, histories, state estimation", ". belief krieg/chess"},
	{"krieg/chess", "ordinary chess with bitboards", ""},
	{"krieg/cloud", "a bounded, weighted sample of boards, where the exact belief grows too large", ". krieg krieg/chess"},
	{"krieg/referee", "the game that is played: it knows the true board", ". krieg krieg/chess"},
	{"krieg/selfplay", "games that become problems", ". krieg krieg/referee krieg/chess"},
	{"krieg/ending", "tables of sure wins against an unseen bare king", ". krieg krieg/chess"},
	{"krieg/ending/check", "replays every claim of the tables with the rules of the game; shares no code with retro", ". krieg krieg/ending krieg/chess"},
	{"krieg/ending/minor", "the tables of two bishops, and of bishop and knight, read when they are first needed", "krieg/ending"},
	{"krieg/ending/retro", "builds the tables by retrograde analysis on sets of squares", ". krieg krieg/ending krieg/chess"},
	{"krieg/tactics", "policies without search: tries judged on many boards, the hunt for a bare king, simple players to beat", ". krieg krieg/cloud krieg/chess"},
	{"krieg/subgame", "mixtures of tries that an opponent cannot exploit, on boards and doubles of a sampled belief", ". krieg krieg/chess krieg/cloud krieg/tactics search/resolve"},
	{"krieg/wholegame", "whole games as a model for every search: beliefs, evaluation, an order of tries", ". belief search/uct krieg krieg/chess krieg/cloud krieg/ending krieg/tactics"},
	{"krieg/slip", "what was misheard: single changes of a log after which boards fit it", ". krieg krieg/cloud krieg/chess"},
	{"krieg/deduction", "every question about a history: belief, tries, mate, proof, what was misheard", ". belief search/* krieg krieg/cloud krieg/tactics krieg/slip krieg/ending krieg/ending/check api"},
	{"krieg/engine", "plays whole games: hears the referee, keeps a sample of boards, chooses a try", ". search/andor search/proof krieg krieg/cloud krieg/ending krieg/tactics krieg/deduction"},
	{"krieg/browser/seat", "what one side of a game in the browser thinks, question by question", "krieg krieg/cloud krieg/ending api krieg/deduction krieg/engine"},
	{"krieg/browser/arbiter", "answers for the referee of such a game: what each side hears, the true game at the end", "krieg krieg/referee krieg/tactics api"},
	{"krieg/composed", "the collection of problems and its maker", ". search/andor search/andor/baseline search/proof krieg krieg/selfplay api krieg/deduction"},
	{"krieg/table", "the table of whole games: it runs the referee's game between two players", ". play krieg krieg/referee"},
	{"krieg/contestants", "the players of Kriegspiel by name", ". belief search/* search/andor/baseline play play/execplayer play/methods krieg krieg/table krieg/cloud krieg/ending krieg/ending/minor krieg/tactics krieg/deduction krieg/engine krieg/subgame krieg/composed krieg/wholegame"},
	{"krieg/attackers", "a single problem of Kriegspiel as a problem of play: its players, and proofs of its mate", ". search/* play play/methods krieg krieg/deduction krieg/composed"},

	{"diag", "fault isolation: tables of faults and tests, read from CSV", "."},
	{"diag/isolation", "every question about a machine with a hidden fault: the next test, whole plans, proofs", ". search/andor search/andor/baseline search/identify search/proof search/troubleshoot diag api"},
	{"diag/technicians", "the players of fault isolation by name", ". play play/methods diag diag/isolation"},

	{"problems/tiger", "two doors and a tiger, in 60 lines: examples, tutorial, tests", "."},
	{"problems/rocksample", "a rover that looks for rocks worth sampling", "."},
	{"problems/tag", "a robot that searches a room for a person who evades it", "."},
	{"problems/hallway", "a robot that looks for a goal and does not know where it is", "."},
	{"problems/maintenance", "when to inspect and replace the parts of a machine that wear unseen", "."},
	{"problems/lightdark", "a place on a line, measured well only near a light", "."},
	{"problems/mastermind", "a hidden code that is found by guesses", "."},
	{"problems/battleship", "ships on a grid that are found by shots", "."},
	{"problems/*/*", "the players of each problem by name, in the folder below it", ". belief search/* play play/methods problems/*"},

	{"web", "the HTTP API and the embedded user interface; what answers is handed in as values", "api internal/pause web/engines web/packed web/picture web/server"},
	{"web/server", "plumbing: gate, clients, jobs, events, caches; knows no game", "api web/packed internal/pause"},
	{"web/webtest", "questions and a client for tests of servers", "api"},
	{"web/picture", "positions and icons as PNG, for links to the page", "internal/raster"},
	{"web/engines", "finds, verifies and builds the engines of a program that go install made without them", "web/packed"},
	{"web/packed", "matches compressed files of the page with their sources", ""},

	{"pomdp", "every question about a problem with rewards that is given as a file", ". belief search/alpha problems/* pomdp/* api"},
	{"pomdp/tabular", "problems given as tables", "."},
	{"pomdp/cassandra", "the text format of Cassandra's pomdp-solve, read and written", "pomdp/tabular"},
	{"pomdp/pomdpx", "PomdpX, the XML format of the APPL toolkit, read", "pomdp/tabular pomdp/cassandra"},
	{"pomdp/tableplayers", "the players of problems given as files, by name", ". belief play play/methods pomdp pomdp/tabular"},
	{"cli", "the open door: a program of your own problems and players, in one line", "play play/execplayer cli/frame cli/commands"},
	{"cli/frame", "what every program of commands needs: environment, output, failures, exit codes, help", ". api internal/term internal/text"},
	{"cli/environments", "problems that another program plays step by step: open, reset, step, advise", "api play"},
	{"cli/commands", "the commands that know no problem: exp, farm, serve, play, info, solve, graph, methods, prove", ". search/andor/baseline search/controller search/proof api play play/* experiment experiment/* web web/engines web/server cli/frame internal/term internal/text"},

	{"catalog", "the one list of problems and players", "play mines/sweepers krieg/contestants krieg/attackers diag/technicians problems/*/* pomdp/tableplayers"},

	// search/optimal and search/uct are left out: what to search is decided in the rooms of the problems.
	{"cmd/veil", "the program: one file per command; flags are declared here and in cli/commands, nowhere else", ". internal/* search/andor search/andor/baseline search/proof play api api/rpc experiment experiment/* catalog cli/* mines mines/* krieg krieg/* krieg/ending/* krieg/browser/seat diag diag/* pomdp pomdp/* cmd/veil/internal/* web"},
	{"cmd/veil/internal/assistant", "the verbs as tools of the Model Context Protocol", "api"},
	{"cmd/veil/internal/tui", "Minesweeper in the terminal", ". api mines mines/* internal/text"},
	{"cmd/veil/internal/bot", "plays on kriegspiel.org by its HTTP API; a player, so it never reaches the referee", "krieg krieg/engine"},
	{"cmd/veil/internal/bot/bottest", "a server for the bot's tests", "krieg krieg/referee"},
	{"cmd/veil/internal/protocol", "the engines as a conversation in lines of text; a player, so it never reaches the referee", ". api krieg krieg/ending krieg/chess mines/analysis krieg/engine"},
	{"cmd/veil/internal/skeleton", "writes the first files of a domain, a player or a verb", ""},
	{"cmd/veil/internal/skeleton/sample", "the templates of skeletons: a small problem, a player and a verb, tested like any other", ". play play/methods api cli"},
	{"cmd/veil-wasm", "the engines for browsers", "mines/analysis krieg/deduction krieg/browser/* diag/isolation pomdp krieg/ending api internal/pause"},
	{"cmd/veil-rpc", "veil rpc alone, for packages of other languages", "play api api/rpc catalog cli/environments mines/analysis krieg/deduction krieg/ending krieg/browser/seat diag/isolation pomdp"},
	{"cmd/veil-dev", "one program for the work on veil itself: repro, train, duel, regret, methods, clicks, daily, originals, count, licences", "cmd/veil-dev/internal/*"},
	{"cmd/veil-dev/internal/*", "its commands, one package each", ". internal/* search/andor/baseline play play/execplayer play/methods api experiment experiment/* catalog mines mines/* pomdp pomdp/* search/resolve search/resolve/*"},
	{"cmd/pack", "compresses the files of the page", "web/packed"},

	{"tools/*", "programs for the checks of this repository; their modules are in tools.mod", ""},
}

// wingFloor is the floor of the wings, none of which imports another.
const wingFloor = 5

// floors lists the rooms from the ground up. A package imports from its own room and from lower floors only.
var floors = [][]string{
	{"."},
	{"internal"},
	{"belief", "veiltest"},
	{"search"},
	{"play", "api"},
	{"experiment", "mines", "krieg", "diag", "problems", "web"},
	{"cli", "pomdp"},
	{"catalog"},
	{"cmd"},
}

// roomOf returns the first path element.
func roomOf(pkg string) string {
	first, _, _ := strings.Cut(pkg, "/")
	return first
}

// floorOf returns the floor of a package, or -1 for tools, which are outside the house.
func floorOf(pkg string) int {
	for i, floor := range floors {
		for _, name := range floor {
			if name == roomOf(pkg) {
				return i
			}
		}
	}
	return -1
}

// core packages import the standard library and each other, nothing else.
var core = strings.Fields(". internal belief veiltest search play api mines krieg diag problems pomdp catalog")

// leaves are packages inside the core's rooms that paint, or talk to a terminal or a process.
var leaves = strings.Fields("internal/raster internal/term play/execplayer")

// only lists dependencies that one package keeps to itself.
var only = map[string][]string{
	"github.com/modelcontextprotocol/": {"cmd/veil/internal/assistant"},
	"github.com/nats-io/":              {"experiment/farm"},
	"github.com/prometheus/":           {"experiment/farm", "web/server"},
}

// reach is a package that others may not reach, by however many imports.
type reach struct {
	from, to, why string
}

// unreachable lists what packages are kept from.
var unreachable = slices.Concat(
	// Nobody who chooses a try may know the true board.
	keep(players, "krieg/referee krieg/selfplay krieg/browser/arbiter krieg/table", "it knows what is hidden from players"),
	keep("krieg krieg/chess krieg/ending", "krieg/referee krieg/selfplay krieg/browser/arbiter krieg/table", "the rules do not know the game that is played"),
	// A checker shares no code with what it checks.
	keep("krieg/ending/check", "krieg/ending/retro", "a checker shares no code with what it checks"),
	keep("mines/certcheck", "mines mines/count mines/explain", "a checker shares no code with what it checks"),
	// What works on veil itself needs no page.
	keep("cmd/veil-dev", "web web/server", "it would compile the page first"),
	keep("search/resolve/exploit", "search/resolve", "a checker shares no code with what it checks"),
	keep("search/controller", "search/alpha search/uct belief", "a checker shares no code with what it checks"),
	keep("search/proof", "search/andor search/andor/baseline search/optimal search/uct", "a checker shares no code with what it checks"),
)

// players are the packages that choose a try. krieg/contestants is one too, but opens the table
// (which shows each seat only its own view): it may not import the referee itself.
const players = "krieg/tactics krieg/cloud krieg/subgame krieg/wholegame krieg/engine krieg/browser/seat krieg/deduction cmd/veil/internal/protocol cmd/veil/internal/bot"

func keep(from, to, why string) []reach {
	var rules []reach
	for f := range strings.FieldsSeq(from) {
		for t := range strings.FieldsSeq(to) {
			rules = append(rules, reach{f, t, why})
		}
	}
	return rules
}
