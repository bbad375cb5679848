// SPDX-License-Identifier: BSD-3-Clause

// A quiz is a board on which a click is an answer and not a move.

import type { Digest, MoveInfo } from "../engine/digest.js";
import type { ProblemDoc } from "../../shared/documents.js";
import { words } from "../../shared/engine.js";
import { local, t } from "../../words/words.js";
import { Model } from "../model/model.js";
import { type Position, hand, isHidden, nameOf, titleOf } from "../game/position.js";
import { names, percentage } from "../analyse/verdict.js";

// ENOUGH: a move this close to the best one passes.
const ENOUGH = 0.005;

export type Grade = "" | "thinking" | "right" | "wrong" | "shown";

export class Quiz extends Model {
  asking = false;
  grade: Grade = "";
  said = "";
  played: number | null = null; // what must be bettered

  // What must be bettered is named too.
  protected override get spoken(): string { return `${super.spoken} ${this.said} ${this.played === null ? "" : nameOf(this.position, this.played)}`; }

  // pose asks for the best move of a position.
  pose(p: Position, played: number | null = null): void {
    this.asking = true;
    this.grade = "";
    this.said = "";
    this.played = played;
    this.hidden = true;
    this.mode = "analyse";
    this.load(p);
  }

  override async act(cell: number): Promise<void> {
    this.cursor = cell;
    if (!this.asking || this.grade === "thinking") return this.changed();
    if (!isHidden(this.position.cells[cell]!)) return this.changed();
    this.grade = "thinking";
    this.changed();
    try {
      this.judge(cell, await solve(this, this.position));
    } catch (e) {
      this.grade = "";
      this.said = e ? words(e as ProblemDoc) : t("said.noAnswer");
    }
    this.changed();
  }

  private judge(cell: number, a: Digest): void {
    const move = a.moves.find((x) => x.cell === cell)!;
    const name = nameOf(this.position, cell);
    const proved = a.value.kind === "exact" && move.win.kind === "exact";
    const right = a.best.includes(cell) || a.safe.includes(cell) || (proved && move.win.lo >= a.value.hi - ENOUGH);
    this.grade = right ? "right" : "wrong";
    if (proved && a.because !== "safe") this.said = t(right ? "quiz.yes" : "quiz.not", { cell: name, p: local(move.win.text) });
    else this.said = right ? t(move.certain === "safe" ? "quiz.safe" : "quiz.recommended", { cell: name, worth: worth(move) }) : this.unproved(a, name);
    if (right) this.reveal(cell, a);
  }

  private unproved(a: Digest, name: string): string {
    return t(a.because === "safe" ? "quiz.guess" : "quiz.unproved", { cell: name });
  }

  async show(): Promise<void> {
    const a = await solve(this, this.position);
    this.grade = "shown";
    const best = a.best[0] ?? a.moves[0]!.cell;
    this.said = t(a.because === "exact" ? "quiz.best" : "quiz.rec", { list: names(this, a.best, "or", titleOf), worth: worth(a) });
    this.reveal(best, a);
  }

  // reveal shows the numbers, and why the answer beats the move that looks as good.
  private reveal(best: number, a: Digest): void {
    this.asking = false;
    this.hidden = false;
    const rival = this.played ?? safest(a, best);
    this.askWhy(rival !== null && rival !== best ? [best, rival] : [best]);
  }

  override set(): void {}
}

// worth says what a move or position is worth, and how well that is known.
function worth(x: Pick<MoveInfo, "worth">): string { return x.worth.kind === "none" ? "" : `, ${percentage(x.worth)} (${t(`kind.${x.worth.kind}`)})`; }

// safest is a move of lowest risk that is not the best one.
function safest(a: Digest, best: number): number | null {
  const lowest = Math.min(...a.moves.map((x) => x.risk ?? 1));
  return a.moves.find((x) => x.risk === lowest && x.cell !== best && !a.best.includes(x.cell))?.cell ?? null;
}

export function solve(m: Model, p: Position, budget?: object): Promise<Digest> {
  return m.engine.last<Digest>({ ask: "mines.analysis", position: { text: hand(p) }, budget });
}
