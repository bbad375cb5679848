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
  attempts: number; // Number of boards generated until one needed no guess
  no_guess: boolean;
  verified_by: "exact"; // Whether every move was proved safe by counting all layouts
}

export interface Change {
  by: number; // Difference, between -1 and 1 for one turn
  ci95?: [number, number]; // Estimate: 95% confidence interval
  kind: "exact" | "estimate";
}

export interface Converted {
  encoding?: "base64";
  format: string;
  schema: "mines.converted/1";
  text: string;
}

export interface DiagAction {
  do: "test" | "replace" | "name" | "stop" | "give up" | "unknown"; // What to do; unknown where a limit ended the search
  what?: string; // Test to perform, fault whose part is replaced, or fault that is named
}

export interface DiagAdvice {
  action: DiagAction; // What to do now
  actions?: DiagChoice[]; // Actions that may be best, best first
  answers?: DiagEffect[]; // Possible results of the action
  cost: DiagBounds; // Least expected cost from here
  cut?: boolean; // Whether the time limit ended the work; another machine may get further
  end: DiagEnd; // The cheapest way to end now
  faults: DiagFault[]; // Possible faults, most likely first
  paid?: number; // Cost of the tests and repairs performed so far
  price?: number; // Cost of the action, unless it ends the job
  saves: number; // Expected saving against ending now
  scale: number; // Factor by which the price of being wrong was raised to be sure enough
  schema: "diag.advice/1";
  seen?: string[]; // Readings and failed repairs that were given
  state: "running" | "partial" | "done"; // running: a better document follows; partial: a limit was reached; done: complete
  sure: number; // Chance that the plan does not end with the fault there, or with the wrong one named; if cut, of the plan that ends where the time does; 0 while running
}

export interface DiagAnswer {
  chance: number;
  left: string[]; // Possible faults after this reading
  reading: string;
  then?: string; // The test to perform next
}

export interface DiagBounds {
  gap: number; // Relative gap of the bounds
  hi: number;
  lo: number;
}

export interface DiagBranch {
  next: DiagStep;
  reading: string;
}

export interface DiagCheck {
  alike?: string[][]; // Groups of faults that no test separates
  conflict?: string[]; // Minimal set of readings that no fault explains
  faults: number;
  idle?: string[]; // Tests with the same reading for all faults
  left?: string[]; // Faults that explain them
  schema: "diag.check/1";
  seen?: string[]; // Readings that were given
  tests: number;
}

export interface DiagChoice {
  action: DiagAction;
  cost: DiagBounds;
}

export interface DiagConfusion {
  most: number; // Most that one of the two, equally likely, is taken for the other after every test was performed once
  one: string;
  other: string;
}

export interface DiagCost {
  fraction?: string;
  hi: number;
  kind: "exact" | "bounds";
  lo: number;
}

export interface DiagEffect {
  chance: number;
  faults?: DiagFault[]; // Likeliest faults after it
  result: string; // Reading of a test, or works or failed after a replacement
  then?: DiagAction;
}

export interface DiagEnd {
  action: DiagAction;
  cost: number;
}

export interface DiagEstimate {
  cases: number; // Cases in which it was seen
  chance: number;
  fault: string;
  hi: number; // Upper end of the 95% interval
  lo: number; // Lower end of the 95% interval
  reading?: string;
  test?: string; // Omitted for the prior of the fault
}

export interface DiagFault {
  chance: number;
  fault: string;
}

export interface DiagGroup {
  chance: number; // Prior of the group
  faults: string[];
}

export interface DiagImprovement {
  error: number; // Mean chance of another reading than the likeliest one of the fault
  half: DiagSaving; // Saving if every error is half as likely
  perfect: DiagSaving; // Saving if the test never errs
  test: string;
}

export interface DiagLearned {
  cases: number; // Closed cases that were read
  cells: DiagEstimate[]; // What was learned about each prior, and each reading of tests that were performed; at most 1,000
  cost: DiagBounds; // Least expected cost under the learned table
  cut?: boolean; // Whether the time limit ended the work: fewer tables were drawn
  draws: number; // Tables drawn
  schema: "diag.learned/1";
  state: "partial" | "done";
  table: string; // The table with the expected priors and chances
  widened: DiagBounds; // Least expected cost under all tables drawn from what the cases leave open
}

