// SPDX-License-Identifier: BSD-3-Clause

// Habits are how a visitor likes to play: kept on this device.

import { fields, isWhole, store, stored } from "../../shared/outside.js";

const KEY = "mines.habits";

export const CELLS = [0, 20, 26, 32, 40, 50]; // pixels; 0 is as large as fits
export const PRESSES = [250, 350, 450, 600]; // ms
export const CHORDS = ["any", "pair"] as const; // a click on a number, or only both buttons or the middle one
export const TAPS = ["dig", "flag"] as const;

export interface Habits {
  cell: number;
  chord: (typeof CHORDS)[number];
  marks: boolean; // a flag becomes a question mark before it goes
  press: number; // long press
  tap: (typeof TAPS)[number]; // what a tap does once a game has begun
}

const USUAL: Habits = { cell: 0, chord: "any", marks: false, press: 450, tap: "dig" };

let kept: Habits | null = null;

export function habits(): Habits { return (kept ??= readHabits(stored(KEY))); }

export function keepHabits(more: Partial<Habits>): void {
  kept = { ...habits(), ...more };
  store(KEY, JSON.stringify(kept));
}

// readHabits takes what fits, and the usual in place of what does not.
export function readHabits(text: string | null): Habits {
  const { cell, chord, marks, press, tap } = fields(text);
  return {
    cell: CELLS.includes(cell as number) ? (cell as number) : USUAL.cell,
    chord: chord === "pair" ? chord : USUAL.chord,
    marks: marks === true,
    press: isWhole(press, 100, 2000) ? press : USUAL.press,
    tap: tap === "flag" ? tap : USUAL.tap,
  };
}
