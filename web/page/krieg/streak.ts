// SPDX-License-Identifier: BSD-3-Clause

// Which problems were solved, and on which days the problem of the day was. Days are counted
// from 1 January 1970, in UTC, as everywhere in veil.

import { isName, isWhole, listed, parsed, store, stored } from "../shared/outside.js";
import type { Puzzle } from "./kdocs.js";

export function today(): number { return Math.floor(Date.now() / 86_400_000); }

export function daily(list: Puzzle[], day: number): Puzzle { return list[((day % list.length) + list.length) % list.length]!; }

// streak is how many days in a row were solved, up to today, or yesterday if today is open.
export function streak(days: number[], now: number): number {
  const done = new Set(days);
  let n = 0;
  for (let day = done.has(now) ? now : now - 1; done.has(day); day--) n++;
  return n;
}

const [MOST_PUZZLES, MOST_DAYS] = [2000, 400];

export function solvedPuzzles(): string[] { return listed(parsed(stored("solved")), MOST_PUZZLES, (x): x is string => isName(x)); }

export function solvedDays(): number[] { return listed(parsed(stored("days")), MOST_DAYS, (x): x is number => isWhole(x, 0, 1e6)); }

// solve notes a problem, and the day if it is the day's.
export function solve(id: string, day: number | null): void {
  store("solved", JSON.stringify([...new Set([...solvedPuzzles(), id])].slice(-MOST_PUZZLES)));
  if (day !== null) store("days", JSON.stringify([...new Set([...solvedDays(), day])].slice(-MOST_DAYS)));
}
