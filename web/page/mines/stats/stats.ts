// SPDX-License-Identifier: BSD-3-Clause

// Statistics of the games that were played on this device.

import { rateOf } from "../game/count.js";
import { fields, isFields, isName, listed } from "../../shared/outside.js";

const VERSION = 1;
const MOST = 5000; // games that are kept

// Entry is a game that ended. It is entered once, when it ends first: a mine that was undone still counts.
export interface Entry {
  id: string;
  size: string; // 30x16/99
  first: string;
  noGuess: boolean;
  won: boolean;
  ms: number;
  helped: boolean; // by hints, analysis or undo: a win is then no win, but counted apart
  day: string; // 2026-11-16
  veil?: number; // the engine's winning chance after the first click, an estimate unless it is certain
  bbbv?: number; // 3BV of the board
  clicks?: number;
  given?: number; // points that mistakes gave away, of games that were reviewed exactly
}

export class Stats {
  constructor(readonly entries: readonly Entry[] = []) {}

  add(e: Entry): Stats {
    if (this.entries.some((x) => x.id === e.id)) return this;
    return new Stats([...this.entries, e].slice(-MOST));
  }

  // learn adds what became known of a game after it ended.
  learn(id: string, more: Partial<Pick<Entry, "veil" | "given">>): Stats {
    return new Stats(this.entries.map((e) => (e.id === id ? { ...e, ...more } : e)));
  }

  of(size: string, noGuess: boolean): Summary { return summed(this.entries.filter((e) => e.size === size && e.noGuess === noGuess)); }

  csv(): string {
    const head = "day,board,first,no_guess,result,seconds,helped,veil,given_away,3bv,clicks";
    const rows = this.entries.map((e) => [e.day, e.size, e.first, e.noGuess, e.won ? "won" : "lost", (e.ms / 1000).toFixed(3), e.helped, e.veil?.toFixed(4) ?? "", e.given?.toFixed(4) ?? "", e.bbbv ?? "", e.clicks ?? ""].join(","));
    return [head, ...rows, ""].join("\n");
  }

  text(): string { return JSON.stringify({ v: VERSION, entries: this.entries }); }
}

export type Result = "won" | "helped" | "lost";

function resultOf(e: Entry): Result { return !e.won ? "lost" : e.helped ? "helped" : "won"; }

export interface Summary {
  played: number;
  won: number; // without help
  helped: number; // won with help
  best: number | null; // milliseconds, of games won without help
  rate: number | null; // best 3BV per second, of the same games
  streak: number; // wins in a row, up to now
  longest: number;
  last: Result[]; // the newest last
  compared: number; // games of which the engine's chance is known
  wonOfCompared: number;
  veil: number; // games the engine would have won of these, expected
  given: number | null; // points given away per reviewed game
}

function summed(list: readonly Entry[]): Summary {
  const won = (e: Entry) => resultOf(e) === "won";
  const best = Math.min(...list.filter(won).map((e) => e.ms));
  const rate = Math.max(...list.filter((e) => won(e) && e.bbbv !== undefined && e.ms > 0).map((e) => rateOf(e.bbbv!, e.ms)!));
  const compared = list.filter((e) => e.veil !== undefined);
  const reviewed = list.filter((e) => e.given !== undefined);
  let [run, longest] = [0, 0];
  for (const e of list) longest = Math.max(longest, (run = won(e) ? run + 1 : 0));
  return {
    played: list.length, won: list.filter(won).length, helped: list.filter((e) => resultOf(e) === "helped").length, best: Number.isFinite(best) ? best : null, rate: Number.isFinite(rate) ? rate : null, streak: run, longest,
    last: list.slice(-12).map(resultOf), compared: compared.length, wonOfCompared: compared.filter(won).length,
    veil: compared.reduce((sum, e) => sum + e.veil!, 0), given: reviewed.length ? reviewed.reduce((sum, e) => sum + e.given!, 0) / reviewed.length : null,
  };
}

// readStats reads what text wrote; anything else is empty.
export function readStats(text: string | null): Stats {
  const { v, entries } = fields(text);
  return new Stats(v === VERSION ? listed(entries, MOST, isEntry) : []);
}

function isEntry(x: unknown): x is Entry {
  return isFields(x) && isName(x.id) && isName(x.size) && isName(x.first) && isName(x.day) && [x.noGuess, x.won, x.helped].every((b) => typeof b === "boolean")
    && Number.isFinite(x.ms) && [x.veil, x.given, x.bbbv, x.clicks].every((n) => n === undefined || Number.isFinite(n));
}
