// SPDX-License-Identifier: BSD-3-Clause

// Checks in the manner of Lighthouse, on every page, and what the page costs:
//
//   node vitals.mjs [pages|speed|memory]
//
// Times are CPU times of the renderer, all its threads together; memory is what it alone holds.

import { readFileSync } from "node:fs";
import { cell, paste, settled, shifted, watchShifts } from "./board.mjs";
import { AXE, STATIC, launch, open } from "./browser.mjs";
import { MIDGAME } from "./samples.mjs";
import { serve } from "./serve.mjs";

const PATHS = ["", "mines/", "mines/review/", "mines/train/", "krieg/", "krieg/proof/", "krieg/play/", "problems/", "problems/daily/", "experiments/", "api/", "docs/", "docs/page.html", "docs/cli.html", "docs/fair-play.html", "404.html"];
const part = process.argv[2] ?? "";
const site = await serve(STATIC);
const browser = await launch();
const whole = await browser.newBrowserCDPSession();
const renderers = async () => (await whole.send("SystemInfo.getProcessInfo")).processInfo.filter((p) => p.type === "renderer");
const cpu = async () => (await renderers()).reduce((sum, p) => sum + p.cpuTime, 0) * 1000;

// facts are what a search engine or a browser asks of a page.
function facts() {
  const meta = (name) => document.querySelector(`meta[name="${name}"]`)?.content ?? "";
  const faults = [];
  if (!document.title) faults.push("no title");
  if (!meta("description") && !/noindex/.test(meta("robots"))) faults.push("no description");
  if (!/width=device-width/.test(meta("viewport"))) faults.push("no viewport");
  if (!document.documentElement.lang) faults.push("no language");
  if (document.querySelectorAll("h1").length !== 1) faults.push(`${document.querySelectorAll("h1").length} h1`);
  if (!document.querySelector("main")) faults.push("no main");
  if ([...document.images].some((i) => !i.alt && i.getAttribute("role") !== "presentation")) faults.push("an image without a text");
  if ([...document.links].some((a) => !a.textContent.trim() && !a.ariaLabel)) faults.push("a link without a text");
  if (document.documentElement.scrollWidth > innerWidth) faults.push("wider than the window");
  return faults;
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
  const t = await open(browser, site.url + "mines/");
  await t.page.waitForSelector("#board");
  const cdp = await t.context.newCDPSession(t.page);
  const { installabilityErrors } = await cdp.send("Page.getInstallabilityErrors");
  const { errors } = await cdp.send("Page.getAppManifest");
  console.log(`installable: ${JSON.stringify(installabilityErrors.map((e) => e.errorId))}, manifest faults ${errors.length}`);
  await t.context.close();
}

if (!part || part === "speed") {
  const cold = await open(browser, site.url + "manifest.webmanifest");
  const [before, start] = [await cpu(), Date.now()];
  await cold.page.goto(site.url + "mines/#p=" + Buffer.from("4x4-4-safe-1_______________").toString("base64url"));
  await cold.page.waitForSelector(".badge.exact");
  console.log(`first exact answer from a cold cache: ${Date.now() - start} ms, CPU ${((await cpu()) - before).toFixed(0)} ms`);
  await paste(cold.page, MIDGAME);
  await cold.page.waitForSelector(".deeper");
  const list = [];
  for (let i = 0; i < 25; i++) {
    await cell(cold.page, 30 * (i % 16) + 20 + (i % 9)).focus();
    const was = await cpu();
    await cold.page.evaluate(() => { globalThis.told = new Promise((resolve) => { const o = new MutationObserver(() => { if (!document.querySelector(".verdict.stale, .stale-board, #board[aria-busy=true]") && document.querySelector(".verdict .num")) { o.disconnect(); resolve(); } }); setTimeout(() => o.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true }), 0); }); });
    await cold.page.keyboard.press("1"); // says what the cell shows, as a click would
    await cold.page.evaluate(() => globalThis.told);
    list.push((await cpu()) - was);
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
  for (let i = 0; i < 100; i++) {
    await t.page.keyboard.press("n");
    await cell(t.page, 40).click();
    await t.page.waitForSelector("#board .o");
    for (const c of [0, 8, 72, 80]) await cell(t.page, c).click({ force: true });
  }
  for (const { id } of await renderers()) {
    const rollup = readFileSync(`/proc/${id}/smaps_rollup`, "utf8");
    const mb = (name) => (Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(rollup)[1]) / 1024).toFixed(0);
    console.log(`after 100 games: private ${mb("Private_Dirty")} MB, proportional ${mb("Pss")} MB, resident ${mb("Rss")} MB`);
  }
  await t.context.close();
}
await browser.close();
site.close();
