// SPDX-License-Identifier: BSD-3-Clause

import { Component } from "preact";
import { useEffect, useReducer, useRef } from "preact/hooks";
import { Gallery } from "./gallery.js";
import { type Look, looksOf } from "./look.js";
import type { Model } from "./model.js";
import { isNumber } from "./position.js";

interface CellProps {
  index: number;
  column: number;
  look: Look;
  focused: boolean;
}

// Cell is drawn again only if something of it changed: a board has hundreds.
class Cell extends Component<CellProps> {
  override shouldComponentUpdate(next: CellProps): boolean {
    return this.props.look !== next.look || this.props.focused !== next.focused || this.props.index !== next.index;
  }

  render({ index, column, look: { text, classes, label }, focused }: CellProps) {
    return (
      <div role="gridcell" class={"cell " + classes + (text ? " told" : "")} data-i={index} aria-colindex={column + 1} aria-label={label} tabIndex={focused ? 0 : -1}>
        {classes.startsWith("hid") ? <span aria-hidden="true" data-t={text} /> : <span aria-hidden="true">{text}</span>}
      </div>
    );
  }
}

interface RowProps {
  row: number;
  looks: Look[];
  cursor: number; // the column that has the focus, or -1
}

class Row extends Component<RowProps> {
  override shouldComponentUpdate(next: RowProps): boolean {
    return this.props.looks !== next.looks || this.props.cursor !== next.cursor || this.props.row !== next.row;
  }

  render({ row, looks, cursor }: RowProps) {
    return (
      <div role="row" class="row" aria-rowindex={row + 1}>
        <div role="rowheader" class="axis">{`r${row + 1}`}</div>
        {looks.map((look, c) => <Cell key={c} index={row * looks.length + c} column={c} look={look} focused={c === cursor} />)}
      </div>
    );
  }
}

const LONG_PRESS = 450;

// Hand turns pointers into acts. A tap selects, a second tap acts, a long press flags.
class Hand {
  private timer = 0;
  private long = false;
  private painting = false;

  constructor(private readonly m: Model) {}

  down = (e: PointerEvent) => {
    const i = indexOf(e);
    if (i === null) return;
    this.long = false;
    clearTimeout(this.timer);
    if (e.pointerType === "touch") {
      this.timer = window.setTimeout(() => {
        this.long = true;
        this.m.toggleFlag(i);
      }, LONG_PRESS);
    } else if (this.m.mode === "edit" && e.button === 0) {
      this.painting = true;
      (e.target as Element).releasePointerCapture?.(e.pointerId);
    }
  };

  up = () => {
    clearTimeout(this.timer);
    this.painting = false;
  };

  over = (e: PointerEvent) => {
    if (e.pointerType === "touch") return;
    const i = indexOf(e);
    if (i === null || i === this.m.hover) return;
    this.m.hover = i;
    if (this.painting && e.buttons === 1) this.m.set(i, this.m.brush);
    else this.m.changed();
  };

  leave = () => {
    this.up();
    this.m.hover = null;
    this.m.changed();
  };

  click = (e: MouseEvent) => {
    const i = indexOf(e);
    if (i === null || this.long) return;
    const touch = (e as PointerEvent).pointerType === "touch";
    if (touch && this.m.mode !== "edit" && this.m.cursor !== i) {
      this.m.cursor = i;
      return this.m.changed();
    }
    if (touch && !this.m.digging) return this.m.toggleFlag(i);
    void this.m.act(i);
  };

  menu = (e: MouseEvent) => {
    const i = indexOf(e);
    if (i === null) return;
    e.preventDefault();
    if ((e as PointerEvent).pointerType !== "touch") this.m.toggleFlag(i);
  };

  wheel = (e: WheelEvent) => {
    const i = indexOf(e);
    if (i === null || this.m.mode !== "edit") return;
    e.preventDefault();
    const order = [".", "0", "1", "2", "3", "4", "5", "6", "7", "8"];
    const at = Math.max(0, order.indexOf(this.m.position.cells[i]!)) + (e.deltaY < 0 ? 1 : -1);
    this.m.set(i, order[Math.max(0, Math.min(order.length - 1, at))]!);
  };
}

function indexOf(e: Event): number | null {
  const cell = (e.target as Element).closest<HTMLElement>("[data-i]");
  return cell ? Number(cell.dataset.i) : null;
}

export function Board({ m }: { m: Model }) {
  const grid = useRef<HTMLDivElement>(null);
  const hand = useRef<Hand | null>(null);
  hand.current ??= new Hand(m);
  const h = hand.current;
  useEffect(() => {
    const element = grid.current!;
    element.addEventListener("wheel", h.wheel, { passive: false });
    return () => element.removeEventListener("wheel", h.wheel);
  }, []);
  useEffect(() => {
    if (grid.current?.contains(document.activeElement)) focusCell(m.cursor);
  }, [m.cursor]);
  const p = m.position;
  const gallery = useRef<Gallery | null>(null);
  if (gallery.current?.width !== p.width || gallery.current.size !== p.cells.length) gallery.current = new Gallery(p.width, p.cells.length);
  const waiting = gallery.current.hang(looksOf(m));
  const [, again] = useReducer((n: number) => n + 1, 0);
  useEffect(() => {
    if (waiting === 0) return;
    const frame = requestAnimationFrame(() => again(undefined));
    return () => cancelAnimationFrame(frame);
  });
  const veiled = useRef(false);
  veiled.current = m.showing && (m.stale || (veiled.current && waiting > 0));
  const known = p.cells.filter(isNumber).length;
  return (
    <div
      ref={grid} role="grid" class={"grid " + sizeClass(p.width) + (veiled.current ? " stale" : "")} aria-rowcount={p.height} aria-colcount={p.width} aria-busy={waiting > 0}
      aria-label={`Minesweeper board, ${p.height} rows, ${p.width} columns, ${p.mines ?? "unknown"} mines, ${known} cells open`}
      onPointerDown={h.down} onPointerUp={h.up} onPointerCancel={h.up} onPointerOver={h.over} onPointerLeave={h.leave}
      onClick={h.click} onContextMenu={h.menu} onFocusIn={(e) => focusIn(m, e)}
    >
      <div role="row" class="row axes">
        <div role="columnheader" class="axis"><span class="away">row</span></div>
        {Array.from({ length: p.width }, (_, c) => <div role="columnheader" class="axis" key={c}>{`c${c + 1}`}</div>)}
      </div>
      {gallery.current.rows.map((looks, r) => <Row key={r} row={r} looks={looks} cursor={Math.floor(m.cursor / p.width) === r ? m.cursor % p.width : -1} />)}
    </div>
  );
}

function focusIn(m: Model, e: FocusEvent): void {
  const i = indexOf(e);
  if (i === null || i === m.cursor) return;
  if (matchMedia("(pointer: coarse)").matches) return; // there a tap decides
  m.cursor = i;
  m.changed();
}

function sizeClass(width: number): string {
  return width <= 6 ? "huge" : width <= 10 ? "large" : width <= 18 ? "medium" : "small";
}

export function focusCell(cell: number): void {
  document.querySelector<HTMLElement>(`[data-i="${cell}"]`)?.focus();
}
