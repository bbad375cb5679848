// SPDX-License-Identifier: BSD-3-Clause

// How a cell looks and what it is called, of everything that is known of it. The board, the
// picture that is shared and the screen reader all get it from here.

import { about } from "./bar.js";
import type { MoveInfo } from "./digest.js";
import type { Marks, Model, Overlay } from "./model.js";
import type { Status } from "./game.js";
import { type Position, isHidden, isNumber } from "./position.js";

export interface Look {
  text: string; // in the cell
  classes: string;
  label: string;
}

// Scene is what all cells share, worked out once.
export interface Scene {
  m: Model;
  status: Status;
  showing: boolean;
  marks: Marks;
  conflict: ReadonlySet<number>;
  best: ReadonlySet<number>;
  overlay: Overlay;
}

export function sceneOf(m: Model): Scene {
  const best = new Set(m.answer?.best);
  return { m, status: m.status, showing: m.showing, marks: m.marks, conflict: m.conflict, best, overlay: m.shownOverlay };
}

export function looksOf(m: Model): Look[] {
  const scene = sceneOf(m);
  return m.position.cells.map((_, i) => lookOf(scene, i));
}

const NEAR = 0.005; // half a point of winning chance

export function lookOf(s: Scene, cell: number): Look {
  const m = s.m;
  const mark = m.position.cells[cell]!;
  const classes: string[] = [];
  const label = [`row ${Math.floor(cell / m.position.width) + 1} column ${(cell % m.position.width) + 1}`, markWord(m, cell, mark)];
  let text = isNumber(mark) && mark !== "0" ? mark : "";
  if (isNumber(mark)) classes.push("open", "n" + mark);
  else classes.push(isHidden(mark) ? "hid" : "mine");
  if (mark === "F") classes.push("flag");
  if (m.moment.boom === cell) classes.push("boom");
  if (s.status !== "open" && m.game) classes.push(...ending(s, cell, mark));
  const info = s.showing && isHidden(mark) ? m.info(cell) : undefined;
  if (info) {
    const best = bestness(s, info);
    classes.push(...infoClasses(s, info, best));
    text = overlayText(s.overlay, info, m.position.width > 10);
    label.push(...infoLabel(info, best && words(m, best)));
  }
  classes.push(...marked(s, cell, label));
  return { text, classes: classes.join(" "), label: label.filter(Boolean).join(", ") };
}

function markWord(m: Model, cell: number, mark: string): string {
  if (m.moment.boom === cell) return "the mine that was hit";
  if (mark === "F") return "flagged";
  if (mark === ".") return "hidden";
  if (mark === "*") return "mine";
  return mark === "0" ? "empty" : mark;
}

// ending shows where the mines were.
function ending(s: Scene, cell: number, mark: string): string[] {
  const mine = s.m.game!.layout[cell];
  if (mine && isHidden(mark)) return mark === "F" || s.status === "won" ? ["was-mine", "flag"] : ["was-mine"];
  return !mine && mark === "F" ? ["wrong"] : [];
}

type Bestness = "best" | "near" | "";

// bestness: recommended, or proved to be within half a point of the best.
function bestness(s: Scene, info: MoveInfo): Bestness {
  const a = s.m.answer!;
  if (s.best.has(info.cell)) return "best";
  if (a.value.kind === "none" || info.win.kind === "none") return "";
  return info.win.lo >= a.value.hi - NEAR ? "near" : "";
}

// words calls best only what is proved.
function words(m: Model, best: Bestness): string {
  if (best === "near") return "near best";
  return m.answer!.because === "exact" ? "best" : "recommended";
}

function infoClasses(s: Scene, info: MoveInfo, best: Bestness): string[] {
  if (s.overlay === "off") return [];
  const list: string[] = [];
  if (info.certain) list.push(info.certain === "safe" ? "is-safe" : "is-mine");
  if (best) list.push(best);
  if (info.dead) list.push("dead");
  const heat = heatOf(s, info);
  if (heat !== null && !info.certain) list.push("heat", "h" + heat);
  return list;
}

