// SPDX-License-Identifier: BSD-3-Clause

// A game against veil. Two workers play it: the referee, who knows the true board, and the
// player, who is given only what its side hears. A third coaches the visitor, if asked, and is
// given only what the visitor hears.

import type { ProblemDoc } from "../../shared/documents.js";
import type { Doc } from "../../shared/engine.js";
import { fields, forget, isWhole, own, store, stored } from "../../shared/outside.js";
import type { KriegGame, KriegSeat, KriegThought } from "../../shared/schemas.js";
import { Store } from "../../shared/store.js";
import { KINDS, other, parseFEN, squareIndex, squareName } from "../chess.js";
import { RULESETS } from "../rulesets.js";
import type { Side } from "../kdocs.js";
import { type Ending, agrees, made } from "./past.js";

// Asker is a worker: it answers a question, or throws a problem.
export interface Asker { last<T extends Doc>(question: object): Promise<T> }

export interface Choices { rules: string; me: Side; level: number; seed: number; coach: boolean }

export interface Saved extends Choices {
  tries: string[]; // of both sides, the refused included
  phantoms: [number, string][]; // the visitor's guesses: no worker hears of them
  helped: boolean; // the coach was asked
  resigned: boolean;
  agreed: boolean; // a draw
  taken: number; // moves that were taken back
}

const KEY = "krieggame";
export const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8];
export const COACH = 6; // the level of the coach

// restored reads a game that was kept; what cannot be one is none.
export function restored(text: string | null): Saved | null {
  const { rules, me, level, seed, tries, phantoms, coach, helped, resigned, agreed, taken } = fields(text);
  const fine = own(RULESETS, rules) && (me === "white" || me === "black") && isWhole(level, 1, LEVELS.length) && isWhole(seed, 0, Number.MAX_SAFE_INTEGER)
    && Array.isArray(tries) && tries.length <= MOST_TRIES && tries.every(isTry) && Array.isArray(phantoms) && phantoms.length <= 64 && phantoms.every(isPhantom);
  return fine ? { rules, me, level, seed, tries, phantoms, coach: !!coach, helped: !!helped, resigned: !!resigned, agreed: !!agreed, taken: isWhole(taken, 0, MOST_TRIES) ? taken : 0 } : null;
}

const MOST_TRIES = 2000; // of both sides: no game is as long

function isTry(x: unknown): x is string { return typeof x === "string" && /^([a-h][1-8][a-h][1-8][qrbn]?|any\?)$/.test(x); }

function isPhantom(x: unknown): x is [number, string] { return Array.isArray(x) && isWhole(x[0], 0, 63) && typeof x[1] === "string" && x[1].length === 1 && KINDS.includes(x[1]); }

export class Table extends Store {
  game: Saved | null = null;
  setting = false; // a new game is being chosen
  seat: KriegSeat | null = null; // what the visitor sees
  mine = false; // it is the visitor's turn
  ending: Ending | null = null;
  thinking = false;
  problem: ProblemDoc | null = null;
  note = ""; // what cannot be tried
  advice: KriegThought | null = null;
  advising = false;
  from: number | null = null; // the man that is chosen
  promoting: string[] = []; // tries that differ in the man they promote to
  phantom = ""; // the man that a click places
  offering = false; // veil thinks about a draw
  declined = 0; // the tries that were made when it said no
  private turn = 0;
  private hired: Asker | null = null; // the coach

  constructor(private readonly referee: Asker, private readonly player: Asker, private readonly hire: () => Asker) {
    super();
    this.game = restored(stored(KEY));
    this.setting = !this.game;
    if (this.game) void this.settle();
  }

  get phantoms(): Map<number, string> { return new Map(this.game?.phantoms); }

  get men(): string[] { return this.seat ? parseFEN(this.seat.own) : []; }

  private get coach(): Asker { return this.hired ??= this.hire(); }

  begin(c: Choices): void {
    this.game = { ...c, tries: [], phantoms: [], helped: c.coach, resigned: false, agreed: false, taken: 0 };
    Object.assign(this, { setting: false, seat: null, ending: null, advice: null, note: "", from: null, promoting: [], phantom: "", offering: false, declined: 0 });
    void this.settle();
  }

  // settle asks the referee how the game stands, and lets veil try while it is its turn.
  async settle(): Promise<void> {
    const [turn, g] = [++this.turn, this.game!];
    Object.assign(this, { problem: null, mine: false, thinking: true });
    this.changed();
    try {
      while (turn === this.turn) {
        const doc = await this.referee.last<KriegGame>({ ask: "krieg.game", rules: g.rules, tries: g.tries });
        if (turn !== this.turn) return;
        this.take(doc);
        if (this.ending || doc.to_move === g.me) break;
        const them = other(g.me);
        const t = await this.player.last<KriegThought>({ ask: "krieg.think", rules: g.rules, me: them, level: g.level, seed: g.seed, heard: doc[them].heard ?? [] });
        if (turn === this.turn) g.tries.push(t.best!);
      }
    } catch (e) {
      if (turn === this.turn) this.problem = e as ProblemDoc;
    }
    if (turn !== this.turn) return;
    this.thinking = false;
    this.changed();
    void this.advise();
  }

  // take keeps what the visitor may see of the referee's answer, and nothing else.
  private take(doc: KriegGame): void {
    const g = this.game!;
    this.seat = doc[g.me];
    this.ending = doc.over ? { how: doc.over, winner: doc.winner ?? null } : g.resigned ? { how: "resigned", winner: other(g.me) } : g.agreed ? { how: "agreed", winner: null } : null;
    this.mine = !this.ending && doc.to_move === g.me;
    this.save();
    this.changed();
  }

