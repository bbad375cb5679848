// SPDX-License-Identifier: BSD-3-Clause

// A fair game: who hits a mine where no cell was safe is forgiven, and goes on with the mine known. Every risk has its price, hit or not:
// the score is the chance that all of it was survived, so that it does not depend on luck. Who hits a mine where a cell was safe has lost.

import { type Game, type Moment, open, statusOf } from "../game/game.js";
import { type Position, isHidden, isNumber, neighbours } from "../game/position.js";

// Verdict is what the engine says before a click: the cells that are certainly safe, and the risk of each.
export interface Verdict {
  safe: readonly number[];
  risk: (cell: number) => number;
}

export type Judge = (p: Position) => Promise<Verdict>;

// Turn is one cell that was opened.
export interface Turn {
  cell: number;
  ms: number; // since the turn before
  risk: number;
  needless: boolean; // a risk while a cell was safe
  hit: boolean; // a mine
}

// opened are the cells that a click on a cell opens, one after the other: on a number with as many flags, those around it.
export function opened(p: Position, cell: number): number[] {
  const mark = p.cells[cell]!;
  if (mark === ".") return [cell];
  if (!isNumber(mark)) return [];
  const around = neighbours(p, cell);
  return Number(mark) === around.filter((n) => p.cells[n] === "F" || p.cells[n] === "*").length ? around.filter((n) => p.cells[n] === ".") : [];
}

// played opens a cell, and says what it risked.
export async function played(game: Game, judge: Judge, before: Moment, cell: number, ms: number): Promise<{ after: Moment; turn: Turn }> {
  const verdict = await judge(before.position);
  const hit = game.layout[cell]!;
  const risk = verdict.safe.includes(cell) ? 0 : verdict.risk(cell);
  const turn: Turn = { cell, ms, risk, needless: risk > 0 && verdict.safe.length > 0, hit };
  return { after: after(game, before, turn), turn };
}

// after is the moment after a turn that was judged.
export function after(game: Game, before: Moment, turn: Turn): Moment {
  const next = open(game, before, turn.cell);
  return turn.hit && !turn.needless ? { ...next, boom: null } : next;
}

// again plays turns that were judged.
export function again(game: Game, start: Moment, turns: readonly Turn[]): Moment[] {
  const list = [start];
  for (const turn of turns) list.push(after(game, list.at(-1)!, turn));
  return list;
}

// scoreOf is the chance that all risks were survived, and 0 for a game that was lost.
export function scoreOf(turns: readonly Turn[]): number {
  return turns.some((x) => x.hit && x.needless) ? 0 : turns.reduce((all, x) => all * (1 - x.risk), 1);
}

export function guessesOf(turns: readonly Turn[]): number { return turns.filter((x) => x.risk > 0).length; }

export function timeOf(turns: readonly Turn[]): number { return turns.reduce((sum, x) => sum + x.ms, 0); }

// ghost is veil's own game: it opens what is safe, and where nothing is, the next of its guesses.
export async function ghost(game: Game, judge: Judge, start: Moment, guesses: readonly number[]): Promise<{ moments: Moment[]; turns: Turn[] }> {
  const [moments, turns, left]: [Moment[], Turn[], number[]] = [[start], [], [...guesses]];
  while (statusOf(game, moments.at(-1)!) === "open") {
    const verdict = await judge(moments.at(-1)!.position);
    const cells = verdict.safe.length > 0 ? verdict.safe : left.splice(0, 1);
    if (cells.length === 0) break;
    for (const cell of cells) {
      const now = moments.at(-1)!;
      if (!isHidden(now.position.cells[cell]!)) continue; // a zero has opened it
      const step = await played(game, () => Promise.resolve(verdict), now, cell, 0);
      moments.push(step.after);
      turns.push(step.turn);
    }
  }
  return { moments, turns };
}
