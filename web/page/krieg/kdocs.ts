// SPDX-License-Identifier: BSD-3-Clause

// The documents about Kriegspiel, as docs/schemas describes them: what the page reads of them.

export type Side = "white" | "black";
export type Verdict = "mate" | "no mate" | "unknown";

// Weights are what percentages assume.
export type Weights = "positions" | "histories" | "random" | "sensible";

export interface StepDoc { event: string; positions: number; ruled_out: number; line?: number; sampled?: boolean }
export interface TryDoc { try: string; name: string; refused: number; mates?: number; illegal: number; bits: number }

export interface EstimateDoc { carried: number; seed: number; effective: number; deaths?: number; repairs?: number; mended?: number; lost?: boolean }

export interface BeliefDoc {
  schema: "krieg.belief/2";
  rules: string;
  me: Side;
  to_move?: Side; // left out, as own and heat, if nothing is known of the game
  positions: number;
  bits?: number;
  kind: "exact" | "estimate";
  estimate?: EstimateDoc;
  heat?: Record<string, Record<string, number>>;
  events?: StepDoc[];
  boards?: string[];
  shares?: number[];
  weights?: Weights | "given";
  own?: string;
  goal?: number;
  tries?: TryDoc[];
  tries_of?: number;
}

export interface HeardDoc { heard: string; words: string; which?: number[]; boards: number; share: number }
export interface WhyDoc { schema: "krieg.why/1"; kind: "exact" | "estimate"; estimate?: EstimateDoc; try: string; cases: { announced: string; boards: number; bits: number; heard: HeardDoc[] }[] }

export interface MendDoc { line: number; do: "replace" | "delete" | "insert"; old?: string; new?: string; text: string; share: number }
export interface MendsDoc { schema: "krieg.mends/1"; kind: "exact" | "estimate"; line: number; mends?: MendDoc[]; cut?: boolean }

export interface PlanDoc {
  plies: number;
  states?: string[];
  nodes: { try: string; count: number; belief?: number[]; replies?: { announce: string; reply?: string; refused?: boolean; next: number }[] }[];
}

export interface CaseDoc {
  announced: string;
  boards: number;
  verdict: Verdict;
  plies: number;
  keys?: string[];
  all_keys?: boolean;
  winnable?: number;
  covered?: number;
  plan?: PlanDoc;
  told?: { try: string; remark?: string; heard?: string[] }[];
  refutation?: { states: string[]; nodes: { belief: number[] }[] };
}

export interface MateDoc {
  schema: "krieg.mate/1";
  kind: "exact" | "estimate";
  estimate?: EstimateDoc;
  on_sample?: boolean;
  rules: string;
  me: Side;
  verdict: Verdict;
  moves: number;
  plies: number;
  proved_by?: string;
  cut?: string;
  boards: number;
  nodes: number;
  states: number;
  cases: CaseDoc[];
}

export interface BranchDoc { heard: string; refused?: boolean; over?: string; verdict: Verdict; plies: number; boards: number; states?: string[] }
export interface WhatIfDoc { schema: "krieg.whatif/1"; me: Side; try: string; name: string; plies: number; verdict: Verdict; won?: number; why?: string; branches: BranchDoc[] }
export interface CheckDoc { schema: "krieg.check/1"; holds: boolean; why?: string; boards: number; nodes: number; steps: number }
export interface PrintedDoc { schema: "krieg.printed/1"; text: string }
export interface Puzzle { id: string; name: string; level: number; rules: string; moves: number; boards: number; history: string; own: string; heat: Record<string, number> }
export interface PuzzlesDoc { schema: "krieg.puzzles/1"; puzzles: Puzzle[] }
