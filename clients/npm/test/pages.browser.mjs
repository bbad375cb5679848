// SPDX-License-Identifier: BSD-3-Clause

// The package on pages without a bundler, and bundled as the README says, in a real browser.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { stage } from "../../../web/browsertest/browser.mjs";
import { APP, block, folder, html, made, PACKAGE, works } from "./site.mjs";

let browser;
stage(async () => null, (_, b) => { browser = b; });

// mapped is a page with the import map of the README, for all engines and a package at another address.
function mapped(base) {
  const { imports } = JSON.parse(/>(.*)</.exec(block("html", "importmap"))[1]);
  const [[name, address]] = Object.entries(imports);
  const all = ["mines", "krieg", "diag", "pomdp"].map((s) => [name.replace("mines", s), address.replace("/node_modules/@veilplan/veil/", base).replace("mines", s)]);
  return html(`<script type="importmap">${JSON.stringify({ imports: Object.fromEntries(all) })}</script><script type="module" src="/app.js"></script>`);
}

test("an import map", async () => {
  const site = await made({ "index.html": mapped("/veil/"), "app.js": APP }, {});
  await works(browser, site.url);
  site.close();
});

test("an import map and a package on another origin", async () => {
  const other = await made({}, { "Access-Control-Allow-Origin": "*" });
  const site = await made({ "index.html": mapped(`${other.url}veil/`), "app.js": APP }, {});
  await works(browser, site.url);
  [site, other].forEach((s) => s.close());
});

test("esbuild, by the commands of the README and under a strict policy", async () => {
  const project = join(dirname(dirname(dirname(PACKAGE))));
  writeFileSync(join(project, "app.js"), APP);
  const said = execFileSync("sh", ["-ec", block("sh", "esbuild")], { cwd: project, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  assert.doesNotMatch(said, /warning/i);
  writeFileSync(join(project, "dist/index.html"), html('<script type="module" src="/app.js"></script>'));
  const site = await folder(join(project, "dist"));
  await works(browser, site.url);
  site.close();
});