// heatOf is the step of the ramp, 0 to 10: light is good.
function heatOf(s: Scene, info: MoveInfo): number | null {
  const value = s.m.answer!.value;
  switch (s.overlay) {
    case "risk":
      return info.risk === null ? null : Math.round(info.risk * 10);
    case "win": // how far below the best: the whole ramp is 25 points
      if (info.win.kind === "none" || value.kind === "none") return null;
      return Math.round(10 * Math.min(1, Math.max(0, value.lo - info.win.hi) / 0.25));
    case "learn":
      return info.bits === null ? null : Math.round(10 - 10 * Math.min(1, info.bits / 3));
    default:
      return null;
  }
}

// overlayText fits the cell: three characters if it is small.
export function overlayText(overlay: Overlay, info: MoveInfo, small: boolean): string {
  switch (overlay) {
    case "risk":
      if (info.certain || info.risk === null) return "";
      return small ? short(info.riskText) : info.riskText;
    case "win":
      if (info.certain === "mine") return "";
      if (info.win.text === "100.00") return "100"; // it is not rounded, and there is a mark beside it
      return info.win.kind === "exact" ? (small ? short(info.win.text) : info.win.text) : bound(info);
    case "learn":
      return info.bits === null || info.certain === "mine" ? "" : info.bits.toFixed(1);
    default:
      return "";
  }
}

// bound prints about what it is, or what is proved at most; the sign says that it is no more than that.
function bound(info: MoveInfo): string {
  if (info.estimate.kind === "estimate") return about(info.estimate);
  return info.win.kind === "bounds" ? `≤${Math.ceil(info.win.hi * 100)}` : "";
}

function short(text: string): string {
  const [whole, decimals] = text.split(".");
  if (whole!.length < 2) return `${whole}.${decimals![0]}`;
  if (whole === "99" && Number(text) > 99.5) return ">99"; // never 100 unless it is certain
  return String(Math.round(Number(text)));
}

function infoLabel(info: MoveInfo, best: string): string[] {
  const list: string[] = [];
  if (info.certain) list.push(info.certain === "safe" ? "certainly safe" : "certainly a mine");
  if (info.certain === "mine") return list;
  if (info.win.kind === "exact") list.push(`win ${spoken(info.win.text)} percent`);
  if (info.worth.kind === "estimate") list.push(`win about ${spoken(info.worth.text)} percent, estimated`);
  if (info.win.kind === "bounds") list.push(`win between ${Math.floor(info.win.lo * 100)} and ${Math.ceil(info.win.hi * 100)} percent`);
  if (best) list.push(best);
  if (!info.certain && info.risk !== null) list.push(`risk ${spoken(info.riskText)} percent`);
  if (info.dead) list.push("teaches nothing");
  return list;
}

// spoken drops what need not be said: 25.0 is 25, 57.42 is 57.4.
function spoken(text: string): string {
  const x = Number(text);
  return x > 99.9 && x < 100 ? "over 99.9" : x.toFixed(1).replace(/\.0$/, "");
}

function marked(s: Scene, cell: number, label: string[]): string[] {
  const list: string[] = [];
  const m = s.m;
  if (s.conflict.has(cell)) {
    list.push("clash");
    label.push("clashes");
  }
  if (s.marks.cells.has(cell)) list.push("ring");
  if (s.marks.numbers.has(cell)) list.push("from");
  const h = m.hover ?? -1;
  if (h >= 0 && isNumber(m.position.cells[h]!) && touches(m.position, h, cell) && isHidden(m.position.cells[cell]!)) list.push("lit");
  return list;
}

function touches(p: Position, a: number, b: number): boolean {
  const dr = Math.abs(Math.floor(a / p.width) - Math.floor(b / p.width));
  const dc = Math.abs((a % p.width) - (b % p.width));
  return a !== b && dr <= 1 && dc <= 1;
}
