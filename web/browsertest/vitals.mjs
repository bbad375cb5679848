// SPDX-License-Identifier: BSD-3-Clause

// Checks in the manner of Lighthouse, on every page, and what the page costs:
//
//   node vitals.mjs [pages|speed|memory]
//
// Times are CPU times of the renderer, all its threads together; memory is what it alone holds.

import { readFileSync, readdirSync } from "node:fs";
import { cell, paste, settled, shifted, watchShifts } from "./board.mjs";
import { AXE, STATIC, launch, open } from "./browser.mjs";
import { PATHS, facts } from "./facts.mjs";
import { hundred, privately, renderers } from "./memory.mjs";
import { MIDGAME } from "./samples.mjs";
import { serve } from "./serve.mjs";

const part = process.argv[2] ?? "";
const site = await serve(STATIC);
const browser = await launch();

// cpu is the CPU time of all threads of some processes, in ms, by the count of the scheduler. It is read at once: the engine goes
// on with its estimate when the risks are there.
function cpu(ids) {
  let sum = 0;
  for (const id of ids) {
    for (const thread of readdirSync(`/proc/${id}/task`)) sum += Number(readFileSync(`/proc/${id}/task/${thread}/schedstat`, "utf8").split(" ")[0]);
  }
  return sum / 1e6;
}

if (!part || part === "pages") {
  for (const path of PATHS) {
    for (const [screen, options] of Object.entries({ desktop: {}, phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } })) {
      const t = await open(browser, site.url + path, { bypassCSP: true, prepare: watchShifts, ...options });
      await t.page.waitForSelector("main");
      await t.page.waitForTimeout(2500);
      const { sum: shift } = await shifted(t.page);
      await t.page.evaluate(AXE);
      const found = await t.page.evaluate(async () => (await axe.run()).violations.map((v) => `${v.id} ${v.nodes[0].target.join(" ")}`));
      const errors = t.faults.filter((f) => !/openapi\.json|v1\/|status of 404/.test(f));
      console.log(`/${path} ${screen}: CLS ${shift.toFixed(4)}, axe ${found.length}${found.length ? " " + found.join("; ") : ""}, facts ${JSON.stringify(await t.page.evaluate(facts))}, errors ${errors.length}${errors.length ? " " + errors[0].slice(0, 120) : ""}`);
      await t.context.close();
    }
  }
}

if (!part || part === "speed") {
  const cold = await open(browser, site.url + "manifest.webmanifest");
  const [before, start] = [cpu(await renderers(browser)), Date.now()];
  await cold.page.goto(site.url + "mines/#p=" + Buffer.from("4x4-4-safe-1_______________").toString("base64url"));
  await cold.page.waitForSelector(".badge.exact");
  console.log(`first exact answer from a cold cache: ${Date.now() - start} ms, CPU ${(cpu(await renderers(browser)) - before).toFixed(0)} ms`);
  await paste(cold.page, MIDGAME);
  await cold.page.waitForSelector(".deeper");
  const [list, ids] = [[], await renderers(browser)];
  for (let i = 0; i < 25; i++) {
    await cell(cold.page, 30 * (i % 16) + 20 + (i % 9)).focus();
    await cold.page.evaluate(() => { globalThis.told = new Promise((resolve) => { const o = new MutationObserver(() => { if (!document.querySelector(".verdict.stale, .stale-board, #board[aria-busy=true]") && document.querySelector(".verdict .num")) { o.disconnect(); resolve(); } }); setTimeout(() => o.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true }), 0); }); });
    const was = cpu(ids);
    await cold.page.keyboard.press("1"); // says what the cell shows, as a click would
    await cold.page.evaluate(() => globalThis.told);
    list.push(cpu(ids) - was);
    await settled(cold.page);
    await cold.page.keyboard.press("Control+z");
    await settled(cold.page);
  }
  list.sort((a, b) => a - b);
  console.log(`exact risks on screen after an expert click, CPU ms: median ${list[12].toFixed(0)}, least ${list[0].toFixed(0)}, p90 ${list[22].toFixed(0)}, most ${list[24].toFixed(0)}`);
  await cold.context.close();
}

if (!part || part === "memory") {
  const t = await open(browser, site.url + "mines/");
  await t.page.waitForSelector("#board");
  await hundred(t.page);
  console.log(`after 100 games: private ${(await privately(browser)).toFixed(0)} MB`);
  await (await t.context.newCDPSession(t.page)).send("HeapProfiler.collectGarbage");
  console.log(`and without garbage: ${(await privately(browser)).toFixed(0)} MB`);
  await t.context.close();
}
await browser.close();
site.close();
