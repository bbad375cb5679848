// SPDX-License-Identifier: BSD-3-Clause

// The page of experiments on runs of the real command: one that is over, and one that goes on.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { clean, shot } from "./board.mjs";
import { violations } from "./axe.mjs";
import { launch, open } from "./browser.mjs";
import { VEIL, run, serve } from "./veil.mjs";

const BEGINNER = `name: beginner
domain: mines
board: 4x4/4
first: safe
policies: [ {id: safest}, {id: optimal}, {id: random} ]
episodes: 300
seed: 7
record: [guesses, values, ms_per_move]
sprt: {first: optimal, second: random, h0: 0, h1: 0.1, alpha: 0.05, beta: 0.05}
thresholds: ["optimal.win_rate >= 0.4", "paired(safest, random).win_diff.ci95.low > 0", "safest.win_rate >= 0.99"]
`;
const ENDLESS = `name: endless
domain: mines
board: 16x16/40
first: zero
policies: [ {id: safest}, {id: random} ]
episodes: 1000000
seed: 7
`;

const LISTEN = `name: listen
domain: tiger
policies: [{id: listener, params: {sure: 0.8}}]
seed: 1
tune:
  parameters: {sure: {from: 0.51, to: 0.99, step: 0.1}}
  iterations: 50
  pairs: 20
`;
const CLIMB = `name: climb
domain: mines
board: 16x16/40
first: zero
policies: [{id: fast, params: {within: 0.9}}]
seed: 1
tune:
  parameters: {within: {from: 0.5, to: 1, step: 0.1}}
  iterations: 20000
  pairs: 20
`;

let dir, site, browser, endless, climb;
before(async () => {
  dir = mkdtempSync(join(tmpdir(), "veil-runs-"));
  writeFileSync(join(dir, "beginner.yaml"), BEGINNER);
  writeFileSync(join(dir, "endless.yaml"), ENDLESS);
  await run(["exp", "run", "beginner.yaml", "-o", "report.txt"], { cwd: dir }).catch(() => {}); // a threshold fails: exit code 1
  symlinkSync("/", join(dir, "runs", "link"));
  endless = spawn(VEIL, ["exp", "run", "endless.yaml", "--threads", "1"], { cwd: dir, stdio: "ignore" });
  writeFileSync(join(dir, "listen.yaml"), LISTEN);
  writeFileSync(join(dir, "climb.yaml"), CLIMB);
  await run(["exp", "tune", "listen.yaml"], { cwd: dir });
  climb = spawn(VEIL, ["exp", "tune", "climb.yaml", "--threads", "1"], { cwd: dir, stdio: "ignore" });
  site = await serve("--runs", join(dir, "runs"), "--control");
  browser = await launch();
});
after(async () => {
  await browser?.close();
  site?.close();
  endless?.kill("SIGKILL");
  climb?.kill("SIGKILL");
  rmSync(dir, { recursive: true, force: true });
});

async function visit(hash, ready) {
  const t = await open(browser, site.url + "experiments/" + hash);
  await t.page.waitForSelector(ready);
  return t;
}

