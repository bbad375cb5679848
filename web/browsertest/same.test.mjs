// SPDX-License-Identifier: BSD-3-Clause

// The command line, the API, the engine in the browser and what stands on the page say the
// same of the same positions. POSITIONS=500 for more of them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { clean } from "./board.mjs";
import { open, stage } from "./browser.mjs";
import { run, serve } from "./veil.mjs";

const POSITIONS = Number(process.env.POSITIONS ?? 24);

let site, browser;
stage(() => serve("--time", "5m"), (s, b) => { [site, browser] = [s, b]; });

// random is a small generator with a seed.
function random(seed) {
  let x = seed;
  return (n) => {
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
    return Math.floor((x / 2 ** 32) * n);
  };
}

// midgame draws a position of a game that is going on.
function midgame(draw, width, height, mines) {
  const layout = new Set();
  while (layout.size < mines) layout.add(draw(width * height));
  const around = (i) => [-1, 0, 1].flatMap((r) => [-1, 0, 1].map((c) => [Math.floor(i / width) + r, (i % width) + c]))
    .filter(([r, c]) => r >= 0 && c >= 0 && r < height && c < width).map(([r, c]) => r * width + c).filter((j) => j !== i);
  const shown = new Map();
  const reveal = (i) => {
    if (shown.has(i) || layout.has(i)) return;
    const n = around(i).filter((j) => layout.has(j)).length;
    shown.set(i, n);
    if (n === 0) around(i).forEach(reveal);
  };
  for (let k = 1 + draw(Math.ceil(width * height / 5)); k > 0; k--) reveal(draw(width * height));
  const cells = Array.from({ length: width * height }, (_, i) => (shown.has(i) ? String(shown.get(i)) : "."));
  const rows = Array.from({ length: height }, (_, r) => cells.slice(r * width, (r + 1) * width).join(""));
  return { text: `${width}x${height}/${mines}\nfirst: safe\n${rows.join("\n")}\n`, code: `${width}x${height}-${mines}-safe-${cells.join("").replaceAll(".", "_")}`, width };
}

// facts are what a document says of the position: all but which engine said it.
function facts(text) {
  const { id: _, engine: __, ...doc } = JSON.parse(text);
  return doc;
}

// tap makes the page's own worker remember what the engine told it.
function tap(worker) {
  return worker.evaluate(() => {
    const ask = globalThis.veilAsk;
    globalThis.veilAsk = (question, tell) => ask(question, (text) => {
      if (text !== null && JSON.parse(question).ask === "mines.analysis") globalThis.told = { text, of: JSON.parse(question).position.text };
      tell(text);
    });
  });
}

// percent rounds as it is taught in school, apart from the page's own code.
function percent(num, den, decimals) {
  const x = Number((BigInt(num) * 10n ** 12n) / BigInt(den)) / 1e10;
  return x.toFixed(decimals);
}

test(`command line, API, engine and page: the same answers to ${POSITIONS} positions`, async () => {
  const draw = random(2026);
  const t = await open(browser, site.url + "mines/#p=" + Buffer.from("4x4-4-safe-1_______________").toString("base64url"));
  await t.page.waitForSelector(".badge.exact");
  const worker = t.page.workers()[0];
  await tap(worker);
  const sizes = [[4, 4, 4], [5, 5, 5], [6, 6, 6], [8, 8, 10], [16, 16, 40], [30, 16, 99]];
  let fractions = 0, exact = 0, estimated = 0, shown = 0;
  for (let i = 0; i < POSITIONS; i++) {
    const p = midgame(draw, ...sizes[i % sizes.length]);
    await t.page.evaluate((hash) => (location.hash = hash), "p=" + Buffer.from(p.code).toString("base64url"));
    const [cli, api, told] = await Promise.all([
      run(["mines", "solve", "--json", "-"], { input: p.text }),
      asked(p.text),
      final(worker, p.text),
    ]);
    const page = JSON.parse(told);
    for (const [name, got] of [["API", api], ["engine", told]]) assert.deepEqual(facts(got), facts(cli), `${name}: ${p.text}`);
    fractions += page.moves.filter((m) => m.risk).length;
    exact += page.moves.filter((m) => m.win?.kind === "exact").length;
    estimated += page.estimate ? 1 : 0;
    shown += await compareShown(t.page, page, p);
  }
  console.log(`# ${POSITIONS} positions: ${fractions} risks, ${exact} exact winning chances, ${estimated} estimates; ${shown} numbers read off the page`);
  assert.ok(fractions > 10 * POSITIONS && exact > POSITIONS && estimated > 0 && shown > 10 * POSITIONS);
  clean(t);
  await t.context.close();
});

// asked returns the server's last document about a position: on a busy machine an analysis takes longer than a request may wait.
async function asked(text) {
  let answer = await fetch(site.url + "v1/mines/analyses", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ position: { text }, wait_ms: 30000 }) }).then((r) => r.text());
  for (let doc = JSON.parse(answer); doc.state === "running"; doc = JSON.parse(answer)) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    answer = await fetch(`${site.url}v1/mines/analyses/${doc.id}`).then((r) => r.text());
  }
  return answer;
}

// final waits for the last document about a position.
async function final(worker, text) {
  for (;;) {
    const told = await worker.evaluate((of) => (globalThis.told?.of.trim() === of.trim() ? globalThis.told.text : ""), text);
    if (told && JSON.parse(told).state !== "running") return told;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

// compareShown reads what the cells say and compares it with the fractions.
async function compareShown(page, doc, p) {
  const total = ({ num, den, p }) => (num ? Number(percent(num, den ?? doc.layouts, 6)) : 100 * p);
  await page.waitForFunction((n) => !document.querySelector(".stale-board, #board[aria-busy=true], .verdict.stale, .thinking") && document.querySelectorAll("#board .h").length === n, doc.moves.length);
  const labels = await page.locator("#board [data-i]").evaluateAll((list) => list.map((c) => c.getAttribute("aria-label")));
  let read = 0;
  for (const m of doc.moves) {
    const [, r, c] = /r(\d+)c(\d+)/.exec(m.cell).map(Number);
    const label = labels[(r - 1) * p.width + c - 1];
    const where = `${m.cell} is called "${label}" in\n${p.text}`;
    if (m.certain) assert.match(label, m.certain === "safe" ? /certainly safe/ : /certainly a mine/, where);
    const risk = /risk (over )?([\d.]+) percent/.exec(label);
    if (risk && m.risk) {
      assert.ok(Math.abs(Number(risk[2]) - total(m.risk)) <= 0.1, where); // 0 and 100 are never rounded to
      read++;
    }
    const about = /win about ([\d.]+) percent, estimated/.exec(label);
    if (about) assert.ok(Math.abs(Number(about[1]) - 100 * m.estimate.win) <= 0.1, where);
    assert.equal(/, (best|recommended)(,|$)/.test(label), doc.best.includes(m.cell), where);
    const win = /win (over )?([\d.]+) percent/.exec(label);
    assert.equal(Boolean(win), m.win?.kind === "exact" && m.certain !== "mine", where);
    if (win) {
      assert.ok(Math.abs(Number(win[2]) - total(m.win)) <= 0.1, where);
      read++;
    }
  }
  return read;
}
