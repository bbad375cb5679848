// SPDX-License-Identifier: BSD-3-Clause

// Recorded games in the formats of Minesweeper Arbiter (AVF), Metasweeper (EVF) and Minesweeper Clone (MVF), read into RAWVF.
//
// EVF is published by its author, in versions 3 and 4. AVF and MVF are known from the open converters to RAWVF of M. Bashov
// and D. Moore. No file is trusted: mines must be as many as the file says, on the board and apart, and a game that is said
// to be won must be won when it is played again.

import { Bytes } from "./bytes.js";
import { type VIDEOS, extension } from "./formats.js";
import { MOST_BYTES, MOST_EVENTS, fits, rawvfToBoard } from "./rawvf.js";

interface Video {
  width: number;
  height: number;
  layout: boolean[];
  square: number; // pixels of a cell
  events: [what: string, x: number, y: number][]; // as RAWVF calls them
  won: boolean | null; // what the file says, if it does
}

type Format = (typeof VIDEOS)[number];

const READERS: Record<Format, (data: Uint8Array) => Video> = { avf: readAvf, evf: readEvf, mvf: readMvf };

// replayed makes a .board text of a recorded game of any of these formats.
export function replayed(format: string, data: Uint8Array | string): string { return typeof data === "string" ? rawvfToBoard(data) : videoToBoard("." + format, data); }

// videoToBoard makes a .board text of a file; an error says in words why it cannot.
export function videoToBoard(name: string, data: Uint8Array): string {
  if (data.length > MOST_BYTES) throw new Error("This file is too large for a recorded game.");
  const v = READERS[extension(name) as Format](data);
  const rows = Array.from({ length: v.height }, (_, r) => v.layout.slice(r * v.width, (r + 1) * v.width).map((x) => (x ? "*" : "0")).join(""));
  const events = v.events.map(([what, x, y]) => `0.00 ${what} 0 0 (${x} ${y})`);
  return rawvfToBoard(["RawVF_Version: Rev6", `SquareSize: ${v.square}`, "Board:", ...rows, "Events:", ...events].join("\n"), v.won === true);
}

// laid puts mines on a board, and refuses those that cannot be.
function laid(width: number, height: number, mines: readonly (readonly [row: number, column: number])[]): boolean[] {
  const layout = new Array<boolean>(width * height).fill(false);
  for (const [r, c] of mines) {
    if (r < 0 || c < 0 || r >= height || c >= width || layout[r * width + c]) throw new Error("The mines of this file are not on its board: it is damaged, or of a version that is not known here.");
    layout[r * width + c] = true;
  }
  return layout;
}

function sized(width: number, height: number, mines: number): void {
  fits(width, height);
  if (width < 1 || height < 1 || mines < 1 || mines >= width * height) throw new Error("This file has no board that can be: it is damaged, or of a version that is not known here.");
}

// --- AVF ---

const LEVELS = [[8, 8, 10], [16, 16, 40], [30, 16, 99]] as const;
const AVF_EVENTS: Record<number, string> = { 1: "mv", 3: "lc", 5: "lr", 9: "rc", 17: "rr", 33: "mc", 65: "mr", 145: "rr", 193: "mr", 11: "sc", 21: "lr" };

function readAvf(data: Uint8Array): Video {
  const b = new Bytes(data, 5);
  const level = b.u8() - 3;
  const [width, height, mines] = level === 3 ? [b.u8() + 1, b.u8() + 1, b.u16()] : LEVELS[level] ?? [0, 0, 0];
  sized(width, height, mines);
  const layout = laid(width, height, Array.from({ length: mines }, () => [b.u8() - 1, b.u8() - 1] as const));
  b.at = afterHeader(data, b.at);
  const events: Video["events"] = [];
  for (; b.left >= 8; ) {
    const e = b.take(8);
    if (e[6]! * 256 + e[2]! < 1) break; // seconds count from 1; what follows is text
    const what = AVF_EVENTS[e[0]!];
    if (what) events.push([what, e[1]! * 256 + e[3]!, e[5]! * 256 + e[7]!]);
    if (events.length > MOST_EVENTS) throw new Error("This file has too many events for a recorded game.");
  }
  return { width, height, layout, square: 16, events, won: null };
}

