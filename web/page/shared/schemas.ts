// SPDX-License-Identifier: BSD-3-Clause

// The documents of the engine, made from docs/schemas by UPDATE=1 go test ./web -run TestTypes. Do not edit.

export interface Bounds {
  hi: number;
  lo: number;
}

export interface Branch {
  announce: string;
  next: number;
  refused?: boolean;
  reply?: string;
}

export interface Certificate {
  attempts: number; // Boards drawn until one needed no guess
  no_guess: boolean;
  verified_by: "exact"; // Every move was proved safe by counting all layouts
}

export interface Converted {
  encoding?: "base64";
  format: string;
  schema: "mines.converted/1";
  text: string;
}

export interface DiagAnswer {
  chance: number;
  left: string[]; // Faults that are possible then
  reading: string;
  then?: string; // The test to perform next
}

export interface DiagBranch {
  next: DiagStep;
  reading: string;
}

export interface DiagCheck {
  alike?: string[][]; // Faults that no test tells apart
  conflict?: string[]; // Readings that no fault explains together, and none of which can be left out
  faults: number;
  idle?: string[]; // Tests that read the same for all faults
  left?: string[]; // Faults that explain them
  schema: "diag.check/1";
  seen?: string[]; // Readings that were given
  tests: number;
}

export interface DiagCost {
  fraction?: string;
  hi: number;
  kind: "exact" | "bounds";
  lo: number;
}

export interface DiagFault {
  chance: number;
  fault: string;
}

export interface DiagNext {
  answers?: DiagAnswer[]; // What the test may read
  cost: DiagCost; // Least expected cost to find the fault from here
  cut?: boolean; // The clock ended the work: another machine may get further
  found?: boolean; // No test could tell more
  left: DiagFault[]; // Faults that are possible, the most likely first
  paid?: number; // What the tests that were read have cost
  price?: number; // What it costs, with what must be prepared for it
  schema: "diag.next/1";
  seen?: string[]; // Readings that were given
  state: "partial" | "done";
  test?: string; // The test to perform now
  tests?: DiagTest[]; // All that tell something, the best first
}

export interface DiagPlan {
  cost: DiagCost; // Least expected cost of any plan
  cut?: boolean; // The clock ended the work: another machine may get further
  greedy: DiagSpend; // What it costs to choose the test with the most information for its price, each time
  plan: DiagSpend; // What the plan costs
  schema: "diag.plan/1";
  state: "partial" | "done";
  steps: DiagStep;
}

export interface DiagProof {
  checked: boolean; // The proof was replayed by the rules alone
  proof?: Plan;
  schema: "diag.proof/1";
  steps?: DiagStep; // The proof as a runbook
  table?: string; // What it is about
  verdict: "proved" | "disproved" | "unknown";
  within: number; // Tests
}

export interface DiagReplay {
  faults: number; // From which the plan was replayed
  holds: boolean;
  schema: "diag.replay/1";
  steps: number; // Pairs of a node and a fault that were replayed
  why?: string; // Why it does not hold
  within: number; // Tests
}

export interface DiagSpend {
  expected: number;
  fraction: string;
  tests: number; // The most tests on one way
  worst: number; // For the fault that takes longest
}

export interface DiagStep {
  branches?: DiagBranch[];
  left: string[]; // Faults that are possible here
  test?: string;
}

export interface DiagTest {
  cost: DiagCost;
  test: string;
}

export interface Doctor {
  found: Finding[];
  healthy: boolean; // No finding is a problem
  schema: "veil.doctor/1";
}

export interface Finding {
  advice?: string; // What to do, if something is to be done
  detail: string;
  state: "ok" | "note" | "problem";
  what: string;
}

export interface Fraction {
  den: string;
  kind: "exact"; // Always exact: a quotient of two counts
  num: string;
}