test("a run that is over: thresholds, test, tables, charts, downloads", async () => {
  const t = await visit("#beginner", ".chart svg");
  const text = await t.page.textContent("main");
  const report = readFileSync(join(dir, "report.txt"), "utf8");
  assert.match(await t.page.textContent(".state"), /done/);
  const marks = await t.page.locator(".thresholds li").evaluateAll((list) => list.map((li) => li.textContent.trim()[0]));
  assert.deepEqual(marks, [...report.matchAll(/^ {4}([✓✗])/gm)].map((m) => m[1]), "the marks of the report");
  for (const [, rate, low, high] of report.split("SCORE")[0].matchAll(/^ {4}(?:safest|optimal|random) +(\d\.\d+) +\[(\d\.\d+), (\d\.\d+)\]/gm)) {
    assert.ok(text.includes(`${rate} [${low}, ${high}]`), `the page says ${rate} [${low}, ${high}] as the report`);
  }
  assert.match(await t.page.getAttribute(".llr svg", "aria-label"), /^LLR −?\d+\.\d\d of −2\.94 to 2\.94: /);
  assert.ok(text.includes("beginner/manifest.yaml"), "how to make it again");
  const charts = await t.page.locator(".charts figcaption").allTextContents();
  for (const word of ["win rate", "difference", "calibration", "time per move"]) assert.ok(charts.some((c) => c.includes(word)), `a chart of ${word} among ${charts}`);
  await t.page.waitForFunction(() => document.querySelectorAll(".chart svg").length === 4);
  const meet = await t.page.$$eval(".chart svg", (list) => list.flatMap((svg) => {
    const boxes = [...svg.querySelectorAll("text")].map((x) => [x.textContent, x.getBoundingClientRect()]);
    return boxes.flatMap(([a, p], i) => boxes.slice(i + 1).filter(([, q]) => p.left < q.right - 1 && q.left < p.right - 1 && p.top < q.bottom - 2 && q.top < p.bottom - 2).map(([b]) => `${a} / ${b}`));
  }));
  assert.deepEqual(meet, [], "labels that lie on each other");
  const chart = t.page.locator(".chart svg").first();
  await chart.focus();
  await t.page.keyboard.press("End");
  await t.page.waitForFunction(() => /^episodes \d+.*safest \d.*%.*optimal.*random/.test(document.querySelector(".reading").textContent));
  const last = await t.page.textContent(".reading");
  await t.page.keyboard.press("ArrowLeft");
  await t.page.waitForFunction((old) => document.querySelector(".reading").textContent !== old, last);
  await chart.hover();
  const ground = () => t.page.$eval(".charts figure", (f) => getComputedStyle(f).backgroundColor);
  const light = await ground();
  await t.page.emulateMedia({ colorScheme: "dark" });
  assert.notEqual(await ground(), light, "charts follow the theme");
  await shot(t.page, "experiments-dark");
  await t.page.emulateMedia({ colorScheme: "light" });
  for (const link of await t.page.locator(".charts a, .raw a").evaluateAll((list) => list.map((a) => a.href))) {
    const answer = await fetch(link);
    const body = Buffer.from(await answer.arrayBuffer());
    assert.equal(answer.status, 200, link);
    if (link.endsWith(".parquet")) assert.equal(body.subarray(0, 4).toString(), "PAR1");
    if (link.endsWith("rate.csv")) assert.match(body.toString(), /^series,x,y,low,high\n/);
    if (link.endsWith(".svg")) for (const name of ["safest", "random"]) assert.ok(/difference|calibration/.test(link) || body.includes(name), `${link} labels its lines`);
    assert.ok(body.length > 100, link);
  }
  assert.deepEqual(await violations(t.page, ["light"]), []);
  await t.page.screenshot({ path: new URL("shots/experiment.png", import.meta.url).pathname, fullPage: true });
  clean(t);
  await t.context.close();
});

test("a run that goes on: it is listed, and its numbers grow", async () => {
  const t = await visit("", ".runs a");
  await t.page.waitForFunction(() => /endless\s*running/.test(document.querySelector(".runs")?.textContent ?? ""));
  assert.deepEqual(await t.page.locator(".runs th[scope=row]").allTextContents().then((l) => l.sort()), ["beginner", "climb", "endless", "listen"], "a link to elsewhere is no run");
  assert.deepEqual(await violations(t.page, ["light"]), []);
  await shot(t.page, "experiments");
  await t.page.click("text=endless");
  const count = () => t.page.textContent(".run-head .progress").then((s) => Number(s.split("/")[0].replace(/\D/g, "")));
  await t.page.waitForSelector(".run-head .progress");
  const first = await count();
  await t.page.waitForFunction((n) => Number(document.querySelector(".run-head .progress").textContent.split("/")[0].replace(/\D/g, "")) > n, first);
  await t.page.waitForFunction(() => /episodes\/s$/.test(document.querySelector(".run-head").textContent.trim()));
  assert.match(await t.page.textContent(".state"), /running/);
  await t.page.click("button:text-is('Pause')");
  await t.page.waitForFunction(() => document.querySelector(".state").textContent === "paused");
  // What was begun is finished first, in whatever time a busy machine takes, and the page asks only every
  // few seconds: the number must stand still three times.
  let held = -1;
  for (let wait = 0, still = 0; wait < 30 && still < 3; wait++) {
    const now = await count();
    still = now === held ? still + 1 : 0;
    held = now;
    await t.page.waitForTimeout(2500);
  }
  await t.page.waitForTimeout(5000);
  assert.equal(await count(), held, "nothing is played during a pause");
  await shot(t.page, "experiment-paused");
  await t.page.click("button:text-is('Resume')");
  await t.page.waitForFunction((n) => Number(document.querySelector(".run-head .progress").textContent.split("/")[0].replace(/\D/g, "")) > n, held);
  assert.equal(await t.page.textContent(".state"), "running");
  clean(t);
  await t.context.close();
});

