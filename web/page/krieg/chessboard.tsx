// SPDX-License-Identifier: BSD-3-Clause

// A chessboard as a grid of 64 cells that a keyboard and a screen reader can walk.

import { useEffect, useRef, useState } from "preact/hooks";
import type { Side } from "./kdocs.js";
import { glyph, kindWord, manWord, parseFEN, percentText, spell, squareName } from "./chess.js";

export interface Square {
  text: string;
  classes: string;
  label: string;
}

// squares works out how every square looks: my men, hidden men who are certain, and heat.
export function squares(own: string, heat: Record<string, Record<string, number>>, kinds: string, them: Side): Square[] {
  const mine = parseFEN(own);
  return mine.map((man, i) => {
    const name = squareName(i);
    if (man) return { text: glyph(man), classes: "man own", label: `${name}, your ${manWord(man)}` };
    const list = Array.from("kqrbnp").map((k) => [k, heat[k]?.[name] ?? 0] as const).filter(([, p]) => p > 0);
    const shown = list.filter(([k]) => kinds.includes(k));
    const total = shown.reduce((sum, [, p]) => sum + p, 0);
    const label = list.length ? `${name}, hidden: ${shown.length > 1 ? `some man ${percentText(total)} percent, ` : ""}${list.map(([k, p]) => `${kindWord(k)} ${percentText(p)} percent`).join(", ")}` : `${name}, empty`;
    if (total === 0) return { text: "", classes: "", label };
    const sure = shown.find(([, p]) => p > 1 - 1e-12);
    if (sure) return { text: glyph(spell(sure[0], them)), classes: "man hidden-man", label: `${name}, certainly a ${manWord(spell(sure[0], them))}` };
    return { text: percentText(total), classes: `heat h${Math.min(10, Math.max(0, Math.round(total * 10)))}`, label };
  });
}

interface Props {
  list: Square[];
  label: string;
  flip?: boolean;
  act: (square: number) => void;
  chosen?: number | null;
}

const STEPS: Record<string, [number, number]> = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0], Home: [0, -8], End: [0, 8], PageUp: [-8, 0], PageDown: [8, 0] };

export function Chessboard({ list, label, flip, act, chosen }: Props) {
  const [cursor, setCursor] = useState(0);
  const grid = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (grid.current?.contains(document.activeElement)) grid.current.querySelector<HTMLElement>(`[data-at="${cursor}"]`)?.focus();
  }, [cursor]);
  const onKey = (e: KeyboardEvent) => {
    const step = STEPS[e.key];
    if (step && !e.ctrlKey && !e.altKey) {
      e.preventDefault();
      const clamp = (x: number) => Math.max(0, Math.min(7, x));
      setCursor(clamp(Math.floor(cursor / 8) + step[0]) * 8 + clamp((cursor % 8) + step[1]));
    } else if (e.key === "Enter" || e.key === " ") {
      e.preventDefault();
      act(turned(cursor, flip));
    }
  };
  return (
    <div role="grid" class="grid chess" aria-label={label} ref={grid} onKeyDown={onKey}>
      <div role="row" class="row axes">
        <div role="columnheader" class="axis"><span class="away">rank</span></div>
        {Array.from({ length: 8 }, (_, c) => <div role="columnheader" class="axis" key={c}>{"abcdefgh"[flip ? 7 - c : c]}</div>)}
      </div>
      {Array.from({ length: 8 }, (_, r) => (
        <div role="row" class="row" key={r}>
          <div role="rowheader" class="axis">{flip ? r + 1 : 8 - r}</div>
          {Array.from({ length: 8 }, (_, c) => {
            const at = r * 8 + c;
            const i = turned(at, flip);
            const s = list[i]!;
            return (
              <div
                role="gridcell" key={at} data-at={at} data-square={squareName(i)} tabIndex={at === cursor ? 0 : -1} aria-label={s.label} aria-selected={chosen === i}
                class={`cell square ${(r + c) % 2 ? "dark" : "light"} ${s.classes}${chosen === i ? " chosen" : ""}`}
                onClick={() => { setCursor(at); act(i); }} onFocus={() => setCursor(at)}
              ><span aria-hidden="true">{s.text}</span></div>
            );
          })}
        </div>
      ))}
    </div>
  );
}

function turned(at: number, flip?: boolean): number { return flip ? 63 - at : at; }
