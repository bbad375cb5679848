// SPDX-License-Identifier: BSD-3-Clause

// The page of experiments on a run that a farm plays: a server, a worker and the run are
// processes of the real command.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { clean, shot } from "./board.mjs";
import { launch, open } from "./browser.mjs";
import { run, serve, workshop } from "./veil.mjs";

const EPISODES = 30_000; // some ten seconds: the page must see it run
const SPEC = `name: farmed
domain: mines
board: 9x9/10
first: zero
policies: [ {id: safest}, {id: random} ]
episodes: ${EPISODES}
seed: 7
record: [ms_per_move]
thresholds: ["paired(safest, random).win_diff.ci95.low > 0.3"]
`;

const { dir, child, close } = workshop({ "farmed.yaml": SPEC });
let site, browser;
before(async () => {
  browser = await launch();
});
after(async () => {
  await browser?.close();
  site?.close();
  close();
});

test("a run on a farm grows on the page, with one worker and another, to the end", async () => {
  const farm = child("farm", "up", "--listen", "127.0.0.1:0");
  const url = (await farm.said(/nats:\/\/\S+/))[0];
  child("farm", "work", "--servers", url, "--name", "first");
  const playing = child("exp", "run", "farmed.yaml", "--farm", url, "--chunk", "400");
  site = await serve("--runs", join(dir, "runs"));
  const t = await open(browser, site.url + "experiments/");
  await t.page.waitForFunction(() => /farmed\s*running/.test(document.querySelector(".runs")?.textContent ?? ""));
  await t.page.click("text=farmed");
  const episodes = () => t.page.evaluate(() => Number(document.querySelector(".run-head .progress").textContent.split("/")[0].replace(/\D/g, "")));
  const grown = (from) => t.page.waitForFunction((n) => Number(document.querySelector(".run-head .progress")?.textContent.split("/")[0].replace(/\D/g, "")) > n, from);
  await grown(0);
  assert.match(await t.page.textContent(".state"), /running/);
  await grown(await episodes());
  await t.page.waitForSelector(".charts svg");
  await shot(t.page, "experiment-farm");
  child("farm", "work", "--servers", url, "--name", "second", "--threads", "2");
  await t.page.waitForFunction(() => document.querySelector(".state")?.textContent === "done", null, { timeout: 180_000 });
  assert.equal(await episodes(), EPISODES);
  assert.equal(await t.page.locator(".thresholds .passed").count(), 1);
  assert.equal(await playing.ended, 0, "the run ends well");
  const alone = await run(["exp", "run", "farmed.yaml", "--runs", "alone", "--json"], { cwd: dir }).then(JSON.parse);
  const rates = await t.page.locator(".policies tbody tr").allTextContents();
  for (const p of alone.policies) assert.ok(rates.some((r) => r.startsWith(p.id + p.win_rate.value.toFixed(4))), `${p.id}: ${rates} without a farm ${p.win_rate.value}`);
  assert.equal(readFileSync(join(dir, "runs/farmed/summary.json"), "utf8"), readFileSync(join(dir, "alone/farmed/summary.json"), "utf8"), "the same bytes as without a farm");
  await t.page.waitForFunction(() => [...document.querySelectorAll(".charts svg")].every((s) => s.getBoundingClientRect().width > 100));
  await t.page.screenshot({ path: new URL("shots/experiment-farmed.png", import.meta.url).pathname, fullPage: true });
  clean(t);
  await t.context.close();
});