export interface DiagMove {
  action: DiagAction;
  chance: number; // Chance of getting here
  results?: DiagThen[]; // Omitted at ends and where the chance is small
}

export interface DiagNext {
  answers?: DiagAnswer[]; // Possible readings of the test
  cost: DiagCost; // Least expected cost to find the fault from here
  cut?: boolean; // Whether the time limit ended the work; another machine may get further
  found?: boolean; // Whether no test could reveal more
  left: DiagFault[]; // Possible faults, most likely first
  paid?: number; // Cost of the tests performed so far
  price?: number; // Cost of the test, preparation included
  schema: "diag.next/1";
  seen?: string[]; // Readings that were given
  state: "partial" | "done";
  test?: string; // The test to perform now
  tests?: DiagTest[]; // Informative tests, best first
}

export interface DiagPlan {
  cost: DiagCost; // Least expected cost of any plan
  cut?: boolean; // Whether the time limit ended the work; another machine may get further
  greedy: DiagSpend; // Expected cost of always choosing the test with the most information per cost
  plan: DiagSpend; // Expected cost of the plan
  schema: "diag.plan/1";
  state: "partial" | "done";
  steps: DiagStep;
}

export interface DiagPolicy {
  cost: DiagBounds; // Least expected cost of any plan
  cut?: boolean; // Whether the time limit ended the work; another machine may get further
  end: DiagEnd; // The cheapest way to end at once
  scale: number; // Factor by which the price of being wrong was raised to be sure enough
  schema: "diag.policy/1";
  state: "partial" | "done";
  steps: DiagMove;
  sure: number; // Chance that the plan does not end with the fault there, or with the wrong one named; if cut, of the plan that ends where the time does
}

export interface DiagProof {
  checked: boolean; // Whether the independent checker accepted the proof
  proof?: Plan;
  schema: "diag.proof/1";
  steps?: DiagStep; // The proof as a runbook
  table?: string; // The table that the proof is about, for replays
  verdict: "proved" | "disproved" | "unknown";
  within: number; // Limit of tests
}

export interface DiagReplay {
  faults: number; // Number of faults from which the plan was replayed
  holds: boolean;
  schema: "diag.replay/1";
  steps: number; // Number of pairs of node and fault replayed
  why?: string; // Reason why it does not hold
  within: number; // Limit of tests
}

export interface DiagReview {
  cut?: boolean; // Whether the time limit ended the work: steps may be missing, and bounds wide
  lost: DiagBounds; // Expected cost that better choices would have saved, in all steps listed
  paid: number; // Cost of all tests and repairs of the job
  schema: "diag.review/1";
  state: "partial" | "done";
  steps: DiagReviewed[];
}

export interface DiagReviewed {
  action: DiagAction;
  best: DiagAction; // What should have been done
  cost: DiagBounds; // Least expected cost at this point
  did: string; // The reading or repair, as given
  lost: DiagBounds; // Expected cost that the best action would have saved
}

export interface DiagSaving {
  hi: number;
  lo: number;
}

export interface DiagSensitivity {
  cost: DiagBounds; // Least expected cost with the tests as they are
  cut?: boolean; // Whether the time limit ended the work: tests may be missing, and bounds wide
  schema: "diag.sensitivity/1";
  state: "partial" | "done";
  tests: DiagImprovement[]; // Tests that err, the one most worth improving first
}

export interface DiagSpend {
  expected: number;
  fraction: string;
  tests: number; // The most tests on one way
  worst: number; // Cost for the most expensive fault
}

export interface DiagStep {
  branches?: DiagBranch[];
  left: string[]; // Possible faults at this node
  test?: string;
}

export interface DiagTable {
  faults: DiagTableFault[];
  give_up?: number; // Cost of giving up; omitted if it is not allowed
  kind: "certain" | "erring"; // erring: diag.advise and diag.policy plan with the table; certain: diag.next and diag.solve
  money?: boolean; // Whether the table has prices of repairs and of being wrong
  schema: "diag.table/1";
  tests: DiagTableTest[];
}

