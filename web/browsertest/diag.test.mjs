// SPDX-License-Identifier: BSD-3-Clause

// A fault is found: with certain readings and with tests that err, by mouse, on a phone, by keyboard alone, offline, and on paper.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { THEMES, violations } from "./axe.mjs";
import { clean, paste, shot } from "./board.mjs";
import { SHOTS, STATIC, open, stage } from "./browser.mjs";
import { serve } from "./serve.mjs";

let site, browser;
stage(() => serve(STATIC), (s, b) => { [site, browser] = [s, b]; });

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const FAN = readFileSync(new URL("../../diag/isolation/examples/fan.csv", import.meta.url), "utf8");
const LAMP = "fault, prior, lamp, noise\ncost, , 1, 5\nfuse, 3, off, none\nmotor, 1, on, loud\nbelt, 1, on, none\n";
const now = (page) => page.textContent(".now .what");

async function accessible(page, what) {
  assert.deepEqual(await violations(page, THEMES, (theme) => shot(page, `diag-${what}-${theme.replace(" ", "-")}`)), [], what);
}

// narrow reports whether nothing sticks out of the window.
const narrow = (page) => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

// settled waits until a number of steps is listed and the search for the next one is over.
const settled = (page, steps) => page.waitForFunction((n) => document.querySelectorAll(".so-far ol li").length === n && document.querySelector(".now[aria-busy=false] .what"), steps);

test("certain readings: the first answer again and again finds a fault of the car", async () => {
  const t = await open(browser, site.url + "diag/");
  const { page } = t;
  await page.click("text=Car that will not start");
  await settled(page, 0);
  assert.match(await page.textContent(".now"), /No plan has a lower expected cost/);
  await page.click(".runbook > summary");
  await page.waitForSelector(".runbook li");
  let paid = 0;
  for (let steps = 0; !/Found|tell these apart/.test(await page.textContent(".now .cap"));) {
    assert.ok(steps < 10, "every search ends");
    await page.click(".answers .btn");
    await settled(page, ++steps);
    const sum = Number(await page.textContent(".money b"));
    assert.ok(sum > paid, `${sum} is more than ${paid}`);
    paid = sum;
  }
  await page.click("text=Restart");
  await settled(page, 0);
  assert.equal(await page.textContent(".money b"), "0");
  clean(t);
  await t.context.close();
});

// press brings the focus by the Tab key alone to the first element that fits, and presses Enter there.
async function press(page, selector) {
  for (let i = 0; i < 60; i++) {
    if (await page.evaluate((s) => document.activeElement.matches(s), selector)) return page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
  }
  assert.fail(`${selector} cannot be reached by Tab`);
}

test("tests that err: a whole job with the keyboard alone", async () => {
  const t = await open(browser, site.url + "diag/");
  const { page } = t;
  await page.waitForSelector("#csv");
  await press(page, ".examples .btn"); // the first example: the alarm of a fan
  await settled(page, 0);
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Test: fan noise", "the focus is where the job is");
  assert.match(await page.textContent(".expected"), /81\.74.*Bounds0\.\d+% apart/);
  assert.match(await page.textContent(".reason"), /Price: 0\.5\. Stopping now costs 263\.33 on average\. This plan saves 181\.59\./);
  await page.keyboard.press("2"); // loud
  await settled(page, 1);
  assert.equal(await now(page), "Test: pressure");
  await press(page, ".answers .btn");
  await settled(page, 2);
  assert.equal(await now(page), "Replace: fan");
  assert.match(await page.textContent(".now h3"), /Does the machine work now/);
  await page.keyboard.press("u");
  await settled(page, 1);
  await press(page, ".others summary");
  await press(page, ".others .btn"); // another action than the recommended one
  assert.match(await page.textContent(".now .cap"), /Your choice/);
  await press(page, ".lnk");
  assert.equal(await now(page), "Test: pressure");
  await press(page, ".answers .btn");
  await settled(page, 2);
  await press(page, ".answers li:nth-child(2) .btn"); // it still fails
  await settled(page, 3);
  assert.equal(await page.textContent(".money b"), "49.5", "0.5, 4 and the fan");
  assert.doesNotMatch(await page.textContent(".faults"), /fan|nothing is wrong/, "a repair in vain excludes them");
  for (let steps = 3; !/The job is done/.test(await page.textContent(".now .cap"));) {
    assert.ok(steps < 12, "every job ends");
    const ends = await page.$(".now .end");
    await press(page, ends ? ".now .end" : ".answers .btn");
    await settled(page, ends ? steps : ++steps);
  }
  assert.match(await page.textContent(".now"), /Paid: \d/);
  clean(t);
  await t.context.close();
});

