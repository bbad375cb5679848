// SPDX-License-Identifier: BSD-3-Clause

// The face of a farm with three real workers: they join by link, a sequential test runs to its verdict, and they leave.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { violations } from "./axe.mjs";
import { clean } from "./board.mjs";
import { SHOTS, launch, open } from "./browser.mjs";
import { serve as serveFiles } from "./serve.mjs";
import { run, serve, workshop } from "./veil.mjs";

const SPEC = `name: faster
domain: mines
board: 16x16/40
first: zero
policies: [ {id: safest}, {id: random} ]
episodes: 200000
seed: 7
sprt: {first: safest, second: random, h0: 0, h1: 0.00015, alpha: 0.05, beta: 0.05}
`;

const { dir, child, close } = workshop({ "faster.yaml": SPEC });
let site, browser;
before(async () => {
  browser = await launch();
});
after(async () => {
  await browser?.close();
  site?.close();
  close();
});

// invite makes a link, opens it, and returns the command that the page shows, as a shell would split it.
async function invite(name, servers) {
  const link = (await run(["farm", "invite", name, "--link", site.url, "--servers", servers], { cwd: dir })).trim();
  const t = await open(browser, link);
  await t.page.waitForSelector(".farm-join code");
  const command = await t.page.textContent(".farm-join code");
  if (name === "ann") {
    assert.deepEqual(await violations(t.page, ["light", "dark"]), []);
    await t.page.screenshot({ path: `${SHOTS}farm-join.png`, fullPage: true });
  }
  clean(t);
  await t.context.close();
  return /^veil (.*) "(.*)"$/.exec(command).slice(1).flatMap((part, i) => (i ? [part] : part.split(" ")));
}

// pictures takes one of a wide window and one of a phone, where nothing may be wider than the screen.
async function pictures(page, theme) {
  await page.screenshot({ path: `${SHOTS}farm-${theme}.png`, fullPage: true });
  const wide = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: `${SHOTS}farm-phone-${theme}.png`, fullPage: true });
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the page is wider than a phone");
  await page.setViewportSize(wide);
}

test("three workers join by link, a sequential test runs to its verdict, and they leave", { timeout: 240_000 }, async () => {
  const servers = (await child("farm", "up", "--listen", "127.0.0.1:0", "--invited", "--dir", "farm").said(/(nats|tls):\/\/\S+/))[0];
  await run(["farm", "invite", "cid", "--role", "runner", "-o", "cid.invitation"], { cwd: dir });
  site = await serve("--runs", join(dir, "runs"));
  const playing = child("exp", "run", "faster.yaml", "--farm", servers, "--invitation", "cid.invitation", "--chunk", "100");
  const t = await open(browser, site.url + "experiments/");
  await t.page.waitForSelector(".farm-run[data-state=queued]", { timeout: 60_000 });
  const workers = [];
  for (const [name, ...more] of [["ann", "--public-name", "Ann B."], ["bob", "--public-name", "Bob"], ["dan"]]) workers.push(child(...(await invite(name, servers)), ...more));
  await t.page.waitForFunction(() => /Ann B\..*Bob.*1 anonymous/s.test(document.querySelector(".farm-names")?.textContent ?? ""), null, { timeout: 60_000 });
  await t.page.waitForSelector(".farm-run[data-state=running] .llr svg");
  const llr = () => t.page.getAttribute(".farm-run .llr svg", "aria-label");
  const first = await llr();
  // At once: who leaves after the run has ended leaves nothing.
  const at = performance.now();
  workers[0].kill("SIGINT");
  assert.equal(await workers[0].ended, 0, "a worker that is asked to leave ends well");
  const took = performance.now() - at;
  assert.ok(took < 10_000, `leaving took ${took} ms`);
  await t.page.waitForFunction(() => /Ann B\. left faster/.test(document.querySelector(".farm-events").textContent), null, { timeout: 30_000 });
  await t.page.waitForFunction((old) => document.querySelector(".farm-run .llr svg").getAttribute("aria-label") !== old, first, { timeout: 60_000 });
  await t.page.waitForSelector(".farm-run .chart .band", { timeout: 60_000 });
  assert.match(await t.page.getAttribute(".farm-run .chart svg", "aria-label"), /safest - random/, "the difference that the test is about");
  assert.deepEqual(await violations(t.page, ["light", "dark"], (theme) => pictures(t.page, theme)), []);
  await t.page.waitForSelector(".farm-run[data-state=done]", { timeout: 180_000 });
  assert.match(await llr(), /H1/);
  await t.page.waitForFunction(() => /faster is complete: .*H1/.test(document.querySelector(".farm-events").textContent), null, { timeout: 30_000 });
  assert.equal(await playing.ended, 0, "the test accepted H1");
  for (const w of workers.slice(1)) w.kill("SIGINT");
  const doc = await fetch(site.url + "v1/farm").then((r) => r.json());
  const count = doc.contributors.flatMap((c) => c.months).reduce((n, m) => n + m.episodes, 0);
  assert.deepEqual(doc.contributors.map((c) => c.name).sort(), ["Ann B.", "Bob", undefined].sort());
  assert.ok(count >= doc.runs[0].episodes && JSON.stringify(doc).indexOf("dan") < 0, "every episode is somebody's, and dan is not named");
  await t.page.waitForFunction(() => document.querySelectorAll(".farm-people tbody tr").length === 3);
  await t.page.click(`.farm-months button:has-text("${doc.contributors[0].months[0].month}")`);
  assert.equal(await t.page.getAttribute(".farm-months [aria-pressed=true]", "aria-pressed"), "true");
  await t.page.screenshot({ path: `${SHOTS}farm-done.png`, fullPage: true });
  clean(t);
  await t.context.close();
  await published(doc);
});

// published opens a snapshot of the farm from a host of files: nobody answers there.
async function published(doc) {
  site.close();
  await run(["farm", "snapshot", "--out", "public"], { cwd: dir });
  const text = readdirSync(join(dir, "public"), { recursive: true, withFileTypes: true }).filter((f) => f.isFile()).map((f) => readFileSync(join(f.parentPath, f.name), "latin1")).join("");
  for (const secret of ['"dan"', dir, "BEGIN NATS"]) assert.ok(!text.includes(secret), `${secret} is published`);
  const host = await serveFiles(join(dir, "public"));
  const t = await open(browser, host.url + "experiments/");
  await t.page.waitForSelector(".farm-run[data-state=done] .chart .band");
  assert.match(await t.page.textContent("main"), /Snapshot of .*accepted H1.*Ann B\./s);
  assert.equal(await t.page.locator(".farm-people tbody tr").count(), doc.contributors.length);
  assert.deepEqual(await violations(t.page, ["light", "dark"]), []);
  await t.page.screenshot({ path: `${SHOTS}farm-snapshot.png`, fullPage: true });
  await t.page.click(".runs a");
  await t.page.waitForSelector(".policies");
  assert.match(await t.page.textContent(".reproduce"), /veil exp run manifest\.yaml/);
  clean(t);
  await t.context.close();
  host.close();
}
