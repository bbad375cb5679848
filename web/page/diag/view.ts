// SPDX-License-Identifier: BSD-3-Clause

// What to do now, in one form for both kinds of tables.

import type { DiagAction, DiagAdvice, DiagBounds, DiagCost, DiagEffect, DiagFault, DiagNext, DiagTable } from "../shared/schemas.js";

export interface Action { do: DiagAction["do"] | "found"; what?: string }

// Cost is an expected cost. Only certain readings have exact ones. With tests that err bounds of at most 0.1% apart are close: the search is done.
export interface Cost { lo: number; hi: number; gap: number; exact: boolean; close: boolean }

export interface Answer { result: string; chance?: number; faults: DiagFault[]; left?: string[]; then?: Action }

export interface View {
  running: boolean; // a better one follows
  limited: boolean; // a limit was reached
  action: Action;
  price: number;
  paid: number;
  cost: Cost;
  end?: { action: Action; cost: number };
  saves: number;
  sure: number; // 0 if not known
  scale: number;
  faults: DiagFault[];
  answers: Answer[];
  choices: { action: Action; cost: Cost }[];
}

const CLOSE = 0.001; // the gap at which the engine ends its search

export function bounded(b: DiagBounds): Cost { return { lo: b.lo, hi: b.hi, gap: b.gap, exact: false, close: b.gap <= CLOSE }; }

function certain(c: DiagCost): Cost { return { lo: c.lo, hi: c.hi, gap: c.hi > 0 ? (c.hi - c.lo) / c.hi : 0, exact: c.kind === "exact", close: c.kind === "exact" }; }

function effect(e: DiagEffect): Answer {
  const then = e.then?.do === "unknown" ? undefined : e.then;
  return { result: e.result, chance: e.chance, faults: e.faults ?? [], ...(then && { then }) };
}

// ofAdvice is the view of a table whose tests err.
export function ofAdvice(d: DiagAdvice): View {
  return {
    running: d.state === "running", limited: d.state === "partial", action: d.action, price: d.price ?? 0, paid: d.paid ?? 0, cost: bounded(d.cost),
    end: d.end, saves: d.saves, sure: d.sure, scale: d.scale, faults: d.faults, answers: (d.answers ?? []).map(effect),
    choices: (d.actions ?? []).map((c) => ({ action: c.action, cost: bounded(c.cost) })),
  };
}

// ofNext is the view of a table of certain readings.
export function ofNext(d: DiagNext): View {
  const action: Action = d.found ? { do: "found", what: d.left.map((f) => f.fault).join(", ") } : { do: "test", what: d.test! };
  return {
    running: false, limited: d.state === "partial", action, price: d.price ?? 0, paid: d.paid ?? 0, cost: certain(d.cost), saves: 0, sure: 0, scale: 1, faults: d.left,
    answers: (d.answers ?? []).map((a) => ({ result: a.reading, chance: a.chance, faults: [], left: a.left, ...(a.then && { then: { do: "test" as const, what: a.then } }) })),
    choices: (d.tests ?? []).map((x) => ({ action: { do: "test" as const, what: x.test }, cost: certain(x.cost) })),
  };
}

export function same(a: Action, b: Action): boolean { return a.do === b.do && a.what === b.what; }

// isEnd reports whether an action ends a job.
export function isEnd(a: Action): boolean { return a.do !== "test" && a.do !== "replace"; }

// resultsOf are the answers to an action: those of the view, or all that the table has.
export function resultsOf(v: View, a: Action, table: DiagTable): Answer[] {
  if (same(v.action, a) && v.answers.length > 0) return v.answers;
  const words = a.do === "replace" ? ["works", "failed"] : table.tests.find((x) => x.test === a.what)?.readings ?? [];
  return words.map((result) => ({ result, faults: [] }));
}

// eventOf is a result as the engine reads it.
export function eventOf(a: Action, result: string): string { return `${a.do === "replace" ? "replace " : ""}${a.what ?? ""}=${result}`; }

// actionOf is the action of an event, and its result. A name of a test has no "=".
export function actionOf(event: string, table: DiagTable): { action: Action; result: string } {
  const at = event.indexOf("=");
  const [name, result] = [event.slice(0, at), event.slice(at + 1)];
  const action: Action = table.tests.some((x) => x.test === name) ? { do: "test", what: name } : { do: "replace", what: name.replace(/^replace /, "") };
  return { action, result };
}

// priceOf returns the price of an action in the table, unless it ends the job.
export function priceOf(a: Action, table: DiagTable): number {
  if (a.do === "test") return table.tests.find((x) => x.test === a.what)?.cost ?? 0;
  return a.do === "replace" ? table.faults.find((x) => x.fault === a.what)?.repair ?? 0 : 0;
}

// others are the actions of a table that can still be done, besides one.
export function others(v: View, table: DiagTable, seen: string[], but: Action): { action: Action; cost?: Cost }[] {
  const done = new Set(seen.map((e) => e.slice(0, e.indexOf("="))));
  const listed = v.choices.filter((c) => !isEnd(c.action) && !same(c.action, but));
  const tests = table.tests.filter((x) => x.repeat || !done.has(x.test)).map((x): Action => ({ do: "test", what: x.test }));
  const parts = table.faults.filter((f) => f.repair !== undefined && !done.has("replace " + f.fault)).map((f): Action => ({ do: "replace", what: f.fault }));
  const rest = [...tests, ...parts].filter((a) => !same(a, but) && !listed.some((c) => same(c.action, a)));
  return [...listed, ...rest.map((action) => ({ action }))];
}