test("stop by confidence: the arrows raise it, the plan reaches it, and a reload keeps it", async () => {
  const t = await open(browser, site.url + "diag/");
  const { page } = t;
  await page.waitForSelector("#csv");
  await paste(page, FAN);
  await settled(page, 0);
  await page.focus("[role=radio][aria-checked=true]");
  await page.keyboard.press("ArrowRight");
  await settled(page, 0);
  assert.equal(await page.textContent("[role=radio][aria-checked=true]"), "90% sure");
  assert.match(await page.textContent(".reason"), /ends well in 9\d(\.\d)?% of such jobs\. For that, being wrong counts 0\.\d+ times its price/);
  await page.reload();
  await settled(page, 0);
  assert.equal(await page.textContent("[role=radio][aria-checked=true]"), "90% sure");
  clean(t);
  await t.context.close();
});

test("a phone: a table of one's own, what is wrong with it, and a job that a reload keeps", async () => {
  const t = await open(browser, site.url + "diag/", PHONE);
  const { page } = t;
  const refused = async (table, place) => {
    await page.fill("#csv", table);
    await page.tap("button:text-is('Start')");
    await page.waitForFunction((p) => document.querySelector("[role=alert]")?.textContent.includes(p), place);
    await page.waitForSelector("#csv"); // what is wrong can be mended
    return page.textContent("[role=alert]");
  };
  assert.match(await refused("fault, prior, lamp\nfuse, many, off\n", "Line 2, cell 2 (fuse · prior)"), /many/);
  assert.match(await refused(FAN.replace("often:0.7|once:0.3", "often:0.7|once"), "Line 7, cell 5 (fan · alarm log)"), /want READING:CHANCE in every part/);
  await page.tap("text=Show the cell");
  assert.equal(await page.evaluate(() => { const a = document.activeElement; return a.value.slice(a.selectionStart, a.selectionEnd); }), "often:0.7|once");
  assert.match(await refused(FAN.replace("often:0.7|once:0.3", "often:0.7|once:0.2"), "add up to 0.9, want 1"), /Line 7, cell 5/);
  await accessible(page, "refused");
  await page.fill("#csv", FAN);
  await page.tap("button:text-is('Start')");
  await settled(page, 0);
  assert.equal(await page.isVisible("#csv"), false, "the table makes room for the job");
  assert.equal(await page.isVisible("[role=alert]"), false);
  await page.tap(".answers .btn >> text=loud");
  await settled(page, 1);
  assert.equal(await now(page), "Test: pressure");
  assert.ok(await narrow(page), "nothing sticks out");
  assert.deepEqual(await page.$$eval(".now .btn", (list) => list.filter((b) => b.offsetParent && b.offsetHeight < 36).map((b) => b.textContent)), [], "buttons for fingers");
  await accessible(page, "phone");
  await page.reload();
  await settled(page, 1);
  assert.equal(await now(page), "Test: pressure", "the job is kept");
  assert.equal(await page.textContent(".money b"), "0.5");
  await page.tap(".now .undo");
  await settled(page, 0);
  assert.equal(await now(page), "Test: fan noise");
  clean(t);
  await t.context.close();
});

// drop drops a file on the page, as a hand would: it is held above it first.
function drop(page, name, content) {
  return page.evaluate(([n, text]) => {
    const data = new DataTransfer();
    data.items.add(new File([text], n, { type: "text/csv" }));
    for (const type of ["dragover", "drop"]) document.body.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
  }, [name, content]);
}

test("a file that is dropped is searched at once, another one instead of it, and readings that contradict each other are refused", async () => {
  const t = await open(browser, site.url + "diag/");
  const { page } = t;
  await page.waitForSelector("#csv");
  await drop(page, "lamp.csv", LAMP);
  await settled(page, 0);
  assert.equal(await now(page), "Test: lamp");
  await page.click(".answers .btn >> text=off");
  await page.waitForFunction(() => document.querySelector(".now .what").textContent === "fuse");
  await drop(page, "noise.csv", "fault, prior, noise\nbelt, 1, loud\nmotor, 1, none\n");
  await page.waitForFunction(() => document.querySelector(".now .what")?.textContent === "Test: noise");
  assert.match(await page.inputValue("#csv"), /^fault, prior, noise/, "the table is the one of the file");
  await drop(page, "picture.png", "\u0000\u0001\uffff no table");
  await page.waitForSelector("[role=alert]");
  await drop(page, "three.csv", "fault, prior, a, b, c\nx, 1, 0, 0, 0\ny, 1, 1, 1, 1\nz, 1, 0, 1, 2\n");
  await settled(page, 0);
  await page.evaluate(() => localStorage.setItem("veil.diag.job", JSON.stringify({ ...JSON.parse(localStorage.getItem("veil.diag.job")), seen: ["a=0", "b=1", "c=0"] })));
  await page.reload();
  await page.click(".now [role=alert] .btn"); // undo
  await page.waitForFunction(() => document.querySelector(".now .what")?.textContent === "z");
  clean(t);
  await t.context.close();
});

