// SPDX-License-Identifier: BSD-3-Clause

// A whole game as a link to its review: 4x4-4-safe-1429-0.7.c, the mines four to a digit in hexadecimal, then the cells that were opened in base 36.
// It is in the part of the address that no server gets to see.

import { type Game, type Moment, boardText } from "../game/game.js";
import { type First, MAX_CELLS, blank, nameOf } from "../game/position.js";
import { replay } from "./reading.js";

export function gameCode(game: Game, end: Moment): string {
  const p = end.position;
  const mines = game.layout.map((mine) => (mine ? "1" : "0")).join("").replace(/.{1,4}/g, (four) => parseInt(four.padEnd(4, "0"), 2).toString(16));
  const opened = end.moves.filter((m) => m.kind === "open").map((m) => m.cell.toString(36));
  return `${p.width}x${p.height}-${game.layout.filter(Boolean).length}-${p.first}-${mines}-${opened.join(".")}`;
}

export function gameFragment(game: Game, end: Moment): string { return "#g=" + gameCode(game, end); }

export function isGameLink(hash: string): boolean { return /^#g=/.test(hash); }

// gameOfLink is the game as a .board text; null if the link is damaged.
export function gameOfLink(hash: string): string | null {
  const m = /^#g=(\d{1,3})x(\d{1,3})-(\d{1,4})-(any|safe|zero)-([0-9a-f]+)-([0-9a-z]{1,3}(?:\.[0-9a-z]{1,3})*)$/.exec(hash);
  if (!m) return null;
  const [width, height, mines] = [Number(m[1]), Number(m[2]), Number(m[3])];
  const [cells, opened] = [width * height, m[6]!.split(".").map((x) => parseInt(x, 36))];
  const layout = Array.from(m[5]!, (digit) => parseInt(digit, 16).toString(2).padStart(4, "0")).join("");
  if (cells === 0 || cells > MAX_CELLS || layout.length !== 4 * Math.ceil(cells / 4) || opened.length > cells || opened.some((c) => c >= cells)) return null;
  const game = { layout: Array.from(layout, (x) => x === "1").slice(0, cells) };
  if (game.layout.filter(Boolean).length !== mines || layout.includes("1", cells)) return null;
  const start = blank(width, height, mines, m[4] as First);
  return boardText(game, replay(start, game, opened.map((c) => ({ move: "open", cell: nameOf(start, c) }))).at(-1)!);
}
