// SPDX-License-Identifier: BSD-3-Clause

// What the engine says of the position that is shown.

import type { ProblemDoc } from "../../shared/documents.js";
import { type Engine, words } from "../../shared/engine.js";
import type { Digest, MoveInfo } from "./digest.js";
import { type Position, hand } from "../game/position.js";
import type { Told } from "./told.js";

export class Analysis {
  answer: Digest | null = null;
  stale = false; // the answer is about the position before
  problem: ProblemDoc | null = null;
  deeper = 0;
  note = ""; // why there are no lessons
  private infos = new Map<number, MoveInfo>();
  private lessons: Map<number, MoveInfo> | null = null; // what cells may show
  private lessonsOf: Position | null = null;
  private stop = () => {};
  private stopLessons = () => {};

  constructor(private readonly engine: Engine<Told>, private readonly changed: () => void) {}

  info(cell: number): MoveInfo | undefined { return this.infos.get(cell); }

  // budget is the engine's own, and four times as much with every "deeper". It is counted in
  // work and not in time, so that every device shows the same numbers.
  budget(): object | undefined {
    if (this.deeper === 0) return undefined;
    const more = 4 ** this.deeper;
    return { nodes: 1_000_000 * more, max_layouts: 500_000 * more, games: 1_600 * more };
  }

  // ask asks about a position. What is known of the one before stays, as stale, until there is more.
  ask(p: Position): void {
    this.stop();
    this.stale = this.answer !== null;
    this.stop = this.engine.ask({ ask: "mines.analysis", position: { text: hand(p) }, budget: this.budget() }, (doc) => {
      if (doc.schema === "digest") this.learn(doc);
      else if (doc.schema === "veil.problem/1") this.fault(doc);
    });
  }

  // forget ends what is asked and drops what is known.
  forget(): void {
    this.stop();
    this.stop = () => {};
    this.answer = null;
    this.problem = null;
    this.stale = false;
    this.infos = new Map();
  }

  // teach asks what each cell may show. It is a question of its own, so that the analysis goes on.
  teach(p: Position): void {
    if (this.lessonsOf === p) return;
    this.stopLessons();
    this.lessonsOf = p;
    this.lessons = null;
    this.stopLessons = this.engine.ask({ ask: "mines.analysis", position: { text: hand(p) }, moves: "none", fields: ["outcomes", "digits"] }, (doc) => {
      if (doc.schema === "digest") this.lessons = new Map(doc.moves.map((x) => [x.cell, x]));
      else if (doc.schema === "veil.problem/1" && doc.type !== "cancelled") this.note = words(doc);
      this.index();
      this.changed();
    });
  }

  forgetLessons(): void {
    this.stopLessons();
    this.lessons = null;
    this.lessonsOf = null;
    this.note = "";
  }

  // index makes the moves findable by cell, with what they teach.
  private index(): void {
    const taught = this.lessons;
    this.infos = new Map(this.answer?.moves.map((x) => [x.cell, { ...x, bits: taught?.get(x.cell)?.bits ?? x.bits, dead: taught?.get(x.cell)?.dead ?? x.dead }]));
  }

  private learn(doc: Digest): void {
    this.answer = doc;
    this.problem = null;
    this.stale = false;
    this.index();
    this.changed();
  }

  private fault(p: ProblemDoc): void {
    if (p.type === "cancelled") return;
    this.forget();
    this.problem = p;
    this.changed();
  }
}
