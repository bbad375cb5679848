// SPDX-License-Identifier: BSD-3-Clause

// The games that ended on this device, without help: their mines, what was opened, and when. What is learnt of a player is learnt of these.

import { LONG, fields, isFields, isName, isWhole, listed, onStored, store, stored } from "../../shared/outside.js";
import { gameCode } from "../files/gamelink.js";
import { type Game, type Moment, Playing } from "../game/game.js";
import { neighbours } from "../game/position.js";

const KEY = "mines.played";
const VERSION = 1;
const MOST = 400;

export interface Played {
  id: string;
  day: string; // 2026-11-18
  code: string; // of the game, as in links
  ms: number[]; // when each cell was opened, since the first; none if that is not known
}

export function playedGames(): Played[] { return readPlayed(stored(KEY, LONG)); }

export function readPlayed(text: string | null): Played[] {
  const { v, games } = fields(text);
  return v === VERSION ? listed(games, MOST, isPlayed) : [];
}

export function onPlayed(f: (games: Played[]) => void): void { onStored(KEY, LONG, (text) => f(readPlayed(text))); }

// record keeps a game, and as many before it as may be read again.
export function record(g: Played): void {
  const games = [...playedGames().filter((x) => x.id !== g.id), g].slice(-MOST);
  const text = () => JSON.stringify({ v: VERSION, games });
  while (text().length > LONG) games.shift();
  store(KEY, text());
}

export function forgetPlayed(): void { store(KEY, JSON.stringify({ v: VERSION, games: [] })); }

// playedOf is a game as it is kept: a click on a number opened the cells around it one after the other, up to a mine. at says when a moment was.
export function playedOf(id: string, day: string, game: Game, moments: readonly Moment[], at: (m: Moment) => number | undefined): Played {
  const play = new Playing(game, moments[0]!);
  const ms: (number | undefined)[] = [];
  for (const [i, m] of moments.entries()) {
    const move = m.moves.at(-1);
    if (i === 0 || !move || move.kind === "flag") continue;
    const before = moments[i - 1]!.position;
    const cells = move.kind === "open" ? [move.cell] : neighbours(before, move.cell).filter((c) => before.cells[c] === ".");
    for (const c of cells) {
      if (play.boom !== null || play.cells[c] !== ".") continue;
      play.open(c);
      ms.push(at(m));
    }
  }
  const known = ms.filter((x) => x !== undefined);
  return { id, day, code: gameCode(game, play.moment()), ms: known.length === ms.length ? known.map((x) => Math.round(x - known[0]!)) : [] };
}

function isPlayed(x: unknown): x is Played {
  return isFields(x) && isName(x.id) && isName(x.day) && isName(x.code, 20_000) && Array.isArray(x.ms) && x.ms.every((t) => isWhole(t, 0, 1e12));
}
