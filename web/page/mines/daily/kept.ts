// SPDX-License-Identifier: BSD-3-Clause

// What is kept of the boards of the day on this device: the card of every one that ended, and the game that has not.

import { LONG, fields, isFields, isName, isWhole, listed, own, store, stored } from "../../shared/outside.js";
import type { Results } from "./card.js";
import { HEIGHT, WIDTH } from "./list.js";
import type { Turn } from "./sitting.js";

const DONE = "daily.done";
const NOW = "daily.now"; // by kind
const MOST = 400;

export function results(): Results {
  return Object.fromEntries(Object.entries(fields(stored(DONE, LONG))).filter((e): e is [string, string] => isName(e[1], 4000)));
}

// keepResult keeps the first game of a day and kind, and no later one.
export function keepResult(name: string, card: string): Results {
  const all = results();
  const next = Object.hasOwn(all, name) ? all : Object.fromEntries([...Object.entries(all), [name, card]].slice(-MOST));
  store(DONE, JSON.stringify(next));
  return next;
}

// Begun is a game that has not ended: a reload continues it.
export interface Begun { name: string; ms: number; turns: Turn[] }

export function begun(name: string): Begun | null {
  const all = fields(stored(NOW));
  const kept = own(all, kindOf(name)) ? all[kindOf(name)] : null;
  if (!isFields(kept) || kept.name !== name || !isWhole(kept.ms, 0, 1e12)) return null;
  const turns = listed(kept.turns, WIDTH * HEIGHT, isTurn);
  return Array.isArray(kept.turns) && turns.length === kept.turns.length ? { name, ms: kept.ms, turns } : null;
}

export function keepBegun(b: Begun): void { store(NOW, JSON.stringify({ ...fields(stored(NOW)), [kindOf(b.name)]: b })); }

function kindOf(name: string): string { return name.split(" ").at(-1)!; }

function isTurn(x: unknown): x is Turn {
  return isFields(x) && isWhole(x.cell, 0, WIDTH * HEIGHT - 1) && isWhole(x.ms, 0, 1e12) && typeof x.risk === "number" && x.risk >= 0 && x.risk <= 1
    && typeof x.needless === "boolean" && typeof x.hit === "boolean";
}