export interface KriegBelief {
  bits?: number; // How much is not known, if positions count as weights says; left out of an estimate
  boards?: string[]; // In Forsyth-Edwards notation; fewer than positions if not all were asked for
  drawn?: "uniform" | "weighed"; // How the boards were drawn, if they were: each possible position alike, or those of a sample by their weight, perhaps more than once
  estimate?: KriegEstimate; // How good the sample is; left out if exact
  events?: KriegStep[];
  from?: number; // Number of the first of the boards listed, from 0
  goal?: number; // Mate in so many moves, if the position says so
  heat?: Record<string, Record<string, number>>; // By kind of man and square: the share of the positions with one there, as they are weighed
  kind: "exact" | "estimate"; // Whether all possible positions are known, or a sample of them
  me?: "white" | "black";
  own?: string; // The player's own men, in Forsyth-Edwards notation; left out, as to_move, if the sample was lost
  positions: number; // That fit everything heard, all of them if exact; of an estimate those of the sample
  rules?: string;
  schema: "krieg.belief/2";
  shares?: number[]; // The weight of each board listed; left out if they count the same, or were drawn by weight
  to_move?: "white" | "black";
  tries?: KriegTry[]; // What could be tried, and what it would teach
  tries_of?: number; // On how many positions the tries were looked at; fewer than all make them an estimate
  weights?: "positions" | "given" | "histories" | "random"; // What every share assumes: that all positions count the same, the weights that were given, that all sequences of moves that fit count the same, or that the opponent moved at random. Which positions are possible assumes nothing
}

export interface KriegBranch {
  boards: number;
  heard: string; // In words
  over?: string; // How the game ended, if it did: not in your favour
  plies: number; // Of the mate, or how many were searched
  refused?: boolean; // The try was refused; it is still your turn
  states?: string[]; // The positions, unless they are too many
  verdict: "mate" | "no mate" | "unknown";
}

export interface KriegCandidate {
  legal: number; // The probability that it is legal: an estimate
  try: string; // In coordinates
  value: number; // By how many pawns it is better than the average try where it is legal: an estimate
}

export interface KriegCase {
  all_keys?: boolean;
  announced: string;
  boards: number;
  covered?: number;
  keys?: string[];
  plan?: Plan;
  plies: number;
  refutation?: Refutation;
  told?: KriegTold[]; // The plan in the words of players, node by node
  verdict: "mate" | "no mate" | "unknown";
  winnable?: number;
}

export interface KriegCheck {
  boards: number;
  holds: boolean;
  nodes: number; // Of all plans and refutations
  proved: boolean; // False if the verdict rests on an exhaustive search, of which there is no certificate
  schema: "krieg.check/1";
  steps: number; // Pairs of a node and a position that were replayed
  verdict: string;
  why?: string; // Why it does not hold
}

export interface KriegEnding {
  cases?: KriegEndingCase[]; // What may be heard, and what to try then
  claim?: string[]; // All squares from which the claim wins; it may be more than kings
  ending: "KQK" | "KRK" | "KPK" | "KBBK" | "KBNK";
  kings: string[]; // The squares on which the bare king may be
  me: "white" | "black";
  moves?: number; // Mate follows in at most so many moves: an upper bound
  own: string; // The player's own men, in Forsyth-Edwards notation
  part?: string[]; // If the win is not sure: the squares from which the try and what follows win
  refusals?: number; // After at most so many refusals in this turn
  rules: string;
  schema: "krieg.ending/1";
  try?: string; // What to try, in coordinates; if the win is not sure, what wins from the squares of part
  verdict: "won" | "no sure win" | "unknown"; // won: a checked claim covers every square; no sure win: every try that can be made may lose a man or stalemate; unknown: no claim covers every square, and a win may still be sure
}

export interface KriegEndingCase {
  heard: string; // In the words of the referee log
  kings?: string[]; // Where the bare king may be when it is the player's turn again; none after mate
  moves?: number;
  try?: string;
}

export interface KriegEndingTable {
  beam: number; // How many sets of squares were carried on for each placement
  claims: number;
  ending: string;
  moves: number; // Of those, mate in at most so many moves: an upper bound
  placements: number; // Of the player's men, mirror images counted
  sure: number; // From how many of them the win is sure with nothing known of the bare king; at least
}

export interface KriegEndings {
  endings: KriegEndingTable[];
  schema: "krieg.endings/1";
}