export interface DiagTableFault {
  fault: string;
  repair?: number; // Cost of replacing the part and trying; omitted if it cannot be replaced
}

export interface DiagTableTest {
  cost: number; // Cost of the test, without the preparation of its group
  readings: string[]; // Words that the test may read
  repeat?: boolean; // Whether the test errs independently each time
  test: string;
}

export interface DiagTest {
  cost: DiagCost;
  test: string;
}

export interface DiagTestability {
  detected?: number; // Share of faults that a test distinguishes from none, by prior; omitted without the fault none
  groups?: DiagGroup[]; // Faults that no test distinguishes, the likeliest group first
  isolated: number; // Share of faults that the tests distinguish from every other fault, by prior
  pairs?: DiagConfusion[]; // Pairs of faults that are confused most, hardest first
  schema: "diag.testability/1";
  wrong: DiagSaving; // Proved bounds on the chance of naming a wrong fault after every test was performed once
}

export interface DiagThen {
  next?: DiagMove;
  result: string;
}

export interface Doctor {
  found: Finding[];
  healthy: boolean; // Whether no finding is a problem
  schema: "veil.doctor/1";
}

export interface EnvAdvice {
  choices: EnvChoice[]; // Actions that the adviser considered, best first
  schema: "env.advice/1";
}

export interface EnvChoice {
  action: number;
  value: Value; // Expected return from here under best play; in win, lo and hi also for rewards and costs
}

export interface EnvClosed {
  env: number;
  schema: "env.closed/1";
}

export interface EnvOpened {
  actions: string[]; // Every action of any episode; its place is its number
  copies: number;
  discount: number; // Factor on a reward one move later
  domain: string;
  env: number; // Number that the other questions name
  max_moves: number; // Moves after which an episode is truncated
  observations?: string[]; // Every observation of any episode; if omitted, observations are text
  rules: unknown; // Rules with every default filled in
  schema: "env.opened/1";
}

export interface EnvStarted {
  episodes: number[]; // Number of the episode of each copy asked for
  legal?: string[]; // Available actions of each copy as a bitmap in base64: action n is bit n%8 of byte n/8; empty if all are available; omitted if all are for every copy
  schema: "env.started/1";
  views?: unknown[]; // What each player has seen, if views were asked for
}

export interface EnvStepped {
  legal?: string[]; // Available actions, as in env.started/1
  rewards: number[];
  schema: "env.stepped/1";
  seen?: number[]; // Number of each observation; -1 for a new episode; omitted if observations are text
  terminated?: number[]; // Places in this answer of episodes that are over
  texts?: string[]; // Each observation as text, if observations are text; empty for a new episode
  truncated?: number[]; // Places in this answer of episodes that reached max_moves
  views?: unknown[]; // What each player has seen, if views were asked for
}

export interface Finding {
  advice?: string; // Recommended action, if any
  detail: string;
  state: "ok" | "note" | "problem";
  what: string;
}

export interface Fraction {
  den: string;
  kind: "exact"; // Exact quotient of two counts
  num: string;
}

export interface KriegBelief {
  bits?: number; // Entropy of the belief in bits, under the assumption in weights; omitted from an estimate
  boards?: string[]; // Boards in Forsyth-Edwards notation; fewer than positions if a part was requested
  drawn?: "uniform" | "weighed"; // How the boards were sampled: uniformly from all possible boards, or from a sample by weight, with repetition
  estimate?: KriegEstimate; // Quality of the sample; omitted if exact
  events?: KriegStep[];
  from?: number; // Index of the first board listed, from 0
  goal?: number; // Goal of the position, in moves
  heat?: Record<string, Record<string, number>>; // Weighted share of boards with this kind of man on the square, by kind and square
  kind: "exact" | "estimate"; // Badge: exact if all possible boards are known, estimate if a sample
  me?: "white" | "black";
  own?: string; // The player's own men, in Forsyth-Edwards notation; omitted, like to_move, if the sample was lost
  positions: number; // Number of boards that fit the history; in an estimate, of the sample
  rules?: string;
  schema: "krieg.belief/2";
  shares?: number[]; // Weight of each board listed; omitted if equal, or if sampled by weight
  to_move?: "white" | "black";
  tries?: KriegTry[]; // Possible tries with their expected information
  tries_of?: number; // Number of boards on which tries were evaluated; if fewer than all, they are estimates
  weights?: "positions" | "given" | "histories" | "random" | "sensible"; // What every share assumes: that all positions count the same, the weights that were given, that all sequences of moves that fit count the same, that the opponent moved at random, or that it preferred captures, recaptures and promotions. Which positions are possible assumes nothing
}

