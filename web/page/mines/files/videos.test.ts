// SPDX-License-Identifier: BSD-3-Clause

// What is read here is written here, as the descriptions say. tools/nightly videos reads files of the programs themselves, which are not in
// this repository.

import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { countOf } from "../game/count.js";
import { isVideo } from "./formats.js";
import { videoToBoard } from "./videos.js";

const text = (s: string) => Array.from(s, (c) => c.charCodeAt(0));
const two = (n: number) => [(n >> 8) & 255, n & 255];
const three = (n: number) => [(n >> 16) & 255, ...two(n & 65535)];

// The game: 8 by 8 with ten mines in the second row and at both ends of the first. A click on the last row opens all below;
// a mine is flagged, and the rest of the first row is opened cell by cell.
const MINES = [...Array.from({ length: 8 }, (_, c) => [1, c] as const), [0, 0] as const, [0, 7] as const];
type Click = [what: string, column: number, row: number];
const CLICKS: Click[] = [["lc", 3, 7], ["lr", 3, 7], ["rc", 0, 0], ["rr", 0, 0], ["lc", 1, 0], ["lr", 1, 0], ["lc", 2, 0], ["lr", 2, 0], ["lc", 3, 0], ["lr", 3, 0], ["lc", 4, 0], ["lr", 4, 0], ["lc", 5, 0], ["lr", 5, 0], ["lc", 6, 0], ["lr", 6, 0]];
const at = (cell: number) => 16 * cell + 8;
const moves = (board: string) => board.split("[moves]\n")[1]!.trim().split("\n");
const WANT = ["open r8c4", "flag r1c1", "open r1c2", "open r1c3", "open r1c4", "open r1c5", "open r1c6", "open r1c7"];

function avf(): Uint8Array {
  const codes: Record<string, number> = { lc: 3, lr: 5, rc: 9, rr: 17 };
  const events = CLICKS.flatMap(([what, c, r], i) => [codes[what]!, at(c) >> 8, 1 + Math.floor(i / 50), at(c) & 255, i, at(r) >> 8, 0, at(r) & 255]);
  return Uint8Array.from([52, 0, 0, 0, 0, 3, ...MINES.flatMap(([r, c]) => [r + 1, c + 1]), 9, 127, 0x20, ...text("[|16.11.2026|B12T3.45]"), 7, 7, ...events, ...new Array<number>(8).fill(0), ...text("cs=")]);
}

const bits = () => {
  const out = new Array<number>(8).fill(0);
  for (const [r, c] of MINES) out[r]! |= 128 >> c;
  return out;
};

const KINDS = ["", "mv", "lc", "lr", "rc", "rr"];

function evf(version: 3 | 4, won = true, translated = false): Uint8Array {
  const head = [version, (won ? 128 : 0) + (translated ? 8 : 0), 0, 8, 8, ...two(10), 16, ...two(0), ...two(12)];
  if (version === 3) {
    const events = CLICKS.flatMap(([what, c, r], i) => [KINDS.indexOf(what), ...three(10 * i), ...two(at(c)), ...two(at(r))]);
    return Uint8Array.from([...head, ...three(999), ...new Array<number>(8).fill(0).flatMap(() => [...text("x"), 0]), ...bits(), ...events, 0, 1, 2, 3]);
  }
  let [x, y] = [0, 0];
  const events = CLICKS.flatMap(([what, c, r]) => {
    const step = [KINDS.indexOf(what), 5, ...two(at(c) - x), ...two(at(r) - y)];
    [x, y] = [at(c), at(r)];
    return step;
  });
  const more = [255, 1, 0, 200, 1, ...two(10000), 0, 0, 0, 0, 0, 0, 0, 0, 201, 1, ...two(10001), ...text("y"), 0, 82, 3];
  return Uint8Array.from([...head, 0, 0, 3, 9, ...text("DE"), ...new Array<number>(16).fill(0), ...new Array<number>(translated ? 6 : 4).fill(0), ...two(2), 1, 2, ...bits(), ...two(1), ...text("key"), 0, ...events, ...more, 0, ...two(0)]);
}