export interface KriegEstimate {
  carried: number; // How many positions are kept at most when the opponent moves; each then leads to some
  deaths?: number; // How often no position was left
  effective: number; // Effective sample size, before the opponent's last move: as many independent positions of equal weight would estimate at least as well
  lost?: boolean; // No position is known, although there may be some
  mended?: number; // How many of the repairs altered the hidden moves of single positions, whose weights then say little
  repairs?: number; // How often the sample was made again from an earlier move, because few or no positions were left
  seed: number; // Of the sample; the same seed gives the same sample
}

export interface KriegGame {
  black: KriegSeat;
  moves?: KriegTruth[]; // The true game
  over?: "mate" | "stalemate" | "draw" | "material" | "repetition"; // How the game ended
  rules: string;
  schema: "krieg.game/1";
  to_move: "white" | "black";
  white: KriegSeat;
  winner?: "white" | "black"; // Left out of a draw
}

export interface KriegHeard {
  boards: number; // On which it can be heard
  heard: string; // As a referee log spells it
  share: number; // Its probability, if positions count as they are weighed and the opponent moves at random
  which?: number[]; // The positions on which it is heard, in the order in which a belief lists them; left out if they are many
  words: string; // As a person would say it
}

export interface KriegMate {
  boards: number; // That fit everything heard, all of them if exact; of an estimate those of the sample
  cases: KriegCase[];
  cut?: string; // Why the verdict is not known
  estimate?: KriegEstimate; // How good the sample is; left out if exact
  id?: string; // Of a search that goes on: where the server keeps it
  kind: "exact" | "estimate"; // Whether all possible positions are known, or a sample of them. No mate on a sample is a proof that there is none; a mate on a sample proves nothing
  me: "white" | "black";
  method: string;
  moves: number; // Of the mate, or how many were asked for
  nodes: number;
  on_sample?: boolean; // Mate is forced on every position of the sample. The plans win from these; the verdict is unknown
  plies: number; // That were asked for
  proved_by?: "plan" | "refutation" | "exhaustive search"; // How the verdict is known
  rules: string;
  schema: "krieg.mate/1";
  state?: "running"; // Only while the search goes on
  states: number;
  verdict: "mate" | "no mate" | "unknown";
}

export interface KriegNamed {
  name: string; // In algebraic notation
  try: string; // In coordinates
}

export interface KriegNode {
  case: number; // Number of the announcement, from 0
  node: number;
  nodes: number; // Of the whole plan
  plan: Node;
  schema: "krieg.node/1";
  states?: string[]; // What is possible here
  told: KriegTold;
}

export interface KriegOutcome {
  announced: string;
  bits: number; // How much the try teaches on average
  boards: number;
  heard: KriegHeard[];
}

export interface KriegPrinted {
  as: "text" | "pgn" | "dot";
  schema: "krieg.printed/1";
  text: string;
}

export interface KriegProof {
  cases: KriegProved[];
  plies: number;
  question: string; // What the player knows: the text of a .ks file, a referee log or Kriegspiel PGN
  rules?: string; // In place of those of the text
  schema: "krieg.proof/1";
  verdict: "mate" | "no mate";
}

export interface KriegProved {
  announced: string;
  boards: number;
  plan?: Plan;
  refutation?: Refutation;
}

export interface KriegPuzzle {
  boards: number; // That fit the history
  heat?: Record<string, number>; // By square: on what share of the boards a hidden man stands there
  history: string; // What the player heard, as a referee log
  id: string;
  level?: number; // How hard it is, from 1: by the moves, the boards and the size of the shortest plan that was found
  moves: number; // In which mate is forced
  name?: string; // For people; no two are alike
  own?: string; // The player's own men, in Forsyth-Edwards notation
  rules: string;
}

export interface KriegPuzzles {
  puzzles: KriegPuzzle[];
  schema: "krieg.puzzles/1";
  total: number; // That fit the question; a list may be a part of them
}

export interface KriegSeat {
  heard?: string[]; // Lines of its referee log
  hidden: number; // How many men the other side has
  may_ask?: boolean; // It may ask whether a pawn can take
  own: string; // Its men, in the placement of Forsyth-Edwards notation
  refused?: string[]; // What was refused in this turn
  tries?: KriegNamed[]; // What it may try now
}