export interface KriegBranch {
  boards: number;
  heard: string; // Announcement in words
  over?: string; // Result, if the try ended the game without your win
  plies: number; // Plies of the mate, or the plies searched
  refused?: boolean; // Whether the try was refused; it is still your turn
  states?: string[]; // Boards, unless too many
  verdict: "mate" | "no mate" | "unknown";
}

export interface KriegCandidate {
  legal: number; // Estimated probability that it is legal
  try: string; // Try in coordinates
  value: number; // Estimated advantage over the average try where it is legal, in pawns
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
  told?: KriegTold[]; // Plan in words, node by node
  verdict: "mate" | "no mate" | "unknown";
  winnable?: number;
}

export interface KriegCheck {
  boards: number;
  holds: boolean;
  nodes: number; // Total nodes of plans and refutations
  proved: boolean; // False if the verdict comes from exhaustive search, without certificate
  schema: "krieg.check/1";
  steps: number; // Number of pairs of node and board replayed
  verdict: string;
  why?: string; // Reason why it does not hold
}

export interface KriegEnding {
  cases?: KriegEndingCase[]; // Possible announcements, and the next try after each
  claim?: string[]; // All squares from which the claim wins; may include more than kings
  ending: "KQK" | "KRK" | "KPK" | "KBBK" | "KBNK";
  kings: string[]; // Squares where the bare king may be
  me: "white" | "black";
  moves?: number; // Upper bound on the moves until mate
  own: string; // The player's own men, in Forsyth-Edwards notation
  part?: string[]; // Squares from which the plan wins, if the win is not certain
  refusals?: number; // Maximum number of refusals before it in this turn
  rules: string;
  schema: "krieg.ending/1";
  try?: string; // Try in coordinates; if the win is not certain, the try that wins from the squares of part
  verdict: "won" | "no sure win" | "unknown"; // won: a checked claim covers every square; no sure win: every possible try may lose a man or stalemate; unknown: no claim covers every square
}

export interface KriegEndingCase {
  heard: string; // Announcement in the words of the referee log
  kings?: string[]; // Squares of the bare king at the player's next turn; none after mate
  moves?: number;
  try?: string;
}

export interface KriegEndingTable {
  beam: number; // Number of sets of squares kept per placement
  claims: number;
  ending: string;
  moves: number; // Upper bound on the moves until mate from those placements
  placements: number; // Placements of the player's men, mirror images counted
  sure: number; // Lower bound on the placements from which the win is certain wherever the bare king is
}

export interface KriegEndings {
  endings: KriegEndingTable[];
  schema: "krieg.endings/1";
}

export interface KriegEstimate {
  carried: number; // Maximum sample size at each opponent move
  deaths?: number; // Number of times no board was left
  effective: number; // Effective sample size before the opponent's last move
  lost?: boolean; // Whether the sample was lost: boards may exist, but none is known
  mended?: number; // Number of repairs that changed the hidden moves of single boards, which makes their weights unreliable
  repairs?: number; // Number of times the sample was rebuilt from an earlier move because few or no boards were left
  seed: number; // Seed of the sample
}

export interface KriegGame {
  black: KriegSeat;
  moves?: KriegTruth[]; // The true game
  over?: "mate" | "stalemate" | "draw" | "material" | "repetition"; // Result of the game
  rules: string;
  schema: "krieg.game/1";
  to_move: "white" | "black";
  white: KriegSeat;
  winner?: "white" | "black"; // Winner; omitted after a draw
}

export interface KriegHeard {
  boards: number; // Number of boards on which it may be announced
  heard: string; // Line as in a referee log
  share: number; // Probability under the given weights and a random opponent
  which?: number[]; // Boards on which it is announced, in the order of the belief; omitted if many
  words: string; // Announcement in words
}

