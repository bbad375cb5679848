// SPDX-License-Identifier: BSD-3-Clause

// A game with every decision valued, and what there is to say of it.

import type { ChangeDoc, ConvertedDoc, Fraction, ProblemDoc, ReviewDoc, TurnDoc } from "../../shared/documents.js";
import { type Val, val } from "../engine/digest.js";
import type { Engine } from "../../shared/engine.js";
import { type Game, type Moment, open } from "../game/game.js";
import { type First, blank, cellOf } from "../game/position.js";
import { asBoard, fitting } from "../files/reading.js";
import type { Told } from "../engine/told.js";
import { percentage } from "../analyse/verdict.js";
import { type Key, local, t } from "../../words/words.js";
import { count } from "../words.js";

export interface Reviewed {
  doc: ReviewDoc; // replaced by better ones while the engine works
  game: Game;
  moments: Moment[]; // moments[k] is before turn k
}

// review asks for the review of a game and calls told with it as soon as there is one, then after each improvement. It continues an
// earlier one whose games are in played, unless the engine refuses them.
export async function review(engine: Engine<Told>, text: string, told: (r: Reviewed) => void, encoding?: "base64", played: unknown[] = []): Promise<Reviewed> {
  const input = { text: encoding ? text : await asBoard(engine, text), encoding };
  const json = JSON.parse((await engine.last<ConvertedDoc>({ ask: "mines.convert", input, to: "json" })).text) as { width: number; height: number; real?: string[]; moves?: unknown[] };
  fitting(json);
  const game = { layout: Array.from((json.real ?? []).join(""), (x) => x === "*") };
  const from = (games: unknown[]) => new Promise<Reviewed>((resolve, reject) => {
    let r: Reviewed | null = null;
    let problem: Told | ProblemDoc | null = null;
    engine.ask({ ask: "mines.review", game: input, retry: true, played: games }, (doc) => {
      if (doc.schema !== "mines.review/1") {
        problem = doc;
        return;
      }
      const next = doc as ReviewDoc;
      if (r) r.doc = next;
      else r = { doc: next, game, moments: moments(next, game) };
      told(r);
    }, () => (r && !problem ? resolve(r) : reject(problem)));
  });
  return played.length === 0 ? from([]) : from(played).catch(() => from([]));
}

function moments(doc: ReviewDoc, game: Game): Moment[] {
  let now: Moment = { position: blank(doc.width, doc.height, doc.mines, doc.first as First), moves: [], boom: null };
  const cell = (name: string) => cellOf(now.position, name)!;
  if (doc.first_click) now = open(game, now, cell(doc.first_click));
  const list = [now];
  for (const t of doc.turns) list.push((now = open(game, now, cell(t.cell))));
  return list;
}

// valueOf is the winning chance before a turn, as well as it is known: exact, else of veil's play.
export function valueOf(r: Reviewed, i: number): Val {
  const t = r.doc.turns[i]!;
  const own = val(t.value, t.layouts);
  return own.kind === "exact" || !t.estimate?.value ? own : val(t.estimate.value);
}

// Cost is what a turn gave away, in points, and its error: 0 if it is exact.
export interface Cost { at: number; half: number }

// costOf returns what a turn gave away, or null if it is not known.
export function costOf(t: TurnDoc): Cost | null {
  if (t.given_away) return { at: points(t.given_away), half: 0 };
  return t.estimate?.cost ? inPoints(t.estimate.cost) : null;
}

// inPoints returns a change of the winning chance in points.
export function inPoints(c: ChangeDoc): Cost { return { at: 100 * c.by, half: c.ci95 ? 50 * (c.ci95[1]! - c.ci95[0]!) : 0 }; }

// costText writes points with their error.
export function costText(c: Cost): string {
  return c.half === 0 ? signed(c.at, 2) : `${signed(c.at, 1)} ±${local((Math.ceil(c.half * 10) / 10).toFixed(1))}`;
}

function signed(n: number, places: number): string { return local(n.toFixed(places)).replace("-", "−"); }

// verdictOf returns the verdict on a turn: exact, else by its estimate.
export function verdictOf(t: TurnDoc): TurnDoc["verdict"] { return t.verdict ?? t.estimate?.verdict; }

// A risky click while a safe cell existed is a fault whatever its size.
export function isFault(t: TurnDoc): boolean {
  return verdictOf(t) !== undefined || ((t.safe?.length ?? 0) > 0 && t.risk !== undefined && t.risk.num !== "0");
}

// isForced: a guess that could not be bettered.
export function isForced(t: TurnDoc): boolean {
  return !isFault(t) && !t.safe?.length && t.risk !== undefined && t.risk.num !== "0" && (t.best.includes(t.cell) || (t.estimate?.best?.includes(t.cell) ?? false));
}

// worthText is what the move that was played was worth: empty if nothing is known of it.
export function worthText(t: TurnDoc): string {
  const v = val(t.win, t.layouts);
  if (v.kind === "none" && t.estimate?.value?.win !== undefined && t.estimate.cost) return `${local((100 * Math.max(0, t.estimate.value.win - t.estimate.cost.by)).toFixed(1))}%`;
  return v.kind === "none" || v.text === "" ? "" : percentage(v);
}

export function points(f: Fraction): number {
  return (100 * Number((BigInt(f.num) * 1_000_000_000n) / BigInt(f.den))) / 1e9;
}

// headline judges the decisions, not the result.
export function headline(d: ReviewDoc): string {
  const faults = d.turns.filter(isFault).length;
  const luck = luckOf(d);
  const many = faults === 0 ? "None" : faults === 1 ? "One" : "Many";
  if (d.result !== "lost") return t(`head.${d.result}${many}` as Key, { n: count(faults).toLowerCase() });
  if (faults === 0) return t(d.exact_from === 0 && !d.estimate ? "head.lostUnknown" : "head.lostNone");
  if (luck > 0) return t(faults === 2 ? "head.luckyTwo" : `head.lucky${many}` as Key, { n: faults });
  if (luck < 0) return t(`head.unlucky${many}` as Key, { n: count(faults) });
  return t(`head.lost${many}` as Key, { n: count(faults).toLowerCase() });
}

// luckOf is the sign of the luck of a game: 0 where its interval leaves it open.
function luckOf(d: ReviewDoc): number {
  if (d.exact_from === 1 && d.ledger) return Math.sign(points(d.ledger.luck));
  if (!d.estimate) return 0;
  const { at, half } = inPoints(d.estimate.luck);
  return at - half > 0 ? 1 : at + half < 0 ? -1 : 0;
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
  if (d.exact_from !== 1 && d.estimate) return t("mistakes.estimated");
  if (d.exact_from === 0) return t("mistakes.unknown");
  const best = d.turns.slice(d.exact_from - 1).every((x) => x.given_away?.num === "0");
  return t(`mistakes.${best ? "best" : "small"}${d.exact_from === 1 ? "" : "From"}` as Key, { n: d.exact_from });
}

