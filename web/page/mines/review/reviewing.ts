// SPDX-License-Identifier: BSD-3-Clause

// A game with every decision valued, and what there is to say of it.

import type { ConvertedDoc, Fraction, ReviewDoc, TurnDoc } from "../../shared/documents.js";
import { type Digest, type Val, val } from "../engine/digest.js";
import type { Engine } from "../../shared/engine.js";
import { type Game, type Moment, open } from "../game/game.js";
import { type First, type Position, blank, cellOf, hand } from "../game/position.js";
import { asBoard, fitting } from "../files/reading.js";
import type { Told } from "../engine/told.js";
import { percentage } from "../analyse/verdict.js";
import { type Key, t } from "../../words/words.js";
import { count } from "../words.js";

export interface Reviewed {
  doc: ReviewDoc;
  game: Game;
  moments: Moment[]; // moments[k] is before turn k
  estimates: Map<number, Val>; // of turns whose value is not exact
  given: Map<number, number>; // points that faults gave away, estimated, where they are not exact
}

export async function review(engine: Engine<Told>, text: string, encoding?: "base64"): Promise<Reviewed> {
  const input = { text: encoding ? text : await asBoard(engine, text), encoding };
  const json = JSON.parse((await engine.last<ConvertedDoc>({ ask: "mines.convert", input, to: "json" })).text) as { width: number; height: number; real?: string[]; moves?: unknown[] };
  fitting(json);
  const doc = await engine.last<ReviewDoc>({ ask: "mines.review", game: input, retry: true });
  const game = { layout: Array.from((json.real ?? []).join(""), (x) => x === "*") };
  return { doc, game, moments: moments(doc, game), estimates: new Map(), given: new Map() };
}

function moments(doc: ReviewDoc, game: Game): Moment[] {
  let now: Moment = { position: blank(doc.width, doc.height, doc.mines, doc.first as First), moves: [], boom: null };
  const cell = (name: string) => cellOf(now.position, name)!;
  if (doc.first_click) now = open(game, now, cell(doc.first_click));
  const list = [now];
  for (const t of doc.turns) list.push((now = open(game, now, cell(t.cell))));
  return list;
}

// BRIEF is the work that an estimate may take. The engine values a move by an eighth of the games, and not by less than a hundred: a
// smaller number gives no estimate at all.
export const BRIEF = { nodes: 50_000, max_layouts: 2_000, games: 1_600 };

// isEstimated: the first estimate is enough for a dot of the graph, which shows its range.
export function isEstimated(d: Digest): boolean { return d.games > 0; }

// estimate fills in the values that are not exact, one after the other, and calls told after each: the start and the mistakes first,
// then guesses, then the rest.
export async function estimate(engine: Engine<Told>, r: Reviewed, told: () => void, alive: () => boolean): Promise<void> {
  const rank = (i: number) => (i === 0 || isFault(r.doc.turns[i]!) ? 0 : r.doc.turns[i]!.safe?.length ? 2 : 1);
  const turns = [...r.doc.turns.keys()].filter((i) => r.doc.turns[i]!.value.kind !== "exact").sort((i, k) => rank(i) - rank(k) || i - k);
  for (const i of turns) {
    if (!alive()) return;
    const question = { ask: "mines.analysis", position: { text: hand(r.moments[i]!.position) }, budget: BRIEF };
    const a = await engine.until<Digest>(question, isEstimated).catch(() => null);
    if (!a || a.worth.kind === "none" || !alive()) continue;
    const t = r.doc.turns[i]!;
    r.estimates.set(i, a.worth);
    if (isFault(t) && !t.given_away) r.given.set(i, given(t, r.moments[i]!.position, a));
    told();
  }
}

// given is about how many points a move gave away. Where the engine valued only better moves, the games are counted that the mine
// at the cell would have lost.
export function given(t: TurnDoc, p: Position, a: Pick<Digest, "worth" | "moves">): number {
  const played = a.moves.find((x) => x.cell === cellOf(p, t.cell))?.worth;
  const known = played?.kind === "exact" || played?.kind === "estimate";
  return Math.max(0, known ? 100 * (a.worth.at - played.at) : a.worth.at * points(t.risk));
}

