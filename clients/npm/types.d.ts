// SPDX-License-Identifier: BSD-3-Clause

// Made from the table of verbs by UPDATE=1 go test ./web -run TestNPMTypes. Do not edit.

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

export interface Budget {
  /** Games of an estimate if the exact search does not finish; 0 for no estimate */
  games?: number;
  /** Search exactly if at most this many layouts fit */
  max_layouts?: number;
  /** Memory limit */
  memory_mb?: number;
  /** Limit of positions searched */
  nodes?: number;
  /** Time limit; without nodes the search uses all of it */
  time_ms?: number;
}

export interface Certificate {
  /** Number of boards generated until one needed no guess */
  attempts: number;
  no_guess: boolean;
  /** Whether every move was proved safe by counting all layouts */
  verified_by: "exact";
}

export interface Change {
  /** Difference, between -1 and 1 for one turn */
  by: number;
  /** Estimate: 95% confidence interval */
  ci95?: [number, number];
  kind: "exact" | "estimate";
}

export interface Converted {
  encoding?: "base64";
  format: string;
  schema: "mines.converted/1";
  text: string;
}

export interface DiagAction {
  /** What to do; unknown where a limit ended the search */
  do: "test" | "replace" | "name" | "stop" | "give up" | "unknown";
  /** Test to perform, fault whose part is replaced, or fault that is named */
  what?: string;
}

export interface DiagAdvice {
  /** What to do now */
  action: DiagAction;
  /** Actions that may be best, best first */
  actions?: DiagChoice[];
  /** Possible results of the action */
  answers?: DiagEffect[];
  /** Least expected cost from here */
  cost: DiagBounds;
  /** Whether the time limit ended the work; another machine may get further */
  cut?: boolean;
  /** The cheapest way to end now */
  end: DiagEnd;
  /** Possible faults, most likely first */
  faults: DiagFault[];
  /** Cost of the tests and repairs performed so far */
  paid?: number;
  /** Cost of the action, unless it ends the job */
  price?: number;
  /** Expected saving against ending now */
  saves: number;
  /** Factor by which the price of being wrong was raised to be sure enough */
  scale: number;
  schema: "diag.advice/1";
  /** Readings and failed repairs that were given */
  seen?: string[];
  /** running: a better document follows; partial: a limit was reached; done: complete */
  state: "running" | "partial" | "done";
  /** Chance that the plan does not end with the fault there, or with the wrong one named; if cut, of the plan that ends where the time does; 0 while running */
  sure: number;
}

export interface DiagAdviceQuestion {
  budget?: DiagBudget;
  /** Readings and repairs so far, as TEST=READING or replace FAULT=failed */
  seen?: string[];
  /** Confidence to reach, by raising the price of being wrong; if omitted the table's price decides */
  sure?: number;
  /** CSV table with chances, repairs and the price of being wrong */
  table: string;
}

export interface DiagAnswer {
  chance: number;
  /** Possible faults after this reading */
  left: string[];
  reading: string;
  /** The test to perform next */
  then?: string;
}

export interface DiagBounds {
  /** Relative gap of the bounds */
  gap: number;
  hi: number;
  lo: number;
}

export interface DiagBranch {
  next: DiagStep;
  reading: string;
}

export interface DiagBudget {
  memory_mb?: number;
  /** Limit of sets of faults searched */
  nodes?: number;
  time_ms?: number;
}

export interface DiagCheck {
  /** Groups of faults that no test separates */
  alike?: string[][];
  /** Minimal set of readings that no fault explains */
  conflict?: string[];
  faults: number;
  /** Tests with the same reading for all faults */
  idle?: string[];
  /** Faults that explain them */
  left?: string[];
  schema: "diag.check/1";
  /** Readings that were given */
  seen?: string[];
  tests: number;
}

export interface DiagChoice {
  action: DiagAction;
  cost: DiagBounds;
}

export interface DiagConfusion {
  /** Most that one of the two, equally likely, is taken for the other after every test was performed once */
  most: number;
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
  /** Likeliest faults after it */
  faults?: DiagFault[];
  /** Reading of a test, or works or failed after a replacement */
  result: string;
  then?: DiagAction;
}

export interface DiagEnd {
  action: DiagAction;
  cost: number;
}

export interface DiagEstimate {
  /** Cases in which it was seen */
  cases: number;
  chance: number;
  fault: string;
  /** Upper end of the 95% interval */
  hi: number;
  /** Lower end of the 95% interval */
  lo: number;
  reading?: string;
  /** Omitted for the prior of the fault */
  test?: string;
}

export interface DiagFault {
  chance: number;
  fault: string;
}

export interface DiagGroup {
  /** Prior of the group */
  chance: number;
  faults: string[];
}

export interface DiagImprovement {
  /** Mean chance of another reading than the likeliest one of the fault */
  error: number;
  /** Saving if every error is half as likely */
  half: DiagSaving;
  /** Saving if the test never errs */
  perfect: DiagSaving;
  test: string;
}

