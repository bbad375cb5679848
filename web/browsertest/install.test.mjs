// SPDX-License-Identifier: BSD-3-Clause

// Every page as a search engine and a browser see it; the page as an app: a browser offers to install it, and it starts without a network.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { STATIC, open, settle, stage } from "./browser.mjs";
import { PATHS, facts } from "./facts.mjs";
import { serve } from "./serve.mjs";

let site, browser;
stage(() => serve(STATIC), (s, b) => { [site, browser] = [s, b]; });

test("a browser finds nothing that forbids to install the page", async (t) => {
  const site = await serve(STATIC); // it goes away below
  const profile = mkdtempSync(join(tmpdir(), "veil-install-")); // a private window installs nothing
  const context = await settle(profile);
  t.after(async () => {
    await context.close();
    site.close();
    rmSync(profile, { recursive: true, force: true });
  });
  const page = await context.newPage();
  await page.goto(site.url + "mines/");
  await page.evaluate(() => navigator.serviceWorker.ready);
  const cdp = await context.newCDPSession(page);
  const { installabilityErrors } = await cdp.send("Page.getInstallabilityErrors");
  assert.deepEqual(installabilityErrors.map((e) => e.errorId), []);
  const { data, errors, url } = await cdp.send("Page.getAppManifest");
  assert.deepEqual(errors, []);
  const manifest = JSON.parse(data);
  const [start, scope] = [new URL(manifest.start_url, url), new URL(manifest.scope, url)];
  assert.ok(start.href.startsWith(scope.href) && scope.href === site.url, `${start} is in ${scope}`);
  assert.ok(manifest.name && manifest.short_name.length <= 12 && manifest.display === "standalone", data);
  await drawn(page, manifest.icons, url);
  for (const shortcut of manifest.shortcuts ?? []) assert.equal((await fetch(new URL(shortcut.url, url))).status, 200, shortcut.url);
  site.close();
  await page.goto(start.href);
  await page.waitForSelector("main");
});

// drawn looks at the icons: each is a picture of the size it says, one of them for masks.
async function drawn(page, icons, base) {
  const sizes = await page.evaluate((list) => Promise.all(list.map(async (src) => {
    const image = new Image();
    image.src = src;
    await image.decode();
    return `${image.naturalWidth}x${image.naturalHeight}`;
  })), icons.map((i) => new URL(i.src, base).href));
  for (const [i, icon] of icons.entries()) if (icon.sizes !== "any") assert.equal(sizes[i], icon.sizes, icon.src);
  for (const size of ["192x192", "512x512"]) assert.ok(icons.some((i) => i.sizes === size && (i.purpose ?? "any").includes("any")), size);
  assert.ok(icons.some((i) => /maskable/.test(i.purpose)), "one for masks");
}

test("every page has what a search engine and a browser ask for, on a phone", async () => {
  const t = await open(browser, site.url + "404.html", { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  const found = [];
  for (const path of PATHS) {
    await t.page.goto(site.url + path);
    await t.page.waitForSelector("main h1", { state: "attached" });
    found.push(...(await t.page.evaluate(facts)).map((f) => `/${path}: ${f}`));
  }
  assert.deepEqual(found, []);
  assert.deepEqual(t.foreign, []);
  await t.context.close();
});