// afterHeader is where the events of an AVF begin: the first one is in the first second, some bytes after a text in brackets
// that itself follows the setting of question marks.
function afterHeader(data: Uint8Array, from: number): number {
  const [OPEN, CLOSE] = [0x5b, 0x5d];
  let i = from + 2;
  while (i < data.length && !(data[i] === OPEN && (data[i - 2] === 17 || data[i - 2] === 127))) i++;
  while (i < data.length && data[i] !== CLOSE) i++;
  for (i += 3; i < data.length; i++) if (data[i] === 1 && data[i - 1]! <= 1) return i - 2;
  throw new Error("This AVF file has no events.");
}

// --- EVF ---

const EVF_EVENTS = ["", "mv", "lc", "lr", "rc", "rr", "mc", "mr", "rc"]; // 8 is a flag that was set before the game
const SECOND = 9; // the button that was up goes down too
const RECURSIVE = 11; // from this mode on, opening works by rules of its own

function readEvf(data: Uint8Array): Video {
  const b = new Bytes(data);
  const version = b.u8();
  if (version !== 3 && version !== 4) throw new Error(`This EVF file is of version ${version}. Versions 3 and 4 can be read here.`);
  const flags = b.u8();
  const won = (flags & 128) !== 0;
  b.u8();
  const [height, width, mines, square, mode] = [b.u8(), b.u8(), b.u16(), b.u8(), b.u16()];
  sized(width, height, mines);
  if (mode >= RECURSIVE && mode !== 65535) throw new Error("This game was played by rules that open more than one click does: it cannot be played again here.");
  b.u16();
  if (version === 3) skipNames3(b);
  else skipNames4(b, (flags & 8) !== 0);
  const bits = b.take(Math.ceil((width * height) / 8));
  const layout = Array.from({ length: width * height }, (_, i) => (bits[i >> 3]! & (128 >> (i & 7))) !== 0);
  if (layout.filter(Boolean).length !== mines) throw new Error("The mines of this file are not as many as it says: it is damaged.");
  return { width, height, layout, square: square || 16, events: version === 3 ? evf3(b) : evf4(b), won };
}

function skipNames3(b: Bytes): void {
  b.take(3);
  for (let i = 0; i < 8; i++) b.string();
}

// A file that was made of another format also names what made it, and its alphabet.
function skipNames4(b: Bytes, translated: boolean): void {
  b.take(4 + 2 + 8 + 8);
  for (let i = translated ? 6 : 4; i > 0; i--) b.string();
  b.take(b.u16());
}

// evf3: eight bytes each, with where the mouse is.
function evf3(b: Bytes): Video["events"] {
  const p = new Pressed();
  for (let kind = b.u8(); kind !== 0 && kind !== 255; kind = b.u8()) {
    b.u24();
    p.push(kind, b.u16(), b.u16());
  }
  return p.events;
}

// evf4: as long as their kind says, with how far the mouse went.
function evf4(b: Bytes): Video["events"] {
  for (let names = b.u16(); names > 0; names--) b.string();
  const p = new Pressed();
  let [x, y] = [0, 0];
  for (let kind = b.u8(); kind !== 0; kind = b.u8()) {
    if (kind === 255) b.u16();
    else if (kind === 200) b.take(1 + 2 + 8);
    else if (kind === 201) {
      b.take(1 + 2);
      b.string();
    } else if (kind >= 81 && kind <= 99) b.u8();
    else if (kind <= 12) {
      b.u8();
      [x, y] = [x + b.i16(), y + b.i16()];
      p.push(kind, x, y);
    } else throw new Error("This EVF file records what every cell showed. How long such a record is, its description leaves open, so it is not read.");
  }
  return p.events;
}

// Pressed collects the button events of an EVF, and which buttons are down.
class Pressed {
  readonly events: Video["events"] = [];
  private readonly down = new Set<string>();

  push(kind: number, x: number, y: number): void {
    const what = kind === SECOND ? this.second() : EVF_EVENTS[kind];
    if (!what) throw new Error("This EVF file does not say which button was meant, so its moves are not known.");
    this.events.push([what, x, y]);
    if (kind === 8) this.events.push(["rr", x, y]);
    else if (what[1] === "c") this.down.add(what[0]!);
    else if (what[1] === "r") this.down.delete(what[0]!);
    if (this.events.length > MOST_EVENTS) throw new Error("This file has too many events for a recorded game.");
  }