export interface KriegMate {
  boards: number; // Number of boards that fit the history; in an estimate, of the sample
  cases: KriegCase[];
  cut?: string; // Reason why the verdict is unknown
  estimate?: KriegEstimate; // Quality of the sample; omitted if exact
  id?: string; // Address of a search that still runs
  kind: "exact" | "estimate"; // Badge: exact if all possible boards are known, estimate if a sample. No mate on a sample proves that there is none; a mate on a sample proves nothing
  me: "white" | "black";
  method: string;
  moves: number; // Plies of the mate, or the limit requested
  nodes: number;
  on_sample?: boolean; // Whether mate is forced on every board of the sample; the verdict is then unknown
  plies: number; // Limit of plies requested
  proved_by?: "plan" | "refutation" | "exhaustive search"; // Evidence for the verdict
  rules: string;
  schema: "krieg.mate/1";
  state?: "running"; // Present only while the search runs
  states: number;
  verdict: "mate" | "no mate" | "unknown";
}

export interface KriegMend {
  do: "replace" | "delete" | "insert"; // insert puts the new line before this one
  line: number; // Line, from 1
  new?: string; // The line as it may have been
  old?: string; // The line as it is
  share: number; // Estimated probability among these changes
  text: string; // The whole log with the change
}

export interface KriegMends {
  cut?: boolean; // Whether a limit ended the search before every line was doubted
  kind: "exact" | "estimate"; // Badge: exact if certainly no board fits, estimate if a sample found none
  line: number; // First line, from 1, after which nothing fits; 0 if the log fits
  mends?: KriegMend[]; // Changes, the most likely first, at most one a line
  schema: "krieg.mends/1";
}

export interface KriegNamed {
  name: string; // Try in algebraic notation
  try: string; // Try in coordinates
}

export interface KriegNode {
  case: number; // Index of the announcement, from 0
  node: number;
  nodes: number; // Number of nodes of the whole plan
  plan: Node;
  schema: "krieg.node/1";
  states?: string[]; // Possible boards at this node
  told: KriegTold;
}

export interface KriegOutcome {
  announced: string;
  bits: number; // Expected information of the try, in bits
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
  question: string; // The player's knowledge: text of a .ks file, referee log or Kriegspiel PGN
  rules?: string; // Rules that replace those of the text
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
  boards: number; // Number of boards that fit the history
  heat?: Record<string, number>; // Share of boards with a hidden man on the square, by square
  history: string; // The player's referee log
  id: string;
  level?: number; // Difficulty from 1, by moves, boards and the size of the shortest known plan
  moves: number; // Number of moves in which mate is forced
  name?: string; // Unique name for people
  own?: string; // The player's own men, in Forsyth-Edwards notation
  rules: string;
}

export interface KriegPuzzles {
  puzzles: KriegPuzzle[];
  schema: "krieg.puzzles/1";
  total: number; // Number of boards that fit; fewer may be listed
}

export interface KriegSeat {
  heard?: string[]; // Lines of the side's referee log
  hidden: number; // Number of the opponent's men
  may_ask?: boolean; // Whether the side may ask whether a pawn can capture
  own: string; // The side's men, as the placement field of Forsyth-Edwards notation
  refused?: string[]; // Tries refused in this turn
  tries?: KriegNamed[]; // Possible tries
}

export interface KriegStep {
  event: string;
  line?: number; // Line of the referee log, from 1
  positions: number; // Number of boards after the line
  ruled_out: number; // Number of earlier boards that the line rules out; unknown if sampled
  sampled?: boolean; // Whether the boards are a sample
}

export interface KriegThought {
  belief?: KriegBelief; // Belief, if requested
  best?: string; // Chosen try in coordinates, or any?; omitted if it is not its turn
  me: "white" | "black";
  rules: string;
  schema: "krieg.thought/1";
  source?: string; // Method that chose the try: evaluation, mate, table, hunt, guess or only
  tries?: KriegCandidate[]; // Candidates, best first; omitted if the choice did not need them
}

