// SPDX-License-Identifier: BSD-3-Clause

// The installed package, in Node.

import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { after, test } from "node:test";
import { VeilError } from "@veilplan/veil";
import { Diag } from "@veilplan/veil/diag";
import { Game, Krieg } from "@veilplan/veil/krieg";
import { Mines } from "@veilplan/veil/mines";
import { Pomdp } from "@veilplan/veil/pomdp";
import { verbs } from "./node_modules/@veilplan/veil/verbs.js";

const HERE = "node_modules/@veilplan/veil";
const BOARD = "4x4/4\n1...\n....\n....\n....\n";
const HARD = ["5x5/7\n1....\n.....\n.....\n.....\n.....\n", { budget: { max_layouts: 300_000, time_ms: 60_000 } }];
const mines = new Mines(), krieg = new Krieg(), diag = new Diag(), pomdp = new Pomdp();
after(() => [mines, krieg, diag, pomdp].forEach((c) => c.close()));

test("size", () => {
  const size = (dir) => readdirSync(dir, { withFileTypes: true }).reduce((n, e) => n + (e.isDirectory() ? size(`${dir}/${e.name}`) : statSync(`${dir}/${e.name}`).size), 0);
  assert.ok(size(HERE) <= 6e6, `${size(HERE)} bytes unpacked, at most 6,000,000`);
  assert.ok(statSync(process.env.VEIL_NPM).size <= 5.5e6, `${statSync(process.env.VEIL_NPM).size} bytes packed, at most 5,500,000`);
});

test("licences of what is linked", () => {
  assert.match(readFileSync(`${HERE}/LICENSE`, "utf8"), /Redistribution and use/);
  assert.match(readFileSync(`${HERE}/THIRD_PARTY_NOTICES`, "utf8"), /^go +BSD-3-Clause$/m);
});

test("every verb has an engine that knows it", async () => {
  const clients = { mines, krieg, diag, pomdp };
  for (const [subject, methods] of Object.entries(verbs)) {
    for (const [method, first] of Object.entries(methods)) {
      const error = await clients[subject][method](undefined, { nonsense: 1, me: "white" }).catch((e) => e);
      assert.ok(error instanceof VeilError, `${subject}.${method}: ${error}`);
      assert.match(error.message, /nonsense|me\b/, `${subject}.${method} with the first field ${first}: ${error.message}`);
    }
  }
});

test("documents stream and improve", async () => {
  const states = [];
  for await (const doc of mines.solve(BOARD)) states.push(doc.state);
  assert.equal(states.at(-1), "done");
  assert.ok(states.length > 1 && states.slice(0, -1).every((s) => s === "running"), String(states));
});

test("abort ends the wait and the work", async () => {
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 200);
  await assert.rejects(mines.solve(HARD[0], { ...HARD[1], signal: stop.signal }), { name: "AbortError" });
  await idle();
  await assert.rejects(mines.check(BOARD, { signal: AbortSignal.abort() }), { name: "AbortError" });
});

test("leaving a stream withdraws the question", async () => {
  for await (const doc of mines.solve(...HARD)) {
    assert.equal(doc.state, "running");
    break;
  }
  await idle();
  assert.equal((await mines.check(BOARD)).layouts, "660");
});

// idle waits until no thread of this process computes. A question that was not withdrawn computes for much longer than this waits.
async function idle() {
  for (let i = 0; i < 20; i++) {
    const before = process.cpuUsage();
    await new Promise((resolve) => { setTimeout(resolve, 500); });
    if (process.cpuUsage(before).user < 25_000) return;
  }
  assert.fail("a worker still computes");
}

test("many keep their order, and one bad board is one error", async () => {
  const pool = new Mines({ workers: 2 });
  const boards = Array.from({ length: 40 }, (_, i) => (i === 7 ? "3x3/20" : `1x${i + 2}/1\n` + ".\n".repeat(i + 2)));
  const got = [];
  for await (const { thing, doc, error } of pool.many("check", boards)) {
    assert.equal(thing, boards[got.length]);
    got.push(error ? error.problem.type : doc.layouts);
  }
  pool.close();
  assert.deepEqual(got, boards.map((_, i) => (i === 7 ? "malformed-position" : String(i + 2))));
});

test("an aborted batch throws once", async () => {
  const stop = new AbortController();
  const read = async () => {
    for await (const { doc } of mines.many("check", Array(50).fill(BOARD), { signal: stop.signal })) {
      assert.equal(doc.layouts, "660");
      stop.abort();
    }
  };
  await assert.rejects(read(), { name: "AbortError" });
});

test("close refuses what is asked, and the next question starts again", async () => {
  const own = new Mines();
  const asked = own.solve(...HARD);
  own.close();
  await assert.rejects(asked, VeilError);
  assert.equal((await own.check(BOARD)).layouts, "660");
  own.close();
});

test("an engine that cannot be loaded is one error, and the next question tries again", async () => {
  const options = { engines: new URL("nowhere", import.meta.url) };
  const own = new Mines(options);
  await assert.rejects(own.check(BOARD), { name: "VeilError", message: /the engine cannot run.*nowhere/ });
  options.engines = new URL(`${HERE}/engines`, import.meta.url);
  assert.equal((await own.check(BOARD)).layouts, "660");
  own.close();
});

test("a worker that ends takes its questions with it", async () => {
  const dies = new URL('data:text/javascript,import { parentPort } from "node:worker_threads"; parentPort.once("message", () => process.exit())');
  await assert.rejects(new Mines({ worker: dies }).check(BOARD), { name: "VeilError", message: /the worker ended/ });
});

test("two games at once are as each alone", async () => {
  const lines = ["W e2e4 yes tries 0", "B moved tries 0"];
  const play = async (...games) => {
    for (const g of games) g.hear(...lines);
    const tries = await Promise.all(games.map((g) => g.best()));
    games.forEach((g) => g.close());
    return tries;
  };
  const make = (seed) => new Game("white", { level: 2, seed });
  const [[a], [b], both] = [await play(make(1)), await play(make(2)), await play(make(1), make(2))];
  assert.deepEqual(both, [a, b]);
});

test("endings are played from the tables beside the engine", async () => {
  const heard = readFileSync(new URL("ending.log", import.meta.url), "utf8").trim().split("\n");
  const { source } = await krieg.think("wild16", { me: "white", heard, level: 2 });
  assert.equal(source, "table");
});
