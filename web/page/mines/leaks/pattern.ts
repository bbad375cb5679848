// SPDX-License-Identifier: BSD-3-Clause

// The pattern of a proof: its rule, and its shape however the board is turned.

import { type Position, isHidden, isNumber, neighbours } from "../game/position.js";
import { ONE } from "./account.js";

// Simple is what single numbers prove, each with what the others have proved.
export interface Simple { safe: number[]; mines: ReadonlySet<number> }

export function simpleOf(p: Position): Simple {
  const mines = new Set(p.cells.flatMap((x, c) => (x === "*" ? [c] : [])));
  const safe = new Set<number>();
  const unknown = (c: number) => isHidden(p.cells[c]!) && !mines.has(c) && !safe.has(c);
  for (let news = true; news; ) {
    news = false;
    for (const [c, mark] of p.cells.entries()) {
      if (!isNumber(mark)) continue;
      const around = neighbours(p, c);
      const open = around.filter(unknown);
      const need = Number(mark) - around.filter((n) => mines.has(n)).length;
      if (open.length === 0 || (need !== 0 && need !== open.length)) continue;
      for (const n of open) (need === 0 ? safe : mines).add(n);
      news = true;
    }
  }
  return { safe: [...safe].sort((a, b) => a - b), mines };
}

// Proof is what the engine says of a safe cell.
export interface Proof { rule: string; numbers: number[]; count: boolean }

// sizeOf is how hard a proof is: by its numbers, and harder if it needs the number of mines.
export function sizeOf(p: Proof): number { return p.numbers.length + (p.count ? 100 : 0); }

const MOST = 6; // numbers that are told apart

// patternOf names a proof: of two numbers by what they lack and how they lie, of more by how many they are.
export function patternOf(p: Position, proof: Proof, mines: ReadonlySet<number>): string {
  const { rule, numbers, count } = proof;
  const n = Math.min(MOST, numbers.length);
  if (count) return `count:${Math.max(1, n)}`;
  if (n <= 1) return ONE;
  if (rule === "nested pair" || rule === "shared difference") return pairOf(p, numbers, mines, rule === "nested pair" ? "nested" : "shared");
  return `${rule.startsWith("contradiction") ? "clash" : rule === "all cases" ? "cases" : "chain"}:${n}`;
}

function pairOf(p: Position, [a, b]: number[], mines: ReadonlySet<number>, rule: string): string {
  const lacks = (c: number) => Number(p.cells[c]) - neighbours(p, c).filter((n) => mines.has(n)).length;
  const [x, y] = [Math.abs((a! % p.width) - (b! % p.width)), Math.abs(Math.floor(a! / p.width) - Math.floor(b! / p.width))];
  return `${rule}:${[lacks(a!), lacks(b!)].sort().join("-")}:${Math.max(x, y)}${Math.min(x, y)}`;
}