// shuffle is what the program of the format does, said a second time and more slowly.
function places(key: number, bytes: number): number[] {
  const a = Math.sqrt(key), b = Math.sqrt(key + 1000), c = Math.sqrt(a + 1000), d = Math.sqrt(b + 1000);
  let digits = "";
  for (const w of [Math.cos(c + 1000), Math.sin(Math.sqrt(b)), Math.cos(c), Math.sin(Math.sqrt(a) + 1000), Math.cos(d), Math.sin(d)].slice(0, bytes)) digits += Math.round(Math.abs(w * 1e8)).toString().padStart(8, "0");
  const list: number[] = [];
  for (let digit = 0; digit <= 9; digit++) for (let i = 0; i < 8 * bytes; i++) if (digits[i] === String(digit)) list.push(i);
  return list;
}

function mvf(year: "5" | "7", key = 4711): Uint8Array {
  const old = year === "5";
  const [start, size, width, x0, shift] = old ? [74, 5, 9, 12, 0] : [71, 6, 11, 14, 32];
  const where = places(key, size);
  const held = { l: 0, r: 0 };
  const events = CLICKS.flatMap(([what, c, r]) => {
    held[what[0] as "l" | "r"] = what[1] === "c" ? 1 : 0;
    const e = new Array<number>(size).fill(0);
    const set = (i: number, v: number) => { if (v) e[where[i]! >> 3]! |= 1 << (where[i]! & 7); };
    set(0, held.r);
    set(2, held.l);
    for (let j = 0; j < width; j++) {
      set(x0 + j, ((at(c) + shift) >> j) & 1);
      set(3 + j, ((at(r) + shift) >> j) & 1);
    }
    return e;
  });
  const head = new Array<number>(start).fill(0);
  [head[0], head[1], head[27]] = [0x11, 0x4d, year.charCodeAt(0)];
  return Uint8Array.from([...head, ...new Array<number>(7 + (old ? 16 : 6)).fill(1), 8, 8, ...two(10), ...MINES.flatMap(([r, c]) => [c + 1, r + 1]), 2, ...text("me"), ...two(key), ...three(CLICKS.length), ...events]);
}

const FILES: [string, Uint8Array][] = [["a.avf", avf()], ["3.EVF", evf(3)], ["4.evf", evf(4)], ["translated.evf", evf(4, true, true)], ["old.mvf", mvf("5")], ["new.mvf", mvf("7")]];

test("every format gives the same game", () => {
  for (const [name, data] of FILES) {
    assert(isVideo(name));
    const board = videoToBoard(name, data);
    assert.deepEqual(moves(board), WANT, name);
    assert.match(board, /rows: 8\ncolumns: 8\nmines: 10\n/, name);
  }
  for (const key of [0, 1, 999, 65535]) assert.deepEqual(moves(videoToBoard("k.mvf", mvf("7", key))), WANT, String(key));
  assert(!isVideo("a.board") && !isVideo("avf"));
});

test("an EVF may say that the other button went down too: then a number is opened around", () => {
  const flags = [[0, 0], [0, 1], [1, 1], [2, 1]].flatMap(([c, r]) => [[4, c!, r!], [5, c!, r!]]);
  const clicks = [[2, 3, 7], [3, 3, 7], [2, 1, 0], [3, 1, 0], ...flags, [2, 1, 0], [9, 1, 0], [3, 1, 0], [5, 1, 0], [9, 1, 0]];
  const file = (n: number) => Uint8Array.from([3, 0, 0, 8, 8, ...two(10), 16, ...two(0), ...two(12), ...three(999), ...new Array<number>(8).fill(0), ...bits(), ...clicks.slice(0, n).flatMap(([kind, c, r]) => [kind!, ...three(0), ...two(at(c!)), ...two(at(r!))]), 0]);
  assert.deepEqual(moves(videoToBoard("x.evf", file(16))), ["open r8c4", "open r1c2", "flag r1c1", "flag r2c1", "flag r2c2", "flag r2c3", "chord r1c2"]);
  assert.throws(() => videoToBoard("x.evf", file(17)), /which button/);
});

