// SPDX-License-Identifier: BSD-3-Clause

// The documents of the engine under the names that the page uses.

import type { Converted, MinesAnalysis, MinesBoard, MinesCheck, MinesExplanation, MinesHint, MinesReview, Problem } from "./schemas.js";

export type {
  Converted as ConvertedDoc, Fraction, MinesAnalysis as AnalysisDoc, MinesBoard as BoardDoc, MinesCheck as CheckDoc, MinesExplanation as ExplanationDoc,
  Change as ChangeDoc, MinesHint as HintDoc, MinesMove as MoveDoc, MinesOutcome as OutcomeDoc, MinesReview as ReviewDoc, MinesStory as StoryDoc, MinesTurn as TurnDoc,
  Sentence, Share as ShareDoc, Value as ValueDoc,
} from "./schemas.js";

export type Because = NonNullable<MinesAnalysis["because"]>;


export type ProblemDoc = Problem;

export type AnyDoc = MinesAnalysis | MinesExplanation | MinesHint | MinesCheck | MinesReview | MinesBoard | Converted | ProblemDoc;

// SolutionDoc is api.MinesSolution: the engine of the page answers it, and no server.
export interface SolutionDoc {
  schema: "mines.solution/1";
  board: string;
  click?: string;
  verdict: "no guess" | "guess" | "unknown";
  steps: { cell: string; shows?: number; numbers: string[]; count?: boolean }[];
  position?: string;
  layouts?: string[];
  cut?: string;
  checked: number;
}

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

export interface FarmDoc {
  schema: "veil.farm/1";
  at: string;
  workers: { named: { name: string; playing: number; since: string }[]; anonymous: number; playing: number };
  contributors: { name?: string; people: number; months: { month?: string; episodes: number; cpu_ms: number }[] }[];
  runs: FarmRun[];
  events: { at: string; kind: string; run: string; worker?: boolean; who?: string; detail?: string }[];
}

export interface FarmRun {
  name: string;
  state: string;
  episodes: number;
  wanted: number;
  workers: number;
  rate: number;
  sprt?: TestResult;
  passed: number;
  checked: number;
  figures: Figure[];
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

export interface Figure { name: string; title: string; image: string; data: string; unit?: "chance" | "score" }

export interface Tuned {
  iterations: number;
  wanted: number;
  chains: number;
  settled: boolean;
  flat?: boolean;
  parameters: { name: string; start: number; played: number | null; estimate: Estimate; moving: boolean }[];
  effect: Estimate;
}

export interface Summary {
  episodes: number;
  wanted: number;
  complete: boolean;
  thresholds?: { text: string; value: number | null; passed: boolean }[];
  sprt?: TestResult;
  tuned?: Tuned;
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
  figures: Figure[];
  files: string[];
}
