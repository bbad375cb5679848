// SPDX-License-Identifier: BSD-3-Clause

// The figures of the installed package: sizes, CPU time of both threads for each question, and how soon an abort is heard.

import { statSync } from "node:fs";
import { Mines } from "@veilplan/veil/mines";

const SMALL = "4x4/4\n1...\n....\n....\n....\n";
const HARD = "5x5/7\n1....\n.....\n.....\n.....\n.....\n";
const mines = new Mines();

// cost returns the least CPU time of several rounds, in µs per question: other programs only add to it.
async function cost(ask, rounds, each) {
  let least = Infinity;
  for (let r = 0; r < rounds; r++) {
    const before = process.cpuUsage();
    for (let i = 0; i < each; i++) await ask();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / each);
  }
  return Math.round(least);
}

const { position } = await mines.board("30x16/99", { seed: "7" });
console.log(`packed ${statSync(process.env.VEIL_NPM).size} bytes`);
console.log(`check 4x4: ${await cost(() => mines.check(SMALL), 8, 1000)} µs of CPU time`);
console.log(`risks 30x16: ${await cost(() => mines.solve(position, { moves: "none" }), 5, 100)} µs of CPU time`);
const start = performance.now();
await mines.solve(HARD, { budget: { time_ms: 20_000, max_layouts: 300_000 }, signal: AbortSignal.timeout(200) }).catch(() => {});
const heard = performance.now();
await mines.check(SMALL);
console.log(`abort after 200 ms: thrown after ${Math.round(heard - start)} ms, the engine free ${Math.round(performance.now() - heard)} ms later`);
