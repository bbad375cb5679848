// SPDX-License-Identifier: BSD-3-Clause

// Taste is what a visitor chose last.

import { fields, isWhole, store, stored } from "../../shared/outside.js";
import { type First, MAX_CELLS, isFirst } from "../game/position.js";

const TASTE = "mines.taste";

export interface Taste {
  width: number;
  height: number;
  mines: number;
  first: First;
  noGuess: boolean;
}

const DEFAULT: Taste = { width: 9, height: 9, mines: 10, first: "zero", noGuess: false };

export function taste(): Taste {
  const { width, height, mines, first, noGuess } = { ...DEFAULT, ...fields(stored(TASTE)) };
  const fine = isWhole(width, 1, MAX_CELLS) && isWhole(height, 1, MAX_CELLS) && width * height <= MAX_CELLS && isWhole(mines, 0, width * height) && isFirst(first);
  return fine ? { width, height, mines, first, noGuess: noGuess === true } : DEFAULT;
}

export function keepTaste(chosen: Taste): void { store(TASTE, JSON.stringify(chosen)); }
