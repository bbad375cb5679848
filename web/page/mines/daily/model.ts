// SPDX-License-Identifier: BSD-3-Clause

// The board of a fair game: a click is judged before it counts, so that clicks are taken one after the other.

import type { BoardDoc, ProblemDoc } from "../../shared/documents.js";
import { words } from "../../shared/engine.js";
import type { Digest } from "../engine/digest.js";
import { layoutOf } from "../files/reading.js";
import { type Game, type Moment, open } from "../game/game.js";
import { type First, blank, hand, isNumber, nameOf } from "../game/position.js";
import { Model } from "../model/model.js";
import { HEIGHT, MINES, WIDTH } from "./list.js";
import { type Judge, type Turn, again, opened, played, scoreOf } from "./sitting.js";

// Deal is a board and where it is opened.
export interface Deal { width: number; height: number; mines: number; first: First; seed: string; click: number }

export function dealOf(e: { seed: string; click: number }): Deal { return { width: WIDTH, height: HEIGHT, mines: MINES, first: "zero", seed: e.seed, click: e.click }; }

export class DailyModel extends Model {
  turns: Turn[] = [];
  viewing = false; // a game is shown and not played
  told: (turn: Turn) => void = () => {}; // after every turn
  private line: Promise<void> = Promise.resolve();
  private last = 0; // when the last turn was
  private sitting = 0;

  get score(): number { return scoreOf(this.turns); }

  judge: Judge = async (p) => {
    const a = await this.engine.last<Digest>({ ask: "mines.analysis", position: { text: hand(p) }, moves: "none" });
    const risks = new Map(a.moves.map((x) => [x.cell, x.certain === "mine" ? 1 : x.risk ?? 0]));
    return { safe: a.safe, risk: (cell) => risks.get(cell) ?? 0 };
  };

  // deal draws a board and opens it.
  async deal(d: Deal): Promise<{ game: Game; start: Moment }> {
    const p = blank(d.width, d.height, d.mines, d.first);
    const doc = await this.engine.last<BoardDoc>({ ask: "mines.board", size: `${d.width}x${d.height}/${d.mines}`, first: d.first, seed: d.seed, click: nameOf(p, d.click) });
    const game = { layout: layoutOf(doc.text), seed: doc.seed };
    return { game, start: open(game, { position: p, moves: [], boom: null }, d.click) };
  }

  // sit begins a game, or continues one.
  sit(game: Game, start: Moment, turns: readonly Turn[] = [], ms = 0): void {
    this.sitting++;
    this.lay(game, again(game, start, turns), turns, false);
    this.table.clock.reset(ms);
    this.last = ms;
  }

  // watch shows a game, with all its moments.
  display(game: Game, moments: Moment[], turns: readonly Turn[]): void {
    this.sitting++;
    this.lay(game, moments, turns, true);
  }

  private lay(game: Game, moments: Moment[], turns: readonly Turn[], viewing: boolean): void {
    this.mode = "play";
    this.notice = "";
    this.turns = [...turns];
    this.viewing = viewing;
    this.table.lay(moments[0]!.position, game, moments);
    this.cursor = Math.min(this.cursor, moments[0]!.position.cells.length - 1);
    this.changed();
  }

  override step(by: number): void {
    if (this.viewing && this.table.time.step(by)) this.changed();
  }

  override act(cell: number): Promise<void> {
    this.cursor = cell;
    this.changed();
    const mine = this.sitting;
    return (this.line = this.line.then(() => this.click(cell, mine)).catch((e: unknown) => this.say(e ? words(e as ProblemDoc) : "")));
  }

  private async click(cell: number, sitting: number): Promise<void> {
    for (const c of opened(this.position, cell)) {
      if (this.viewing || sitting !== this.sitting || !this.game || this.status !== "open" || this.position.cells[c] !== ".") continue;
      const { clock } = this.table;
      clock.start();
      const [before, at] = [this.moment, clock.elapsed];
      const step = await played(this.game, this.judge, before, c, Math.max(0, Math.round(at - this.last)));
      if (sitting !== this.sitting) return;
      this.last = at;
      this.table.time.go(this.flagged(step.after, before));
      this.turns = [...this.turns, step.turn];
      if (this.status !== "open") clock.stop();
      this.told(step.turn);
      this.changed();
    }
  }

  // Every way to open cells is judged.
  override around(cell: number): void {
    if (isNumber(this.position.cells[cell]!)) void this.act(cell);
  }

  // flagged keeps the flags that were set while a click was judged.
  private flagged(after: Moment, before: Moment): Moment {
    const now = this.position.cells;
    if (now === before.position.cells) return after;
    const cells = after.position.cells.map((x, i) => (x === "." || x === "F" ? (now[i] === "F" ? "F" : ".") : x));
    return { ...after, position: { ...after.position, cells } };
  }

  override toggleFlag(cell: number): void {
    if (!this.viewing) super.toggleFlag(cell);
  }

  override set(): void {}
}
