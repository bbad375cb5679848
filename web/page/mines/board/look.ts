// SPDX-License-Identifier: BSD-3-Clause

// How a cell looks and what it is called, of everything that is known of it. The board, the
// picture that is shared and the screen reader all get it from here.

import { local, t } from "../../words/words.js";
import { type MoveInfo, type Val, isLowest } from "../engine/digest.js";
import type { Analyst } from "../model/analyst.js";
import type { Overlay } from "../model/view.js";
import type { Status } from "../game/game.js";
import { type Position, isHidden, isNumber, neighbours } from "../game/position.js";
import type { Marks } from "../engine/questions.js";

export interface Look {
  text: string; // the large number
  sub: string; // the small one below it
  note: string; // the one in the corner of a large tile
  icon: "" | "flag" | "mine" | "check" | "cross";
  tint: number; // how far from the base of the risks, 0 to 100
  classes: string;
  label: string;
}

// Scene is what all cells share, worked out once.
export interface Scene {
  m: Analyst;
  status: Status;
  showing: boolean;
  marks: Marks;
  conflict: ReadonlySet<number>;
  best: ReadonlySet<number>;
  overlay: Overlay;
  base: number; // the risk of a cell that no number touches
  big: boolean; // there is room for three numbers in a cell
}

export const BIG = 8; // columns and rows of a board with large tiles

export function isBig(p: Position): boolean { return p.width <= BIG && p.height <= BIG; }

export function sceneOf(m: Analyst): Scene {
  return {
    m, status: m.status, showing: m.showing, marks: m.marks, conflict: m.conflict, best: new Set(m.answer?.best), overlay: m.overlay,
    base: baseRisk(m), big: isBig(m.position),
  };
}

export function looksOf(m: Analyst): Look[] {
  const scene = sceneOf(m);
  const plain = plainOf(m.position.width);
  return m.position.cells.map((mark, i) => (isPlain(scene, i, mark) ? ((plain[mark] ??= [])[i] ??= lookOf(scene, i)) : lookOf(scene, i)));
}

// Plain are the looks of cells of which only the mark is known, by mark and cell. While a game is played nearly all cells are plain, and
// to make them anew with every click is most of the garbage there is.
type Plain = Record<string, Look[]>;

let [plain, plainWidth]: [Plain, number] = [{}, 0];

function plainOf(width: number): Plain {
  if (width !== plainWidth) [plain, plainWidth] = [{}, width];
  return plain;
}

function isPlain(s: Scene, cell: number, mark: string): boolean {
  return s.status === "open" && !s.showing && mark !== "*" && !s.m.table.maybe.has(cell) && s.m.moment.boom !== cell && !s.conflict.has(cell) && !s.marks.cells.has(cell) && !s.marks.others.has(cell) && !s.marks.numbers.has(cell) && !isLit(s.m, cell);
}

// baseRisk is the risk of a cell that no number touches; if there is none, that of all undecided cells together.
export function baseRisk(m: Analyst): number {
  const a = m.answer;
  const p = m.position;
  if (!a) return 0;
  const open = a.moves.filter((x) => !x.certain && x.risk !== null);
  const untouched = open.find((x) => !neighbours(p, x.cell).some((n) => isNumber(p.cells[n]!)));
  if (untouched) return untouched.risk!;
  return open.length ? open.reduce((sum, x) => sum + x.risk!, 0) / open.length : 0;
}

const NEAR = 0.005; // half a point of winning chance
const TIES = 2; // of more moves that share first place, one is marked
// A shift of the risk smaller than this, below and above the base, stays neutral.
const [BELOW, ABOVE] = [12, 6];