export interface DiagLearnQuestion {
  budget?: DiagBudget;
  /** CSV of closed cases: the fault that was found, and the readings that were taken */
  cases: string;
  /** Seed of the drawn tables */
  seed?: number;
  /** CSV table with the faults, tests, readings and prices; its priors and chances are not used */
  table: string;
}

export interface DiagLearned {
  /** Closed cases that were read */
  cases: number;
  /** What was learned about each prior, and each reading of tests that were performed; at most 1,000 */
  cells: DiagEstimate[];
  /** Least expected cost under the learned table */
  cost: DiagBounds;
  /** Whether the time limit ended the work: fewer tables were drawn */
  cut?: boolean;
  /** Tables drawn */
  draws: number;
  schema: "diag.learned/1";
  state: "partial" | "done";
  /** The table with the expected priors and chances */
  table: string;
  /** Least expected cost under all tables drawn from what the cases leave open */
  widened: DiagBounds;
}

export interface DiagMove {
  action: DiagAction;
  /** Chance of getting here */
  chance: number;
  /** Omitted at ends and where the chance is small */
  results?: DiagThen[];
}

export interface DiagNext {
  /** Possible readings of the test */
  answers?: DiagAnswer[];
  /** Least expected cost to find the fault from here */
  cost: DiagCost;
  /** Whether the time limit ended the work; another machine may get further */
  cut?: boolean;
  /** Whether no test could reveal more */
  found?: boolean;
  /** Possible faults, most likely first */
  left: DiagFault[];
  /** Cost of the tests performed so far */
  paid?: number;
  /** Cost of the test, preparation included */
  price?: number;
  schema: "diag.next/1";
  /** Readings that were given */
  seen?: string[];
  state: "partial" | "done";
  /** The test to perform now */
  test?: string;
  /** Informative tests, best first */
  tests?: DiagTest[];
}

export interface DiagPlan {
  /** Least expected cost of any plan */
  cost: DiagCost;
  /** Whether the time limit ended the work; another machine may get further */
  cut?: boolean;
  /** Expected cost of always choosing the test with the most information per cost */
  greedy: DiagSpend;
  /** Expected cost of the plan */
  plan: DiagSpend;
  schema: "diag.plan/1";
  state: "partial" | "done";
  steps: DiagStep;
}

export interface DiagPolicy {
  /** Least expected cost of any plan */
  cost: DiagBounds;
  /** Whether the time limit ended the work; another machine may get further */
  cut?: boolean;
  /** The cheapest way to end at once */
  end: DiagEnd;
  /** Factor by which the price of being wrong was raised to be sure enough */
  scale: number;
  schema: "diag.policy/1";
  state: "partial" | "done";
  steps: DiagMove;
  /** Chance that the plan does not end with the fault there, or with the wrong one named; if cut, of the plan that ends where the time does */
  sure: number;
}

export interface DiagProof {
  /** Whether the independent checker accepted the proof */
  checked: boolean;
  proof?: Plan;
  schema: "diag.proof/1";
  /** The proof as a runbook */
  steps?: DiagStep;
  /** The table that the proof is about, for replays */
  table?: string;
  verdict: "proved" | "disproved" | "unknown";
  /** Limit of tests */
  within: number;
}

export interface DiagProveQuestion {
  budget?: DiagBudget;
  /** CSV table: a line per fault with its prior and the reading of each test */
  table: string;
  within: number;
}

export interface DiagQuestion {
  budget?: DiagBudget;
  /** Readings so far, as TEST=READING */
  seen?: string[];
  /** CSV table: a line per fault with its prior and the reading of each test */
  table: string;
}

export interface DiagReplay {
  /** Number of faults from which the plan was replayed */
  faults: number;
  holds: boolean;
  schema: "diag.replay/1";
  /** Number of pairs of node and fault replayed */
  steps: number;
  /** Reason why it does not hold */
  why?: string;
  /** Limit of tests */
  within: number;
}

export interface DiagReplayQuestion {
  proof: DiagProof;
  /** CSV table: a line per fault with its prior and the reading of each test */
  table: string;
}

export interface DiagReview {
  /** Whether the time limit ended the work: steps may be missing, and bounds wide */
  cut?: boolean;
  /** Expected cost that better choices would have saved, in all steps listed */
  lost: DiagBounds;
  /** Cost of all tests and repairs of the job */
  paid: number;
  schema: "diag.review/1";
  state: "partial" | "done";
  steps: DiagReviewed[];
}

export interface DiagReviewed {
  action: DiagAction;
  /** What should have been done */
  best: DiagAction;
  /** Least expected cost at this point */
  cost: DiagBounds;
  /** The reading or repair, as given */
  did: string;
  /** Expected cost that the best action would have saved */
  lost: DiagBounds;
}

export interface DiagSaving {
  hi: number;
  lo: number;
}

export interface DiagSensitivity {
  /** Least expected cost with the tests as they are */
  cost: DiagBounds;
  /** Whether the time limit ended the work: tests may be missing, and bounds wide */
  cut?: boolean;
  schema: "diag.sensitivity/1";
  state: "partial" | "done";
  /** Tests that err, the one most worth improving first */
  tests: DiagImprovement[];
}

