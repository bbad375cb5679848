// SPDX-License-Identifier: BSD-3-Clause

// What was heard in a game, as sentences, from the lines of one side's referee log.

import type { Phrase } from "./words.js";
import { say, sideWord } from "./words.js";
import { START, kindWord, moved, parseFEN, squareIndex } from "../chess.js";
import type { Side } from "../kdocs.js";
import { after, named, ownMen } from "../moves.js";

export interface Said {
  mine: boolean;
  kind: "made" | "refused" | "asked";
  move: string; // of mine, in coordinates
  name: string; // of mine, as players write it
  taken: string; // the square on which a man of mine was taken
  text: string; // a sentence or more
}

// hear turns the lines of a log into sentences. It follows the player's own men, to name them.
export function hear(lines: string[], me: Side): Said[] {
  let fen = ownMen(START, me);
  return lines.map((line) => {
    const [side, first, ...rest] = line.trim().split(/\s+/) as [string, string, ...string[]];
    const by: Side = side === "W" ? "white" : "black";
    if (first === "any?") return asked(by === me, by, rest[0] === "yes");
    if (by !== me) {
      const words = first === "moved" ? rest : [first, ...rest];
      const said = theirs(by, words, parseFEN(fen));
      if (said.taken) fen = moved(fen, said.taken + said.taken); // it is gone
      return said;
    }
    const name = named(parseFEN(fen), first);
    if (rest[0] === "no") return { mine: true, kind: "refused", move: first, name, taken: "", text: say("heard.refused", { move: name }) };
    fen = after(fen, first);
    return { mine: true, kind: "made", move: first, name, taken: "", text: [say("heard.made", { move: name }), ...facts(rest.slice(1), by, true)].join(" ") };
  });
}

function asked(mine: boolean, by: Side, yes: boolean): Said {
  const who = mine ? say("heard.youAsked") : say("heard.theyAsked", { side: sideWord(by) });
  return { mine, kind: "asked", move: "", name: `${say("heard.any")} ${say(yes ? "heard.yes" : "heard.no")}`.replace(/\.$/, ""), taken: "", text: `${who} ${say(yes ? "heard.yes" : "heard.no")}` };
}

function theirs(by: Side, words: string[], men: string[]): Said {
  const said = { mine: false, move: "", name: "", taken: "" };
  if (words[0] === "no") return { ...said, kind: "refused", text: say("heard.theyRefused", { side: sideWord(by) }) };
  const taken = lost(words, men);
  const man = taken ? men[squareIndex(taken)]! : "";
  const head = taken ? say("heard.lost", { side: sideWord(by), man: kindWord(man.toLowerCase()), at: taken }) : say("heard.moved", { side: sideWord(by) });
  return { ...said, kind: "made", taken, text: [head, ...facts(words, by, false)].join(" ") };
}

// lost is where the player's man stood that was taken. Of a capture en passant some rules name
// the square where the other pawn landed, one step behind it.
function lost(words: string[], men: string[]): string {
  const at = words[0] === "takes" ? words[1]! : "";
  if (!at || men[squareIndex(at)]) return at;
  return ["3", "6"].includes(at[1]!) ? at[0]! + (at[1] === "3" ? "4" : "5") : at;
}

const ENDS: Record<string, Phrase> = { mate: "end.mate", stalemate: "end.stalemate", draw: "end.draw", material: "end.material" };

// facts are the sentences after the first.
function facts(words: string[], by: Side, mine: boolean): string[] {
  const list: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const [word, next] = [words[i]!, words[i + 1] ?? ""];
    if (word === "takes" && mine) list.push(say(words[i + 2] === "pawn" ? "heard.tookPawn" : words[i + 2] === "piece" ? "heard.tookPiece" : "heard.took", { at: next }));
    else if (word === "by") list.push(say(next === "pawn" ? "heard.byPawn" : "heard.byPiece"));
    else if (word === "ep") list.push(say("heard.passant"));
    else if (word === "promotes") list.push(say("heard.promotes"));
    else if (word === "check") list.push(say("heard.check", { how: words.slice(i + 1).filter((w) => /^(file|rank|long|short|knight)$/.test(w)).map((w) => say(`by.${w}` as Phrase)).join(` ${say("heard.and")} `) }));
    else if (word === "tries") list.push(...pawnTries(next, by, !mine));
    else if (ENDS[word]) list.push(say(ENDS[word]!));
  }
  return list;
}

// pawnTries is what is said of the captures that the pawns of the side to move have.
function pawnTries(n: string, by: Side, mine: boolean): string[] {
  const side = sideWord(by === "white" ? "black" : "white");
  if (n === "0" || n === "no" || n === "none") return mine ? [say("tries.none")] : [];
  if (n === "yes") return [mine ? say("tries.some") : say("tries.theySome", { side })];
  if (/^\d+$/.test(n)) return [mine ? say("tries.count", { n }) : say("tries.theyCount", { side, n })];
  return [mine ? say("tries.from", { list: n.replaceAll(",", ", ") }) : say("tries.theyFrom", { side, list: n.replaceAll(",", ", ") })];
}

// latest are the sentences since the player's last try, which is among them.
export function latest(all: Said[]): Said[] { return all.slice(Math.max(0, all.findLastIndex((s) => s.mine && s.kind !== "refused"))).slice(-4); }

export interface Named { try: string; name: string }

const GERMAN: Record<string, string> = { D: "Q", T: "R", L: "B", S: "N" };

function bare(name: string): string { return name.replace(/0/g, "O").replace(/[x+#=!?:\s-]/g, "").replace(/^[DTLS](?=[a-h1-8])/, (c) => GERMAN[c]!); }

// readTry finds what a player typed among the tries: several if it promotes and the man was left out.
export function readTry(text: string, tries: Named[]): string[] {
  const typed = text.trim().replace(/\s/g, "");
  const square = typed.toLowerCase().replace(/[-x=]/g, "");
  const plain = tries.filter((x) => x.try === square || (square.length === 4 && x.try.startsWith(square)));
  if (plain.length > 0) return plain.map((x) => x.try);
  const name = bare(typed);
  const exact = tries.filter((x) => bare(x.name) === name);
  return (exact.length > 0 ? exact : tries.filter((x) => x.name.includes("=") && name !== "" && bare(x.name).slice(0, -1) === name)).map((x) => x.try);
}