export function lookOf(s: Scene, cell: number): Look {
  const m = s.m;
  const mark = m.position.cells[cell]!;
  const look: Look = { text: "", sub: "", note: "", icon: "", tint: 0, classes: "", label: "" };
  const classes: string[] = [];
  const label = [t("cell.at", { r: Math.floor(cell / m.position.width) + 1, c: (cell % m.position.width) + 1 }), markWord(m, cell, mark)];
  if (isNumber(mark)) {
    classes.push("o", "n" + mark);
    look.text = mark === "0" ? "" : mark;
  } else if (mark === "*") {
    classes.push("o", m.moment.boom === cell ? "boom" : "mined");
    look.icon = "mine";
  } else classes.push("h");
  if (mark === "F") look.icon = "flag";
  if (mark === "." && m.table.maybe.has(cell) && s.status === "open" && !s.showing) Object.assign(look, { sub: "?" });
  if (s.status !== "open" && m.game) classes.push(...ending(s, cell, mark, look));
  const info = s.showing && isHidden(mark) ? m.info(cell) : undefined;
  if (info) {
    const best = bestness(s, info);
    if (s.overlay !== "off") classes.push(...known(s, info, best, look, mark));
    label.push(...infoLabel(info, s.best.has(info.cell) ? words(m, "best") : best && words(m, best)));
  }
  classes.push(...marked(s, cell, label));
  look.classes = classes.join(" ");
  look.label = label.filter(Boolean).join(", ");
  return look;
}

function markWord(m: Analyst, cell: number, mark: string): string {
  if (m.moment.boom === cell) return t("cell.boom");
  if (mark === "F") return t("cell.flagged");
  if (mark === ".") return t(m.table.maybe.has(cell) ? "cell.maybe" : "cell.hidden");
  if (mark === "*") return t("cell.mine");
  return mark === "0" ? t("cell.empty") : mark;
}

// ending shows where the mines were.
function ending(s: Scene, cell: number, mark: string, look: Look): string[] {
  const mine = s.m.game!.layout[cell];
  if (mine && isHidden(mark)) {
    look.icon = mark === "F" || s.status === "won" ? "flag" : "mine";
    return ["was-mine"];
  }
  if (mine || mark !== "F") return [];
  look.icon = "cross";
  return ["wrong"];
}

type Bestness = "best" | "near" | "";

// bestness: recommended, or proved to be within half a point of the best.
function bestness(s: Scene, info: MoveInfo): Bestness {
  const a = s.m.answer!;
  if (s.best.has(info.cell)) return s.best.size <= TIES || s.m.answer!.best[0] === info.cell ? "best" : "near";
  if (a.value.kind === "none" || info.win.kind === "none") return "";
  return info.win.lo >= a.value.hi - NEAR ? "near" : "";
}

// words calls best only what is proved.
function words(m: Analyst, best: Bestness): string {
  if (best === "near") return t("cell.near");
  return t(m.answer!.because === "exact" ? "cell.best" : isLowest(m.answer!) ? "cell.lowest" : "cell.recommended");
}

// known fills a cell with what is known of it. A cell that is proved safe or a mine leaves the ramp of risks; of those that are
// safe and recommended only the first is the one to open.
function known(s: Scene, info: MoveInfo, best: Bestness, look: Look, mark: string): string[] {
  if (info.certain === "mine") {
    look.icon ||= "mine";
    return ["mk"];
  }
  if (info.certain === "safe") {
    look.icon ||= "check";
    return s.m.answer!.best[0] === info.cell ? ["safe", "best"] : ["safe"];
  }
  if (mark === "F") return best ? [best] : [];
  const list = ["k"];
  numbers(s, info, look);
  if (s.overlay === "learn") return [...list, ...best ? [best] : []];
  list.push(...tinted(s, info, look));
  if (best) list.push(best);
  else if (look.text && s.overlay !== "risk" && info.worth.kind !== "none" && !s.big) list.push("cand");
  return list;
}

// tinted is cool below the base of the risks and warm above it.
function tinted(s: Scene, info: MoveInfo, look: Look): string[] {
  const p = info.risk;
  if (p === null || s.base <= 0 || s.base >= 1) return [];
  const [below, above] = [(100 * (s.base - p)) / s.base, (100 * (p - s.base)) / (1 - s.base)];
  if (below < BELOW && above < ABOVE) return [];
  look.tint = 4 * Math.round(Math.max(below, above) / 4);
  return [below > 0 ? "lo" : "hi"];
}

function numbers(s: Scene, info: MoveInfo, look: Look): void {
  const risk = info.risk === null ? "" : s.big ? whole(info.risk) : short(info.risk, s.m.position.width <= 10);
  if (s.overlay === "learn") look.sub = info.bits === null ? "" : local(info.bits.toFixed(1));
  else if (s.overlay === "risk" || info.worth.kind === "none") look.sub = risk;
  else if (s.big) Object.assign(look, large(s, info, risk));
  else {
    look.text = winText(info.worth, s.m.position.width <= 10);
    look.sub = s.overlay === "win" ? "" : risk;
  }
}