export interface DiagSpend {
  expected: number;
  fraction: string;
  /** The most tests on one way */
  tests: number;
  /** Cost for the most expensive fault */
  worst: number;
}

export interface DiagStep {
  branches?: DiagBranch[];
  /** Possible faults at this node */
  left: string[];
  test?: string;
}

export interface DiagTable {
  faults: DiagTableFault[];
  /** Cost of giving up; omitted if it is not allowed */
  give_up?: number;
  /** erring: diag.advise and diag.policy plan with the table; certain: diag.next and diag.solve */
  kind: "certain" | "erring";
  /** Whether the table has prices of repairs and of being wrong */
  money?: boolean;
  schema: "diag.table/1";
  tests: DiagTableTest[];
}

export interface DiagTableFault {
  fault: string;
  /** Cost of replacing the part and trying; omitted if it cannot be replaced */
  repair?: number;
}

export interface DiagTableQuestion {
  /** CSV table; its tests may err */
  table: string;
}

export interface DiagTableTest {
  /** Cost of the test, without the preparation of its group */
  cost: number;
  /** Words that the test may read */
  readings: string[];
  /** Whether the test errs independently each time */
  repeat?: boolean;
  test: string;
}

export interface DiagTest {
  cost: DiagCost;
  test: string;
}

export interface DiagTestability {
  /** Share of faults that a test distinguishes from none, by prior; omitted without the fault none */
  detected?: number;
  /** Faults that no test distinguishes, the likeliest group first */
  groups?: DiagGroup[];
  /** Share of faults that the tests distinguish from every other fault, by prior */
  isolated: number;
  /** Pairs of faults that are confused most, hardest first */
  pairs?: DiagConfusion[];
  schema: "diag.testability/1";
  /** Proved bounds on the chance of naming a wrong fault after every test was performed once */
  wrong: DiagSaving;
}

export interface DiagThen {
  next?: DiagMove;
  result: string;
}

export interface Fraction {
  den: string;
  /** Exact quotient of two counts */
  kind: "exact";
  num: string;
}

export interface Input {
  /** base64 if the text encodes bytes, as required for mbf */
  encoding?: "base64";
  /** First-click rule, if the text does not contain it */
  first?: "any" | "safe" | "zero";
  /** Format of the text; detected if omitted */
  format?: "board" | "json" | "hand" | "jsm" | "jsm-url" | "mbf";
  /** Number of mines, if the text does not contain it */
  mines?: number;
  /** The position or game, in any format veil reads */
  text: string;
  /** Whether to treat flags as facts */
  trust_flags?: boolean;
}

export interface KriegBelief {
  /** Entropy of the belief in bits, under the assumption in weights; omitted from an estimate */
  bits?: number;
  /** Boards in Forsyth-Edwards notation; fewer than positions if a part was requested */
  boards?: string[];
  /** How the boards were sampled: uniformly from all possible boards, or from a sample by weight, with repetition */
  drawn?: "uniform" | "weighed";
  /** Quality of the sample; omitted if exact */
  estimate?: KriegEstimate;
  events?: KriegStep[];
  /** Index of the first board listed, from 0 */
  from?: number;
  /** Goal of the position, in moves */
  goal?: number;
  /** Weighted share of boards with this kind of man on the square, by kind and square */
  heat?: Record<string, Record<string, number>>;
  /** Badge: exact if all possible boards are known, estimate if a sample */
  kind: "exact" | "estimate";
  me?: "white" | "black";
  /** The player's own men, in Forsyth-Edwards notation; omitted, like to_move, if the sample was lost */
  own?: string;
  /** Number of boards that fit the history; in an estimate, of the sample */
  positions: number;
  rules?: string;
  schema: "krieg.belief/2";
  /** Weight of each board listed; omitted if equal, or if sampled by weight */
  shares?: number[];
  to_move?: "white" | "black";
  /** Possible tries with their expected information */
  tries?: KriegTry[];
  /** Number of boards on which tries were evaluated; if fewer than all, they are estimates */
  tries_of?: number;
  /** What every share assumes: that all positions count the same, the weights that were given, that all sequences of moves that fit count the same, that the opponent moved at random, or that it preferred captures, recaptures and promotions. Which positions are possible assumes nothing */
  weights?: "positions" | "given" | "histories" | "random" | "sensible";
}

export interface KriegBeliefQuestion {
  /** Index of the first board listed */
  from?: number;
  /** Maximum number of boards listed */
  list?: number;
  /** Limit of boards held; if more fit, the answer is an estimate */
  max_boards?: number;
  /** Kinds of men in the heat map; all if omitted */
  piece?: string;
  position: KriegInput;
  /** Number of boards to sample instead */
  sample?: number;
  /** Seed of the boards sampled, and of the estimate if too many fit; 0 counts as 1 for the estimate */
  seed?: number;
  /** Whether to evaluate every try */
  tries?: boolean;
}

