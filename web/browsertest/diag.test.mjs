// SPDX-License-Identifier: BSD-3-Clause

// The search for a fault: an example by mouse, a table of one's own on a phone, files that are dropped.

import assert from "node:assert/strict";
import { test } from "node:test";
import { THEMES, violations } from "./axe.mjs";
import { clean, shot } from "./board.mjs";
import { STATIC, open, stage } from "./browser.mjs";
import { serve } from "./serve.mjs";

let site, browser;
stage(() => serve(STATIC), (s, b) => { [site, browser] = [s, b]; });

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const now = (page) => page.textContent(".now .what");

async function accessible(page, what) {
  assert.deepEqual(await violations(page, THEMES, (theme) => shot(page, `diag-${what}-${theme.replace(" ", "-")}`)), [], what);
}

// narrow reports what sticks out of the window.
const narrow = (page) => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

test("the first answer again and again finds a fault of the car", async () => {
  const t = await open(browser, site.url + "diag/");
  const { page } = t;
  await page.click("text=Car that will not start");
  await page.waitForSelector(".runbook details");
  assert.match(await page.textContent(".now"), /the least possible/);
  await accessible(page, "desktop");
  let paid = 0;
  for (let tests = 0; !/Found|tell these apart/.test(await page.textContent(".now .cap")); tests++) {
    assert.ok(tests < 10, "every search ends");
    const before = await now(page);
    await page.click(".answers .btn");
    await page.waitForFunction((was) => document.querySelector(".now .what").textContent !== was, before);
    const sum = Number(await page.textContent(".money b"));
    assert.ok(sum > paid, `${sum} is more than ${paid}`);
    paid = sum;
  }
  await accessible(page, "found");
  await page.click("text=Restart");
  await page.waitForFunction(() => document.querySelector(".money b").textContent === "0");
  clean(t);
});

test("a table of one's own on a phone, and what is wrong with it", async () => {
  const t = await open(browser, site.url + "diag/", PHONE);
  const { page } = t;
  await page.fill("#csv", "fault, prior, lamp, noise\ncost, , 1, 5\nfuse, 3, off, none\nmotor, 1, on, loud\nbelt, 1, on, none\n");
  await page.tap("button:text-is('Start')");
  await page.waitForSelector(".answers");
  assert.equal(await now(page), "lamp");
  assert.equal(await page.locator(".answers .btn").count(), 2);
  await page.tap(".answers .btn >> text=on");
  await page.waitForFunction(() => document.querySelector(".now .what").textContent === "noise");
  assert.equal(await page.textContent(".money b"), "1");
  assert.ok(await narrow(page), "nothing sticks out");
  assert.equal(await page.isVisible("#csv"), false, "the table makes room for the search");
  await accessible(page, "phone");
  await page.tap("summary >> text=Table");
  await page.fill("#csv", "fault, prior, lamp\nfuse, many, off\n");
  await page.tap("button:text-is('Start')");
  await page.waitForSelector("[role=alert]");
  assert.match(await page.textContent("[role=alert]"), /line 2/i);
  assert.ok(await page.isVisible("#csv"), "what is wrong can be mended");
  clean(t);
});

// drop drops a file on the page, as a hand would: it is held above it first.
function drop(page, name, content) {
  return page.evaluate(([n, text]) => {
    const data = new DataTransfer();
    data.items.add(new File([text], n, { type: "text/csv" }));
    for (const type of ["dragover", "drop"]) document.body.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
  }, [name, content]);
}

test("a file that is dropped is searched at once, and another one instead of it", async () => {
  const t = await open(browser, site.url + "diag/");
  const { page } = t;
  await page.waitForSelector("#csv");
  await drop(page, "lamp.csv", "fault, prior, lamp\nfuse, 3, off\nmotor, 1, on\n");
  await page.waitForSelector(".answers");
  assert.equal(await now(page), "lamp");
  await page.click(".answers .btn >> text=off");
  await page.waitForFunction(() => document.querySelector(".now .what").textContent === "fuse");
  await drop(page, "noise.csv", "fault, prior, noise\nbelt, 1, loud\nmotor, 1, none\n");
  await page.waitForFunction(() => document.querySelector(".now .what")?.textContent === "noise");
  assert.match(await page.inputValue("#csv"), /^fault, prior, noise/, "the table is the one of the file");
  await drop(page, "picture.png", "\u0000\u0001\uffff no table");
  await page.waitForSelector("[role=alert]");
  clean(t);
});
