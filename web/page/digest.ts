// SPDX-License-Identifier: BSD-3-Clause

// A digest is an analysis made ready to be shown. The worker makes it, because counts have
// hundreds of digits and the page must not wait for arithmetic.

import type { AnalysisDoc, Fraction, MoveDoc, ValueDoc } from "./documents.js";
import { cellOf } from "./position.js";
import { down, percent, ratio, up } from "./number.js";

export interface Val {
  kind: "exact" | "bounds" | "estimate" | "none";
  lo: number;
  hi: number;
  text: string; // 57.42, or [56.1, 58.0]
  fraction: string; // 379/660 of exact values, ±3.7 of estimates
}

export interface MoveInfo {
  cell: number;
  certain?: "safe" | "mine";
  risk: number | null;
  riskText: string; // 25.0
  riskFraction: string;
  win: Val;
  bits: number | null; // expected, of what the cell shows
  dead: boolean; // it can show one thing only
}

export interface Digest {
  schema: "digest";
  state: "running" | "partial" | "done";
  layouts: string | null;
  value: Val;
  notComputed: string;
  safe: number[];
  mines: number[];
  wrong: number[];
  best: number[];
  forced: boolean | null;
  solved: boolean;
  moves: MoveInfo[];
  nodes: number;
}

export function digest(doc: AnalysisDoc): Digest {
  const cell = (name: string) => cellOf(doc, name) ?? 0;
  const share = sharing();
  return {
    schema: "digest", state: doc.state, layouts: doc.layouts ?? null, value: val(doc.value), notComputed: doc.not_computed ?? "",
    safe: doc.safe.map(cell), mines: doc.certain_mines.map(cell), wrong: (doc.wrong_flags ?? []).map(cell),
    best: (doc.best ?? []).map(cell), forced: doc.forced_guess, solved: doc.solved,
    moves: doc.moves.map((m) => move(m, cell(m.cell), share)), nodes: doc.work?.nodes ?? 0,
  };
}

export function val(v: ValueDoc): Val {
  switch (v.kind) {
    case "exact": {
      const [num, den] = [BigInt(v.num!), BigInt(v.den!)];
      return { kind: v.kind, lo: v.win!, hi: v.win!, text: percent(num, den, 2), fraction: shortFraction(v.num!, v.den!) };
    }
    case "bounds":
      return { kind: v.kind, lo: v.lo!, hi: v.hi!, text: `[${down(v.lo!, 1)}, ${up(v.hi!, 1)}]`, fraction: "" };
    case "estimate":
      return { kind: v.kind, lo: v.ci95![0], hi: v.ci95![1], text: (v.win! * 100).toFixed(1), fraction: "±" + up(Math.max(v.win! - v.ci95![0], v.ci95![1] - v.win!), 1) };
    default:
      return { kind: "none", lo: 0, hi: 1, text: "", fraction: "" };
  }
}

// shortFraction leaves out what nobody can read.
function shortFraction(num: string, den: string): string {
  return den.length <= 12 ? `${num}/${den}` : "";
}

function move(m: MoveDoc, cell: number, share: (f: Fraction) => Risk): MoveInfo {
  const r = m.risk ? share(m.risk) : UNKNOWN;
  return {
    cell, certain: m.certain, win: val(m.win), risk: r.risk, riskText: r.riskText, riskFraction: r.riskFraction,
    bits: bits(m, r.num, r.den), dead: m.certain !== "mine" && m.outcomes?.length === 1,
  };
}

interface Risk extends Pick<MoveInfo, "risk" | "riskText" | "riskFraction"> {
  num: bigint;
  den: bigint;
}

const UNKNOWN: Risk = { risk: null, riskText: "", riskFraction: "", num: 0n, den: 1n };

// sharing works out a risk once for all cells that have it.
function sharing(): (f: Fraction) => Risk {
  const known = new Map<string, Risk>();
  return (f) => {
    const key = f.num + "/" + f.den;
    let r = known.get(key);
    if (!r) {
      const [num, den] = [BigInt(f.num), BigInt(f.den)];
      r = { risk: ratio(num, den), riskText: percent(num, den, 1), riskFraction: shortFraction(f.num, f.den), num, den };
      known.set(key, r);
    }
    return r;
  };
}

// bits is the entropy of what opening the cell shows, a mine included.
function bits(m: MoveDoc, mines: bigint, den: bigint): number | null {
  if (!m.outcomes) return m.certain === "mine" ? 0 : null;
  let sum = 0;
  for (const count of [mines, ...m.outcomes.map((o) => BigInt(o.count))]) {
    const p = ratio(count, den);
    if (p > 0) sum -= p * Math.log2(p);
  }
  return Math.max(0, sum);
}
