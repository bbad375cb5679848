// SPDX-License-Identifier: BSD-3-Clause

// What there is to say of a position, in sentences: what it is worth, what to do and why.

import { type Digest, type Val, isLowest } from "../engine/digest.js";
import { range, whole } from "../board/look.js";
import type { Analyst } from "../model/analyst.js";
import { big } from "../../shared/number.js";
import { nameOf, titleOf } from "../game/position.js";
import { type Key, local, many, t } from "../../words/words.js";
import { count } from "../words.js";

// verdict is the sentence for a screen reader, a picture and the command line.
export function verdict(m: Analyst): string {
  if (m.status === "won") return t("verdict.won");
  if (m.status === "lost") return t("verdict.boom", { cell: nameOf(m.position, m.moment.boom!) });
  if (m.problem) return m.problem.title;
  const a = m.answer;
  if (!m.showing || !a) return "";
  if (a.solved) return t("verdict.everyOpen");
  switch (a.worth.kind) {
    case "exact":
      return t("verdict.exact", { p: local(a.worth.text) }) + (a.worth.fraction ? ` (${a.worth.fraction})` : "");
    case "estimate":
      return t("verdict.about", { p: percentage(a.worth) });
    case "bounds":
      return t("verdict.between", ends(a.worth));
    default:
      return t(a.state === "running" ? "verdict.risksFirst" : "verdict.risksOnly");
  }
}

// percentage prints a value with the per cent sign: 57.42%, 34% (25–43), [12.0, 56.3]%.
export function percentage(v: Val): string { return v.kind === "estimate" ? `${whole(v.at)}% (${range(v)})` : `${local(v.text)}%`; }

// ends are those of what is proved.
function ends(v: Val): { a: string; b: string } {
  const [a = "", b = ""] = v.text.slice(1, -1).split(", ");
  return { a: local(a), b: local(b) };
}

// WIDE: an estimate whose range is wider than this many points is shown as its range.
const WIDE = 0.16;

// figure is the number of the panel: the number itself, what stands small beside it, and what stands above it.
export function figure(a: Digest): { number: string; beside: string; above: string } | null {
  const v = a.worth;
  const far = a.state === "running" ? " " + t("figure.far") : "";
  switch (v.kind) {
    case "exact":
      return { number: v.lo === 1 || v.lo === 0 ? String(100 * v.lo) : local(v.text), beside: fraction(v), above: t("figure.wins") };
    case "estimate":
      if (v.hi - v.lo > WIDE) return { number: range(v), beside: far.trim() || t("figure.wide"), above: t("figure.about") };
      return { number: whole(v.at), beside: range(v) + far, above: t("figure.about") };
    case "bounds":
      return { number: range(v), beside: t("figure.proved") + far, above: t("figure.between") };
    default:
      return null;
  }
}

function fraction(v: Val): string {
  const [a, b] = v.fraction.split("/");
  return b ? t("figure.of", { a: a!, b }) : "";
}

// Advice is a sentence in two parts: the state of things, and what to do about it.
export interface Advice {
  state: string;
  act: string; // before the cell
  cell: number | null;
  rest: string; // after the cell
}

// adviceOf says what to do first, and never names more than one move to make.
export function adviceOf(m: Analyst): Advice | null {
  const a = m.answer;
  if (!m.showing || !a || a.solved || m.problem || m.status !== "open") return null;
  const cell = a.best[0] ?? null;
  if (cell === null) return { state: t(a.state === "running" ? "verdict.counting" : "advice.none"), act: "", cell, rest: "" };
  const safe = a.safe.length;
  if (a.because === "safe") return safe <= 1 ? advise(t("advice.oneSafe"), "advice.open", cell) : advise(t("advice.safe", { n: safe }), "advice.first", cell);
  if (m.fresh) return advise(t("advice.fresh"), "advice.start", cell);
  const equal = equalRisk(a);
  if (equal) return advise(t("advice.equal"), "advice.open", cell, equal + " ");
  if (a.because === "exact" && a.best.length > 1) return advise(t("advice.share", { n: count(a.best.length) }), "advice.open", cell);
  const guess = !isLowest(a) ? "advice.guess" : a.state === "running" ? "advice.lowestFar" : "advice.lowest";
  return advise(t("advice.noSafe"), guess, cell);
}

// advise parts the sentence of an act where its cell stands.
function advise(state: string, act: Key, cell: number, first = ""): Advice {
  const [before = "", after = ""] = t(act).split("{cell}");
  return { state, act: first + before, cell, rest: after };
}

// equalRisk is said if the cells of lowest risk do not all win equally often.
function equalRisk(a: Digest): string {
  if (a.value.kind !== "exact" || !a.forced) return "";
  const lowest = Math.min(...a.moves.map((x) => x.risk ?? 1));
  const cells = a.moves.filter((x) => x.risk === lowest);
  const best = cells.filter((x) => a.best.includes(x.cell)).length;
  if (best === 0 || best === cells.length || cells.some((x) => x.win.kind !== "exact")) return "";
  return t(best === 1 ? "equal.one" : "equal.many", { n: count(cells.length), p: whole(lowest), best: count(best).toLowerCase() });
}

// advice is adviceOf as one line of text.
export function advice(m: Analyst): string {
  const a = adviceOf(m);
  if (!a) return "";
  return a.cell === null ? a.state : `${a.state} ${a.act}${nameOf(m.position, a.cell)}${a.rest}`;
}

// because says why a move is recommended, and how that is known.
export function because(a: Digest, opening: boolean): string {
  const first = opening ? "First" : "";
  if (a.because === "safe" || a.because === "exact" || a.because === "bounds") return t(`because.${a.because}`);
  if (a.because === "tested") return t(`because.tested${first}`);
  if (a.estimate.kind === "none") return t(opening ? "because.first" : "because.lowest");
  return t(a.state === "running" ? `because.far${first}` : `because.ahead${first}`);
}

const NAMED = 4;

// names lists cells, the first few by name.
export function names(m: Analyst, cells: number[], joined: "and" | "or", called = nameOf): string {
  const few = cells.slice(0, NAMED).map((c) => called(m.position, c));
  const rest = cells.length - few.length;
  if (rest > 0) return t(joined === "and" ? "list.more" : "list.orMore", { list: few.join(", "), n: rest });
  return few.length < 2 ? few.join("") : t(`list.${joined}`, { list: few.slice(0, -1).join(", "), last: few.at(-1)! });
}

// situation says how much is known.
export function situation(m: Analyst): string {
  const a = m.answer!;
  const parts: string[] = [];
  if (a.layouts) parts.push(t(a.layouts === "1" ? "situation.layout" : "situation.layouts", { n: local(big(a.layouts)) }));
  if (a.mines.length > 0) parts.push(t(a.mines.length === 1 ? "situation.mine" : "situation.mines", { n: a.mines.length }));
  if (a.wrong.length > 0) parts.push(t("situation.wrong", { list: a.wrong.map((c) => titleOf(m.position, c)).join(", ") }));
  return parts.join(" · ");
}

// source says where the numbers come from.
export function source(a: Digest): string {
  const proved = a.value.kind === "bounds" && a.worth.kind === "estimate" ? " " + t("source.proved", ends(a.value)) : "";
  if (a.worth.kind === "estimate") return many(a.games, "source.game", "source.games") + proved;
  if (a.worth.kind === "none" && a.notComputed && a.state !== "running") return t("source.none", { why: a.notComputed });
  return t("source.exact");
}