test("what a file says of itself is held against it", () => {
  const lost = evf(3);
  lost.set(new Uint8Array(8), lost.length - 4 - 8 * 2); // the last click is missing
  assert.throws(() => videoToBoard("x.evf", lost), /said to be won/);
  const mines = evf(3);
  mines[6] = 11;
  assert.throws(() => videoToBoard("x.evf", mines), /as many as it says/);
  const outside = avf();
  outside[6] = 99;
  assert.throws(() => videoToBoard("x.avf", outside), /not on its board/);
  const twice = avf();
  twice.copyWithin(8, 6, 8); // the second mine is where the first one is
  assert.throws(() => videoToBoard("x.avf", twice), /not on its board/);
  assert.throws(() => videoToBoard("x.evf", Uint8Array.from([2, 0])), /version 2/);
  assert.throws(() => videoToBoard("x.mvf", Uint8Array.from([8, 8, 0, 10])), /not of Minesweeper Clone/);
  const recursive = evf(4);
  recursive[9] = 12;
  assert.throws(() => videoToBoard("x.evf", recursive), /rules that open more/);
  assert.throws(() => videoToBoard("x.avf", new Uint8Array(5 << 20)), /too large/);
});

test("no damage does more than be refused", () => {
  let seed = 1;
  const random = (n: number) => ((seed = (seed * 1103515245 + 12345) % 2 ** 31) / 2 ** 31) * n | 0;
  for (let i = 0; i < 3000; i++) {
    const [name, good] = FILES[i % FILES.length]!;
    const bad = good.slice(0, random(3) === 0 ? random(good.length) : good.length);
    for (let k = random(6); k > 0 && bad.length > 0; k--) bad[random(bad.length)] = random(256);
    try {
      assert.match(videoToBoard(name, bad), /^# MINESWEEPER-BOARD/);
    } catch (e) {
      assert(e instanceof Error && e.constructor === Error && e.message.length > 10, `${name}: ${String(e)}`);
    }
  }
});

test("files whose events or boards are too many are refused in words, whatever the format", () => {
  const head = [3, 0, 0, 8, 8, ...two(10), 16, ...two(0), ...two(12), ...three(999), ...new Array<number>(8).fill(0), ...bits()];
  const flags = new Uint8Array(8 * 199_000).map((_, i) => (i % 8 === 0 ? 4 + (i >> 3) % 2 : i % 8 === 5 || i % 8 === 7 ? 1 : 0));
  assert.throws(() => videoToBoard("x.evf", Uint8Array.from([...head, ...flags, 0])), /more than 2000 moves/);
  assert.throws(() => videoToBoard("x.evf", Uint8Array.from([3, 0, 0, 255, 255, ...two(10), 16, ...two(0), ...two(12)])), /65025 cells/);
  assert.throws(() => videoToBoard("x.avf", Uint8Array.from([52, 0, 0, 0, 0, 6, 254, 254, 0, 10])), /65025 cells/);
  const mvf = new Uint8Array(200);
  mvf.set([0x11, 0x4d]);
  mvf.set([0x37], 27);
  mvf.set([255, 255, 0, 10], 71 + 7 + 6);
  assert.throws(() => videoToBoard("x.mvf", mvf), /65025 cells/);
});

// The recordings of a folder must be read, and be won where they are said to be. A name with 3BV=127, or 3bv127, or as Metasweeper names its files, is held
// against the count of the page.
const FOLDER = process.env.VEIL_VIDEOS ?? "";

test("recordings of the programs themselves", { skip: !existsSync(FOLDER) && "VEIL_VIDEOS names no folder" }, () => {
  const [read, counted]: [string[], string[]] = [[], []];
  for (const name of readdirSync(FOLDER).filter(isVideo).sort()) {
    const board = videoToBoard(name, new Uint8Array(readFileSync(`${FOLDER}/${name}`)));
    const rows = (part: string) => board.split(`[${part}]\n`)[1]!.split("[")[0]!.trim().split("\n");
    const [real, view] = [rows("real").join(""), rows("view").join("")];
    const left = Array.from(real).filter((x, i) => x !== "*" && !/[0-8]/.test(view[i]!)).length;
    assert.equal(left, 0, `${name}: ${left} safe cells are left`);
    read.push(name);
    const told = /3bv=?(\d+)/i.exec(name)?.[1] ?? /^[bice]_\d+_[\d.]+_(\d+)_/.exec(name)?.[1];
    if (!told) continue;
    assert.equal(countOf({ width: rows("real")[0]!.length, height: rows("real").length }, Array.from(real, (x) => x === "*")).value, Number(told), name);
    counted.push(told);
  }
  console.log(`# ${read.length} recordings played again to their end, 3BV of ${counted.length} as their names say (${counted.join(", ")})`);
  assert(read.length > 0);
});
