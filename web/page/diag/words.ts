// SPDX-License-Identifier: BSD-3-Clause

// The words of the page.

import de from "../words/diag/de.json";
import en from "../words/diag/en.json";
import { percentOf } from "../shared/number.js";
import { local, phrases } from "../words/words.js";
import type { DiagCost } from "../shared/schemas.js";

export type Phrase = keyof typeof en;

export const phrase = phrases<Phrase>({ de, en });

// amount is a number with two digits at most.
export function amount(x: number): string { return local(String(Math.round(x * 100) / 100)); }

// spend is an expected cost: exact, or between bounds.
export function spend(c: DiagCost): string { return c.kind === "exact" ? amount(c.lo) : phrase("between", { lo: amount(c.lo), hi: amount(c.hi) }); }

export function percent(p: number): string { return local(percentOf(p, p < 0.1 ? 1 : 0)) + "%"; }
