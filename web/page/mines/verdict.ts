// SPDX-License-Identifier: BSD-3-Clause

// What there is to say of a position, in sentences: what it is worth, what to do and why.

import type { Digest, Val } from "./digest.js";
import type { Model } from "./model.js";
import { big } from "../shared/number.js";
import { nameOf } from "./position.js";

// verdict is the sentence beside the board, and for a screen reader.
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
      return `Estimated winning chance ${percentage(a.worth)}`;
    case "bounds":
      return `Best play wins between ${between(a.worth)}`;
    default:
      return unvalued(a);
  }
}

// unvalued is said before there is a winning chance, or where there is none.
function unvalued(a: Digest): string {
  if (a.safe.length > 0 && a.because === "safe") return a.safe.length === 1 ? "One cell is certainly safe" : `${a.safe.length} cells are certainly safe`;
  return a.state === "running" ? "Exact risks; winning chances follow" : "Exact risks; no winning chances";
}

// percentage prints a value with the per cent sign: 57.42%, 34.2% ±2.1, [12.0, 56.3]%.
export function percentage(v: Val): string {
  return `${v.text}%` + (v.kind === "estimate" ? ` ${v.fraction}` : "");
}

function between(v: Val): string { return v.text.slice(1, -1).replace(", ", "% and ") + "%"; }

const NAMED = 4;

// advice names the moves to make, and why.
export function advice(m: Model): string {
  const a = m.answer;
  if (!m.showing || !a || a.solved || m.problem || m.status !== "open") return "";
  if (a.best.length === 0) return a.state === "running" ? "" : "There is no move to recommend.";
  const named = names(m, a.best, " or ");
  switch (a.because) {
    case "safe":
      return `Open ${named}: certainly safe.`;
    case "exact":
      return `Best: ${named}, proved.`;
    default:
      return `Recommended: ${named}. ${because(a, m.fresh)}`;
  }
}

// because says why a move is recommended that is not proved best.
function because(a: Digest, opening: boolean): string {
  const rival = opening ? "the usual first click" : "the move that looking one guess ahead prefers";
  if (a.because === "bounds") return "More is proved of it than of any other move.";
  if (a.because === "tested") return `It won more test games than ${rival}.`;
  if (a.estimate.kind === "none") return opening ? "A usual first click." : "It has the lowest risk.";
  const no = a.state === "running" ? "so far no other move" : "no other move";
  return `${opening ? "A usual first click" : "Looking one guess ahead prefers it"}; ${no} won significantly more test games.`;
}

// names lists cells, the first few by name.
export function names(m: Model, cells: number[], and: string): string {
  const few = cells.slice(0, NAMED).map((c) => nameOf(m.position, c));
  const rest = cells.length - few.length;
  return rest > 0 ? `${few.join(", ")}${and}${rest} more` : few.join(", ").replace(/, ([^,]*)$/, and + "$1");
}

// caveat says what an estimate estimates, and what is proved beside it.
export function caveat(a: Digest): string {
  if (a.worth.kind !== "estimate") return "";
  const proved = a.value.kind === "bounds" ? ` Proved: between ${between(a.value)}.` : "";
  return `Estimated from ${a.games} games: the recommended move, then lowest-risk play. Best play wins at least as often.${proved}`;
}

// situation says how much is known.
export function situation(m: Model): string {
  const a = m.answer!;
  const parts: string[] = [];
  if (a.layouts) parts.push(`${big(a.layouts)} ${a.layouts === "1" ? "layout fits" : "layouts fit"}`);
  if (a.safe.length > 0) parts.push(`${a.safe.length} safe`);
  else if (a.forced) parts.push("no safe cell: a guess is forced");
  if (a.mines.length > 0) parts.push(`${a.mines.length} certain ${a.mines.length === 1 ? "mine" : "mines"}`);
  if (a.wrong.length > 0) parts.push(`wrong flag at ${a.wrong.map((c) => nameOf(m.position, c)).join(", ")}`);
  return parts.join(" · ");
}