export interface KriegTold {
  heard?: string[]; // Announcement of each branch
  remark?: string;
  try: string; // Try in algebraic notation
}

export interface KriegTruth {
  board: string; // Board after the move, in Forsyth-Edwards notation
  by: "white" | "black";
  heard: string; // Announcement of the referee
  knew: number; // Number of lines its side had heard before it
  name: string; // Move in algebraic notation, from the side's knowledge of the board
  refused?: boolean;
  try: string; // Try in coordinates, or any?
  value?: number; // Estimated advantage over the average try on the true board, in pawns, if requested; 0 if omitted
}

export interface KriegTry {
  bits: number; // Expected information, in bits
  illegal: number; // Weighted share of boards on which it is illegal
  mates?: number; // Number of boards on which it mates at once
  name: string; // Try in algebraic notation
  refused: number; // Number of boards on which it is illegal
  try: string; // Try in coordinates
}

export interface KriegWhatIf {
  branches: KriegBranch[]; // Announcements after which the game continues
  me: "white" | "black";
  name: string; // Try in algebraic notation
  plies: number; // Number of moves in which mate was to be forced, this try included
  rules: string;
  schema: "krieg.whatif/1";
  try: string;
  verdict: "mate" | "no mate" | "unknown"; // Whether mate is still forced
  why?: string; // Explanation, if it does not hold
  won?: number; // Number of boards on which the try mates at once
}

export interface KriegWhy {
  cases: KriegOutcome[];
  estimate?: KriegEstimate; // Quality of the sample; omitted if exact
  kind: "exact" | "estimate"; // Badge: exact if all possible boards are known, estimate if a sample
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
  because?: "safe" | "exact" | "bounds" | "tested" | "policy"; // Reason of the recommendation: certainly safe, proved best, highest proved winning chance, better than the policy's move in a paired test, or the policy's move
  best: string[]; // Recommended moves, equally good as far as known; empty if there is none
  certain_mines: string[]; // Hidden cells that are certainly mines
  cut?: boolean; // Whether the time limit ended the work; another machine may get further
  engine?: string;
  estimate?: Value; // Estimated winning chance if the policy continues after the best move; best play wins at least as often
  first: "any" | "safe" | "zero"; // First-click rule
  forced_guess: boolean | null; // Whether no cell is certainly safe; null if not known
  height: number;
  id?: string; // Address of the analysis
  layouts?: string; // Number of layouts that fit, and the denominator of fractions without den; missing if not counted
  mines: number | null; // null if not given
  moves: MinesMove[]; // Hidden cells: safe ones, then by rising risk, then certain mines; with top, the best first
  not_computed?: string; // Reason why there is no exact value
  omitted?: number; // Number of moves omitted because of top
  policy?: "lowest-risk"; // Policy of estimates: opens certainly safe cells, else the lowest risk
  position?: string; // The position in its canonical orientation, one name for all mirror images
  safe: string[]; // Hidden cells that are certainly safe
  schema: "mines.analysis/2";
  solved: boolean; // Whether every safe cell is open
  state: "running" | "partial" | "done"; // running: a better document follows; partial: a larger budget may give more; done: complete
  value: Value; // Winning chance of best play: exact, bounds, or none if not searched
  width: number;
  work?: Work;
  wrong_flags?: string[]; // Flagged cells that are certainly safe
}

export interface MinesBoard {
  certificate?: Certificate;
  click?: string; // The first click, already made
  engine?: string;
  first: "any" | "safe" | "zero";
  position: string; // Position in the hand format
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
  after?: string; // Remark about the whole position
  cells: MinesStory[];
  contrast?: string; // Reason why one of two cells wins more often
  schema: "mines.explanation/1";
}

export interface MinesForced {
  opened?: MinesOpened[]; // Openings that lead there: the first click, and cells that are safe in every layout
  refutation: Refutation; // Possible layouts after these openings; every hidden cell is a mine in one of them
}

