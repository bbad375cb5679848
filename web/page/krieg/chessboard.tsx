// SPDX-License-Identifier: BSD-3-Clause

// A chessboard as a grid of 64 cells that a keyboard and a screen reader can walk. Men can be
// clicked, dragged, or moved with Enter.

import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import type { Side } from "./kdocs.js";
import { t } from "../words/words.js";
import { kindWord, manWord, parseFEN, percentText, spell, squareName } from "./chess.js";
import { Man } from "./men.js";

export interface Square {
  face: ComponentChildren;
  classes: string;
  label: string;
  own?: boolean; // a man of mine stands here
}

type Heat = Record<string, Record<string, number>>;

// squares works out how every square looks: my men, hidden men who are certain, and heat.
export function squares(own: string, heat: Heat, kinds: string, them: Side, exact = true): Square[] {
  return parseFEN(own).map((man, i) => {
    const name = squareName(i);
    if (man) return { face: <Man kind={man} look={them === "black" ? "own" : "their"} />, classes: "man-here", label: t("square.own", { at: name, man: manWord(man) }), own: true };
    return hidden(name, Array.from("kqrbnp").map((k) => [k, heat[k]?.[name] ?? 0] as const).filter(([, p]) => p > 0), kinds, them, exact);
  });
}

// short is the number under a disc. An estimate has no decimals.
function short(p: number, exact: boolean): string {
  if (!exact) return p < 0.005 ? "<1" : p > 0.995 ? ">99" : (100 * p).toFixed(0);
  return percentText(p).replace(/[.,]0$/, "");
}

function hidden(name: string, list: (readonly [string, number])[], kinds: string, them: Side, exact: boolean): Square {
  const shown = list.filter(([k]) => kinds.includes(k)).sort((a, b) => b[1] - a[1]);
  const total = shown.reduce((sum, [, p]) => sum + p, 0);
  if (total === 0) return { face: null, classes: "", label: list.length ? t("square.hidden", { at: name, list: said(list) }) : t("square.empty", { at: name }) };
  const sure = shown.find(([, p]) => p > 1 - 1e-12);
  if (sure) return { face: <Man kind={sure[0]} look={them === "black" ? "their" : "own"} />, classes: "sure", label: t("square.sure", { at: name, man: manWord(spell(sure[0], them)) }) };
  const some = shown.length > 1 ? t("square.some", { p: percentText(total) }) + ", " : "";
  const label = t("square.hidden", { at: name, list: some + said(list) });
  const ghost = them === "white" ? "ghost white" : "ghost";
  const radius = Math.sqrt(Math.min(1, total));
  return {
    classes: "ht", label,
    face: (
      <>
        <i class="disc" style={{ "--p": radius.toFixed(3) }} />
        {radius > 0.42 && (shown.length === 1 || shown[0]![1] > 0.8 * total
          ? <Man kind={shown[0]![0]} look={ghost} />
          : radius > 0.84 && <span class="trio">{shown.slice(0, 3).map(([k]) => <Man key={k} kind={k} look={ghost} />)}</span>)}
        <b aria-hidden="true">{short(total, exact)}</b>
      </>
    ),
  };
}

function said(list: (readonly [string, number])[]): string {
  return list.map(([k, p]) => t("square.man", { man: kindWord(k), p: percentText(p) })).join(", ");
}

interface Props {
  list: Square[];
  label: string;
  flip?: boolean;
  act: (square: number) => void;
  chosen?: number | null;
  dots?: Set<number>; // where the chosen man may be tried
  drop?: (from: number, to: number) => void; // a man was dragged
  look?: (square: number | null) => void; // a square is pointed at
}

// STEPS are rows and columns.
const STEPS: Record<string, [number, number]> = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0], Home: [0, -8], End: [0, 8], PageUp: [-8, 0], PageDown: [8, 0] };

// stepped is where a key leads from a square, on the board as it is drawn.
function stepped(at: number, key: string): number | null {
  const step = STEPS[key];
  const clamp = (x: number) => Math.max(0, Math.min(7, x));
  return step ? clamp(Math.floor(at / 8) + step[0]) * 8 + clamp((at % 8) + step[1]) : null;
}

