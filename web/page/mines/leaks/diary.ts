// SPDX-License-Identifier: BSD-3-Clause

// The facts of the games of this device, as they are kept: every game is read once.

import { LONG, fields, isFields, isName, isWhole, listed, store, stored } from "../../shared/outside.js";
import { parseCode } from "../game/position.js";
import type { Facts, Found } from "./account.js";

const KEY = "mines.facts";
const VERSION = 1; // of the reading: facts of another are read again
const MOST = 400;

export function readFacts(text: string | null): Facts[] {
  const { v, facts } = fields(text);
  return v === VERSION ? listed(facts, MOST, isFacts) : [];
}

export function keptFacts(): Facts[] { return readFacts(stored(KEY, LONG)); }

// keepFacts keeps those of the newest games that may be read again.
export function keepFacts(all: readonly Facts[]): void {
  const facts = all.slice(-MOST);
  const text = () => JSON.stringify({ v: VERSION, facts });
  while (text().length > LONG) facts.shift();
  store(KEY, text());
}

function isFacts(x: unknown): x is Facts {
  return isFields(x) && isName(x.id) && isName(x.day) && typeof x.won === "boolean" && [x.start, x.cost, x.luck].every((n) => n === null || Number.isFinite(n))
    && isFields(x.met) && Object.entries(x.met).every(([p, n]) => isName(p, 40) && isWhole(n, 1, 1e6)) && [x.missed, x.guesses, x.slow].every((l) => Array.isArray(l) && l.every(isFound));
}

function isFound(x: unknown): x is Found {
  if (!isFields(x) || !isName(x.pattern, 40) || !isName(x.code, 3000) || !Number.isFinite(x.points)) return false;
  const p = parseCode(x.code);
  return p !== null && isWhole(x.played, 0, p.cells.length - 1);
}
