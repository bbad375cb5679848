// SPDX-License-Identifier: BSD-3-Clause

// The model of the page: what a visitor does to the position on the table, and what follows from it. What is shown is the view's,
// what is asked of the engine the analyst's, and the game itself the table's.

import type { BoardDoc, ProblemDoc } from "../../shared/documents.js";
import { words } from "../../shared/engine.js";
import { t } from "../../words/words.js";
import { isRawvf } from "../files/rawvf.js";
import { tapeOfRawvf } from "../files/rawvfout.js";
import { layoutOf, randomSeed, read } from "../files/reading.js";
import { type Game, type Moment, flag } from "../game/game.js";
import { type First, MAX_CELLS, type Position, blank, isHidden, isNumber, nameOf, resized, usualMines, withMark } from "../game/position.js";
import { Analyst } from "./analyst.js";
import { PARTS, type Button } from "../game/tape.js";
import { habits } from "./habits.js";
import { type Mode, OVERLAYS, type Overlay } from "./view.js";

// Witness is told what becomes of the game on the board.
export interface Witness {
  moved(): void; // the position or the mode changed
  ended(): void; // the game
  leaving(): void; // a position is about to take the place of a game
}

export class Model extends Analyst {
  busy = false; // a board is being drawn
  witness: Witness | null = null;

  // --- positions ---

  private go(m: Moment): void {
    if (!this.table.time.go(m)) return;
    this.record(true);
    this.arrive();
  }

  // arrive is called whenever another moment is shown.
  private arrive(): void {
    this.analysis.deeper = 0;
    this.analysis.forgetLessons();
    this.questions.clear();
    this.notice = "";
    this.judged = "";
    if (this.game && !this.table.playing) this.end();
    this.witness?.moved();
    this.analyse();
  }

  private end(): void {
    this.table.clock.stop();
    this.witness?.ended();
  }

  // load starts over with a position, and with its game if it has one.
  load(p: Position, game: Game | null = null, history?: Moment[], at?: number): void {
    this.table.lay(p, game, history, at);
    this.cursor = Math.min(this.cursor, p.cells.length - 1);
    this.questions.used = 0;
    this.analysis.forget();
    this.arrive();
  }

  newGame(width: number, height: number, mines: number, first: First): void {
    this.mode = "play";
    this.digging = habits().tap === "dig";
    this.load(blank(width, height, mines, first));
  }

  // restart plays the same board again. It is no new game, so nothing of it is counted. Without a game it is a new one of the same size.
  restart(): void {
    const p = this.position;
    if (!this.game) return this.newGame(p.width, p.height, p.mines ?? usualMines(p), p.first);
    const [start, opening] = [this.history[0]!, this.table.opening];
    this.load(start.position, this.game, opening ? [start, opening] : [start]);
    this.table.helped = true;
    this.setMode("play");
  }

  step(by: number): void {
    if (this.game && this.mode === "play" && by < 0 && this.at > 0) this.table.helped = true;
    if (this.table.time.step(by)) {
      this.table.tape.whole = false;
      this.arrive();
    }
  }

  // --- moves ---

  // act opens a cell, or what is around a number.
  async act(cell: number): Promise<void> {
    this.pressed = { button: isNumber(this.position.cells[cell]!) && habits().chord === "pair" ? "m" : "l", cell };
    await this.does(cell);
    this.record(false);
  }

  private pressed: { button: Button; cell: number } | null = null;

  // record notes the click that is made, before what comes of it is told: the last click of a game counts too.
  private record(useful: boolean): void {
    const p = this.pressed;
    this.pressed = null;
    if (p && this.game) this.clicked(p.button, p.cell, useful);
  }

  // clicked records a click of a game that is played.
  clicked(button: Button, cell: number, useful: boolean): void {
    const { tape, clock } = this.table;
    if (this.mode !== "play" || (this.status !== "open" && !useful)) return;
    if (button === "l" && useful && this.moment.moves.at(-1)?.kind === "chord") tape.easy = true;
    const [left, top] = [PARTS * (cell % this.position.width), PARTS * Math.floor(cell / this.position.width)];
    const { x, y } = tape.where;
    const inside = x >= left && y >= top && x < left + PARTS && y < top + PARTS;
    tape.click(button, useful, Math.round(clock.elapsed), inside ? x : left + PARTS / 2, inside ? y : top + PARTS / 2);
  }

  // around opens what is around a number.
  around(cell: number): void {
    this.cursor = cell;
    if (this.mode === "edit" || this.status !== "open" || !this.game) return;
    this.pressed = { button: "m", cell };
    if (isNumber(this.position.cells[cell]!)) this.go(this.table.after(cell));
    this.record(false);
    this.changed();
  }

