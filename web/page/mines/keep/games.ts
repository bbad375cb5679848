// SPDX-License-Identifier: BSD-3-Clause

// The games that were begun on this device and have not ended. Every tab keeps its game here, so a game that is left can be resumed;
// each game belongs to the page that took it last.

import { LONG, fields, isFields, isName, isWhole, listed, onStored, store, stored } from "../../shared/outside.js";
import { MAX_CELLS } from "../game/position.js";

const KEY = "mines.games";
const VERSION = 1;
const MOST = 20;

// Begun is a game as lists show it, and the text that save made of it.
export interface Begun {
  id: string;
  page: string; // that it belongs to
  width: number;
  height: number;
  mines: number;
  ms: number;
  part: number; // per cent of the safe cells that are open
  text: string;
}

// begun lists the games, the newest first.
export function begun(): Begun[] { return readBegun(stored(KEY, LONG)); }

export function readBegun(text: string | null): Begun[] {
  const { v, games } = fields(text);
  return v === VERSION ? listed(games, MOST, isBegun) : [];
}

// put makes a game the newest.
export function put(g: Begun): Begun[] { return write([g, ...begun().filter((x) => x.id !== g.id)]); }

export function drop(id: string): Begun[] { return write(begun().filter((x) => x.id !== id)); }

// write keeps as many games as may be read again.
function write(list: Begun[]): Begun[] {
  const games = list.slice(0, MOST);
  const text = () => JSON.stringify({ v: VERSION, games });
  while (text().length > LONG) games.pop();
  store(KEY, text());
  return games;
}

export function onBegun(f: (games: Begun[]) => void): void { onStored(KEY, LONG, (text) => f(readBegun(text))); }

function isBegun(x: unknown): x is Begun {
  return isFields(x) && isName(x.id) && isName(x.page) && isName(x.text, LONG) && isWhole(x.width, 1, MAX_CELLS) && isWhole(x.height, 1, MAX_CELLS)
    && isWhole(x.mines, 0, MAX_CELLS) && isWhole(x.ms, 0, 1e12) && isWhole(x.part, 0, 100);
}
