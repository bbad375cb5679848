// SPDX-License-Identifier: BSD-3-Clause

// A digest is an analysis made ready to be shown. The worker makes it, because counts have
// hundreds of digits and the page must not wait for arithmetic.

import type { AnalysisDoc, Because, MoveDoc, ShareDoc, ValueDoc } from "../../shared/documents.js";
import { cellOf } from "../game/position.js";
import { down, percent, percentOf, ratio, up } from "../../shared/number.js";

export interface Val {
  kind: "exact" | "bounds" | "estimate" | "none";
  lo: number;
  hi: number;
  at: number; // the value itself; of bounds, the upper one
  text: string; // 57.42, or [56.1, 58.0]
  fraction: string; // 379/660, of exact values
}

export interface MoveInfo {
  cell: number;
  certain?: "safe" | "mine";
  risk: number | null;
  riskText: string; // 25.0
  riskFraction: string;
  win: Val; // proved: exact, bounds or none
  estimate: Val;
  worth: Val; // what to show of the two
  bits: number | null; // expected, of what the cell shows; null if it was not asked for
  dead: boolean; // it can show one thing only
}

export interface Digest {
  schema: "digest";
  state: "running" | "partial" | "done";
  layouts: string | null;
  value: Val; // proved: exact, bounds or none
  estimate: Val;
  games: number; // of the estimate
  worth: Val; // what to show of the two
  best: number[];
  because: Because | null;
  notComputed: string;
  safe: number[];
  mines: number[];
  wrong: number[];
  forced: boolean | null;
  solved: boolean;
  moves: MoveInfo[];
  proved: boolean; // something is proved of the winning chance of every move
  groups: number[][]; // moves that are alike, the best first; without certain mines
}

// isLowest: a guess is recommended for its risk alone, because no winning chance is estimated yet.
export function isLowest(a: Digest): boolean { return a.because === "policy" && a.estimate.kind === "none"; }

export function digest(doc: AnalysisDoc): Digest {
  const cell = (name: string) => cellOf(doc, name) ?? 0;
  const [value, estimate] = [val(doc.value, doc.layouts), val(doc.estimate)];
  const risks = sharing(doc.layouts);
  const best = doc.best.map(cell);
  const moves = doc.moves.map((m) => move(m, cell(m.cell), doc, risks));
  return {
    schema: "digest", state: doc.state, layouts: doc.layouts ?? null, value, estimate, games: doc.estimate?.n ?? 0, worth: shown(value, estimate),
    best, because: doc.because ?? null, notComputed: doc.not_computed ?? "",
    safe: doc.safe.map(cell), mines: doc.certain_mines.map(cell), wrong: (doc.wrong_flags ?? []).map(cell),
    forced: doc.forced_guess, solved: doc.solved, moves,
    proved: value.kind !== "none" && moves.every((x) => x.certain !== undefined || x.win.kind !== "none"), groups: grouped(moves, new Set(best)),
  };
}

const NONE: Val = { kind: "none", lo: 0, hi: 1, at: 0, text: "", fraction: "" };

// val reads a value. A denominator that is left out is the number of layouts.
export function val(v: ValueDoc | undefined, layouts = ""): Val {
  switch (v?.kind) {
    case "exact": {
      const den = v.den ?? layouts;
      return { kind: v.kind, lo: v.win!, hi: v.win!, at: v.win!, text: percent(BigInt(v.num!), BigInt(den), 2), fraction: shortFraction(v.num!, den) };
    }
    case "bounds":
      return { kind: v.kind, lo: v.lo!, hi: v.hi!, at: v.hi!, text: `[${down(v.lo!, 1)}, ${up(v.hi!, 1)}]`, fraction: "" };
    case "estimate": {
      const [lo, hi] = v.ci95!;
      return { kind: v.kind, lo, hi, at: v.win!, text: (v.win! * 100).toFixed(1), fraction: "" };
    }
    default:
      return NONE;
  }
}

