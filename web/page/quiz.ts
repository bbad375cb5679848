// SPDX-License-Identifier: BSD-3-Clause

// A quiz is a board on which a click is an answer and not a move.

import type { Digest } from "./digest.js";
import type { ProblemDoc } from "./documents.js";
import { words } from "./engine.js";
import { Model } from "./model.js";
import { type Position, hand, isHidden, nameOf } from "./position.js";

// ENOUGH: a move this close to the best one passes.
const ENOUGH = 0.005;

export type Grade = "" | "thinking" | "right" | "wrong" | "shown";

export class Quiz extends Model {
  asking = false;
  grade: Grade = "";
  said = "";
  played: number | null = null; // what must be bettered

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
      this.said = e ? words(e as ProblemDoc) : "no answer";
    }
    this.changed();
  }

  private judge(cell: number, a: Digest): void {
    const win = a.moves.find((x) => x.cell === cell)?.win;
    const name = nameOf(this.position, cell);
    if (!win || win.kind === "none" || a.value.kind === "none") {
      this.grade = "wrong";
      this.said = `What ${name} is worth is not known.`;
      return;
    }
    const right = win.lo >= a.value.hi - ENOUGH;
    this.grade = right ? "right" : "wrong";
    this.said = right ? `Yes: ${name} wins ${win.text}%.` : `Not yet: ${name} wins ${win.text}%. There is better.`;
    if (right) this.reveal(cell, a);
  }

  async show(): Promise<void> {
    const a = await solve(this, this.position);
    this.grade = "shown";
    const best = a.best[0] ?? a.safe[0] ?? a.moves[0]!.cell;
    this.said = `Best: ${a.best.map((c) => nameOf(this.position, c)).join(", ")}, ${a.value.text}%.`;
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

// safest is a move of lowest risk that is not the best one.
function safest(a: Digest, best: number): number | null {
  const lowest = Math.min(...a.moves.map((x) => x.risk ?? 1));
  return a.moves.find((x) => x.risk === lowest && x.cell !== best && !a.best.includes(x.cell))?.cell ?? null;
}

export function solve(m: Model, p: Position, budget: object = { time_ms: 10_000, memory_mb: 256 }): Promise<Digest> {
  return m.engine.last<Digest>({ ask: "mines.analysis", position: { text: hand(p) }, budget });
}
