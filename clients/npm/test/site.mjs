// SPDX-License-Identifier: BSD-3-Clause

// A site with the package in its folder /veil/, or with a folder that a bundler has made. Scripts are files, as a strict policy demands.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readFile } from "node:fs/promises";
import { serve } from "../../../web/browsertest/serve.mjs";

const PACKAGE = process.env.VEIL_PACKAGE;

// pageOf serves a page with a body and a module.
export async function pageOf(body, module) {
  const root = mkdtempSync(join(tmpdir(), "veil-npm-"));
  writeFileSync(join(root, "index.html"), `<!doctype html><html lang="en"><title>test</title><link rel="icon" href="data:,"><script type="module" src="/main.js"></script><body>${body}</body></html>`);
  writeFileSync(join(root, "main.js"), module);
  const site = await serve(root, async (file) => (file.startsWith("/veil/") ? { body: await readFile(join(PACKAGE, file.slice(6))), kind: kindOf(file) } : null));
  return { ...site, close: () => { site.close(); rmSync(root, { recursive: true }); } };
}

const kindOf = (file) => (file.endsWith(".js") ? "text/javascript; charset=utf-8" : "application/octet-stream");