export interface KriegStep {
  event: string;
  line?: number; // Of the referee log, from 1
  positions: number; // After the event
  ruled_out: number; // How many of the positions before it cannot explain what was heard; not known if sampled
  sampled?: boolean; // The positions are those of a sample
}

export interface KriegThought {
  belief?: KriegBelief; // What it holds possible, if the question asks for it; heard out of the end of a game
  best?: string; // What it would try now, in coordinates, or any?; left out if it is not its turn
  me: "white" | "black";
  rules: string;
  schema: "krieg.thought/1";
  source?: string; // What chose it: evaluation, mate, table, hunt, guess or only
  tries?: KriegCandidate[]; // The best first; left out if the choice did not need them
}

export interface KriegTold {
  heard?: string[]; // What is heard on each branch
  remark?: string;
  try: string; // In algebraic notation
}

export interface KriegTruth {
  board: string; // After it, in Forsyth-Edwards notation
  by: "white" | "black";
  heard: string; // What the referee said
  knew: number; // How many lines its side had heard before it
  name: string; // In algebraic notation, as far as its side knew the board
  refused?: boolean;
  try: string; // In coordinates, or any?
}

export interface KriegTry {
  bits: number; // How much it teaches on average
  illegal: number; // The share of the positions on which it is illegal, as they are weighed
  mates?: number; // Positions on which it mates at once
  name: string; // In algebraic notation
  refused: number; // Positions on which it is illegal
  try: string; // In coordinates
}

export interface KriegWhatIf {
  branches: KriegBranch[]; // Everything after which the game goes on
  me: "white" | "black";
  name: string; // In algebraic notation
  plies: number; // In which mate was to be forced, this try among them
  rules: string;
  schema: "krieg.whatif/1";
  try: string;
  verdict: "mate" | "no mate" | "unknown"; // Whether mate is still forced
  why?: string; // In words, if it is not
  won?: number; // Positions on which the try mates at once
}

export interface KriegWhy {
  cases: KriegOutcome[];
  estimate?: KriegEstimate; // How good the sample is; left out if exact
  kind: "exact" | "estimate"; // Whether all possible positions are known, or a sample of them
  rules: string;
  schema: "krieg.why/1";
  try: string;
}

export interface LedgerSheet {
  given_away: Fraction;
  luck: Fraction;
  result: Fraction;
  start: Fraction;
}

export interface Lost {
  answers?: Refuted[];
  belief: number[];
}

export interface MinesAnalysis {
  because?: "safe" | "exact" | "bounds" | "tested" | "policy"; // Why: certainly safe; proved best; the highest proved chance; better than the move of the policy in a paired test; the move of the policy
  best: string[]; // The moves to make, equally good as far as is known; empty if there is none or nothing is known
  certain_mines: string[]; // Hidden and certainly mines
  cut?: boolean; // The clock ended the work: another machine may get further
  engine?: string;
  estimate?: Value; // Estimated chance of winning if the best move is made and the policy plays on; best play wins at least as often
  first: "any" | "safe" | "zero"; // First-click rule
  forced_guess: boolean | null; // Whether no cell is certainly safe; null if not known
  height: number;
  id?: string; // Where the server keeps the analysis
  layouts?: string; // Mine layouts that fit, the denominator of every fraction that has none; missing if they were not counted
  mines: number | null; // null if not given
  moves: MinesMove[]; // Hidden cells: safe ones, then by rising risk, then certain mines; with top, the best first
  not_computed?: string; // Why there is no exact value
  omitted?: number; // Moves that top left out
  policy?: "lowest-risk"; // Who plays on in estimates: opens what is certainly safe, else the lowest risk
  position?: string; // The position in its canonical orientation, one name for all mirror images
  safe: string[]; // Hidden and certainly safe
  schema: "mines.analysis/2";
  solved: boolean; // Every safe cell is open
  state: "running" | "partial" | "done"; // running: a better document follows; partial: a larger budget may tell more; done: nothing more is to be known
  value: Value; // Chance of winning with best play: exact, bounds, or none if it was not searched
  width: number;
  work?: Work;
  wrong_flags?: string[]; // Flagged, but certainly safe
}

