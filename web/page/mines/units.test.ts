// SPDX-License-Identifier: BSD-3-Clause

import assert from "node:assert/strict";
import { test } from "node:test";
import { words } from "../shared/engine.js";
import type { Engine } from "../shared/engine.js";
import { Clock, shown } from "./game/clock.js";
import { type Digest, type MoveInfo, type Val, rivalOf, val } from "./engine/digest.js";
import { statusOf } from "./game/game.js";
import { levelOf } from "./game/level.js";
import { lookOf, looksOf, range, sceneOf, whole, winText } from "./board/look.js";
import { Model } from "./model/model.js";
import { judgement } from "./play/play.js";
import { blank, code, fragment, nameOf, parseCode, parseFragment, resized } from "./game/position.js";
import { Timeline } from "./game/timeline.js";
import type { Told } from "./engine/told.js";
import { minesLeft } from "./play/tools.js";
import { adviceOf, figure, percentage } from "./analyse/verdict.js";

const silent = { ask: () => () => {}, last: () => Promise.reject(null) } as unknown as Engine<Told>;

test("a clock counts what was played, not what passed", () => {
  let now = 1000;
  const c = new Clock(500, () => now);
  assert.equal(c.elapsed, 500);
  c.start();
  now += 250;
  c.start();
  assert.equal(c.elapsed, 750);
  c.stop();
  now += 10_000;
  assert.equal(c.elapsed, 750);
  assert.deepEqual([0, 7_999, 61_000, 3_723_000].map(shown), ["0:00", "0:07", "1:01", "1:02:03"]);
});

test("a timeline forgets what was ahead", () => {
  const t = new Timeline(blank(2, 2, 1, "any"));
  const at = (n: number) => ({ position: blank(n, 1, 1, "any"), moves: [], boom: null });
  t.go(at(1));
  t.go(at(2));
  assert(t.step(-1));
  assert(!t.step(0));
  t.go(at(3));
  assert.deepEqual(t.list.map((m) => m.position.width), [2, 1, 3]);
  assert(t.step(-Infinity));
  assert.equal(t.at, 0);
});

test("a link holds a position, and a damaged one holds none", () => {
  const p = { ...blank(4, 4, 4, "safe"), cells: Array.from("1F.*............") };
  assert.deepEqual(parseFragment(fragment(p)), p);
  for (const bad of ["#p=", "#p=AAAA", "#p=%%%", fragment(p).slice(0, -3), "#main"]) assert.equal(parseFragment(bad), null, bad);
  for (const bad of ["4x4-4-safe-1", "0x0-0-safe-", "99x99-4-safe-" + "_".repeat(9801), "4x4-4-zany-" + "_".repeat(16)]) assert.equal(parseCode(bad), null, bad);
  assert.equal(code(parseCode("4x4-x-any-" + "_".repeat(16))!), "4x4-x-any-" + "_".repeat(16));
});

test("levels have names, other boards are custom", () => {
  assert.equal(levelOf(blank(30, 16, 99, "zero")).name, "Expert");
  assert.equal(levelOf(blank(30, 16, 98, "zero")).name, "Custom");
});

test("numbers on cells are never rounded to certainty", () => {
  assert.deepEqual([0, 0.0001, 0.34, 0.999, 1].map(whole), ["0", "<1", "34", ">99", "100"]);
  const v = (kind: Val["kind"], lo: number, hi: number, at: number): Val => ({ kind, lo, hi, at, text: (100 * at).toFixed(2), fraction: "" });
  assert.equal(winText(v("exact", 1, 1, 1), false), "100");
  assert.equal(winText(v("exact", 0.5742, 0.5742, 0.5742), true), "57.4");
  assert.equal(winText(v("bounds", 0.1, 0.721, 0.721), true), "≤73");
  assert.equal(range(v("estimate", 0.301, 0.388, 0.34)), "30–39");
});

test("a lopsided estimate has both its ends, and no arm", () => {
  const v = val({ kind: "estimate", win: 0.013, ci95: [0, 0.143], n: 77 } as Parameters<typeof val>[0]);
  assert.equal(percentage(v), "1% (0–15)");
  assert.equal(v.fraction, "");
});

