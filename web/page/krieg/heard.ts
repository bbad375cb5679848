// SPDX-License-Identifier: BSD-3-Clause

// What a referee can say under each ruleset, and how it is written in a log.

import type { Side } from "./kdocs.js";
import { RULESETS, type Rules } from "./rulesets.js";

// rulesOf returns the rules of a name, which is that of a ruleset and perhaps "+material".
export function rulesOf(name: string): Rules {
  const base = name.replace(/\+material$/, "");
  if (!Object.hasOwn(RULESETS, base)) throw new Error(`no ruleset "${name}"; known are ${Object.keys(RULESETS).join(", ")}`);
  return RULESETS[base]!;
}

export const CHECKS = ["file", "rank", "long", "short", "knight"] as const;
export type Check = (typeof CHECKS)[number];
export type Class = "" | "pawn" | "piece";

// Draft is what is about to be entered.
export interface Draft {
  move: string; // of mine, in coordinates
  takes: string; // a square
  captured: Class;
  capturer: Class;
  passant: boolean;
  promotes: boolean;
  checks: Check[];
  tries: string;
  end: "" | "mate" | "stalemate" | "draw";
}

export function blankDraft(): Draft {
  return { move: "", takes: "", captured: "", capturer: "", passant: false, promotes: false, checks: [], tries: "", end: "" };
}

function letter(side: Side): string { return side === "white" ? "W" : "B"; }

// facts are the words after the move.
function facts(d: Draft, r: Rules): string {
  const words: string[] = [];
  if (d.takes) words.push("takes " + takenOn(d, r));
  if (d.takes && r.captured) words.push(d.captured || "pawn");
  if (d.takes && r.capturer) words.push("by " + (d.capturer || "pawn"));
  if (d.takes && d.passant && r.passant) words.push("ep");
  if (d.promotes && r.promotion) words.push("promotes");
  if (d.checks.length) words.push("check " + CHECKS.filter((c) => d.checks.includes(c)).join(" "));
  if (d.tries && r.tries) words.push("tries " + d.tries);
  if (d.end) words.push(d.end);
  return words.join(" ");
}

// takenOn is the square that the referee names: of a capture en passant that of the pawn
// that was taken, unless the rules say en passant and name where the other landed.
function takenOn(d: Draft, r: Rules): string {
  return d.passant && !r.passant && d.move ? d.takes[0]! + d.move[1]! : d.takes;
}

export function acceptedLine(side: Side, d: Draft, r: Rules): string { return `${letter(side)} ${d.move} yes ${facts(d, r)}`.trim(); }

export function refusedLine(side: Side, d: Draft): string { return `${letter(side)} ${d.move} no`; }

export function anyLine(side: Side, yes: boolean): string { return `${letter(side)} any? ${yes ? "yes" : "no"}`; }

export function theirLine(side: Side, d: Draft, r: Rules): string {
  const words = facts(d, r);
  return words.startsWith("takes") ? `${letter(side)} ${words}` : `${letter(side)} moved ${words}`.trim();
}

export function theirRefusal(side: Side): string { return `${letter(side)} no`; }

// EVENT is a line of a log: a side, what it did or what was heard of it, and the rest.
export const EVENT = /^(W|White|B|Black|w|white|b|black)\s+(\S+)\s*(.*)$/;

// ends reports whether a line ends the turn of its side: a move was made.
function ends(word: string, rest: string): boolean { return !/^(?:any\?|no|nonsense)$/.test(word) && !/^(?:no|nonsense)\b/.test(rest); }

// turnOf is whose turn it is after the lines of a log. It needs no engine: what is entered next never waits for an answer, nor depends on how soon it comes.
export function turnOf(lines: string[]): Side {
  for (const line of lines.toReversed()) {
    const m = EVENT.exec(line.replace(/#.*/, "").trim());
    if (m && ends(m[2]!, m[3]!)) return /^w/i.test(m[1]!) ? "black" : "white";
  }
  return /^fen \S+ b\b/m.test(lines.join("\n")) ? "black" : "white";
}

// keeperOf is the side that keeps a log: the one that is named, or whose moves are.
export function keeperOf(lines: string[]): Side {
  const said = /^me:?\s+(w|b)/im.exec(lines.join("\n"));
  if (said) return said[1]!.toLowerCase() === "b" ? "black" : "white";
  const named = lines.map((line) => EVENT.exec(line.trim())).find((m) => m && !SAID.test(m[2]!));
  return named && /^b/i.test(named[1]!) ? "black" : "white";
}

const HEAD = /^(?:ruleset|fen|me|to|opp|goal|belief|history|last|W|B|White|Black|white|black|#|\[|\d+\.)\b|^#|^\[/;
const SAID = /^(?:moved|no|takes|check|any\?|tries|mate|stalemate|draw|material|promotes|nonsense)$/;

// spelt turns what a player types into a line of the log: "Nf3", "e4 check file", "exd5 no",
// "takes e4". What is a line already stays as it is.
export function spelt(text: string, turn: Side): string {
  const line = text.trim().replace(/\s+/g, " ");
  if (!line || HEAD.test(line)) return line;
  const words = line.replace(/\brefused\b|\billegal\b/g, "no").replace(/\baccepted\b|\bok\b/g, "yes").split(" ");
  if (SAID.test(words[0]!)) return `${letter(turn)} ${words.join(" ")}`;
  words[0] = words[0]!.replace(/0-0-0/, "O-O-O").replace(/0-0/, "O-O").replace(/[!?]+$/, "");
  const mates = words[0]!.endsWith("#");
  words[0] = words[0]!.replace(/[+#]$/, "");
  if (words.length === 1 || !/^(?:yes|no|nonsense)$/.test(words[1]!)) words.splice(1, 0, "yes");
  return `${letter(turn)} ${words.join(" ")}${mates && !words.includes("mate") ? " mate" : ""}`;
}