// shown is what to show of a value: exact if it is known, else the estimate, else the bounds.
function shown(proved: Val, estimate: Val): Val {
  return proved.kind === "exact" || estimate.kind === "none" ? proved : estimate;
}

// shortFraction leaves out what nobody can read.
function shortFraction(num: string, den: string): string {
  return den.length <= 12 ? `${num}/${den}` : "";
}

function move(m: MoveDoc, cell: number, doc: AnalysisDoc, risks: (s?: ShareDoc) => Risk): MoveInfo {
  const [win, estimate] = [val(m.win, doc.layouts), val(m.estimate)];
  return {
    cell, certain: m.certain, ...risks(m.risk), win, estimate, worth: shown(win, estimate),
    bits: bits(m, doc.layouts), dead: m.certain !== "mine" && m.outcomes?.length === 1,
  };
}

type Risk = Pick<MoveInfo, "risk" | "riskText" | "riskFraction">;

// sharing works out a risk once for all cells that have it.
function sharing(layouts?: string): (s?: ShareDoc) => Risk {
  const known = new Map<string, Risk>();
  return (s) => {
    if (!s) return { risk: null, riskText: "", riskFraction: "" };
    const key = `${s.p} ${s.num} ${s.den}`;
    let r = known.get(key);
    if (!r) known.set(key, (r = riskOf(s, s.den ?? layouts)));
    return r;
  };
}

function riskOf(s: ShareDoc, den?: string): Risk {
  if (!s.num || !den) return { risk: s.p, riskText: percentOf(s.p, 1), riskFraction: "" };
  return { risk: s.p, riskText: percent(BigInt(s.num), BigInt(den), 1), riskFraction: shortFraction(s.num, den) };
}

// bits is the entropy of what opening the cell shows, a mine included.
function bits(m: MoveDoc, layouts?: string): number | null {
  if (!m.outcomes || !m.risk) return m.certain === "mine" ? 0 : null;
  const den = BigInt(m.risk.den ?? layouts ?? "1");
  let sum = 0;
  for (const p of [m.risk.p, ...m.outcomes.map((o) => ratio(BigInt(o.count), den))]) {
    if (p > 0) sum -= p * Math.log2(p);
  }
  return Math.max(0, sum);
}

// grouped puts the moves in the order of what is known of them: the recommended, then by what
// they are worth, bounds after values, then by risk. Moves that are alike in all of this are
// one group.
function grouped(moves: MoveInfo[], best: ReadonlySet<number>): number[][] {
  const known = (x: MoveInfo) => ({ exact: 2, estimate: 2, bounds: 1, none: 0 })[x.worth.kind];
  const order = (a: MoveInfo, b: MoveInfo) =>
    Number(best.has(b.cell)) - Number(best.has(a.cell)) || known(b) - known(a) || b.worth.at - a.worth.at || b.worth.lo - a.worth.lo ||
    a.worth.hi - b.worth.hi || (a.risk ?? 1) - (b.risk ?? 1) || Number(b.certain === "safe") - Number(a.certain === "safe");
  const groups: MoveInfo[][] = [];
  for (const x of moves.filter((m) => m.certain !== "mine").sort((a, b) => order(a, b) || a.cell - b.cell)) {
    const last = groups.at(-1);
    if (last && order(last[0]!, x) === 0) last.push(x);
    else groups.push([x]);
  }
  return groups.map((g) => g.map((x) => x.cell));
}

// rivalOf is the move that a recommendation is compared with: one of the same risk, where the recommended is proved best.
export function rivalOf(a: Digest): number | null {
  if (a.value.kind !== "exact" || a.because !== "exact") return null;
  const risk = a.moves.find((x) => x.cell === a.best[0])?.risk;
  return a.moves.findLast((x) => x.risk === risk && !a.best.includes(x.cell))?.cell ?? null;
}
