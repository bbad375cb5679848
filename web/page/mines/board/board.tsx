// SPDX-License-Identifier: BSD-3-Clause

import { Component } from "preact";
import { useEffect, useReducer, useRef, useState } from "preact/hooks";
import { Icon } from "../../shared/icon.js";
import { t } from "../../words/words.js";
import { boardKey, focusCell } from "./cursor.js";
import { Gallery } from "./gallery.js";
import { Flag, Mine } from "./icons.js";
import { type Look, isBig, looksOf } from "./look.js";
import { PARTS } from "../game/tape.js";
import { habits } from "../model/habits.js";
import type { Model } from "../model/model.js";
import { isHidden, isNumber } from "../game/position.js";

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

  render({ index, column, look, focused }: CellProps) {
    return (
      <div role="gridcell" class={look.classes} style={look.tint ? { "--t": look.tint } : undefined} data-i={index} aria-colindex={column + 1} aria-label={look.label} tabIndex={focused ? 0 : -1}>
        {drawn(look)}
      </div>
    );
  }
}

function drawn({ icon, text, sub, note, classes }: Look) {
  switch (icon) {
    case "flag": return <Flag />;
    case "mine": return <Mine />;
    case "check": return <Icon name="check" />;
    case "cross": return <><Flag /><Icon name="cross" /></>;
  }
  if (classes.startsWith("o")) return text;
  // The name of a cell says in words what its numbers say, so they are drawn and not read.
  if (!text) return sub && <span data-t={sub} />;
  return <><b data-t={text} />{sub && <s data-t={sub} />}{note && <q data-t={note} />}</>;
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
      <div role="row" aria-rowindex={row + 1}>
        {looks.map((look, c) => <Cell key={c} index={row * looks.length + c} column={c} look={look} focused={c === cursor} />)}
      </div>
    );
  }
}

// Hand turns pointers into acts. A tap does what the chosen tool does, a long press what the other does; in Analyse
// the first tap selects.
class Hand {
  private timer = 0;
  private long = false;
  private painting = false;
  private from: [number, number] | null = null; // where the pointer went down
  private both = false; // two buttons, or the middle one, are down
  private spent = false; // by them: the click that follows does nothing

  constructor(private readonly m: Model) {}

  down = (e: PointerEvent) => {
    const i = indexOf(e);
    if (i === null) return;
    this.long = false;
    this.from = [e.clientX, e.clientY];
    clearTimeout(this.timer);
    if (e.pointerType === "touch") {
      this.timer = window.setTimeout(() => {
        this.long = true;
        navigator.vibrate?.(12);
        if (this.m.digging) this.m.toggleFlag(i);
        else void this.m.act(i);
      }, habits().press);
    } else if (this.m.mode === "edit" && e.button === 0) {
      this.painting = true;
      (e.target as Element).releasePointerCapture?.(e.pointerId);
    }
  };

  // Both buttons together, or the middle one, open what is around a number when one of them is released.
  mouseDown = (e: MouseEvent) => {
    const i = indexOf(e);
    if (e.button === 1) e.preventDefault(); // it would scroll
    if (i !== null) this.press(e);
    this.both = e.button === 1 || (e.buttons & 3) === 3;
    if (e.buttons === 1 || e.buttons === 2) this.spent = false;
  };

  mouseUp = (e: MouseEvent) => {
    const i = indexOf(e);
    if (!this.both) return;
    [this.both, this.spent] = [false, e.button !== 1];
    if (i !== null) this.m.around(i);
  };

  // place is where the mouse is on the board, in parts of a cell.
  private place(e: MouseEvent): [x: number, y: number] | null {
    const cell = (e.target as Element).closest<HTMLElement>("[data-i]");
    if (!cell || this.m.mode !== "play" || !this.m.table.playing) return null;
    const [box, i] = [cell.getBoundingClientRect(), Number(cell.dataset.i)];
    const part = (at: number, from: number, size: number) => Math.max(0, Math.min(PARTS - 1, Math.floor((PARTS * (at - from)) / size)));
    return [PARTS * (i % this.m.position.width) + part(e.clientX, box.left, box.width), PARTS * Math.floor(i / this.m.position.width) + part(e.clientY, box.top, box.height)];
  }

  private press(e: MouseEvent): void {
    const at = this.place(e);
    if (at) this.m.table.tape.press(Math.round(this.m.table.clock.elapsed), ...at);
  }

  // A finger that moves pans the board.
  move = (e: PointerEvent) => {
    const at = e.pointerType === "touch" ? null : this.place(e);
    if (at) this.m.table.tape.move(Math.round(this.m.table.clock.elapsed), ...at);
    if (e.pointerType === "touch" && this.from && Math.hypot(e.clientX - this.from[0], e.clientY - this.from[1]) > 10) clearTimeout(this.timer);
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
    if (this.spent) return void (this.spent = false);
    const touch = (e as PointerEvent).pointerType === "touch";
    if (touch && this.m.mode === "analyse" && this.m.cursor !== i) {
      this.m.cursor = i;
      return this.m.changed();
    }
    if (touch && !this.m.digging && !this.m.fresh && isHidden(this.m.position.cells[i]!)) return this.m.toggleFlag(i);
    if ((e as PointerEvent).pointerType === "mouse" && habits().chord === "pair" && this.m.mode === "play" && this.m.game && isNumber(this.m.position.cells[i]!)) return this.m.clicked("l", i, false);
    void this.m.act(i);
  };

  menu = (e: MouseEvent) => {
    const i = indexOf(e);
    if (i === null) return;
    e.preventDefault();
    if ((e as PointerEvent).pointerType !== "touch" && !this.both && !this.spent) this.m.toggleFlag(i);
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
    if (grid.current?.contains(document.activeElement)) focusCell(m, m.cursor);
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
  const late = useLate(veiled.current);
  const known = p.cells.filter(isNumber).length;
  const classes = ["board", isBig(p) && "big", m.showing && m.answer && m.overlay !== "off" && "an", m.mode === "edit" && "editing", veiled.current && "stale-board", late && "late", m.status].filter(Boolean).join(" ");
  return (
    <div
      ref={grid} id={m.grid} role="grid" class={classes} style={{ "--w": p.width, "--h": p.height }} aria-rowcount={p.height} aria-colcount={p.width} aria-busy={waiting > 0}
      aria-label={t("board.label", { rows: p.height, columns: p.width, mines: p.mines ?? t("board.unknown"), open: known })}
      onPointerDown={h.down} onPointerUp={h.up} onPointerCancel={h.up} onPointerOver={h.over} onPointerLeave={h.leave} onPointerMove={h.move}
      onMouseDown={h.mouseDown} onMouseUp={h.mouseUp} onClick={h.click} onContextMenu={h.menu} onFocusIn={(e) => focusIn(m, e)} onKeyDown={(e) => boardKey(m, e)}
    >
      {gallery.current.rows.map((looks, r) => <Row key={r} row={r} looks={looks} cursor={Math.floor(m.cursor / p.width) === r ? m.cursor % p.width : -1} />)}
    </div>
  );
}

const A_MOMENT = 250; // ms

// useLate reports whether something has been so for a moment. An answer that comes at once must not fade the board: that would
// flicker, and paint it twice.
function useLate(now: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!now) return;
    const timer = setTimeout(() => setLate(true), A_MOMENT);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [now]);
  return now && late;
}

function focusIn(m: Model, e: FocusEvent): void {
  const i = indexOf(e);
  if (i === null || i === m.cursor) return;
  if (matchMedia("(pointer: coarse)").matches) return; // there a tap decides
  m.cursor = i;
  m.changed();
}