test("a run that tuned: its parameters and its effect are those of the export", async () => {
  const t = await visit("#listen", ".chart svg");
  const [, start, tuned, interval] = /^\| sure \| (\S+) \| (\S+) \| (\[.*\]) \|$/m.exec(await run(["exp", "export", "listen", "--as", "md"], { cwd: dir }));
  assert.deepEqual(await t.page.locator(".tuned tbody tr > *").allTextContents(), ["sure", start, `${tuned} ${interval}`]);
  const axes = await t.page.locator(".chart .frame text").allTextContents();
  assert.ok(axes.length > 10 && !axes.some((text) => text.includes("%")), `scores are no percentages: ${axes}`);
  assert.match(await t.page.textContent("main"), /50 of 50 iterations of 8 chains: the chains have settled/);
  assert.match(await t.page.textContent("main"), /Tuned less start, on episodes that were not tuned on: \+44\.9/);
  assert.deepEqual(await violations(t.page, ["light"]), []);
  await t.page.screenshot({ path: new URL("shots/experiment-tuned.png", import.meta.url).pathname, fullPage: true });
  clean(t);
  await t.context.close();
});

test("a run that tunes: its iterations grow, and stay when the server cannot answer", async () => {
  const t = await visit("#climb", ".tuned");
  const iterations = () => t.page.textContent("main").then((s) => Number(/([\d,]+) of 20,000 iterations of 8 chains: the chains climb/.exec(s)[1].replace(/,/g, "")));
  const first = await iterations();
  await t.page.waitForFunction((n) => Number(/([\d,]+) of 20,000 iterations/.exec(document.querySelector("main").textContent)[1].replace(/,/g, "")) > n, first);
  assert.deepEqual(await t.page.locator(".tuned thead th").allTextContents(), ["parameter", "start", "now"]);
  clean(t);
  await t.page.route("**/v1/experiments/climb", (r) => r.fulfill({ status: 422, contentType: "application/problem+json", body: '{"title":"too hard"}' }));
  await t.page.waitForSelector(".notice");
  assert.equal(await t.page.locator(".tuned").count(), 1, "what was seen stays when a look fails");
  await t.context.close();
});

test("a server that was not told so lets nobody pause", async () => {
  const other = await serve("--runs", join(dir, "runs"));
  const ask = (url, headers = {}) => fetch(url + "v1/experiments/endless/pause", { method: "POST", headers: { "Content-Type": "application/json", ...headers }, body: '{"paused":true}' });
  assert.equal((await ask(other.url)).status, 403);
  assert.equal((await ask(site.url, { Origin: "https://elsewhere.example" })).status, 403);
  assert.equal((await fetch(site.url + "v1/experiments/..%2fruns%2fendless/pause", { method: "POST", headers: { "Content-Type": "application/json" }, body: '{"paused":true}' })).status, 404);
  const t = await open(browser, other.url + "experiments/#beginner");
  await t.page.waitForSelector(".chart svg");
  assert.equal(await t.page.locator("button:text-is('Pause')").count(), 0);
  await t.context.close();
  other.close();
});

test("nothing else of the disk is shown, and nothing is said of runs where there are none", async () => {
  for (const name of ["link", "..", "%2e%2e", "..%2fruns%2fbeginner", ".%2fbeginner", "beginner%2f..%2fbeginner", "beginner%00"]) {
    for (const path of [name, name + "/files/manifest.yaml", name + "/files/etc", "beginner/files/" + name]) {
      const answer = await fetch(site.url + "v1/experiments/" + path, { redirect: "manual" });
      assert.notEqual(answer.status, 200, path);
      assert.notEqual(answer.status, 500, path);
    }
  }
  const t = await visit("#nothing", ".notice");
  assert.match(await t.page.textContent(".notice"), /no such run/);
  await t.context.close();
});
