// SPDX-License-Identifier: BSD-3-Clause

// One Chromium, and what the tests do with it.

import { chromium } from "playwright-core";
import { mkdirSync, readFileSync } from "node:fs";
import { after, before } from "node:test";

const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
export const PATIENCE = 60_000; // a loaded machine is slow
export const AXE = readFileSync(new URL("node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
export const STATIC = new URL("../static/", import.meta.url).pathname;
export const SHOTS = new URL("shots/", import.meta.url).pathname;

const OPTIONS = { executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", headless: true, args: FLAGS, timeout: PATIENCE };

export async function launch() {
  mkdirSync(SHOTS, { recursive: true });
  return chromium.launch(OPTIONS);
}

// settle starts a browser that keeps what it learns in a directory, as that of a visitor does.
export function settle(profile) { return chromium.launchPersistentContext(profile, OPTIONS); }

// stage starts a site and a browser before the tests of a file, and stops them afterwards.
export function stage(serve, ready) {
  let site, browser;
  before(async () => {
    site = await serve();
    browser = await launch();
    ready(site, browser);
  });
  after(async () => {
    await browser?.close();
    site?.close();
  });
}

// open makes a fresh profile, prepared if that is asked for, with a page in it. What goes wrong on the page is collected.
// Nothing is kept for later unless serviceWorkers is "allow": to keep every page takes as long as most tests.
export async function open(browser, url, { prepare = async () => {}, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce", colorScheme: "light", serviceWorkers: "block", ...options });
  context.setDefaultTimeout(PATIENCE);
  await prepare(context);
  const page = await context.newPage();
  const faults = [];
  page.on("pageerror", (e) => faults.push(String(e)));
  page.on("console", (m) => m.type() === "error" && faults.push(m.text()));
  const foreign = [];
  page.on("request", (r) => !/^(blob|data):/.test(r.url()) && !r.url().startsWith(new URL(url).origin) && foreign.push(r.url()));
  await page.goto(url);
  return { page, context, faults, foreign };
}