// large is the three numbers of a large tile: the chance, how far it is below the best, and the risk.
function large(s: Scene, info: MoveInfo, risk: string): Partial<Look> {
  const top = s.m.answer!.value;
  const gap = info.worth.kind === "exact" && top.kind === "exact" ? 100 * (top.at - info.worth.at) : null;
  const sub = s.best.has(info.cell) ? words(s.m, "best") : gap === null ? range(info.worth) : `−${local(gap.toFixed(2))}`;
  return { text: info.worth.kind === "exact" ? local(info.worth.text) : winText(info.worth, false), sub, note: s.overlay === "win" ? "" : risk };
}

// winText prints a chance in a cell: exact ones with a decimal if there is room, bounds as what is proved at most.
export function winText(v: Val, room: boolean): string {
  if (v.kind === "bounds") return `≤${Math.ceil(v.hi * 100)}`;
  if (v.kind === "exact" && (v.lo === 0 || v.lo === 1)) return String(100 * v.lo);
  return v.kind === "exact" && room ? local(Number(v.text).toFixed(1)) : whole(v.at);
}

// range is 25–43: the interval of an estimate, or what is proved.
export function range(v: Val): string {
  return v.kind === "estimate" || v.kind === "bounds" ? `${Math.floor(v.lo * 100)}–${Math.ceil(v.hi * 100)}` : "";
}

// whole prints a chance without decimals; what is not certain is neither 0 nor 100.
export function whole(p: number): string {
  if (p > 0 && p < 0.01) return "<1";
  if (p < 1 && p > 0.99) return ">99";
  return String(Math.round(100 * p));
}

function short(p: number, room: boolean): string {
  return room && p >= 0.01 && p <= 0.99 ? local((100 * p).toFixed(1).replace(/\.0$/, "")) : whole(p);
}

function infoLabel(info: MoveInfo, best: string): string[] {
  const list: string[] = [];
  if (info.certain) list.push(t(info.certain === "safe" ? "cell.safe" : "cell.certain"));
  if (info.certain === "mine") return list;
  if (info.win.kind === "exact") list.push(t("cell.win", { p: spoken(info.win.text) }));
  if (info.worth.kind === "estimate") list.push(t("cell.about", { p: spoken(info.worth.text) }));
  if (info.win.kind === "bounds") list.push(t("cell.between", { a: Math.floor(info.win.lo * 100), b: Math.ceil(info.win.hi * 100) }));
  if (best) list.push(best);
  if (!info.certain && info.risk !== null) list.push(t("cell.risk", { p: spoken(info.riskText) }));
  if (info.dead) list.push(t("cell.dead"));
  return list;
}

// spoken drops what need not be said: 25.0 is 25, 57.42 is 57.4.
function spoken(text: string): string {
  const x = Number(text);
  return x > 99.9 && x < 100 ? t("cell.over", { p: local("99.9") }) : local(x.toFixed(1).replace(/\.0$/, ""));
}

function marked(s: Scene, cell: number, label: string[]): string[] {
  const list: string[] = [];
  if (s.conflict.has(cell)) {
    list.push("clash");
    label.push(t("cell.clashes"));
  }
  if (s.marks.cells.has(cell)) list.push("ring");
  if (s.marks.others.has(cell)) list.push("beside");
  if (s.marks.numbers.has(cell)) list.push("clue");
  if (isLit(s.m, cell)) list.push("lit");
  return list;
}

// isLit reports whether a number is pointed at that counts this cell.
function isLit(m: Analyst, cell: number): boolean {
  const h = m.hover ?? -1;
  return h >= 0 && isNumber(m.position.cells[h]!) && touches(m.position, h, cell) && isHidden(m.position.cells[cell]!);
}

function touches(p: Position, a: number, b: number): boolean {
  const dr = Math.abs(Math.floor(a / p.width) - Math.floor(b / p.width));
  const dc = Math.abs((a % p.width) - (b % p.width));
  return a !== b && dr <= 1 && dc <= 1;
}
