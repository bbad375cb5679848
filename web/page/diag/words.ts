// SPDX-License-Identifier: BSD-3-Clause

// The words of the page.

import de from "../words/diag/de.json";
import en from "../words/diag/en.json";
import { percentOf } from "../shared/number.js";
import { local, phrases } from "../words/words.js";
import type { DiagFault } from "../shared/schemas.js";
import type { Action, Cost } from "./view.js";

export type Phrase = keyof typeof en;

export const phrase = phrases<Phrase>({ de, en });

// amount is a number with two digits at most.
export function amount(x: number): string { return local(String(Math.round(x * 100) / 100)); }

// spend is an expected cost: one number, or two bounds.
export function spend(c: Cost): string { return c.close ? amount(c.hi) : phrase("between", { lo: amount(c.lo), hi: amount(c.hi) }); }

export function percent(p: number): string { return local(percentOf(p, p < 0.1 ? 1 : 0)) + "%"; }

// sureness is a chance that is mostly close to 1.
export function sureness(p: number): string { return local(percentOf(p, p > 0.99 && p < 1 ? 1 : 0)) + "%"; }

// deed is an action in words, as a title or in a sentence.
export function deed(a: Action): string {
  const what = a.what === "none" ? phrase("none") : a.what ?? "";
  switch (a.do) {
    case "test": return phrase("do.test", { what });
    case "replace": return phrase("do.replace", { what });
    case "name": return phrase("do.name", { what });
    case "stop": return phrase("do.stop");
    case "give up": return phrase("do.giveUp");
    case "found": return what;
    default: return phrase("do.unknown");
  }
}

// ending is an end in a sentence: "Stopping now costs …".
export function ending(a: Action, cost: number): string {
  const values = { cost: amount(cost), what: a.what === "none" ? phrase("none") : a.what ?? "" };
  return a.do === "give up" ? phrase("endGiveUp", values) : a.do === "name" ? phrase("endName", values) : phrase("endStop", values);
}

export function faultName(name: string): string { return name === "none" ? phrase("none") : name; }

// result is the answer to an action: after a replacement the machine works, or it does not.
export function result(a: Action, word: string): string {
  return a.do !== "replace" ? word : phrase(word === "works" ? "works" : "failed");
}

export function likely(list: DiagFault[], most = 3): string {
  return list.slice(0, most).map((f) => `${faultName(f.fault)} ${percent(f.chance)}`).join(", ");
}
