// SPDX-License-Identifier: BSD-3-Clause

// The words of the game.

import de from "../../words/play/de.json";
import en from "../../words/play/en.json";
import { phrases } from "../../words/words.js";
import type { Side } from "../kdocs.js";

export type Phrase = keyof typeof en;

export const say = phrases<Phrase>({ de, en });

export function sideWord(s: Side): string { return say(`side.${s}`); }

// signed is a number of pawns as a player writes it.
export function signed(n: number, digits = 0): string { return (n > 0 ? "+" : n < 0 ? "−" : "±") + Math.abs(n).toFixed(digits); }
