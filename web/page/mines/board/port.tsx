// SPDX-License-Identifier: BSD-3-Clause

// The window onto the board. Where the board is larger than the screen it pans by a finger, a
// pinch changes the size of the cells, and a small map shows where one is.

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../../words/words.js";
import type { Analyst } from "../model/analyst.js";
import { isNumber } from "../game/position.js";

const [LEAST, MOST] = [24, 72]; // pixels of a cell

interface View { x: number; y: number; w: number; h: number }

export function Port({ m, children }: { m: Analyst; children: ComponentChildren }) {
  const port = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<View | null>(null);
  useEffect(() => {
    const p = port.current!;
    const look = () => {
      const { scrollLeft, scrollTop, clientWidth, clientHeight, scrollWidth, scrollHeight } = p;
      const larger = clientWidth > edge(p) && clientHeight > edge(p) && (scrollWidth > clientWidth + 2 || scrollHeight > clientHeight + 2); // not while it is being laid out
      const [w, h] = [scrollWidth - edge(p), scrollHeight - edge(p)];
      setView(larger ? { x: scrollLeft / w, y: scrollTop / h, w: (clientWidth - edge(p)) / w, h: (clientHeight - edge(p)) / h } : null);
    };
    look();
    p.addEventListener("scroll", look, { passive: true });
    const sizes = new ResizeObserver(look);
    sizes.observe(p);
    sizes.observe(p.querySelector(".board")!);
    const stop = pinch(p);
    return () => {
      p.removeEventListener("scroll", look);
      sizes.disconnect();
      stop();
    };
  }, []);
  // What is recommended or meant comes into view, where it would be outside.
  const [meant = null] = m.marks.cells;
  const wanted = m.mode === "analyse" && m.showing && !m.stale ? m.bestCell() : meant;
  useEffect(() => {
    if (wanted !== null && view) intoView(port.current!, wanted);
  }, [wanted, view === null]);
  const to = (x: number, y: number) => {
    const p = port.current!;
    p.scrollTo(x * p.scrollWidth - p.clientWidth / 2, y * p.scrollHeight - p.clientHeight / 2);
  };
  return (
    <>
      <div class="port" ref={port} tabIndex={-1}>{children}</div>
      {view && <Minimap m={m} view={view} to={to} />}
    </>
  );
}

// edge is how many pixels the rulers take of a port that pans; elsewhere they are beside it.
function edge(p: HTMLElement): number { return parseFloat(getComputedStyle(p).scrollPaddingLeft) || 0; }

function intoView(p: HTMLElement, cell: number): void {
  const element = p.querySelector<HTMLElement>(`[data-i="${cell}"]`);
  if (!element) return;
  const [a, b] = [element.getBoundingClientRect(), p.getBoundingClientRect()];
  if (a.left >= b.left + edge(p) && a.right <= b.right && a.top >= b.top + edge(p) && a.bottom <= b.bottom) return;
  p.scrollBy(a.left + a.width / 2 - b.left - b.width / 2, a.top + a.height / 2 - b.top - b.height / 2);
}

// pinch changes the size of the cells, around the middle of the two fingers.
function pinch(p: HTMLElement): () => void {
  let from = 0;
  let cell = 0;
  const apart = (e: TouchEvent) => Math.hypot(e.touches[0]!.clientX - e.touches[1]!.clientX, e.touches[0]!.clientY - e.touches[1]!.clientY);
  const size = () => parseFloat(getComputedStyle(p).getPropertyValue("--now")) || p.querySelector<HTMLElement>("[data-i]")!.offsetWidth;
  const start = (e: TouchEvent) => {
    if (e.touches.length !== 2) return;
    [from, cell] = [apart(e), size()];
  };
  const move = (e: TouchEvent) => {
    if (e.touches.length !== 2 || from === 0) return;
    e.preventDefault();
    const next = Math.round(Math.max(LEAST, Math.min(MOST, (cell * apart(e)) / from)));
    const box = p.getBoundingClientRect();
    const [x, y] = [(e.touches[0]!.clientX + e.touches[1]!.clientX) / 2 - box.left, (e.touches[0]!.clientY + e.touches[1]!.clientY) / 2 - box.top];
    const now = p.querySelector<HTMLElement>("[data-i]")!.offsetWidth;
    const [left, top] = [((p.scrollLeft + x) * next) / now - x, ((p.scrollTop + y) * next) / now - y];
    p.style.setProperty("--cell", `${next}px`);
    p.scrollTo(left, top);
  };
  const end = () => { from = 0; };
  p.addEventListener("touchstart", start, { passive: true });
  p.addEventListener("touchmove", move, { passive: false });
  p.addEventListener("touchend", end);
  return () => {
    p.removeEventListener("touchstart", start);
    p.removeEventListener("touchmove", move);
    p.removeEventListener("touchend", end);
  };
}

function Minimap({ m, view, to }: { m: Analyst; view: View; to: (x: number, y: number) => void }) {
  const p = m.position;
  const path = (want: (mark: string) => boolean) => p.cells.map((x, i) => (want(x) ? `M${i % p.width} ${Math.floor(i / p.width)}h.85v.85h-.85z` : "")).join("");
  const best = m.showing && !m.stale ? m.bestCell() : null;
  const go = (e: PointerEvent) => {
    const box = (e.currentTarget as Element).getBoundingClientRect();
    to((e.clientX - box.left) / box.width, (e.clientY - box.top) / box.height);
  };
  return (
    <div class="minimap" role="img" aria-label={t("board.overview")}>
      <svg viewBox={`0 0 ${p.width} ${p.height}`} onPointerDown={go} onPointerMove={(e) => e.buttons === 1 && go(e)}>
        <path class="a" d={path((x) => x === ".")} /><path class="b" d={path((x) => x === "F" || x === "*")} /><path class="n" d={path((x) => isNumber(x) && x !== "0")} />
        {best !== null && <circle class="c" cx={(best % p.width) + 0.5} cy={Math.floor(best / p.width) + 0.5} r="0.9" />}
        <rect class="v" x={view.x * p.width} y={view.y * p.height} width={view.w * p.width} height={view.h * p.height} rx="0.6" />
      </svg>
    </div>
  );
}
