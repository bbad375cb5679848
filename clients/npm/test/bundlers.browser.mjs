// SPDX-License-Identifier: BSD-3-Clause

// The package in a project of each bundler, in a real browser. VEIL_PACKAGE is installed there, beside the bundlers.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { stage } from "../../../web/browsertest/browser.mjs";
import { APP, block, folder, html, PACKAGE, works } from "./site.mjs";

const project = dirname(dirname(dirname(PACKAGE)));
const its = createRequire(join(project, "package.json"));
const load = async (name) => import(pathToFileURL(its.resolve(name)));
const page = html('<script type="module" src="/app.js"></script>');
writeFileSync(join(project, "app.js"), APP);
writeFileSync(join(project, "index.html"), page);

let browser;
stage(async () => null, (_, b) => { browser = b; });

// quiet collects what Vite warns about.
function quiet() {
  const said = [];
  const tell = (m) => said.push(m);
  return { said, info() {}, warn: tell, warnOnce: tell, error: tell, clearScreen() {}, hasErrorLogged: () => false, hasWarned: false };
}

test("Vite builds", async () => {
  const { build } = await load("vite");
  const logger = quiet();
  await build({ root: project, configFile: false, customLogger: logger, build: { outDir: "vite" } });
  assert.deepEqual(logger.said, []);
  const site = await folder(join(project, "vite"));
  await works(browser, site.url);
  site.close();
});

for (const [name, configuration] of [["no configuration", "export default {};"], ["that of the README", block("js", "optimizeDeps")]]) {
  test(`the development server of Vite, with ${name}`, async () => {
    const { createServer } = await load("vite");
    writeFileSync(join(project, "vite.config.mjs"), configuration);
    const logger = quiet();
    const server = await createServer({ root: project, customLogger: logger, cacheDir: join(project, name), server: { port: 0, host: "127.0.0.1" } });
    await server.listen();
    await works(browser, server.resolvedUrls.local[0]);
    await server.close();
    assert.deepEqual(logger.said, []);
  });
}

test("webpack", async () => {
  const { default: webpack } = await load("webpack");
  writeFileSync(join(project, "webpack.config.mjs"), block("js", "performance"));
  const { default: advised } = await import(pathToFileURL(join(project, "webpack.config.mjs")));
  const stats = await new Promise((resolve, reject) => {
    const settings = { mode: "production", context: project, entry: "./app.js", output: { path: join(project, "webpack"), filename: "app.js" }, ...advised };
    webpack(settings, (e, s) => (e ? reject(e) : resolve(s)));
  });
  const { warnings, errors, assets } = stats.toJson();
  assert.deepEqual([warnings, errors], [[], []]);
  assert.ok(assets.some((a) => a.name.endsWith(".gz")));
  writeFileSync(join(project, "webpack/index.html"), page);
  const site = await folder(join(project, "webpack"));
  await works(browser, site.url);
  site.close();
});