export interface KriegBranch {
  boards: number;
  /** Announcement in words */
  heard: string;
  /** Result, if the try ended the game without your win */
  over?: string;
  /** Plies of the mate, or the plies searched */
  plies: number;
  /** Whether the try was refused; it is still your turn */
  refused?: boolean;
  /** Boards, unless too many */
  states?: string[];
  verdict: "mate" | "no mate" | "unknown";
}

export interface KriegBudget {
  memory_mb?: number;
  /** Limit of beliefs expanded */
  nodes?: number;
  /** Limit of hidden states */
  states?: number;
  time_ms?: number;
}

export interface KriegCandidate {
  /** Estimated probability that it is legal */
  legal: number;
  /** Try in coordinates */
  try: string;
  /** Estimated advantage over the average try where it is legal, in pawns */
  value: number;
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
  /** Plan in words, node by node */
  told?: KriegTold[];
  verdict: "mate" | "no mate" | "unknown";
  winnable?: number;
}

export interface KriegCheck {
  boards: number;
  holds: boolean;
  /** Total nodes of plans and refutations */
  nodes: number;
  /** False if the verdict comes from exhaustive search, without certificate */
  proved: boolean;
  schema: "krieg.check/1";
  /** Number of pairs of node and board replayed */
  steps: number;
  verdict: string;
  /** Reason why it does not hold */
  why?: string;
}

export interface KriegCheckQuestion {
  proof: KriegProof;
}

export interface KriegEstimate {
  /** Maximum sample size at each opponent move */
  carried: number;
  /** Number of times no board was left */
  deaths?: number;
  /** Effective sample size before the opponent's last move */
  effective: number;
  /** Whether the sample was lost: boards may exist, but none is known */
  lost?: boolean;
  /** Number of repairs that changed the hidden moves of single boards, which makes their weights unreliable */
  mended?: number;
  /** Number of times the sample was rebuilt from an earlier move because few or no boards were left */
  repairs?: number;
  /** Seed of the sample */
  seed: number;
}

export interface KriegGame {
  black: KriegSeat;
  /** The true game */
  moves?: KriegTruth[];
  /** Result of the game */
  over?: "mate" | "stalemate" | "draw" | "material" | "repetition";
  rules: string;
  schema: "krieg.game/1";
  to_move: "white" | "black";
  white: KriegSeat;
  /** Winner; omitted after a draw */
  winner?: "white" | "black";
}

export interface KriegGameQuestion {
  /** Whether to value every move of the true game on the true board */
  judge?: boolean;
  /** Whether to include the true game; for finished games */
  reveal?: boolean;
  /** Ruleset */
  rules: string;
  /** All tries of both sides in order, refused ones included: moves in coordinates, or any? */
  tries: string[];
}

export interface KriegHeard {
  /** Number of boards on which it may be announced */
  boards: number;
  /** Line as in a referee log */
  heard: string;
  /** Probability under the given weights and a random opponent */
  share: number;
  /** Boards on which it is announced, in the order of the belief; omitted if many */
  which?: number[];
  /** Announcement in words */
  words: string;
}

export interface KriegInput {
  /** Ruleset that replaces that of the position */
  rules?: string;
  /** A position (.ks), a referee log or Kriegspiel PGN */
  text: string;
  /** What every percentage assumes: that all positions count the same, that all sequences of moves that fit do, that the opponent moved at random, or that it preferred captures, recaptures and promotions. Those that a position gives, or positions, if left out */
  weights?: "positions" | "histories" | "random" | "sensible";
}

export interface KriegMate {
  /** Number of boards that fit the history; in an estimate, of the sample */
  boards: number;
  cases: KriegCase[];
  /** Reason why the verdict is unknown */
  cut?: string;
  /** Quality of the sample; omitted if exact */
  estimate?: KriegEstimate;
  /** Address of a search that still runs */
  id?: string;
  /** Badge: exact if all possible boards are known, estimate if a sample. No mate on a sample proves that there is none; a mate on a sample proves nothing */
  kind: "exact" | "estimate";
  me: "white" | "black";
  method: string;
  /** Plies of the mate, or the limit requested */
  moves: number;
  nodes: number;
  /** Whether mate is forced on every board of the sample; the verdict is then unknown */
  on_sample?: boolean;
  /** Limit of plies requested */
  plies: number;
  /** Evidence for the verdict */
  proved_by?: "plan" | "refutation" | "exhaustive search";
  rules: string;
  schema: "krieg.mate/1";
  /** Present only while the search runs */
  state?: "running";
  states: number;
  verdict: "mate" | "no mate" | "unknown";
}

export interface KriegMateQuestion {
  budget?: KriegBudget;
  /** Limit of plies; the goal of the position if omitted */
  plies?: number;
  position: KriegInput;
  /** Seed of the estimate, if too many boards fit; 0 counts as 1 */
  seed?: number;
}

export interface KriegMend {
  /** insert puts the new line before this one */
  do: "replace" | "delete" | "insert";
  /** Line, from 1 */
  line: number;
  /** The line as it may have been */
  new?: string;
  /** The line as it is */
  old?: string;
  /** Estimated probability among these changes */
  share: number;
  /** The whole log with the change */
  text: string;
}