export interface MinesBoard {
  certificate?: Certificate;
  click?: string; // The first click, already made
  engine?: string;
  first: "any" | "safe" | "zero";
  position: string; // What a player sees, in the hand form
  schema: "mines.board/1";
  seed: string;
  size: string;
  text: string; // The board in the format board: its view and where the mines are
}

export interface MinesCheck {
  consistent: boolean;
  flags: number;
  forced_guess: boolean | null; // null if not known
  layouts?: string;
  schema: "mines.check/1";
  solved: boolean;
  wrong_flags: number;
}

export interface MinesExplanation {
  after?: string; // What is left to say of the whole position
  cells: MinesStory[];
  contrast?: string; // What makes one of two cells win more often
  schema: "mines.explanation/1";
}

export interface MinesForced {
  opened?: MinesOpened[]; // Openings that lead there: the first click, and cells that are safe in every layout
  refutation: Refutation; // Layouts that are then possible; every hidden cell is a mine in one of them
}

export interface MinesHint {
  forced_guess: boolean;
  level: number; // 1 nudge, 2 region, 3 reason, 4 answer
  schema: "mines.hint/1";
  sentences: Sentence[];
}

export interface MinesMove {
  cell: string; // Row and column from 1, top left first
  certain?: "safe" | "mine";
  estimate?: Value; // Chance of winning if the policy plays on after this move
  outcomes?: MinesOutcome[]; // What the cell may show
  risk?: Share; // Share of the layouts in which the cell is a mine
  win?: Value; // Chance of winning with best play after this move: exact or bounds
}

export interface MinesOpened {
  cell: string;
  shows: number;
}

export interface MinesOutcome {
  count: string; // Layouts in which it does
  shows: number;
  then?: Value; // Chance of winning afterwards
}

export interface MinesProof {
  cut?: string; // Why the verdict is unknown
  guesses?: MinesForced[]; // Where a guess may be forced; one for each first click if that is still to come
  layouts: number; // That fit; 1 before a protected first click, which places the mines
  plan?: Plan; // Which cells to open: it wins in every layout
  position: string; // In the format board
  schema: "mines.proof/1";
  verdict: "no guess" | "guess" | "unknown";
}

export interface MinesReview {
  accuracy?: number; // Mean over the turns of the ledger, in percent
  engine?: string;
  exact_from: number; // The ledger covers the turns from this one on, counted from 1; 0 if none
  first: "any" | "safe" | "zero";
  first_click?: string; // Protected, and so not a turn
  height: number;
  id?: string;
  ledger?: LedgerSheet;
  mines: number;
  result: "won" | "lost" | "open";
  schema: "mines.review/1";
  state: "running" | "partial" | "done"; // partial if some value is not exact
  turns: MinesTurn[];
  width: number;
}

export interface MinesStory {
  cell: string;
  certain?: "safe" | "mine";
  mine_count?: boolean; // The proof also needs the number of mines
  numbers?: string[]; // A minimal set of numbers that proves it
  outcomes?: MinesOutcome[];
  risk?: Fraction;
  rule?: string;
  sentences?: Sentence[];
  win?: Value;
}

export interface MinesTurn {
  accuracy?: number;
  after: Value; // Of best play after the answer
  before?: string; // If asked for: the position before the move
  best: string[];
  cell: string;
  given_away?: Fraction;
  layouts: string; // That fitted before the move
  lowest_risk: Fraction;
  luck?: Fraction;
  move: number;
  risk: Fraction;
  safe?: string[]; // Cells that were certainly safe
  saw: string; // A number, or mine
  value: Value; // Of best play
  verdict?: "inaccuracy" | "mistake" | "blunder";
  win: Value; // Of the move that was played
}

export interface Node {
  belief?: number[];
  count: number;
  replies?: Branch[];
  try: string;
}

export interface Plan {
  nodes: Node[];
  plies: number;
  states?: string[];
}

export interface PomdpDrawing {
  file: string;
  left: number; // Nodes that were left out
  nodes: number;
}