  save(): void {
    if (this.game) store(KEY, JSON.stringify(this.game));
    else forget(KEY);
  }

  // goals are where the chosen man may be tried.
  get goals(): Set<number> {
    if (this.from === null || !this.mine) return new Set();
    const from = squareName(this.from);
    return new Set((this.seat?.tries ?? []).filter((x) => x.try.startsWith(from)).map((x) => squareIndex(x.try.slice(2, 4))));
  }

  // touch is a click on a square: it places a phantom, chooses a man, or tries.
  touch(i: number): void {
    if (this.phantom) return this.haunt(i, this.phantom);
    if (this.from !== null && this.goals.has(i)) return this.drag(this.from, i);
    this.from = this.men[i] && this.mine && this.from !== i ? i : null;
    Object.assign(this, { promoting: [], note: "" });
    this.changed();
  }

  drag(from: number, to: number): void {
    const move = squareName(from) + squareName(to);
    this.attempt((this.seat?.tries ?? []).map((x) => x.try).filter((x) => x.startsWith(move)), move);
  }

  // attempt tries the one that is left; of several the visitor chooses the man.
  attempt(list: string[], what: string): void {
    Object.assign(this, { from: null, note: "", promoting: [] });
    if (!this.mine) return this.changed();
    if (list.length === 1) return this.push(list[0]!);
    if (list.length === 0) this.note = what;
    this.promoting = list;
    this.changed();
  }

  ask(): void { if (this.mine && this.seat?.may_ask) this.push("any?"); }

  private push(action: string): void {
    this.game!.tries.push(action);
    void this.settle();
  }

  resign(): void {
    if (!this.game || this.ending) return;
    this.game.resigned = true;
    void this.settle();
  }

  // takeBack goes back before the visitor's last move. What was refused stays refused: it was heard. Only the referee knows which try was that move.
  async takeBack(): Promise<void> {
    const g = this.game!;
    if (this.ending || g.tries.length === 0) return;
    const turn = ++this.turn;
    const doc = await this.referee.last<KriegGame>({ ask: "krieg.game", rules: g.rules, tries: g.tries, reveal: true }).catch(() => null);
    if (turn !== this.turn) return;
    const at = doc?.moves?.findLastIndex((x) => x.by === g.me && made(x)) ?? -1;
    if (at >= 0) {
      g.tries = g.tries.slice(0, at);
      g.taken++;
    }
    Object.assign(this, { advice: null, note: "", from: null, promoting: [], declined: 0 });
    void this.settle();
  }

  get mayOffer(): boolean { return this.mine && !this.offering && (this.declined === 0 || this.game!.tries.length >= this.declined + 10); }

  // offerDraw asks veil for a draw. It decides by what its own side heard.
  async offerDraw(): Promise<void> {
    if (!this.mayOffer) return;
    const [g, turn] = [this.game!, this.turn];
    const them = other(g.me);
    this.offering = true;
    this.changed();
    const doc = await this.referee.last<KriegGame>({ ask: "krieg.game", rules: g.rules, tries: g.tries }).catch(() => null);
    const thought = doc && await this.player.last<KriegThought>({ ask: "krieg.think", rules: g.rules, me: them, level: g.level, seed: g.seed, heard: doc[them].heard ?? [], belief: true }).catch(() => null);
    this.offering = false;
    if (turn !== this.turn || g !== this.game) return this.changed();
    if (thought && agrees(thought, g.tries.length)) {
      g.agreed = true;
      return void this.settle();
    }
    this.declined = g.tries.length;
    this.changed();
  }

  // haunt places a phantom, or takes it away.
  haunt(i: number, kind: string): void {
    const g = this.game;
    if (!g || this.men[i]) return;
    const was = this.phantoms.get(i);
    g.phantoms = [...g.phantoms.filter(([at]) => at !== i), ...(kind && was !== kind ? [[i, kind] as [number, string]] : [])];
    this.save();
    this.changed();
  }

  exorcise(): void {
    if (this.game) this.game.phantoms = [];
    this.phantom = "";
    this.save();
    this.changed();
  }

  setCoach(on: boolean): void {
    const g = this.game!;
    g.coach = on;
    g.helped ||= on;
    if (!on) this.advice = null;
    this.save();
    this.changed();
    void this.advise();
  }

  // advise asks the coach what the visitor may know.
  private async advise(): Promise<void> {
    const [g, turn] = [this.game, this.turn];
    if (!g?.coach || !this.mine) return;
    this.advising = true;
    this.changed();
    const heard = this.seat?.heard ?? [];
    const t = await this.coach.last<KriegThought>({ ask: "krieg.think", rules: g.rules, me: g.me, level: COACH, seed: g.seed, heard, belief: true, teach: true }).catch(() => null);
    if (turn !== this.turn || g !== this.game) return;
    Object.assign(this, { advice: g.coach ? t : null, advising: false });
    this.changed();
  }

  // choose shows the settings of a new game; the game that is going on can be continued.
  choose(on: boolean): void {
    this.setting = on;
    this.changed();
  }

  // reveal is the true game, once it is over.
  async reveal(): Promise<KriegGame> {
    const g = this.game!;
    return this.referee.last<KriegGame>({ ask: "krieg.game", rules: g.rules, tries: g.tries, reveal: true, judge: true });
  }

  // recall is what a side thought when it had heard the first lines. Each side has a worker of its own.
  recall(side: Side, heard: string[]): Promise<KriegThought> {
    const g = this.game!;
    const [asker, level] = side === g.me ? [this.coach, COACH] as const : [this.player, g.level] as const;
    return asker.last<KriegThought>({ ask: "krieg.think", rules: g.rules, me: side, level, seed: g.seed, heard, belief: true });
  }
}