export interface MinesGauge {
  best?: string[]; // Moves of the policy
  cost?: Change; // Winning chance given away against the policy; below zero if the move was better
  luck?: Change; // Winning chance after the turn less its mean over all numbers that the cell could have shown
  value?: Value; // Winning chance of the policy before the turn
  verdict?: "inaccuracy" | "mistake" | "blunder"; // Verdict on the cost, if it is certainly above zero
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
  estimate?: Value; // Winning chance if the policy continues after this move
  outcomes?: MinesOutcome[]; // Possible readings of the cell
  risk?: Share; // Share of the layouts in which the cell is a mine
  win?: Value; // Winning chance of best play after this move: exact or bounds
}

export interface MinesOpened {
  cell: string;
  shows: number;
}

export interface MinesOutcome {
  count: string; // Number of layouts in which the cell shows this
  shows: number;
  then?: Value; // Winning chance afterwards
}

export interface MinesPlayed {
  games: number;
  shows: number; // Number that the turn's cell shows, if not -1
  turn: number; // Position before this turn, counted from 0
  twice?: boolean; // Whether each game was also played after the player's move
  work: number;
  x: number;
  xx: number;
  xy: number;
  y: number;
  yy: number;
}

export interface MinesProof {
  cut?: string; // Reason why the verdict is unknown
  guesses?: MinesForced[]; // Openings after which a guess may be forced; one per first click on an untouched board
  layouts: number; // Number of layouts that fit; 1 before a protected first click, which places the mines
  plan?: Plan; // Plan that wins in every layout
  position: string; // Position in the format board
  schema: "mines.proof/1";
  verdict: "no guess" | "guess" | "unknown";
}

export interface MinesReckoning {
  cost: Change; // Sum of the costs of all turns
  gain?: Change; // Winning chance of best play less that of the policy where exact values begin, if they differ
  games: number; // Number of games played
  luck: Change; // Sum of the luck of all turns
  off: Change; // start − cost + luck + gain − result, which is zero but for the errors
  policy: string; // Policy whose winning chances are estimated; best play wins at least as often
  result: Change; // 1 if won, 0 if lost, otherwise the winning chance after the last turn
  start: Change; // Winning chance before the first turn
}

export interface MinesReview {
  accuracy?: number; // Mean accuracy over the turns of the ledger, in percent
  engine?: string;
  estimate?: MinesReckoning; // The whole game by estimates, if not every value is exact
  exact_from: number; // The ledger covers the turns from this one on, counted from 1; 0 if none
  first: "any" | "safe" | "zero";
  first_click?: string; // Whether the first click was protected, and so is not a turn
  height: number;
  id?: string;
  ledger?: LedgerSheet;
  mines: number;
  played?: MinesPlayed[]; // Games played per position, if the question has played
  result: "won" | "lost" | "open";
  schema: "mines.review/1";
  state: "running" | "partial" | "done"; // partial if a value is not exact
  time?: MinesTimes; // Time spent, if the game records it
  turns: MinesTurn[];
  width: number;
}

export interface MinesStory {
  cell: string;
  certain?: "safe" | "mine";
  mine_count?: boolean; // Whether the proof also needs the number of mines
  numbers?: string[]; // A minimal set of numbers that proves it
  outcomes?: MinesOutcome[];
  risk?: Fraction;
  rule?: string;
  sentences?: Sentence[];
  win?: Value;
}

export interface MinesTimes {
  certain: number; // Turns that opened a certainly safe cell
  seconds: number; // All turns
}

export interface MinesTurn {
  accuracy?: number;
  after: Value; // Winning chance of best play after the reading
  before?: string; // Position before the move, if requested
  best: string[];
  cell: string;
  estimate?: MinesGauge; // Estimates, if not every value of the turn is exact
  given_away?: Fraction;
  layouts: string; // Number of layouts that fitted before the move
  lowest_risk: Fraction;
  luck?: Fraction;
  move: number;
  risk: Fraction;
  safe?: string[]; // Certainly safe cells before the move
  saw: string; // A number, or mine
  seconds?: number; // Time since the move before, if the game records it
  value: Value; // Winning chance of best play
  verdict?: "inaccuracy" | "mistake" | "blunder";
  win: Value; // Winning chance of the move played
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
  left: number; // Number of nodes omitted
  nodes: number;
}

