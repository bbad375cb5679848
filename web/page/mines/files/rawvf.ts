// SPDX-License-Identifier: BSD-3-Clause

// RAWVF is the open text format of recorded games: what was set, the board, and every event of the mouse. It is read
// into a .board text, which has moves in place of buttons.

import { type Game, Playing, boardText, statusOf } from "../game/game.js";
import { MAX_CELLS, blank, isHidden, isNumber } from "../game/position.js";

const SQUARE = 16; // pixels of a cell, unless the file says otherwise

// What a file may have at most. A game that a person plays has a few hundred moves and some ten thousand events.
export const MOST_BYTES = 4 << 20;
export const MOST_EVENTS = 200_000;
export const MOST_MOVES = 2000; // as many as the engine takes

// fits refuses a board that the page would not show, before anything is made of it.
export function fits(width: number, height: number): void {
  if (width * height > MAX_CELLS) throw new Error(`The board of this file has ${width * height} cells. At most ${MAX_CELLS} can be shown here.`);
}

// isRawvf goes by the first line, so that what is missing from a damaged file is named.
export function isRawvf(text: string): boolean { return /^RawVF_Version:/im.test(text.slice(0, 2000)); }

// rawvfToBoard throws an error in words if the file cannot be read, or if it says that a game was won and playing it again
// does not win it.
export function rawvfToBoard(text: string, won = false): string {
  if (text.length > MOST_BYTES) throw new Error("This file is too large for a recorded game.");
  const lines = text.split(/\r?\n/);
  const [board, events] = [lines.findIndex((l) => /^Board:/i.test(l)), lines.findIndex((l) => /^Events:/i.test(l))];
  if (lines.length - events > MOST_EVENTS) throw new Error("This file has too many events for a recorded game.");
  if (board < 0 || events < board) throw new Error("This RAWVF file has no board before its events.");
  const options = new Map(lines.slice(0, board).map((l) => [l.slice(0, l.indexOf(":")).trim().toLowerCase(), l.slice(l.indexOf(":") + 1).trim()]));
  const rows = lines.slice(board + 1, events).map((l) => l.trim()).filter((l) => l !== "");
  const width = rows[0]?.length ?? 0;
  fits(width, rows.length);
  if (width === 0 || rows.some((r) => r.length !== width || /[^*0]/.test(r))) throw new Error("The board of this RAWVF file is not made of rows of * and 0.");
  const game: Game = { layout: Array.from(rows.join(""), (x) => x === "*") };
  const play = new Playing(game, { position: blank(width, rows.length, game.layout.filter(Boolean).length, "any"), moves: [], boom: null });
  const mouse = new Mouse(play, { width, height: rows.length }, Number(options.get("squaresize")) || SQUARE, /^on$/i.test(options.get("superclick") ?? ""), /^on$/i.test(options.get("marks") ?? ""));
  for (const line of lines.slice(events + 1)) mouse.event(line);
  const end = play.moment();
  if (end.moves.length === 0) throw new Error("This RAWVF file has no click on its board.");
  if (won && statusOf(game, end) !== "won") throw new Error("This game is said to be won, but playing its clicks again does not win it: the file is damaged, or was played by other rules.");
  return boardText(game, end);
}

// Mouse turns presses and releases into moves. Both buttons together, the middle one, or the left one with Shift open
// what is around a number when one of them is released; after that the other does nothing.
class Mouse {
  private left = false;
  private right = false;
  private both = false;
  private spent = false; // by a chord, until the left button is up
  private cell: number | null = null;
  private readonly maybe = new Set<number>();

  constructor(private readonly play: Playing, private readonly size: { width: number; height: number }, private readonly square: number, private readonly superclick: boolean, private readonly marks: boolean) {}

  event(line: string): void {
    const m = /^-?\d+\.\d+\s+([a-z]{2})\s*(?:(\d+)\s+(\d+)\s*)?(?:\(\s*(-?\d+)\s+(-?\d+)\s*\))?/i.exec(line.slice(0, 200).trim());
    if (!m || this.play.boom !== null) return;
    this.cell = this.place(m);
    this.button(m[1]!.toLowerCase());
    if (this.play.moves.length > MOST_MOVES) throw new Error(`This file has more than ${MOST_MOVES} moves: no game has as many.`);
  }

  // place is the cell under the mouse: by its pixels if they are there, else by the column and row, which count from 1.
  private place(m: RegExpExecArray): number | null {
    const { width, height } = this.size;
    const [c, r] = m[4] !== undefined ? [Math.floor(Number(m[4]) / this.square), Math.floor(Number(m[5]) / this.square)] : m[2] !== undefined ? [Number(m[2]) - 1, Number(m[3]) - 1] : [-1, -1];
    return c >= 0 && r >= 0 && c < width && r < height ? r * width + c : null;
  }

  private button(what: string): void {
    switch (what) {
      case "lc":
        [this.left, this.both, this.spent] = [true, this.right, false];
        break;
      case "sc":
        [this.left, this.both, this.spent] = [true, true, false];
        break;
      case "rc":
        this.right = true;
        if (this.left) this.both = true;
        else if (this.cell !== null && isHidden(this.mark())) this.flag(this.cell);
        break;
      case "mc":
        this.both = true;
        break;
      case "lr":
        if (this.both) this.around();
        else if (this.left && !this.spent) this.open();
        [this.left, this.spent] = [false, false];
        break;
      case "rr":
        if (this.both && this.left) this.around();
        this.right = false;
        break;
      case "mr":
        if (this.both) this.around();
        break;
    }
  }

  // flag makes a question mark of a flag, and nothing of that, where the file says that they were on.
  private flag(cell: number): void {
    if (this.maybe.delete(cell)) return;
    if (this.marks && this.mark() === "F") this.maybe.add(cell);
    this.play.flag(cell);
  }

  private mark(): string { return this.play.cells[this.cell!]!; }

  private open(): void {
    if (this.cell === null) return;
    if (this.mark() === ".") this.play.open(this.cell);
    else if (this.superclick && isNumber(this.mark())) this.play.chord(this.cell);
  }

  private around(): void {
    [this.both, this.spent] = [false, true];
    if (this.cell !== null && isNumber(this.mark())) this.play.chord(this.cell);
  }
}