// Sums are those of a ledger, in points.
export interface Sums { start: number; given: number; luck: number; result: number }

// about is the ledger in estimates, once the start and every mistake have one; null before, and of a game that has not ended.
export function about(r: Reviewed): Sums | null {
  const { turns, result } = r.doc;
  const start = turns.length > 0 && result !== "open" ? valueOf(r, 0) : null;
  if (!start || (start.kind !== "estimate" && start.kind !== "exact")) return null;
  const lost = turns.flatMap((t, i) => (isFault(t) ? [t.given_away ? points(t.given_away) : r.given.get(i)] : []));
  if (lost.some((x) => x === undefined)) return null;
  const [from, to, sum] = [100 * start.at, result === "won" ? 100 : 0, lost.reduce<number>((total, x) => total + x!, 0)];
  return { start: from, given: sum, luck: to - from + sum, result: to };
}

// valueOf is what a turn was worth with best play, as well as it is known.
export function valueOf(r: Reviewed, i: number): Val {
  const t = r.doc.turns[i]!;
  const own = val(t.value, t.layouts);
  return own.kind === "exact" ? own : r.estimates.get(i) ?? own;
}

// A risky click while a safe cell existed is a fault whatever its size.
export function isFault(t: TurnDoc): boolean {
  return t.verdict !== undefined || ((t.safe?.length ?? 0) > 0 && t.risk !== undefined && t.risk.num !== "0");
}

// isForced: a guess that could not be bettered.
export function isForced(t: TurnDoc): boolean {
  return !isFault(t) && !t.safe?.length && t.risk !== undefined && t.risk.num !== "0" && t.best.includes(t.cell);
}

// worthText is what the move that was played was worth: empty if nothing is known of it.
export function worthText(t: TurnDoc): string {
  const v = val(t.win, t.layouts);
  return v.kind === "none" || v.text === "" ? "" : percentage(v);
}

export function points(f: Fraction): number {
  return (100 * Number((BigInt(f.num) * 1_000_000_000n) / BigInt(f.den))) / 1e9;
}

// headline judges the decisions, not the result.
export function headline(d: ReviewDoc): string {
  const faults = d.turns.filter(isFault).length;
  const luck = d.ledger ? points(d.ledger.luck) : 0;
  const many = faults === 0 ? "None" : faults === 1 ? "One" : "Many";
  if (d.result !== "lost") return t(`head.${d.result}${many}` as Key, { n: count(faults).toLowerCase() });
  if (faults === 0) return t(d.exact_from === 0 ? "head.lostUnknown" : "head.lostNone");
  if (!d.ledger) return t(`head.lost${many}Only` as Key, { n: count(faults).toLowerCase() });
  if (luck > 0) return t(faults === 2 ? "head.luckyTwo" : `head.lucky${many}` as Key, { n: faults });
  return t(`head.lost${many}` as Key, { n: count(faults) });
}

// startName is what the ledger starts with: the first value that is exact.
export function startName(d: ReviewDoc): string { return d.exact_from > 1 ? t("ledger.from", { n: d.exact_from }) : t("ledger.start"); }

// mistakesTitle counts what is listed.
export function mistakesTitle(d: ReviewDoc): string {
  const [faults, forced] = [d.turns.filter(isFault).length, d.turns.filter(isForced).length];
  const guess = forced > 0 ? t(forced === 1 ? "mistakes.guess" : "mistakes.guesses", { n: count(forced).toLowerCase() }) : "";
  if (faults === 0) return [noFault(d), guess && `${guess[0]!.toUpperCase()}${guess.slice(1)}.`].filter(Boolean).join(" ");
  return [t(faults === 1 ? "mistakes.one" : "mistakes.many", { n: count(faults) }), guess].filter(Boolean).join(", ");
}

// noFault claims no more than the values allow.
function noFault(d: ReviewDoc): string {
  if (d.exact_from === 0) return t("mistakes.unknown");
  const best = d.turns.slice(d.exact_from - 1).every((x) => x.given_away?.num === "0");
  return t(`mistakes.${best ? "best" : "small"}${d.exact_from === 1 ? "" : "From"}` as Key, { n: d.exact_from });
}