export interface KriegMendQuestion {
  position: KriegInput;
  /** Seed of the boards sampled; 0 counts as 1 */
  seed?: number;
}

export interface KriegMends {
  /** Whether a limit ended the search before every line was doubted */
  cut?: boolean;
  /** Badge: exact if certainly no board fits, estimate if a sample found none */
  kind: "exact" | "estimate";
  /** First line, from 1, after which nothing fits; 0 if the log fits */
  line: number;
  /** Changes, the most likely first, at most one a line */
  mends?: KriegMend[];
  schema: "krieg.mends/1";
}

export interface KriegNamed {
  /** Try in algebraic notation */
  name: string;
  /** Try in coordinates */
  try: string;
}

export interface KriegOutcome {
  announced: string;
  /** Expected information of the try, in bits */
  bits: number;
  boards: number;
  heard: KriegHeard[];
}

export interface KriegPrintQuestion {
  as: "text" | "pgn" | "dot";
  proof: KriegProof;
}

export interface KriegPrinted {
  as: "text" | "pgn" | "dot";
  schema: "krieg.printed/1";
  text: string;
}

export interface KriegProof {
  cases: KriegProved[];
  plies: number;
  /** The player's knowledge: text of a .ks file, referee log or Kriegspiel PGN */
  question: string;
  /** Rules that replace those of the text */
  rules?: string;
  schema: "krieg.proof/1";
  verdict: "mate" | "no mate";
}

export interface KriegProved {
  announced: string;
  boards: number;
  plan?: Plan;
  refutation?: Refutation;
}

export interface KriegSeat {
  /** Lines of the side's referee log */
  heard?: string[];
  /** Number of the opponent's men */
  hidden: number;
  /** Whether the side may ask whether a pawn can capture */
  may_ask?: boolean;
  /** The side's men, as the placement field of Forsyth-Edwards notation */
  own: string;
  /** Tries refused in this turn */
  refused?: string[];
  /** Possible tries */
  tries?: KriegNamed[];
}

export interface KriegStep {
  event: string;
  /** Line of the referee log, from 1 */
  line?: number;
  /** Number of boards after the line */
  positions: number;
  /** Number of earlier boards that the line rules out; unknown if sampled */
  ruled_out: number;
  /** Whether the boards are a sample */
  sampled?: boolean;
}

export interface KriegThinkQuestion {
  /** Whether to include the belief */
  belief?: boolean;
  /** Lines of the side's referee log, from the start of the game */
  heard: string[];
  /** Level from 1, a beginner, to 8; 8 if omitted */
  level?: number;
  me: "white" | "black";
  /** Ruleset */
  rules: string;
  /** Seed of every random choice */
  seed?: number;
  /** Whether to evaluate every try as well */
  teach?: boolean;
}

export interface KriegThought {
  /** Belief, if requested */
  belief?: KriegBelief;
  /** Chosen try in coordinates, or any?; omitted if it is not its turn */
  best?: string;
  me: "white" | "black";
  rules: string;
  schema: "krieg.thought/1";
  /** Method that chose the try: evaluation, mate, table, hunt, guess or only */
  source?: string;
  /** Candidates, best first; omitted if the choice did not need them */
  tries?: KriegCandidate[];
}

export interface KriegTold {
  /** Announcement of each branch */
  heard?: string[];
  remark?: string;
  /** Try in algebraic notation */
  try: string;
}

export interface KriegTruth {
  /** Board after the move, in Forsyth-Edwards notation */
  board: string;
  by: "white" | "black";
  /** Announcement of the referee */
  heard: string;
  /** Number of lines its side had heard before it */
  knew: number;
  /** Move in algebraic notation, from the side's knowledge of the board */
  name: string;
  refused?: boolean;
  /** Try in coordinates, or any? */
  try: string;
  /** Estimated advantage over the average try on the true board, in pawns, if requested; 0 if omitted */
  value?: number;
}

export interface KriegTry {
  /** Expected information, in bits */
  bits: number;
  /** Weighted share of boards on which it is illegal */
  illegal: number;
  /** Number of boards on which it mates at once */
  mates?: number;
  /** Try in algebraic notation */
  name: string;
  /** Number of boards on which it is illegal */
  refused: number;
  /** Try in coordinates */
  try: string;
}

export interface KriegWhatIf {
  /** Announcements after which the game continues */
  branches: KriegBranch[];
  me: "white" | "black";
  /** Try in algebraic notation */
  name: string;
  /** Number of moves in which mate was to be forced, this try included */
  plies: number;
  rules: string;
  schema: "krieg.whatif/1";
  try: string;
  /** Whether mate is still forced */
  verdict: "mate" | "no mate" | "unknown";
  /** Explanation, if it does not hold */
  why?: string;
  /** Number of boards on which the try mates at once */
  won?: number;
}

export interface KriegWhatIfQuestion {
  budget?: KriegBudget;
  me: "white" | "black";
  plies: number;
  rules: string;
  /** Possible boards, numbered as plans and branches refer to them */
  states: string[];
  try: string;
}