  // second is the press of the button that is up, if the other is down.
  private second(): string | undefined {
    const [l, r] = [this.down.has("l"), this.down.has("r")];
    return l === r ? undefined : l ? "rc" : "lc";
  }
}

// --- MVF ---

// A form of MVF: where its data start, what lies between the date and the board, the bytes of an event, and where in its
// bits the numbers are.
interface Form { start: number; between: number; size: number; bits: number; y: number; x: number; shift: number }

const FORMS: Record<string, Form> = {
  5: { start: 74, between: 2 + 3 + 10 + 1, size: 5, bits: 9, y: 3, x: 12, shift: 0 }, // 0.97
  6: { start: 71, between: 2 + 3 + 1, size: 6, bits: 11, y: 3, x: 14, shift: 32 }, // 2006
  7: { start: 71, between: 2 + 3 + 1, size: 6, bits: 11, y: 3, x: 14, shift: 32 }, // 2007
};

function readMvf(data: Uint8Array): Video {
  const form = data[0] === 0x11 && data[1] === 0x4d ? FORMS[String.fromCharCode(data[27] ?? 0)] : undefined;
  if (!form) throw new Error("This MVF file is not of Minesweeper Clone 0.97, 2006 or 2007.");
  const b = new Bytes(data, form.start);
  b.take(7 + form.between);
  const [width, height, mines] = [b.u8(), b.u8(), b.u16()];
  sized(width, height, mines);
  const layout = laid(width, height, Array.from({ length: mines }, () => [b.u8() - 1, b.u8() - 1] as const).map(([c, r]) => [r, c] as const));
  b.take(b.u8());
  const places = shuffled(b.u16(), 8 * form.size);
  const count = b.u24();
  if (count > MOST_EVENTS) throw new Error("This file has too many events for a recorded game.");
  const states = Array.from({ length: count }, () => {
    const e = b.take(form.size);
    const bit = (i: number) => (e[places[i]! >> 3]! >> (places[i]! & 7)) & 1;
    const number = (from: number) => Array.from({ length: form.bits }, (_, j) => bit(from + j) << j).reduce((s, v) => s + v, 0) - form.shift;
    return { r: bit(0), m: bit(1), l: bit(2), x: number(form.x), y: number(form.y) };
  });
  return { width, height, layout, square: 16, events: changes(states), won: null };
}

// shuffled is where the bits of an event are. The file says a number; the digits of sines and cosines of its roots, in rising
// order, give the places.
function shuffled(key: number, bits: number): number[] {
  const one = Math.sqrt(key);
  const two = Math.sqrt(key + 1000);
  const three = Math.sqrt(one + 1000);
  const four = Math.sqrt(two + 1000);
  const waves = [Math.cos(three + 1000), Math.sin(Math.sqrt(two)), Math.cos(three), Math.sin(Math.sqrt(one) + 1000), Math.cos(four), Math.sin(four)];
  const digits = waves.map((w) => String(Math.round(Math.abs(w) * 1e8)).padStart(8, "0")).join("").slice(0, bits);
  return Array.from(digits, (_, i) => i).sort((a, b) => digits.charCodeAt(a) - digits.charCodeAt(b) || a - b);
}

interface State { l: number; r: number; m: number; x: number; y: number }

// changes tells presses and releases from what was held. The press before the first release is not recorded.
function changes(states: State[]): Video["events"] {
  const events: Video["events"] = [];
  let before: State = { l: 0, r: 0, m: 0, x: -1, y: -1 };
  for (const s of states) {
    const say = (what: string) => events.push([what, s.x, s.y]);
    if (s.x !== before.x || s.y !== before.y) say("mv");
    for (const k of ["l", "r", "m"] as const) if (s[k] > before[k]) say(k + "c");
    for (const k of ["l", "r", "m"] as const) if (s[k] < before[k]) say(k + "r");
    before = s;
  }
  for (const k of ["l", "r", "m"] as const) if (before[k]) events.push([k + "r", before.x, before.y]);
  return events;
}
