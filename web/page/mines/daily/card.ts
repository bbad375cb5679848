// SPDX-License-Identifier: BSD-3-Clause

// A card says how a board of the day went, and has the game to show it: 1~2026-11-18~fair~w~312~3k.ya-3j.rs, that is the version, day, kind, result,
// thousandths of the score, then each cell with the milliseconds before it in base 36. It is in the part of the address that no server gets to see.

import { own } from "../../shared/outside.js";
import { type Game, type Moment, statusOf } from "../game/game.js";
import { HEIGHT, KINDS, type Kind, WIDTH, numberOf } from "./list.js";
import { type Judge, type Turn, played, scoreOf } from "./sitting.js";

export interface Card {
  day: string;
  kind: Kind;
  won: boolean;
  score: number; // in thousandths
  steps: { cell: number; ms: number }[];
}

const MOST_MS = 86_400_000;

export function thousandths(score: number): number { return Math.round(1000 * score); }

export function cardOf(day: string, kind: Kind, turns: readonly Turn[], won: boolean): Card {
  return { day, kind, won, score: thousandths(won ? scoreOf(turns) : 0), steps: turns.map(({ cell, ms }) => ({ cell, ms })) };
}

export function writeCard(c: Card): string {
  return ["1", c.day, c.kind, c.won ? "w" : "l", c.score, c.steps.map((s) => `${s.cell.toString(36)}.${s.ms.toString(36)}`).join("-")].join("~");
}

export function isCard(hash: string): boolean { return hash.startsWith("#card="); }

// readCard is null if the card is damaged.
export function readCard(hash: string): Card | null {
  const m = /^#card=1~([\d-]{10})~(\w+)~([wl])~(\d{1,4})~([0-9a-z]{1,2}\.[0-9a-z]{1,6}(?:-[0-9a-z]{1,2}\.[0-9a-z]{1,6})*)$/.exec(hash);
  if (!m || numberOf(m[1]!) === null || !KINDS.includes(m[2] as Kind)) return null;
  const steps = m[5]!.split("-").map((s) => s.split(".").map((x) => parseInt(x, 36))).map(([cell, ms]) => ({ cell: cell!, ms: ms! }));
  const fine = steps.length <= WIDTH * HEIGHT && steps.every((s) => s.cell < WIDTH * HEIGHT && s.ms <= MOST_MS);
  return fine ? { day: m[1]!, kind: m[2] as Kind, won: m[3] === "w", score: Number(m[4]), steps } : null;
}

export type Refused = "step" | "end" | "result" | "score";

// checked plays the game of a card again on the board of its day. What it finds is the game, or why the card is refused.
export async function checked(card: Card, game: Game, judge: Judge, start: Moment): Promise<{ moments: Moment[]; turns: Turn[] } | Refused> {
  const [moments, turns]: [Moment[], Turn[]] = [[start], []];
  for (const { cell, ms } of card.steps) {
    const now = moments.at(-1)!;
    if (statusOf(game, now) !== "open" || now.position.cells[cell] !== ".") return "step";
    const { after, turn } = await played(game, judge, now, cell, ms);
    moments.push(after);
    turns.push(turn);
  }
  const status = statusOf(game, moments.at(-1)!);
  if (status === "open") return "end";
  if ((status === "won") !== card.won) return "result";
  return thousandths(card.won ? scoreOf(turns) : 0) === card.score ? { moments, turns } : "score";
}

// Results are how the boards of the day went on this device.
export type Results = Readonly<Record<string, string>>; // by day and kind: the card

export function resultOf(all: Results, day: string, kind: Kind): Card | null {
  const key = `${day} ${kind}`;
  return own(all, key) ? readCard("#card=" + all[key]) : null;
}