export function Chessboard(props: Props) {
  const { list, label, flip, act, chosen, dots, look } = props;
  const [cursor, setCursor] = useState(0);
  const grid = useRef<HTMLDivElement>(null);
  const drag = useDrag(props, grid);
  // A key acts on the square that has the focus, and moves the focus at once: the next key may come before anything is drawn.
  const onKey = (e: KeyboardEvent) => {
    const at = Number((e.target as HTMLElement).dataset.at);
    const to = e.ctrlKey || e.altKey ? null : stepped(at, e.key);
    if (to !== null) grid.current!.querySelector<HTMLElement>(`[data-at="${to}"]`)!.focus();
    else if (e.key === "Enter" || e.key === " ") act(turned(at, flip));
    else return;
    e.preventDefault();
  };
  return (
    <div role="grid" id="board" class="chess" aria-label={label} ref={grid} onKeyDown={onKey} onPointerLeave={() => look?.(null)}>
      {Array.from({ length: 8 }, (_, r) => (
        <div role="row" class="rank" key={r}>
          {Array.from({ length: 8 }, (_, c) => {
            const at = r * 8 + c;
            const i = turned(at, flip);
            const s = list[i]!;
            return (
              <div
                role="gridcell" key={at} data-at={at} data-square={squareName(i)} tabIndex={at === cursor ? 0 : -1} aria-selected={chosen === i}
                aria-label={s.label + (dots?.has(i) ? `, ${t("square.may")}` : "")}
                class={`sq${(r + c) % 2 ? " dk" : ""} ${s.classes}${chosen === i ? " sel" : ""}${dots?.has(i) ? " goal" : ""}${s.own && props.drop ? " lift" : ""}`}
                onPointerDown={(e) => drag.down(e, i)} onPointerEnter={(e) => e.pointerType === "mouse" && look?.(i)}
                onClick={() => { if (drag.moved()) return; setCursor(at); act(i); }} onFocus={() => { setCursor(at); look?.(i); }}
              >
                {s.face}
                {c === 0 && <em class="rk" data-c={flip ? r + 1 : 8 - r} />}
                {r === 7 && <em class="fl" data-c={"abcdefgh"[flip ? 7 - c : c]} />}
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}

// useDrag lets men be dragged. A press that does not leave its square is a click.
function useDrag({ list, flip, drop }: Props, grid: { current: HTMLDivElement | null }) {
  const ended = useRef(0);
  const at = (e: PointerEvent): number | null => {
    const box = grid.current!.getBoundingClientRect();
    const [c, r] = [Math.floor(((e.clientX - box.left) / box.width) * 8), Math.floor(((e.clientY - box.top) / box.height) * 8)];
    return c < 0 || c > 7 || r < 0 || r > 7 ? null : turned(r * 8 + c, flip);
  };
  const down = (e: PointerEvent, from: number) => {
    ended.current = 0; // a new press is no part of the last drag, however soon it comes
    if (!drop || !list[from]!.own || e.button !== 0) return;
    const cell = e.currentTarget as HTMLElement;
    const man = cell.querySelector<SVGElement>(".man");
    const [x, y] = [e.clientX, e.clientY];
    const move = (m: PointerEvent) => {
      if (Math.hypot(m.clientX - x, m.clientY - y) < 6 || !man) return;
      cell.classList.add("dragged");
      man.style.transform = `translate(${m.clientX - x}px, ${m.clientY - y}px) scale(1.12)`;
    };
    const up = (m: PointerEvent) => {
      const was = cell.classList.contains("dragged");
      cell.classList.remove("dragged");
      if (man) man.style.transform = "";
      for (const [type, f] of [["pointermove", move], ["pointerup", up], ["pointercancel", up]] as const) removeEventListener(type, f);
      const to = at(m);
      if (!was || m.type === "pointercancel") return;
      ended.current = performance.now();
      if (to !== null && to !== from) drop(from, to);
    };
    for (const [type, f] of [["pointermove", move], ["pointerup", up], ["pointercancel", up]] as const) addEventListener(type, f);
  };
  return { down, moved: () => performance.now() - ended.current < 120 };
}

export function turned(at: number, flip?: boolean): number { return flip ? 63 - at : at; }
