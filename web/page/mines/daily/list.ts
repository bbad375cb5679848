// SPDX-License-Identifier: BSD-3-Clause

// The boards of the day: which day has which. The list was made and proved once, and never changes; it has seeds and no mines, and
// whoever wants to can draw the boards from them.

import { fields, isFields, isName } from "../../shared/outside.js";
import { cellOf } from "../game/position.js";

export const KINDS = ["no_guess", "fair"] as const;
export type Kind = (typeof KINDS)[number];

export const WIDTH = 9, HEIGHT = 15, MINES = 27;

export interface Entry {
  kind: Kind;
  day: string; // 2026-11-18
  seed: string;
  click: number; // the opening
  guesses: number[]; // that veil makes
}

export interface Daily {
  start: number; // the day of the first board, counted from 1970
  click: number;
  seeds: Record<Kind, number[]>;
  guesses: number[][]; // of the fair boards
}

export type Choice = Kind | "any";

// Shown is what is on the board. Of a board of the day it knows the entry, of veil's game and of cards more.
export interface Shown {
  entry: Entry | null;
  card: string; // checked, empty if it is none, or why it is refused
  ghost: boolean;
}

const DAY = 86_400_000;

// readDaily reads daily.json; anything else is null.
export function readDaily(text: string | null): Daily | null {
  const { schema, start, board, first, click, no_guess, fair } = fields(text);
  if (schema !== "mines.daily/1" || board !== `${WIDTH}x${HEIGHT}/${MINES}` || first !== "zero" || !isName(start) || !isName(click) || !isFields(no_guess) || !isFields(fair)) return null;
  const [at, cell] = [numberOf(start), cellOf({ width: WIDTH, height: HEIGHT }, click)];
  const seeds = { no_guess: seedsOf(no_guess.steps), fair: seedsOf(fair.steps) };
  const guesses = words(fair.guesses).map((w) => w.split(".").map((x) => parseInt(x, 36)));
  const whole = seeds.no_guess.length > 0 && seeds.fair.length === guesses.length && guesses.flat().every((c) => c >= 0 && c < WIDTH * HEIGHT);
  return at !== null && cell !== null && whole ? { start: at, click: cell, seeds, guesses } : null;
}

function words(x: unknown): string[] { return typeof x === "string" && x !== "" ? x.split(" ") : []; }

function seedsOf(steps: unknown): number[] {
  let seed = 0;
  return words(steps).map((x) => (seed += parseInt(x, 36)));
}

export function dayOf(ms: number): string { return new Date(ms).toISOString().slice(0, 10); }

// numberOf is the number of a day since 1970; null if there is no such day.
export function numberOf(day: string): number | null {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(day + "T00:00:00Z") : NaN;
  return Number.isFinite(ms) && dayOf(ms) === day ? ms / DAY : null;
}

// entryOf is the board of a day. After the last day the list begins again; days before the first, and days that are no days, have none.
export function entryOf(d: Daily, kind: Kind, day: string): Entry | null {
  const n = numberOf(day);
  if (n === null || n < d.start) return null;
  const i = (n - d.start) % d.seeds[kind].length;
  return { kind, day, seed: String(d.seeds[kind][i]), click: d.click, guesses: kind === "fair" ? d.guesses[i]! : [] };
}
