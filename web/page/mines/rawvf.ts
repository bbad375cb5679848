// SPDX-License-Identifier: BSD-3-Clause

// RAWVF is the open text format of recorded games: what was set, the board, and every event of the mouse. It is read
// into a .board text, which has moves in place of buttons.

import { type Game, type Moment, boardText, chord, flag, open, statusOf } from "./game.js";
import { blank, isHidden, isNumber } from "./position.js";

const SQUARE = 16; // pixels of a cell, unless the file says otherwise

export function isRawvf(text: string): boolean { return /^RawVF_Version:/im.test(text.slice(0, 2000)) && /^Events:/im.test(text); }

// rawvfToBoard throws an error in words if the file cannot be read, or if it says that a game was won and playing it again
// does not win it.
export function rawvfToBoard(text: string, won = false): string {
  const lines = text.split(/\r?\n/);
  const [board, events] = [lines.findIndex((l) => /^Board:/i.test(l)), lines.findIndex((l) => /^Events:/i.test(l))];
  if (board < 0 || events < board) throw new Error("This RAWVF file has no board before its events.");
  const options = new Map(lines.slice(0, board).map((l) => [l.slice(0, l.indexOf(":")).trim().toLowerCase(), l.slice(l.indexOf(":") + 1).trim()]));
  const rows = lines.slice(board + 1, events).map((l) => l.trim()).filter((l) => l !== "");
  const width = rows[0]?.length ?? 0;
  if (width === 0 || rows.some((r) => r.length !== width || /[^*0]/.test(r))) throw new Error("The board of this RAWVF file is not made of rows of * and 0.");
  const game: Game = { layout: Array.from(rows.join(""), (x) => x === "*") };
  const start: Moment = { position: blank(width, rows.length, game.layout.filter(Boolean).length, "any"), moves: [], boom: null };
  const mouse = new Mouse(game, start, Number(options.get("squaresize")) || SQUARE, /^on$/i.test(options.get("superclick") ?? ""));
  for (const line of lines.slice(events + 1)) mouse.event(line);
  if (mouse.now.moves.length === 0) throw new Error("This RAWVF file has no click on its board.");
  if (won && statusOf(game, mouse.now) !== "won") throw new Error("This game is said to be won, but playing its clicks again does not win it: the file is damaged, or was played by other rules.");
  return boardText(game, mouse.now);
}

// Mouse turns presses and releases into moves. Both buttons together, the middle one, or the left one with Shift open
// what is around a number when one of them is released; after that the other does nothing.
class Mouse {
  now: Moment;
  private left = false;
  private right = false;
  private both = false;
  private spent = false; // by a chord, until the left button is up
  private cell: number | null = null;

  constructor(private readonly game: Game, start: Moment, private readonly square: number, private readonly superclick: boolean) {
    this.now = start;
  }

  event(line: string): void {
    const m = /^-?\d+\.\d+\s+([a-z]{2})\s*(?:(\d+)\s+(\d+)\s*)?(?:\(\s*(-?\d+)\s+(-?\d+)\s*\))?/i.exec(line.trim());
    if (!m || this.now.boom !== null) return;
    this.cell = this.place(m);
    this.button(m[1]!.toLowerCase());
  }

  // place is the cell under the mouse: by its pixels if they are there, else by the column and row, which count from 1.
  private place(m: RegExpExecArray): number | null {
    const { width, height } = this.now.position;
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
        else if (this.cell !== null && isHidden(this.mark())) this.now = flag(this.now, this.cell);
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

  private mark(): string { return this.now.position.cells[this.cell!]!; }

  private open(): void {
    if (this.cell === null) return;
    if (this.mark() === ".") this.now = open(this.game, this.now, this.cell);
    else if (this.superclick && isNumber(this.mark())) this.now = chord(this.game, this.now, this.cell);
  }

  private around(): void {
    [this.both, this.spent] = [false, true];
    if (this.cell !== null && isNumber(this.mark())) this.now = chord(this.game, this.now, this.cell);
  }
}