export interface PomdpInfo {
  actions: number;
  classes: number; // Sets of states that observations always tell apart
  discount: number;
  least: number; // Smallest expected reward of a step
  most: number; // Largest expected reward of a step
  observations: number;
  outcomes: number; // Of all actions in all states that can be reached
  reachable: number; // States that can be reached
  schema: "pomdp.info/1";
  starts: number; // States that the prior allows
  states: number;
  widest: number; // States of the largest of them
}

export interface PomdpMove {
  action: string;
  value: Bounds;
}

export interface PomdpPlay {
  ci95: [number, number]; // 95% confidence interval of the mean
  claimed: Bounds; // What the policy says that best play is worth; it earns at least the lower bound in expectation
  episodes: number;
  first: PomdpStep[]; // The first episode, if it was asked for
  mean: number; // Discounted reward of an episode
  schema: "pomdp.play/1";
  seed: number;
  steps: number; // Of an episode
}

export interface PomdpSolution {
  cut?: boolean; // The clock ended the work: another machine may get further
  drawing?: PomdpDrawing; // The file that its graph was drawn in
  gap: number; // How close the bounds were to come
  moves: PomdpMove[]; // First moves, the best first
  policy?: string; // The file that the policy was written to
  schema: "pomdp.solution/1";
  state: "partial" | "done"; // done: the bounds are as close as was asked for
  value: Bounds; // Expected discounted reward of best play
  work: PomdpWork;
}

export interface PomdpStep {
  action: string;
  reward: number;
  seen: string;
}

export interface PomdpWork {
  beliefs: number;
  vectors: number; // Of the policy
  walks: number; // From the first belief to where the bounds were far apart
}

export interface Problem {
  advice?: string;
  column?: number;
  conflict?: string[]; // Numbers that cannot all be right; without any one of them the others can
  conflict_lines?: number[]; // Lines of the input that cannot all be right, the last of them in line
  detail?: string;
  exit?: number; // Exit code of the command line
  expected?: string;
  got?: string;
  instance?: string; // The request
  limit?: string;
  line?: number; // Where in the input, from 1
  mine_count?: boolean; // The number of mines is a part of the conflict
  queue_depth?: number;
  reason?: string[]; // How they clash, in sentences
  report_url?: string;
  repro?: string; // What a maintainer needs to repeat an internal error
  reset?: number; // Seconds until the client may ask again
  schema: "veil.problem/1";
  status?: number; // HTTP status
  supported?: string[];
  title: string;
  type: string; // The sort of problem: a word, or in the HTTP API the address of its explanation
}

export interface Refutation {
  nodes: Lost[];
  plies: number;
  states: string[];
}

export interface Refuted {
  announce: string;
  next: number;
  refused?: boolean;
  reply?: string;
  try: string;
}

export interface Sentence {
  cells: string[]; // Hidden cells and marked mines
  numbers: string[]; // Open cells
  text: string;
}

export interface Share {
  den?: string; // Of so many, if not of all that fit
  num?: string; // Layouts in which it is so; left out if longer than 64 digits, unless digits are asked for
  p: number; // The nearest floating-point number; 0 and 1 only if certain
}

export interface Value {
  ci95?: [number, number]; // Estimate: 95% confidence interval
  den?: string; // Exact: of so many, not reduced; the number of layouts of the document if left out
  hi?: number; // Bounds: proved to be at most this
  kind: "exact" | "bounds" | "estimate" | "none"; // How the value is known: an exact fraction, proved bounds, an estimate, or not computed
  lo?: number; // Bounds: proved to be at least this
  n?: number; // Estimate: sample size
  num?: string; // Exact: hidden states in which it is so
  seed?: string; // Estimate: seed of the sample
  win?: number; // The chance as the nearest floating-point number: of exact values and estimates
}

export interface Version {
  commit?: string; // Of the sources it was built from, if they were a checkout
  date?: string; // Of that commit
  go?: string; // The version of Go it was built with
  lacking?: string[]; // Parts that this build was made without
  modified?: boolean; // The sources had changes that were not committed
  schema: "veil.version/1";
  settings?: Record<string, string>; // Of the build
  system?: string; // What it was built for, such as linux/amd64
  version: string; // A released version, or devel
}

export interface Work {
  nodes: number; // Positions searched
}
