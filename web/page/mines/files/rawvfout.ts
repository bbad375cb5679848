// SPDX-License-Identifier: BSD-3-Clause

// Writing a game as RAWVF, with the path of the mouse, and reading that path again.

import { countOf } from "../game/count.js";
import type { Game, Moment } from "../game/game.js";
import { levelOf } from "../game/level.js";
import { PARTS, Tape, type What } from "../game/tape.js";
import { MOST_EVENTS } from "./rawvf.js";

const BUTTON = { open: "l", flag: "r", chord: "m" } as const;

// rawvfOf writes a game that was played. Of one whose tape is not whole, the moves are written, with a click in the middle of their cell.
export function rawvfOf(game: Game, end: Moment, tape: Tape, ms: number): string {
  const p = end.position;
  const kept = tape.whole && tape.events.length > 0 ? tape : tapeOf(p.width, end);
  const count = countOf(p, game.layout, p.cells);
  const board = Array.from({ length: p.height }, (_, r) => game.layout.slice(r * p.width, (r + 1) * p.width).map((x) => (x ? "*" : "0")).join(""));
  const head = {
    RawVF_Version: "Rev6", Program: "veil", Version: "1", Level: levelOf(p).name, Width: p.width, Height: p.height, Mines: p.mines ?? 0, Marks: kept.marks ? "On" : "Off",
    SquareSize: PARTS, SuperClick: kept.easy ? "On" : "Off", Time: (ms / 1000).toFixed(3), BBBV: count.value, "Solved3BV": count.solved, Openings: count.openings,
    Islands: count.islands,
  };
  const events = kept.events.map((e) => `${(e.ms / 1000).toFixed(3)} ${e.what} ${Math.floor(e.x / PARTS) + 1} ${Math.floor(e.y / PARTS) + 1} (${e.x} ${e.y})`);
  const over = end.boom !== null ? "boom" : p.cells.some((x, i) => x === "." && !game.layout[i]) ? "nonstandard" : "won";
  return [...Object.entries(head).map(([k, v]) => `${k}: ${v}`), "Board:", ...board, "Events:", "0.000 start", ...events, `${(ms / 1000).toFixed(3)} ${over}`, ""].join("\n");
}

// tapeOf makes clicks of moves.
function tapeOf(width: number, end: Moment): Tape {
  const tape = new Tape();
  for (const m of end.moves) tape.click(BUTTON[m.kind], true, 0, PARTS * (m.cell % width) + PARTS / 2, PARTS * Math.floor(m.cell / width) + PARTS / 2);
  return tape;
}

// tapeOfRawvf reads the path and the clicks of a file that rawvfToBoard accepts. useful is how many moves it has.
export function tapeOfRawvf(text: string, useful: number): Tape {
  const tape = new Tape();
  const lines = text.split(/\r?\n/);
  const square = Number(/^SquareSize:\s*(\d+)/im.exec(text)?.[1]) || PARTS;
  [tape.easy, tape.marks] = [/^SuperClick:\s*on\b/im.test(text), /^Marks:\s*on\b/im.test(text)];
  const [held, from] = [new Set<string>(), lines.findIndex((l) => /^Events:/i.test(l)) + 1];
  let both = false;
  for (const line of lines.slice(from, from + MOST_EVENTS)) {
    const m = /^(-?\d+\.\d+)\s+(mv|lc|lr|rc|rr|mc|mr|sc)\s*(?:(\d+)\s+(\d+)\s*)?(?:\(\s*(-?\d+)\s+(-?\d+)\s*\))?/i.exec(line.trim());
    if (!m) continue;
    const what = m[2]!.toLowerCase();
    const [x, y] = m[5] !== undefined ? [m[5], m[6]!].map((n) => Math.round((Number(n) * PARTS) / square)) : [m[3], m[4]].map((n) => (Number(n ?? 0) - 1) * PARTS + PARTS / 2);
    if (what[1] === "c") {
      held.add(what[0]!);
      both ||= what === "mc" || what === "sc" || (held.has("l") && held.has("r"));
    } else if (what[1] === "r") {
      held.delete(what[0]!);
      if (both) tape.clicks.both++;
      else if (what === "lr") tape.clicks.left++;
      else if (what === "rr") tape.clicks.right++;
      both = false;
    }
    tape.events.push({ ms: Math.round(1000 * Number(m[1])), what: (what === "sc" ? "lc" : what) as What, x: x!, y: y! });
    if (what === "sc") tape.whole = false;
  }
  tape.clicks.useful = useful;
  return tape;
}

// pathOf is the way of the mouse as lines of SVG, in cells.
export function pathOf(tape: Tape): string { return tape.events.map((e) => `${(e.x / PARTS).toFixed(2)},${(e.y / PARTS).toFixed(2)}`).join(" "); }
