// SPDX-License-Identifier: BSD-3-Clause

// The documents of the engine, as docs/schemas describes them: what the page reads of them.

export interface ValueDoc {
  kind: "exact" | "bounds" | "estimate" | "none";
  win?: number;
  num?: string;
  den?: string;
  lo?: number;
  hi?: number;
  ci95?: [number, number];
  n?: number;
}

export interface Fraction {
  num: string;
  den: string;
}

// ShareDoc is an exact share of the layouts. Long counts are left out, and so is a denominator
// that is the number of layouts.
export interface ShareDoc {
  p: number;
  num?: string;
  den?: string;
}

export interface OutcomeDoc {
  shows: number;
  count: string;
  then?: ValueDoc;
}

export interface MoveDoc {
  cell: string;
  certain?: "safe" | "mine";
  risk?: ShareDoc;
  win?: ValueDoc; // exact or bounds
  estimate?: ValueDoc;
  outcomes?: OutcomeDoc[];
}

export type Because = "safe" | "exact" | "bounds" | "tested" | "policy";

export interface AnalysisDoc {
  schema: "mines.analysis/2";
  state: "running" | "partial" | "done";
  width: number;
  height: number;
  mines: number | null;
  layouts?: string;
  best: string[];
  because?: Because;
  value: ValueDoc; // exact, bounds or none
  estimate?: ValueDoc;
  not_computed?: string;
  safe: string[];
  certain_mines: string[];
  wrong_flags?: string[];
  forced_guess: boolean | null;
  solved: boolean;
  moves: MoveDoc[];
  work?: { nodes: number };
}

export interface Sentence {
  text: string;
  cells: string[];
  numbers: string[];
}

export interface StoryDoc {
  cell: string;
  certain?: "safe" | "mine";
  risk?: Fraction;
  win?: ValueDoc;
  outcomes?: OutcomeDoc[];
  numbers?: string[];
  mine_count?: boolean;
  rule?: string;
  sentences?: Sentence[];
}

export interface ExplanationDoc {
  schema: "mines.explanation/1";
  cells: StoryDoc[];
  contrast?: string;
  after?: string;
}

export interface HintDoc {
  schema: "mines.hint/1";
  level: number;
  forced_guess: boolean;
  sentences: Sentence[];
}

export interface CheckDoc {
  schema: "mines.check/1";
  consistent: boolean;
  forced_guess: boolean | null;
  solved: boolean;
}

export interface TurnDoc {
  move: number;
  cell: string;
  saw: string;
  layouts: string;
  risk?: Fraction;
  lowest_risk?: Fraction;
  safe?: string[];
  win: ValueDoc;
  value: ValueDoc;
  best: string[];
  after: ValueDoc;
  given_away?: Fraction;
  luck?: Fraction;
  verdict?: "inaccuracy" | "mistake" | "blunder";
  accuracy?: number;
  before?: string;
}

export interface ReviewDoc {
  schema: "mines.review/1";
  state: string;
  width: number;
  height: number;
  mines: number;
  first: string;
  first_click?: string;
  result: "won" | "lost" | "open";
  turns: TurnDoc[];
  exact_from: number;
  ledger?: { start: Fraction; given_away: Fraction; luck: Fraction; result: Fraction };
  accuracy?: number;
}

export interface BoardDoc {
  schema: "mines.board/1";
  size: string;
  first: string;
  seed: string;
  text: string;
  position: string;
}

export interface ConvertedDoc {
  schema: "mines.converted/1";
  format: string;
  text: string;
  encoding?: "base64";
}

export interface ProblemDoc {
  schema: "veil.problem/1";
  type: string;
  title: string;
  detail?: string;
  line?: number;
  column?: number;
  expected?: string;
  conflict?: string[];
  conflict_lines?: number[];
  mine_count?: boolean;
  reason?: string[];
  advice?: string;
  repro?: string;
}

export type AnyDoc = AnalysisDoc | ExplanationDoc | HintDoc | CheckDoc | ReviewDoc | BoardDoc | ConvertedDoc | ProblemDoc;

// --- experiments ---

export interface RunHead {
  name: string;
  episodes: number;
  wanted: number;
  complete: boolean;
  policies: string[];
  changed: string;
}

export interface RunsDoc {
  schema: "veil.runs/1";
  runs: RunHead[];
}

export interface Estimate {
  value: number | null;
  low: number | null;
  high: number | null;
  n: number;
}

export interface PolicySummary {
  id: string;
  won: number;
  lost: number;
  win_rate: Estimate;
  score: Estimate;
  moves: Estimate;
  guesses: Estimate;
}

export interface PairSummary {
  first: string;
  second: string;
  wins: { first: number; second: number };
  win_diff: Estimate;
  score_diff: Estimate;
  p: number | null;
}

export interface TestResult {
  first: string;
  second: string;
  h0: number;
  h1: number;
  llr: number | null;
  lower: number;
  upper: number;
  verdict: string;
}

export interface Summary {
  episodes: number;
  wanted: number;
  complete: boolean;
  thresholds?: { text: string; value: number | null; passed: boolean }[];
  sprt?: TestResult;
  policies: PolicySummary[];
  pairs?: PairSummary[];
}

export interface RunDoc {
  schema: "veil.run/1";
  name: string;
  changed: string;
  summary: Summary;
  timed: number;
  busy_ms: number;
  paused?: boolean;
  can_pause?: boolean;
  report: string;
  reproduce: string;
  figures: { name: string; title: string; image: string; data: string }[];
  files: string[];
}