test("a large table: an answer before the search ends, which can be stopped and continued", async () => {
  const t = await open(browser, site.url + "diag/");
  const { page } = t;
  await page.evaluate(() => {
    globalThis.meanwhile = []; // how far the bounds are apart while it is searched, and how many results can be chosen
    new MutationObserver(() => {
      const apart = /([\d.]+)% apart/.exec(document.querySelector(".now[aria-busy=true] .expected")?.textContent ?? "");
      if (apart) globalThis.meanwhile.push([Number(apart[1]), document.querySelectorAll(".answers .btn").length]);
    }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  });
  await page.click("text=Laser printer");
  await settled(page, 0);
  const seen = await page.evaluate(() => globalThis.meanwhile);
  assert.ok(seen.length > 0 && seen.every(([, results]) => results > 1), "the results can be chosen meanwhile");
  assert.ok(seen.every(([apart], i) => i === 0 || apart <= seen[i - 1][0]), `the bounds come closer: ${seen}`);
  assert.match(await page.textContent(".expected"), /Bounds[\d.]+% apart/);
  await page.click("text=Search deeper");
  await page.click("text=Stop the search");
  await settled(page, 0);
  assert.ok(await page.isVisible("text=Search deeper"), "it can be continued");
  assert.match(await page.textContent(".machine:visible"), /laser printer/, "what the table is about stays visible");
  await accessible(page, "desktop");
  clean(t);
  await t.context.close();
});

test("on paper: a job sheet with what was done, boxes to tick and the whole plan", async () => {
  const watched = (context) => context.addInitScript(() => { globalThis.print = () => { globalThis.unopened = document.querySelectorAll(".runbook details:not([open])").length; }; });
  const t = await open(browser, site.url + "diag/", { prepare: watched });
  const { page } = t;
  await page.waitForSelector("#csv");
  await paste(page, FAN);
  await settled(page, 0);
  await page.keyboard.press("2");
  await settled(page, 1);
  await page.keyboard.press("p");
  await page.waitForFunction(() => globalThis.unopened !== undefined);
  assert.equal(await page.evaluate(() => globalThis.unopened), 0, "every branch of the plan is open");
  await page.emulateMedia({ media: "print" });
  for (const part of [".sheet-head", ".blanks", ".so-far ol", ".now .what", ".answers .box", ".faults", ".runbook li"]) assert.ok(await page.locator(part).first().isVisible(), `${part} is on paper`);
  for (const part of [".top", ".foot", ".table", ".terms", ".others", ".answers .btn", ".print", ".undo"]) assert.ok(!(await page.locator(part).first().isVisible()), `${part} is not`);
  assert.match(await page.textContent(".sheet-head"), /Job sheet.*alarm.*Machine.*Technician.*Date/);
  await page.pdf({ path: `${SHOTS}diag-sheet.pdf`, format: "A4" });
  clean(t);
  await t.context.close();
});

test("without a network: the page opens, takes up the job and finishes it", async () => {
  const host = await serve(STATIC); // it is stopped: the browser's own offline switch does not reach service workers
  const t = await open(browser, host.url + "diag/", { serviceWorkers: "allow" });
  const { page } = t;
  await page.waitForSelector("#csv");
  await paste(page, FAN);
  await settled(page, 0);
  await page.keyboard.press("2");
  await settled(page, 1);
  const kept = () => page.evaluate(async () => (await caches.match(new URL("../diag.wasm", location.href))) !== undefined); // it comes after the pages
  while (!(await kept())) await page.waitForTimeout(200);
  host.close();
  await page.reload();
  await settled(page, 1);
  await page.keyboard.press("1");
  await settled(page, 2);
  assert.equal(await now(page), "Replace: fan");
  await page.click(".answers .btn >> text=It works");
  await settled(page, 3);
  assert.match(await page.textContent(".now"), /The machine works.*Paid: 49\.5/);
  assert.deepEqual(t.foreign, []);
  await t.context.close();
});
