// SPDX-License-Identifier: BSD-3-Clause

// A prover steps through the proof that a board can, or cannot, be won without a guess. The engine finds and checks the proof; this
// only shows it.

import type { ProblemDoc, SolutionDoc } from "../shared/documents.js";
import { type Engine, words } from "../shared/engine.js";
import { show } from "../shared/outside.js";
import { phrases } from "../words/words.js";
import de from "../words/prove/de.json";
import en from "../words/prove/en.json";
import type { Marks } from "./engine/questions.js";
import type { Told } from "./engine/told.js";
import { gameFragment, gameOfLink, isGameLink } from "./files/gamelink.js";
import { asBoard, read } from "./files/reading.js";
import { type Moment, open } from "./game/game.js";
import { blank, cellOf, fragment, hand, isHidden, parseFragment, withMark } from "./game/position.js";
import { Model } from "./model/model.js";

export const told = phrases({ de, en });

const NONE: ReadonlySet<number> = new Set();

export class Prover extends Model {
  found: SolutionDoc | null = null;
  proving = false;
  fault = "";
  link = ""; // of the board that is shown
  done = 0; // how many steps are done
  layoutOf: number | null = null; // a hidden cell that is a mine in the layout that is shown
  private moments: Moment[] = [];

  constructor(engine: Engine<Told>) {
    super(engine, blank(9, 9, 10, "zero"));
    this.hidden = true;
    this.mode = "analyse";
    this.engineOn.analyse = false;
  }

  // follow proves what a link names, and reports whether it names anything.
  follow(hash: string): boolean {
    if (hash === "" || hash === "#") return false;
    const position = parseFragment(hash);
    const text = isGameLink(hash) ? gameOfLink(hash) : position && hand(position);
    if (text) void this.prove(text);
    else this.fail(told("prove.damaged"));
    return true;
  }

  async prove(text: string, encoding?: "base64", click?: string): Promise<void> {
    Object.assign(this, { found: null, proving: true, fault: "", done: 0, layoutOf: null });
    this.changed();
    try {
      if (!encoding) text = await asBoard(this.engine, text);
      const found = await this.engine.last<SolutionDoc>({ ask: "mines.prove", board: { text, encoding }, click: click || undefined });
      await this.take(found);
    } catch (e) {
      this.fail(e instanceof Error ? e.message : e ? words(e as ProblemDoc) : told("prove.unknown"));
    }
  }

  private fail(why: string): void {
    Object.assign(this, { proving: false, fault: why });
    this.changed();
  }

  // take plays the steps, so that they can be walked.
  private async take(found: SolutionDoc): Promise<void> {
    const { position, game } = await read(this.engine, found.board);
    this.moments = [{ position, moves: [], boom: null }];
    if (game) for (const s of found.steps) this.moments.push(open(game, this.moments.at(-1)!, cellOf(position, s.cell)!));
    const click = cellOf(position, found.click ?? "");
    this.link = game && click !== null ? gameFragment(game, { position, moves: [{ kind: "open", cell: click }], boom: null }) : fragment(position);
    show(this.link);
    Object.assign(this, { found, proving: false });
    this.walk(found.verdict === "guess" ? this.moments.length - 1 : 0);
  }

  get last(): number { return this.moments.length - 1; }

  // now is the step that comes next, with its reason; null at the end.
  get now(): SolutionDoc["steps"][number] | null { return this.found?.steps[this.done] ?? null; }

  walk(to: number): void {
    this.done = Math.max(0, Math.min(this.last, to));
    this.layoutOf = null;
    this.load(this.moments[this.done]!.position);
    const next = this.now && cellOf(this.position, this.now.cell);
    if (next !== null) this.cursor = next;
    this.changed();
  }

  override get marks(): Marks {
    const at = (name: string) => cellOf(this.position, name)!;
    if (!this.now) return { cells: NONE, others: NONE, numbers: NONE };
    return { cells: new Set([at(this.now.cell)]), others: NONE, numbers: new Set(this.now.numbers.map(at)) };
  }

  // act shows a layout with a mine in a hidden cell, where no cell is safe; before that it takes the step of the cell.
  override async act(cell: number): Promise<void> {
    this.cursor = cell;
    const mined = this.found?.layouts?.find((l) => l[cell] === "*");
    if (this.done === this.last && mined) {
      const p = this.moments[this.last]!.position;
      if (!isHidden(p.cells[cell]!)) return this.changed();
      this.layoutOf = cell;
      this.load(p.cells.reduce((q, mark, i) => (isHidden(mark) && mined[i] === "*" ? withMark(q, i, "*") : q), p));
    } else if (this.now && cell === cellOf(this.position, this.now.cell)) this.walk(this.done + 1);
    this.changed();
  }

  override toggleFlag(): void {}
  override set(): void {}
}