test("a recommendation is compared with a move of its risk, where it is proved best", () => {
  const a = { value: { kind: "exact" }, because: "exact", best: [3], moves: [move(1, 0.2), move(3, 0.2), move(5, 0.2), move(7, 0.4)] } as unknown as Digest;
  assert.equal(rivalOf(a), 5);
  assert.equal(rivalOf({ ...a, moves: [move(3, 0.2), move(7, 0.4)] }), null);
  assert.equal(rivalOf({ ...a, because: "safe" } as Digest), null);
});

test("a board of another size keeps what fits", () => {
  const old = { ...blank(3, 2, 1, "safe"), cells: Array.from("123456") };
  assert.equal(resized(old, 2, 3, null).cells.join(""), "1245..");
  assert.deepEqual({ ...resized(old, 4, 1, 2), cells: resized(old, 4, 1, 2).cells.join("") }, { width: 4, height: 1, mines: 2, first: "safe", cells: "123." });
});

function move(cell: number, risk: number, more: Partial<MoveInfo> = {}): MoveInfo {
  const none: Val = { kind: "none", lo: 0, hi: 1, at: 0, text: "", fraction: "" };
  return { cell, risk, riskText: (100 * risk).toFixed(1), riskFraction: "", win: none, estimate: none, worth: none, bits: null, dead: false, ...more };
}

// told is a model that knows an answer.
function told(m: Model, moves: MoveInfo[], more: Partial<Digest>): Model {
  const none = move(0, 0).worth;
  const answer: Digest = {
    schema: "digest", state: "done", layouts: "10", value: none, estimate: none, games: 0, worth: none, best: [], because: null, notComputed: "", safe: [], mines: [], wrong: [],
    forced: true, solved: false, moves, proved: false, groups: moves.map((x) => [x.cell]), ...more,
  };
  (m.analysis as unknown as { learn(d: Digest): void }).learn(answer);
  return m;
}

test("no hidden cell is blank in Analyse, and colour says what the risk says", () => {
  const p = { ...blank(4, 3, 3, "zero"), cells: Array.from("1...........") };
  const m = new Model(silent, p);
  m.mode = "analyse";
  told(m, [move(1, 0.05), move(2, 0.3), move(3, 0.3), move(4, 0.9), move(5, 0, { certain: "safe" }), move(6, 1, { certain: "mine" }), ...[7, 8, 9, 10, 11].map((c) => move(c, 0.3))], { best: [5], because: "safe", safe: [5], mines: [6] });
  for (const overlay of ["all", "risk", "win"] as const) {
    m.overlay = overlay;
    const s = sceneOf(m);
    p.cells.forEach((mark, i) => {
      const look = lookOf(s, i);
      assert(mark !== "." || look.text || look.sub || look.icon, `${overlay}: cell ${i} is blank`);
    });
    assert.match(lookOf(s, 1).classes, /\blo\b/);
    assert.match(lookOf(s, 4).classes, /\bhi\b/);
    assert(!/\b(lo|hi)\b/.test(lookOf(s, 2).classes), "base density is neutral");
    assert.match(lookOf(s, 5).classes, /safe best/);
    assert.match(lookOf(s, 6).classes, /mk/);
    assert.equal(p.cells.filter((_, i) => /\bbest\b/.test(lookOf(s, i).classes)).length, 1);
  }
  assert.deepEqual([adviceOf(m)!.state, adviceOf(m)!.cell], ["One safe cell.", 5]);
});

test("looks that are kept are the looks made anew", () => {
  let x = 1;
  const draw = (n: number) => (x = (x * 48271) % 2147483647) % n;
  const m = new Model(silent, blank(4, 4, 2, "zero"));
  const seen = new Set<string>();
  for (let game = 0; game < 60; game++) {
    const [w, h] = [[4, 4], [5, 3], [3, 5]][draw(3)]!;
    m.load(blank(w!, h!, 2, "zero"), { layout: Array.from({ length: w! * h! }, (_, i) => i === 1 || i === 7) });
    m.mode = "play";
    for (let k = 0; k < 12; k++) {
      const cell = draw(w! * h!);
      if (draw(4) === 0) m.toggleFlag(cell);
      else void m.act(cell);
      m.hover = draw(3) === 0 ? null : draw(w! * h!);
      m.questions.pointed = draw(3) === 0 ? { cells: new Set(), others: new Set([draw(w! * h!)]), numbers: new Set([draw(w! * h!)]) } : null;
      m.notice = draw(3) === 0 ? nameOf(m.position, draw(w! * h!)) : "";
      m.mode = draw(5) === 0 ? "analyse" : "play";
      const scene = sceneOf(m);
      const anew = m.position.cells.map((_, i) => lookOf(scene, i));
      assert.deepEqual(looksOf(m), anew);
      anew.forEach((l) => l.classes.split(" ").forEach((c) => seen.add(c)));
    }
  }
  for (const c of ["h", "o", "lit", "ring", "beside", "clue", "boom", "was-mine", "wrong"]) assert(seen.has(c), c);
});

