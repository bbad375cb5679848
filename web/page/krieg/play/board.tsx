// SPDX-License-Identifier: BSD-3-Clause

// The board as the visitor sees it: the visitor's men, what was tried and heard, the phantoms,
// and what the coach holds possible.

import { KINDS, START, kindWord, manWord, other, parseFEN, sideOf, spell, squareIndex, squareName } from "../chess.js";
import { Chessboard, type Square, squares } from "../chessboard.js";
import type { Side } from "../kdocs.js";
import { Man } from "../men.js";
import { ownMen } from "../moves.js";
import { hear, latest } from "./heard.js";
import type { Table } from "./table.js";
import { t } from "../../words/words.js";
import { say, sideWord } from "./words.js";

export function GameBoard({ m }: { m: Table }) {
  const me = m.game?.me ?? "white";
  const belief = m.advice?.belief;
  const own = m.seat?.own ?? ownMen(START, me);
  const list = squares(own, m.mine ? belief?.heat ?? {} : {}, KINDS, other(me), belief?.kind === "exact");
  for (const [i, kind] of m.phantoms) if (!list[i]!.own) list[i] = haunted(list[i]!, kind);
  for (const s of m.seat?.refused ?? []) mark(list, s.slice(2, 4), " refused", say("square.refused"));
  for (const s of latest(hear(m.seat?.heard ?? [], me))) {
    if (s.taken) mark(list, s.taken, " taken", say("square.taken"));
    if (s.kind === "made" && s.move) for (const at of [s.move.slice(0, 2), s.move.slice(2, 4)]) mark(list, at, " tried", "");
  }
  const king = m.mine && inCheck(m.seat?.heard ?? [], me) ? parseFEN(own).indexOf(spell("k", me)) : -1;
  if (king >= 0) mark(list, squareName(king), " checked", t("square.checked"));
  return (
    <Chessboard
      list={list} label={say("play.board", { side: sideWord(me) })} flip={me === "black"} dots={m.goals} chosen={m.from}
      act={(i) => m.touch(i)} {...(m.mine ? { drop: (from: number, to: number) => m.drag(from, to) } : {})}
    />
  );
}

// inCheck tells whether the opponent's last move gave check.
function inCheck(heard: string[], me: Side): boolean {
  return /\bcheck\b/.test(heard.findLast((line) => !/^. (?:any\?|no\b)|^. \S+ no$/.test(line) && (line.startsWith("W") === (me === "black"))) ?? "") && !/^. \S+ yes/.test(heard.at(-1) ?? "");
}

function mark(list: Square[], at: string, how: string, words: string): void {
  const i = squareIndex(at);
  const s = list[i]!;
  list[i] = { ...s, classes: s.classes + how, label: words ? `${s.label}, ${words}` : s.label };
}

// haunted draws a phantom over what the coach says of a square.
function haunted(s: Square, kind: string): Square {
  return { ...s, face: <Man kind={kind} look="ghost" />, classes: "phantom ht", label: `${s.label}, ${say("square.phantom", { man: kindWord(kind) })}` };
}

// trueSquares shows a whole board.
export function trueSquares(fen: string): Square[] {
  return parseFEN(fen).map((man, i) => ({
    face: man ? <Man kind={man} look={sideOf(man) === "white" ? "own" : "their"} /> : null, classes: man ? "man-here" : "",
    label: man ? say("square.stands", { at: squareName(i), man: manWord(man) }) : say("square.empty", { at: squareName(i) }),
  }));
}

// believedSquares shows what a side held possible, and rings the squares where its opponent's men truly stood.
export function believedSquares(own: string, heat: Record<string, Record<string, number>>, me: Side, exact: boolean, truth: string): Square[] {
  const list = squares(own, heat, KINDS, other(me), exact);
  parseFEN(truth).forEach((man, i) => {
    if (man && sideOf(man) === other(me)) list[i] = { ...list[i]!, classes: list[i]!.classes + " truly", label: `${list[i]!.label}, ${say("square.truly", { man: manWord(man) })}` };
  });
  return list;
}