export interface PomdpInfo {
  actions: number;
  classes: number; // Number of classes into which observations always divide the states
  discount: number;
  least: number; // Smallest expected reward of a step
  most: number; // Largest expected reward of a step
  observations: number;
  outcomes: number; // Number of actions over all reachable states
  reachable: number; // Number of reachable states
  schema: "pomdp.info/1";
  seeing?: number; // Upper bound on the value of best play: what somebody earns who sees the state
  starts: number; // Number of states in the prior
  states: number;
  warning?: string; // Rows of the file that did not sum to 1 and were scaled, if any
  widest: number; // Number of states of the largest class
}

export interface PomdpMove {
  action: string;
  value: Bounds;
}

export interface PomdpPlay {
  ci95: [number, number]; // 95% confidence interval of the mean
  claimed: Bounds; // Bounds on the value of best play, from the policy file; the policy earns at least the lower bound in expectation
  episodes: number;
  first: PomdpStep[]; // The first episode, if it was asked for
  mean: number; // Discounted reward of an episode
  schema: "pomdp.play/1";
  seed: number;
  steps: number; // Of an episode
  warning?: string; // Rows of the file that did not sum to 1 and were scaled, if any
}

export interface PomdpSolution {
  cut?: boolean; // Whether the time limit ended the work; another machine may get further
  drawing?: PomdpDrawing; // The file that its graph was drawn in
  gap: number; // Gap between the bounds at which the search ends
  moves: PomdpMove[]; // First moves, best first
  policy?: string; // The file that the policy was written to
  schema: "pomdp.solution/1";
  state: "partial" | "done"; // done if the bounds are as close as requested
  value: Bounds; // Expected discounted reward of best play
  warning?: string; // Rows of the file that did not sum to 1 and were scaled, if any
  work: PomdpWork;
}

export interface PomdpStep {
  action: string;
  reward: number;
  seen: string;
}

export interface PomdpWork {
  beliefs: number;
  vectors: number; // Number of vectors of the policy
  walks: number; // Walks from the initial belief to a belief with distant bounds
}

export interface Problem {
  advice?: string;
  column?: number;
  conflict?: string[]; // Numbers that cannot all be right; without any one of them the others can
  conflict_lines?: number[]; // Lines of the input that cannot all be right; the last is in line
  detail?: string;
  exit?: number; // Exit code of the command line
  expected?: string;
  got?: string;
  instance?: string; // The request
  limit?: string;
  line?: number; // Line of the input, from 1
  mine_count?: boolean; // Whether the number of mines is part of the conflict
  queue_depth?: number;
  reason?: string[]; // Reason for the conflict, in sentences
  report_url?: string;
  repro?: string; // Data to reproduce an internal error
  reset?: number; // Seconds until the client may ask again
  schema: "veil.problem/1";
  status?: number; // HTTP status
  supported?: string[];
  title: string;
  type: string; // Type of problem: a word, or in the HTTP API an address
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
  den?: string; // Denominator, if not the number of layouts that fit
  num?: string; // Number of layouts that qualify; omitted if longer than 64 digits, unless digits are requested
  p: number; // The nearest floating-point number; 0 and 1 only if certain
}

export interface Value {
  ci95?: [number, number]; // Estimate: 95% confidence interval
  den?: string; // Exact: denominator, not reduced; the document's layouts if omitted
  hi?: number; // Bounds: proved upper bound
  kind: "exact" | "bounds" | "estimate" | "none"; // Badge of the value: exact fraction, proved bounds, estimate, or none if not computed
  lo?: number; // Bounds: proved lower bound
  n?: number; // Estimate: sample size
  num?: string; // Exact: number of hidden states that qualify
  seed?: string; // Estimate: seed of the sample
  win?: number; // Winning chance as the nearest floating-point number, for exact values and estimates
}

export interface Version {
  commit?: string; // Commit of the sources, if built from a checkout
  date?: string; // Date of that commit
  go?: string; // The version of Go it was built with
  lacking?: string[]; // Parts omitted from this build
  modified?: boolean; // Whether the sources had uncommitted changes
  schema: "veil.version/1";
  settings?: Record<string, string>; // Of the build
  system?: string; // Platform, e.g. linux/amd64
  version: string; // A released version, or devel
}

export interface Work {
  nodes: number; // Number of positions searched
}