test("an estimate is a range until it is narrow, and says so while it grows", () => {
  const v = (lo: number, hi: number): Val => ({ kind: "estimate", lo, hi, at: (lo + hi) / 2, text: "", fraction: "" });
  const m = new Model(silent, blank(9, 9, 10, "zero"));
  m.mode = "analyse";
  const figures = ([[0.2, 0.6, "running"], [0.3, 0.38, "running"], [0.3, 0.38, "partial"]] as const).map(([lo, hi, state]) => figure(told(m, [], { worth: v(lo, hi), state }).answer!)!);
  assert.deepEqual(figures.map((f) => [f.number, f.beside]), [["20–60", "so far"], ["34", "30–38 so far"], ["34", "30–38"]]);
});

test("the counter of mines is right after a mine and after a win", () => {
  const m = new Model(silent, blank(2, 1, 1, "any"));
  const at = (cells: string[], boom: number | null) => m.load({ ...blank(2, 1, 1, "any"), cells }, { layout: [true, false] }, [{ position: { ...blank(2, 1, 1, "any"), cells }, moves: [], boom }]);
  at([".", "."], null);
  assert.equal(minesLeft(m), "1");
  at(["F", "."], null);
  assert.equal(minesLeft(m), "0");
  at(["*", "."], 0);
  assert.equal(m.status, "lost");
  assert.equal(minesLeft(m), "1", "the mine that was hit was not found");
  at([".", "1"], null);
  assert.equal(statusOf(m.game, m.moment), "won");
  assert.equal(minesLeft(m), "0");
});

test("undoing, hints and analysis count as help; so does playing a board again", () => {
  const m = new Model(silent, blank(2, 1, 1, "any"));
  const cells = [".", "1"];
  const list = [blank(2, 1, 1, "any"), { ...blank(2, 1, 1, "any"), cells }].map((position) => ({ position, moves: [], boom: null }));
  const load = () => m.load(list[1]!.position, { layout: [true, false] }, list);
  load();
  assert(!m.table.helped);
  m.step(-1);
  assert(m.table.helped);
  load();
  assert(!m.table.helped);
  m.restart();
  assert(m.table.helped);
});

test("a lost game is judged by the decision", () => {
  const p = blank(3, 1, 1, "any");
  const of = (risks: number[], safe: number[] = []) => judgement(p, 1, { moves: risks.map((r, i) => move(i, r)), safe });
  assert.equal(of([0, 0.5, 0.5], [0]), "You opened r1\u00a0c2 at 50% risk. r1\u00a0c1 was safe.");
  assert.equal(of([0.4, 0.3, 0.3]), "No cell was safe, and none had a lower risk than r1\u00a0c2, 30%. Bad luck.");
  assert.equal(of([0.1, 0.5, 0.4]), "No cell was safe. r1\u00a0c2 had 50% risk, r1\u00a0c1 only 10%.");
});

test("a problem is said once", () => {
  const p = { schema: "veil.problem/1" as const, type: "malformed", title: "row 1 has 3 cells, row 2 has 4", detail: "row 1 has 3 cells, row 2 has 4", line: 2, expected: "rows of one length" };
  assert.equal(words(p), "Line 2: row 1 has 3 cells, row 2 has 4. Expected: rows of one length.");
  assert.equal(words({ ...p, detail: "line 2: row 1 has 3 cells, row 2 has 4", expected: undefined }), "Line 2: row 1 has 3 cells, row 2 has 4.");
});
