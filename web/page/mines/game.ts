// SPDX-License-Identifier: BSD-3-Clause

// A game is a position with the layout behind it. The layout comes from the engine, which
// draws the same board from the same seed everywhere; here it is only looked up.

import { type Position, isHidden, isNumber, nameOf, neighbours, rows } from "./position.js";

export interface Move {
  kind: "open" | "flag" | "chord";
  cell: number;
}

export interface Game {
  layout: readonly boolean[];
  seed?: string;
}

export interface Moment {
  position: Position;
  moves: readonly Move[]; // that led here, flags too
  boom: number | null; // the mine that ended the game
}

export type Status = "open" | "won" | "lost";

export function statusOf(game: Game | null, m: Moment): Status {
  if (m.boom !== null) return "lost";
  if (!game) return "open";
  return m.position.cells.every((mark, i) => isNumber(mark) || game.layout[i]) ? "won" : "open";
}

function showing(game: Game, p: Position, cell: number): string {
  return String(neighbours(p, cell).filter((n) => game.layout[n]).length);
}

// open opens a cell; a zero opens its neighbours.
export function open(game: Game, m: Moment, cell: number): Moment {
  const opened = reveal(game, m, [cell]);
  return { ...opened, moves: [...m.moves, { kind: "open", cell }] };
}

function reveal(game: Game, m: Moment, list: number[]): Moment {
  const cells = m.position.cells.slice();
  const todo = list.slice();
  let boom = m.boom;
  while (todo.length > 0) {
    const c = todo.pop()!;
    if (cells[c] !== ".") continue; // a flag protects its cell
    if (game.layout[c]) {
      cells[c] = "*";
      boom = c;
      continue;
    }
    cells[c] = showing(game, m.position, c);
    if (cells[c] === "0") todo.push(...neighbours(m.position, c));
  }
  return { ...m, position: { ...m.position, cells }, boom };
}

export function flag(m: Moment, cell: number): Moment {
  const mark = m.position.cells[cell]!;
  if (!isHidden(mark)) return m;
  const cells = m.position.cells.slice();
  cells[cell] = mark === "F" ? "." : "F";
  return { ...m, position: { ...m.position, cells }, moves: [...m.moves, { kind: "flag", cell }] };
}

// chord opens what is around a number once as many flags are.
export function chord(game: Game, m: Moment, cell: number): Moment {
  const around = neighbours(m.position, cell);
  const flags = around.filter((n) => m.position.cells[n] === "F" || m.position.cells[n] === "*").length;
  const hidden = around.filter((n) => m.position.cells[n] === ".");
  if (String(flags) !== m.position.cells[cell] || hidden.length === 0) return m;
  return { ...reveal(game, m, hidden), moves: [...m.moves, { kind: "chord", cell }] };
}

// boardText writes a game as a .board file, which can be reviewed.
export function boardText(game: Game | null, m: Moment): string {
  const p = m.position;
  const head = ["# MINESWEEPER-BOARD v0.1", "# Render: ascii", `rows: ${p.height}`, `columns: ${p.width}`];
  head.push(`mines: ${p.mines ?? 0}`, "game_mode: classic", `first: ${p.first}`);
  if (game?.seed) head.push(`seed: ${game.seed}`, "generator: veil/1");
  const view = { ...p, cells: p.cells.map((mark) => (mark === "." ? "U" : mark === "*" ? "X" : mark)) };
  if (!game) return [...head, "[view]", ...rows(view), ""].join("\n");
  const real = { ...p, cells: p.cells.map((_, i) => (game.layout[i] ? "*" : showing(game, p, i))) };
  const moves = m.moves.map((x) => `${x.kind} ${nameOf(p, x.cell)}`);
  return [...head, "[real]", ...rows(real), "[view]", ...rows(view), "[moves]", ...moves, ""].join("\n");
}