export interface KriegWhy {
  cases: KriegOutcome[];
  /** Quality of the sample; omitted if exact */
  estimate?: KriegEstimate;
  /** Badge: exact if all possible boards are known, estimate if a sample */
  kind: "exact" | "estimate";
  rules: string;
  schema: "krieg.why/1";
  try: string;
}

export interface KriegWhyQuestion {
  position: KriegInput;
  /** Seed of the estimate, if too many boards fit; 0 counts as 1 */
  seed?: number;
  /** A move such as e4d5 or exd5, any?, or wait */
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

export interface MinesAnalyseQuestion {
  budget?: Budget;
  /** Additional fields of moves: outcomes (readings of a cell and the value after each), digits (counts of any length) */
  fields?: ("outcomes" | "digits")[];
  /** Winning chances to compute: of all moves (the default), of the best, or none */
  moves?: "all" | "best" | "none";
  position: Input;
  /** Maximum number of moves listed, best first; all if omitted */
  top?: number;
}

export interface MinesAnalysis {
  /** Reason of the recommendation: certainly safe, proved best, highest proved winning chance, better than the policy's move in a paired test, or the policy's move */
  because?: "safe" | "exact" | "bounds" | "tested" | "policy";
  /** Recommended moves, equally good as far as known; empty if there is none */
  best: string[];
  /** Hidden cells that are certainly mines */
  certain_mines: string[];
  /** Whether the time limit ended the work; another machine may get further */
  cut?: boolean;
  engine?: string;
  /** Estimated winning chance if the policy continues after the best move; best play wins at least as often */
  estimate?: Value;
  /** First-click rule */
  first: "any" | "safe" | "zero";
  /** Whether no cell is certainly safe; null if not known */
  forced_guess: boolean | null;
  height: number;
  /** Address of the analysis */
  id?: string;
  /** Number of layouts that fit, and the denominator of fractions without den; missing if not counted */
  layouts?: string;
  /** null if not given */
  mines: number | null;
  /** Hidden cells: safe ones, then by rising risk, then certain mines; with top, the best first */
  moves: MinesMove[];
  /** Reason why there is no exact value */
  not_computed?: string;
  /** Number of moves omitted because of top */
  omitted?: number;
  /** Policy of estimates: opens certainly safe cells, else the lowest risk */
  policy?: "lowest-risk";
  /** The position in its canonical orientation, one name for all mirror images */
  position?: string;
  /** Hidden cells that are certainly safe */
  safe: string[];
  schema: "mines.analysis/2";
  /** Whether every safe cell is open */
  solved: boolean;
  /** running: a better document follows; partial: a larger budget may give more; done: complete */
  state: "running" | "partial" | "done";
  /** Winning chance of best play: exact, bounds, or none if not searched */
  value: Value;
  width: number;
  work?: Work;
  /** Flagged cells that are certainly safe */
  wrong_flags?: string[];
}

export interface MinesBoard {
  certificate?: Certificate;
  /** The first click, already made */
  click?: string;
  engine?: string;
  first: "any" | "safe" | "zero";
  /** Position in the hand format */
  position: string;
  schema: "mines.board/1";
  seed: string;
  size: string;
  /** The board in the format board: its view and where the mines are */
  text: string;
}

export interface MinesCheck {
  consistent: boolean;
  flags: number;
  /** null if not known */
  forced_guess: boolean | null;
  layouts?: string;
  schema: "mines.check/1";
  solved: boolean;
  wrong_flags: number;
}

export interface MinesCheckQuestion {
  position: Input;
}

export interface MinesConvertQuestion {
  input: Input;
  to: "board" | "json" | "hand" | "jsm" | "jsm-url" | "mbf";
}

export interface MinesExplainQuestion {
  budget?: Budget;
  /** Hidden cells, such as r1c3 */
  cells: string[];
  position: Input;
}

export interface MinesExplanation {
  /** Remark about the whole position */
  after?: string;
  cells: MinesStory[];
  /** Reason why one of two cells wins more often */
  contrast?: string;
  schema: "mines.explanation/1";
}

export interface MinesGame {
  /** Limits of each decision */
  budget?: Budget;
  /** A game with its moves */
  game: Input;
  /** If given, documents contain played; that of an earlier document for the same game and budget continues its review */
  played?: MinesPlayed[];
  /** Include the position before each mistake */
  retry?: boolean;
}

export interface MinesGauge {
  /** Moves of the policy */
  best?: string[];
  /** Winning chance given away against the policy; below zero if the move was better */
  cost?: Change;
  /** Winning chance after the turn less its mean over all numbers that the cell could have shown */
  luck?: Change;
  /** Winning chance of the policy before the turn */
  value?: Value;
  /** Verdict on the cost, if it is certainly above zero */
  verdict?: "inaccuracy" | "mistake" | "blunder";
}

export interface MinesGenerateQuestion {
  /** First click; the middle if omitted; none for an untouched board */
  click?: string;
  first?: "any" | "safe" | "zero";
  /** Only a board that can be won without a guess */
  no_guess?: boolean;
  /** Decimal seed; 0 if omitted */
  seed?: string;
  size: string;
  /** Limit of attempts of no_guess */
  tries?: number;
}

export interface MinesHint {
  forced_guess: boolean;
  /** 1 nudge, 2 region, 3 reason, 4 answer */
  level: number;
  schema: "mines.hint/1";
  sentences: Sentence[];
}

export interface MinesHintQuestion {
  /** 1 nudge (the default), 2 region, 3 reason, 4 answer */
  level?: number;
  position: Input;
}

export interface MinesMove {
  /** Row and column from 1, top left first */
  cell: string;
  certain?: "safe" | "mine";
  /** Winning chance if the policy continues after this move */
  estimate?: Value;
  /** Possible readings of the cell */
  outcomes?: MinesOutcome[];
  /** Share of the layouts in which the cell is a mine */
  risk?: Share;
  /** Winning chance of best play after this move: exact or bounds */
  win?: Value;
}

export interface MinesOutcome {
  /** Number of layouts in which the cell shows this */
  count: string;
  shows: number;
  /** Winning chance afterwards */
  then?: Value;
}

export interface MinesPlayed {
  games: number;
  /** Number that the turn's cell shows, if not -1 */
  shows: number;
  /** Position before this turn, counted from 0 */
  turn: number;
  /** Whether each game was also played after the player's move */
  twice?: boolean;
  work: number;
  x: number;
  xx: number;
  xy: number;
  y: number;
  yy: number;
}

export interface MinesReckoning {
  /** Sum of the costs of all turns */
  cost: Change;
  /** Winning chance of best play less that of the policy where exact values begin, if they differ */
  gain?: Change;
  /** Number of games played */
  games: number;
  /** Sum of the luck of all turns */
  luck: Change;
  /** start − cost + luck + gain − result, which is zero but for the errors */
  off: Change;
  /** Policy whose winning chances are estimated; best play wins at least as often */
  policy: string;
  /** 1 if won, 0 if lost, otherwise the winning chance after the last turn */
  result: Change;
  /** Winning chance before the first turn */
  start: Change;
}

export interface MinesReview {
  /** Mean accuracy over the turns of the ledger, in percent */
  accuracy?: number;
  engine?: string;
  /** The whole game by estimates, if not every value is exact */
  estimate?: MinesReckoning;
  /** The ledger covers the turns from this one on, counted from 1; 0 if none */
  exact_from: number;
  first: "any" | "safe" | "zero";
  /** Whether the first click was protected, and so is not a turn */
  first_click?: string;
  height: number;
  id?: string;
  ledger?: LedgerSheet;
  mines: number;
  /** Games played per position, if the question has played */
  played?: MinesPlayed[];
  result: "won" | "lost" | "open";
  schema: "mines.review/1";
  /** partial if a value is not exact */
  state: "running" | "partial" | "done";
  /** Time spent, if the game records it */
  time?: MinesTimes;
  turns: MinesTurn[];
  width: number;
}

export interface MinesStory {
  cell: string;
  certain?: "safe" | "mine";
  /** Whether the proof also needs the number of mines */
  mine_count?: boolean;
  /** A minimal set of numbers that proves it */
  numbers?: string[];
  outcomes?: MinesOutcome[];
  risk?: Fraction;
  rule?: string;
  sentences?: Sentence[];
  win?: Value;
}

export interface MinesTimes {
  /** Turns that opened a certainly safe cell */
  certain: number;
  /** All turns */
  seconds: number;
}

export interface MinesTurn {
  accuracy?: number;
  /** Winning chance of best play after the reading */
  after: Value;
  /** Position before the move, if requested */
  before?: string;
  best: string[];
  cell: string;
  /** Estimates, if not every value of the turn is exact */
  estimate?: MinesGauge;
  given_away?: Fraction;
  /** Number of layouts that fitted before the move */
  layouts: string;
  lowest_risk: Fraction;
  luck?: Fraction;
  move: number;
  risk: Fraction;
  /** Certainly safe cells before the move */
  safe?: string[];
  /** A number, or mine */
  saw: string;
  /** Time since the move before, if the game records it */
  seconds?: number;
  /** Winning chance of best play */
  value: Value;
  verdict?: "inaccuracy" | "mistake" | "blunder";
  /** Winning chance of the move played */
  win: Value;
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

export interface PomdpBudget {
  /** Memory limit; 512 if omitted */
  memory_mb?: number;
  /** Time limit; none if omitted */
  time_ms?: number;
  /** Limit of walks to beliefs where the bounds are far apart; none if omitted */
  walks?: number;
}

export interface PomdpDrawing {
  file: string;
  /** Number of nodes omitted */
  left: number;
  nodes: number;
}

export interface PomdpInfo {
  actions: number;
  /** Number of classes into which observations always divide the states */
  classes: number;
  discount: number;
  /** Smallest expected reward of a step */
  least: number;
  /** Largest expected reward of a step */
  most: number;
  observations: number;
  /** Number of actions over all reachable states */
  outcomes: number;
  /** Number of reachable states */
  reachable: number;
  schema: "pomdp.info/1";
  /** Upper bound on the value of best play: what somebody earns who sees the state */
  seeing?: number;
  /** Number of states in the prior */
  starts: number;
  states: number;
  /** Rows of the file that did not sum to 1 and were scaled, if any */
  warning?: string;
  /** Number of states of the largest class */
  widest: number;
}

export interface PomdpInfoQuestion {
  /** The problem, in the format of pomdp-solve or of PomdpX */
  problem: string;
}

export interface PomdpMove {
  action: string;
  value: Bounds;
}

export interface PomdpPlay {
  /** 95% confidence interval of the mean */
  ci95: [number, number];
  /** Bounds on the value of best play, from the policy file; the policy earns at least the lower bound in expectation */
  claimed: Bounds;
  episodes: number;
  /** The first episode, if it was asked for */
  first: PomdpStep[];
  /** Discounted reward of an episode */
  mean: number;
  schema: "pomdp.play/1";
  seed: number;
  /** Of an episode */
  steps: number;
  /** Rows of the file that did not sum to 1 and were scaled, if any */
  warning?: string;
}

export interface PomdpPlayQuestion {
  budget?: PomdpBudget;
  /** 100 if omitted */
  episodes?: number;
  /** Gap between the bounds at which the search ends; 0.001 if omitted */
  gap?: number;
  /** A policy file, in base64; if omitted, a policy is found first, with gap and budget */
  policy?: string;
  /** The problem, in the format of pomdp-solve or of PomdpX */
  problem: string;
  /** Seed of the episodes; 0 counts as 1 */
  seed?: number;
  /** Include the first episode */
  show?: boolean;
}

export interface PomdpSolution {
  /** Whether the time limit ended the work; another machine may get further */
  cut?: boolean;
  /** The file that its graph was drawn in */
  drawing?: PomdpDrawing;
  /** Gap between the bounds at which the search ends */
  gap: number;
  /** First moves, best first */
  moves: PomdpMove[];
  /** The file that the policy was written to */
  policy?: string;
  schema: "pomdp.solution/1";
  /** done if the bounds are as close as requested */
  state: "partial" | "done";
  /** Expected discounted reward of best play */
  value: Bounds;
  /** Rows of the file that did not sum to 1 and were scaled, if any */
  warning?: string;
  work: PomdpWork;
}

export interface PomdpSolveQuestion {
  budget?: PomdpBudget;
  /** Gap between the bounds at which the search ends; 0.001 if omitted */
  gap?: number;
  /** The problem, in the format of pomdp-solve or of PomdpX */
  problem: string;
}

export interface PomdpStep {
  action: string;
  reward: number;
  seen: string;
}

export interface PomdpWork {
  beliefs: number;
  /** Number of vectors of the policy */
  vectors: number;
  /** Walks from the initial belief to a belief with distant bounds */
  walks: number;
}

export interface Problem {
  advice?: string;
  column?: number;
  /** Numbers that cannot all be right; without any one of them the others can */
  conflict?: string[];
  /** Lines of the input that cannot all be right; the last is in line */
  conflict_lines?: number[];
  detail?: string;
  /** Exit code of the command line */
  exit?: number;
  expected?: string;
  got?: string;
  /** The request */
  instance?: string;
  limit?: string;
  /** Line of the input, from 1 */
  line?: number;
  /** Whether the number of mines is part of the conflict */
  mine_count?: boolean;
  queue_depth?: number;
  /** Reason for the conflict, in sentences */
  reason?: string[];
  report_url?: string;
  /** Data to reproduce an internal error */
  repro?: string;
  /** Seconds until the client may ask again */
  reset?: number;
  schema: "veil.problem/1";
  /** HTTP status */
  status?: number;
  supported?: string[];
  title: string;
  /** Type of problem: a word, or in the HTTP API an address */
  type: string;
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
  /** Hidden cells and marked mines */
  cells: string[];
  /** Open cells */
  numbers: string[];
  text: string;
}

export interface Share {
  /** Denominator, if not the number of layouts that fit */
  den?: string;
  /** Number of layouts that qualify; omitted if longer than 64 digits, unless digits are requested */
  num?: string;
  /** The nearest floating-point number; 0 and 1 only if certain */
  p: number;
}

export interface Value {
  /** Estimate: 95% confidence interval */
  ci95?: [number, number];
  /** Exact: denominator, not reduced; the document's layouts if omitted */
  den?: string;
  /** Bounds: proved upper bound */
  hi?: number;
  /** Badge of the value: exact fraction, proved bounds, estimate, or none if not computed */
  kind: "exact" | "bounds" | "estimate" | "none";
  /** Bounds: proved lower bound */
  lo?: number;
  /** Estimate: sample size */
  n?: number;
  /** Exact: number of hidden states that qualify */
  num?: string;
  /** Estimate: seed of the sample */
  seed?: string;
  /** Winning chance as the nearest floating-point number, for exact values and estimates */
  win?: number;
}

export interface Work {
  /** Number of positions searched */
  nodes: number;
}