  private async does(cell: number): Promise<void> {
    this.cursor = cell;
    if (this.mode === "edit") return this.set(cell, this.brush);
    if (this.status !== "open") return this.say(t(this.status === "won" ? "said.won" : "said.over"));
    if (!this.game && this.fresh && this.position.mines !== null) return this.start(cell);
    if (!this.game) return this.ask(cell);
    if (this.position.cells[cell] === "F") return this.say(t("said.flag", { cell: nameOf(this.position, cell) }));
    if (this.mode === "play") this.table.clock.start();
    this.go(this.table.after(cell));
    this.changed();
  }

  // A position without a game has nothing to show: ask what is known of the cell instead.
  private ask(cell: number): void {
    if (isHidden(this.position.cells[cell]!)) this.askWhy([cell]);
    this.say(t("said.noMines", { cell: nameOf(this.position, cell) }));
  }

  // start draws a board around the first click, as the first-click rule says.
  private async start(cell: number, seed = randomSeed()): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.changed();
    const p = this.position;
    try {
      const doc = await this.engine.last<BoardDoc>({
        ask: "mines.board", size: `${p.width}x${p.height}/${p.mines}`, first: p.first, seed, click: nameOf(p, cell), no_guess: this.table.noGuess || undefined,
      });
      if (this.position !== p) return;
      this.table.game = { layout: layoutOf(doc.text), seed: doc.seed };
      if (this.mode === "play") this.table.clock.start();
      this.go(this.table.after(cell));
    } catch (e) {
      this.say(e ? words(e as ProblemDoc) : t("said.noBoard"));
    } finally {
      this.busy = false;
      this.changed();
    }
  }

  toggleFlag(cell: number): void {
    this.cursor = cell;
    if (this.status !== "open") return;
    if (this.mode === "edit") return this.set(cell, this.position.cells[cell] === "F" ? "." : "F");
    const { maybe, tape } = this.table;
    this.pressed = { button: "r", cell };
    const asks = habits().marks && this.position.cells[cell] === "F";
    if (maybe.has(cell)) this.table.maybe = new Set([...maybe].filter((c) => c !== cell));
    else this.go(flag(this.moment, cell));
    if (asks) this.table.maybe = new Set([...maybe, cell]);
    tape.marks ||= asks;
    this.record(maybe.has(cell));
    this.changed();
  }

  // set says what a cell shows: in Edit always, else where there is no game to ask.
  set(cell: number, mark: string): void {
    this.cursor = cell;
    if (this.mode !== "edit" && this.game) return this.say(t("said.edit"));
    if (this.position.cells[cell] === mark) return this.changed();
    this.leaveGame();
    this.go({ position: withMark(this.position, cell, mark), moves: [], boom: null });
    this.changed();
  }

  // leaveGame makes a position of a game: what is edited is another board.
  private leaveGame(): void {
    if (this.game) this.witness?.leaving();
    this.table.game = null;
  }

  resize(width: number, height: number, mines: number | null): void {
    if (width < 1 || height < 1 || width * height > MAX_CELLS) return this.say(t("said.size", { n: MAX_CELLS }));
    this.leaveGame();
    this.cursor = 0;
    this.go({ position: resized(this.position, width, height, mines), moves: [], boom: null });
    this.changed();
  }

  playBest(): void {
    const best = this.bestCell();
    if (best === null) return this.say(t("said.noMove"));
    void this.act(best);
  }

  // --- modes ---

  setMode(mode: Mode): void {
    this.mode = mode;
    this.notice = "";
    const { clock, playing } = this.table;
    if (mode !== "play") clock.stop();
    else if (playing) clock.start();
    if (mode !== "play" && playing) this.table.helped = true; // the board is seen, and the clock stands
    this.witness?.moved();
    this.analyse();
  }

  setOverlay(overlay: Overlay): void {
    this.overlay = overlay;
    this.teach();
    this.witness?.moved();
    this.changed();
  }

  cycleOverlay(): void { this.setOverlay(OVERLAYS[(OVERLAYS.indexOf(this.overlay) + 1) % OVERLAYS.length]!); }

  toggleEngine(): void {
    this.engineOn[this.mode] = !this.engineOn[this.mode];
    this.analyse();
  }

  // --- text in and out ---

  // read takes a position or game in any format.
  async read(text: string, encoding?: "base64"): Promise<boolean> {
    try {
      const r = await read(this.engine, text, encoding);
      this.witness?.leaving();
      this.mode = r.game ? "play" : "analyse";
      this.load(r.position, r.game, r.history);
      this.table.helped = r.game !== null;
      if (r.game && isRawvf(text)) this.table.tape = tapeOfRawvf(text, this.moment.moves.length);
      this.setMode(this.mode);
      return true;
    } catch (e) {
      this.say(e instanceof Error ? e.message : t("said.unreadable") + " " + (e ? words(e as ProblemDoc) : ""));
      return false;
    }
  }

  gameText(): string { return this.table.text(); }
}
