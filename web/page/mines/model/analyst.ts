// SPDX-License-Identifier: BSD-3-Clause

// An analyst asks the engine about the position on the table: what is known of it, why a move is good, and for hints.

import type { ProblemDoc, Sentence } from "../../shared/documents.js";
import { type Engine, words } from "../../shared/engine.js";
import { t } from "../../words/words.js";
import { Analysis } from "../engine/analysis.js";
import { type Digest, type MoveInfo, rivalOf } from "../engine/digest.js";
import { type Marks, Questions, RUNGS, type Why, named, spokenOf } from "../engine/questions.js";
import type { Told } from "../engine/told.js";
import type { Game, Moment, Status } from "../game/game.js";
import { type Position, isHidden } from "../game/position.js";
import { Table } from "../game/table.js";
import { View } from "./view.js";

export class Analyst extends View {
  readonly table: Table;
  readonly analysis: Analysis;
  readonly questions: Questions;

  constructor(readonly engine: Engine<Told>, start: Position) {
    super();
    this.table = new Table(start);
    this.analysis = new Analysis(engine, () => {
      this.explain();
      this.changed();
    });
    this.questions = new Questions(engine, () => this.changed());
  }

  get game(): Game | null { return this.table.game; }
  get history(): Moment[] { return this.table.time.list; }
  get at(): number { return this.table.time.at; }
  get moment(): Moment { return this.table.moment; }
  get position(): Position { return this.table.position; }
  get status(): Status { return this.table.status; }
  get fresh(): boolean { return this.table.fresh; }
  get answer(): Digest | null { return this.analysis.answer; }
  get stale(): boolean { return this.analysis.stale; }
  get problem(): ProblemDoc | null { return this.analysis.problem; }
  get why(): Why | null { return this.questions.why; }
  get hint(): Sentence[] { return this.questions.hint; }
  get rung(): number { return this.questions.rung; }
  // marks are the cells that any text beside the board names.
  get marks(): Marks {
    const [asked, said] = [this.questions.marks(this.position), spokenOf(this.position, this.spoken)];
    return said.length === 0 ? asked : { ...asked, cells: new Set([...asked.cells, ...said]) };
  }
  get conflict(): ReadonlySet<number> { return named(this.position, [], this.problem?.conflict ?? []).numbers; }

  info(cell: number): MoveInfo | undefined { return this.analysis.info(cell); }

  bestCell(): number | null { return this.stale ? null : this.answer?.best[0] ?? null; }

  analyse(): void {
    if (this.engineOn[this.mode] && this.status === "open") {
      if (this.mode === "play" && this.game) this.table.helped = true;
      this.analysis.ask(this.position);
      this.teach();
    } else this.analysis.forget();
    this.changed();
  }

  goDeeper(): void {
    this.analysis.deeper++;
    this.analyse();
  }

  protected teach(): void {
    if (this.overlay === "learn" && this.engineOn[this.mode] && this.status === "open") this.analysis.teach(this.position);
  }

  askWhy(cells: number[]): void {
    const hidden = cells.filter((c) => isHidden(this.position.cells[c]!));
    if (hidden.length === 0) return this.say(t("said.whyHidden"));
    if (this.mode === "play" && this.table.playing) this.table.helped = true;
    this.questions.askWhy(this.position, hidden, { ...this.analysis.budget(), games: 0 });
  }

  // explain says why the recommended move is that, unless something else is asked.
  private explain(): void {
    const [a, q] = [this.answer, this.questions];
    if (this.mode !== "analyse" || !this.showing || !a || this.stale || a.state === "running" || a.solved || q.why || q.closed || this.fresh || a.best.length === 0) return;
    const [best, rival] = [a.best[0]!, rivalOf(a)];
    q.askWhy(this.position, rival === null ? [best] : [best, rival], { ...this.analysis.budget(), games: 0 }, true);
  }

  // whyNext is the key w: why this cell, and on a second cell the contrast of the two.
  whyNext(cell: number): void {
    const one = this.why?.cells.length === 1 && !this.questions.unasked ? this.why.cells[0]! : null;
    this.askWhy(one !== null && one !== cell ? [one, cell] : [cell]);
  }

  // climb goes one rung up the hint ladder.
  async climb(): Promise<void> {
    if (this.status !== "open" || this.rung >= RUNGS - 1) return;
    const before = this.position;
    try {
      const rung = await this.questions.climb(before);
      if (this.position !== before) return;
      this.questions.take(rung);
      this.table.helped = true;
    } catch (e) {
      this.notice = e ? words(e as ProblemDoc) : t("said.noHint");
    }
    this.changed();
  }

  point(s: Sentence | null): void {
    this.questions.pointed = s && named(this.position, s.cells, s.numbers);
    this.changed();
  }
}
