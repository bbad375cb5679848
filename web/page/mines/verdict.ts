// SPDX-License-Identifier: BSD-3-Clause

// What there is to say of a position, in sentences: what it is worth, what to do and why.

import type { Digest, Val } from "./digest.js";
import { range, whole } from "./look.js";
import type { Model } from "./model.js";
import { big } from "../shared/number.js";
import { nameOf, titleOf } from "./position.js";
import { count, plural } from "./words.js";

// verdict is the sentence for a screen reader, a picture and the command line.
export function verdict(m: Model): string {
  if (m.status === "won") return "You won.";
  if (m.status === "lost") return `You opened a mine at ${nameOf(m.position, m.moment.boom!)}.`;
  if (m.problem) return m.problem.title;
  const a = m.answer;
  if (!m.showing || !a) return "";
  if (a.solved) return "Every safe cell is open.";
  switch (a.worth.kind) {
    case "exact":
      return `Best play wins ${a.worth.text}%` + (a.worth.fraction ? ` (${a.worth.fraction})` : "");
    case "estimate":
      return `Best play wins about ${percentage(a.worth)}`;
    case "bounds":
      return `Best play wins between ${between(a.worth)}`;
    default:
      return a.state === "running" ? "Exact risks; winning chances follow" : "Exact risks; no winning chances";
  }
}

// percentage prints a value with the per cent sign: 57.42%, 34% (25–43), [12.0, 56.3]%.
export function percentage(v: Val): string { return v.kind === "estimate" ? `${whole(v.at)}% (${range(v)})` : `${v.text}%`; }

function between(v: Val): string { return v.text.slice(1, -1).replace(", ", "% and ") + "%"; }

// WIDE: an estimate whose range is wider than this many points is shown as its range.
const WIDE = 0.16;

// figure is the number of the panel: the number itself, what stands small beside it, and what stands above it.
export function figure(a: Digest): { number: string; beside: string; above: string } | null {
  const v = a.worth;
  const far = a.state === "running" ? " so far" : "";
  switch (v.kind) {
    case "exact":
      return { number: v.lo === 1 || v.lo === 0 ? String(100 * v.lo) : v.text, beside: v.fraction.replace("/", " of "), above: "Best play wins" };
    case "estimate":
      if (v.hi - v.lo > WIDE) return { number: range(v), beside: far.trim() || "a wide range", above: "Best play wins about" };
      return { number: whole(v.at), beside: range(v) + far, above: "Best play wins about" };
    case "bounds":
      return { number: range(v), beside: "proved" + far, above: "Best play wins between" };
    default:
      return null;
  }
}

// Advice is a sentence in two parts: the state of things, and what to do about it.
export interface Advice {
  state: string;
  act: string; // before the cell
  cell: number | null;
  rest: string; // after the cell
}

// adviceOf says what to do first, and never names more than one move to make.
export function adviceOf(m: Model): Advice | null {
  const a = m.answer;
  if (!m.showing || !a || a.solved || m.problem || m.status !== "open") return null;
  const cell = a.best[0] ?? null;
  if (cell === null) return { state: a.state === "running" ? "Counting…" : "No move can be recommended.", act: "", cell, rest: "" };
  if (a.because === "safe") {
    const n = a.safe.length;
    return n <= 1 ? { state: "One safe cell.", act: "Open ", cell, rest: "." } : { state: `${n} safe cells.`, act: "Open ", cell, rest: " first." };
  }
  if (m.fresh) return { state: "Nothing is open yet.", act: "Start at ", cell, rest: "." };
  const equal = equalRisk(a);
  if (equal) return { state: "Equal risk is not equal chance.", act: `${equal} Open `, cell, rest: "." };
  if (a.because === "exact" && a.best.length > 1) return { state: `${count(a.best.length)} moves share first place.`, act: "Open ", cell, rest: "." };
  return { state: "No safe cell.", act: "Guess ", cell, rest: "." };
}

// equalRisk is said if the cells of lowest risk do not all win equally often.
function equalRisk(a: Digest): string {
  if (a.value.kind !== "exact" || !a.forced) return "";
  const lowest = Math.min(...a.moves.map((x) => x.risk ?? 1));
  const cells = a.moves.filter((x) => x.risk === lowest);
  const best = cells.filter((x) => a.best.includes(x.cell)).length;
  if (best === 0 || best === cells.length || cells.some((x) => x.win.kind !== "exact")) return "";
  return `${count(cells.length)} cells carry ${whole(lowest)}%; ${count(best).toLowerCase()} of them ${best === 1 ? "wins" : "win"} most.`;
}

// advice is adviceOf as one line of text.
export function advice(m: Model): string {
  const a = adviceOf(m);
  if (!a) return "";
  return a.cell === null ? a.state : `${a.state} ${a.act}${nameOf(m.position, a.cell)}${a.rest}`;
}

// because says why a move is recommended, and how that is known.
export function because(a: Digest, opening: boolean): string {
  const rival = opening ? "the usual first click" : "the move that looking one guess ahead prefers";
  switch (a.because) {
    case "safe":
      return "Proved safe.";
    case "exact":
      return "Proved best.";
    case "bounds":
      return "More is proved of it than of any other move.";
    case "tested":
      return `It won more test games than ${rival}.`;
  }
  if (a.estimate.kind === "none") return opening ? "A usual first click." : "It has the lowest risk.";
  const no = a.state === "running" ? "so far no other move" : "no other move";
  return `${opening ? "A usual first click" : "Looking one guess ahead prefers it"}; ${no} won clearly more test games.`;
}

const NAMED = 4;

// names lists cells, the first few by name.
export function names(m: Model, cells: number[], and: string): string {
  const few = cells.slice(0, NAMED).map((c) => nameOf(m.position, c));
  const rest = cells.length - few.length;
  return rest > 0 ? `${few.join(", ")}${and}${rest} more` : few.join(", ").replace(/, ([^,]*)$/, and + "$1");
}

// situation says how much is known.
export function situation(m: Model): string {
  const a = m.answer!;
  const parts: string[] = [];
  if (a.layouts) parts.push(`${big(a.layouts)} ${a.layouts === "1" ? "layout fits" : "layouts fit"}`);
  if (a.mines.length > 0) parts.push(`${a.mines.length} certain ${a.mines.length === 1 ? "mine" : "mines"}`);
  if (a.wrong.length > 0) parts.push(`wrong flag at ${a.wrong.map((c) => titleOf(m.position, c)).join(", ")}`);
  return parts.join(" · ");
}

// source says where the numbers come from.
export function source(a: Digest): string {
  const proved = a.value.kind === "bounds" && a.worth.kind === "estimate" ? ` Proved: between ${between(a.value)}.` : "";
  if (a.worth.kind === "estimate") return `${plural(a.games, "game")} simulated; best play wins at least as often. Risks are exact.${proved}`;
  if (a.worth.kind === "none" && a.notComputed && a.state !== "running") return `Risks are exact. No winning chances: ${a.notComputed}.`;
  return "Every number is exact.";
}
