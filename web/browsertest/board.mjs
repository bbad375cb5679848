// SPDX-License-Identifier: BSD-3-Clause

// What tests look at on the page.

import assert from "node:assert/strict";
import { SHOTS } from "./browser.mjs";

export async function shot(page, name) {
  await page.screenshot({ path: `${SHOTS}${name}.png` });
}

// fixed makes the boards that the page draws the same in every run. Names of games, which are longer than seeds, still differ.
export function fixed(context, seed) {
  return context.addInitScript((n) => {
    const drawn = crypto.getRandomValues.bind(crypto);
    crypto.getRandomValues = (a) => (a.length === 1 ? a.fill(n) : drawn(a));
  }, seed);
}

// settled waits until the numbers on the board are those of the position.
export async function settled(page) {
  await page.waitForFunction(() => {
    const board = document.querySelector("#board");
    const verdict = document.querySelector(".verdict");
    const busy = !board || board.matches(".stale-board, [aria-busy=true]");
    return document.querySelector(".finished") || (verdict && !busy && !verdict.matches(".stale") && document.querySelector(".num, .problem"));
  });
}

// nextMove is the cell that the page recommends.
export async function nextMove(page) {
  await settled(page);
  return page.evaluate(() => Number(document.querySelector("#board:not(.stale-board) .best").dataset.i));
}

export function isOver(page) {
  return page.evaluate(() => document.querySelector(".finished") !== null);
}

export function cell(page, i) { return page.locator(`[data-i="${i}"]`); }

// say types a command, and returns what is answered.
export async function say(page, command) {
  if (!(await page.$("#command"))) await page.keyboard.press("/");
  const before = await page.locator(".log > div").count();
  await page.fill("#command", command);
  await page.press("#command", "Enter");
  await page.waitForFunction((n) => document.querySelectorAll(".log > div").length > n, before);
  return (await page.locator(".log > div").allTextContents()).slice(before);
}

export async function paste(page, text) {
  await page.evaluate((body) => {
    const data = new DataTransfer();
    data.setData("text/plain", body);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
  }, text);
}

export function clean({ faults, foreign }) {
  assert.deepEqual(faults, [], "errors on the page");
  assert.deepEqual(foreign, [], "requests that left the origin");
}

// level starts a game by the menu.
export async function level(page, name) {
  await page.click(".btn.level");
  await page.click(`[role=menuitemradio]:has-text("${name}")`);
  if (await page.isVisible(".menu")) await page.keyboard.press("Escape");
}

// watchShifts lets every page of a profile note by how much its parts move without being asked to.
export function watchShifts(context) {
  return context.addInitScript(() => {
    globalThis.shifts = [];
    const place = (r) => `${r.x.toFixed()},${r.y.toFixed()}`;
    const part = ({ node, previousRect, currentRect }) => `${node?.parentElement?.className} > ${node?.className || node?.nodeName} ${place(previousRect)} to ${place(currentRect)}`;
    new PerformanceObserver((list) => list.getEntries().forEach((e) => !e.hadRecentInput && globalThis.shifts.push({ value: e.value, at: e.startTime, parts: e.sources.map(part) }))).observe({ type: "layout-shift", buffered: true });
  });
}

// shifted is the cumulative layout shift as browsers report it: the worst of the bursts, which are at most five
// seconds long and have no gap of a second.
export async function shifted(page) {
  const shifts = await page.evaluate(() => globalThis.shifts);
  let [worst, burst] = [{ sum: 0, parts: [] }, { sum: 0, from: -Infinity, last: -Infinity, parts: [] }];
  for (const { value, at, parts } of shifts) {
    if (at - burst.last > 1000 || at - burst.from > 5000) burst = { sum: 0, from: at, parts: [] };
    burst.sum += value;
    burst.last = at;
    burst.parts.push(...parts);
    if (burst.sum > worst.sum) worst = { sum: burst.sum, parts: [...burst.parts] };
  }
  return worst;
}

export async function steady(page) {
  const { sum, parts } = await shifted(page);
  assert.ok(sum < 0.02, `layout shift ${sum.toFixed(4)}: ${parts.slice(0, 8).join("; ")}`);
}

// lookAlike lists the pairs of a page's elements that differ clearly, as they are seen now, in less than 3% of their points.
export async function lookAlike(page, selector, names) {
  const boxes = await page.$$eval(selector, (list) => list.map((e) => { const { x, y, width, height } = e.getBoundingClientRect(); return [x, y, width, height]; }));
  const picture = (await page.screenshot({ fullPage: false })).toString("base64");
  return page.evaluate(alike, [picture, boxes, names]);
}

// alike compares parts of a picture.
async function alike([picture, boxes, names]) {
  const image = new Image();
  image.src = "data:image/png;base64," + picture;
  await image.decode();
  const all = boxes.map((box) => {
    const c = new OffscreenCanvas(48, 48).getContext("2d");
    c.drawImage(image, ...box, 0, 0, 48, 48);
    const data = c.getImageData(0, 0, 48, 48).data;
    return Array.from({ length: 48 * 48 }, (_, i) => [data[4 * i], data[4 * i + 1], data[4 * i + 2]]);
  });
  const close = [];
  for (let i = 0; i < all.length; i++) {
    for (let j = 0; j < i; j++) {
      const differs = all[i].filter((v, k) => v.some((x, n) => Math.abs(x - all[j][k][n]) > 25)).length / all[i].length;
      if (differs < 0.03) close.push(`${names[j]} and ${names[i]}: ${(100 * differs).toFixed(1)}%`);
    }
  }
  return close;
}
