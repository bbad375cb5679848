// SPDX-License-Identifier: BSD-3-Clause

// Sites that use the package, and the page that each of them has.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { open } from "../../../web/browsertest/browser.mjs";
import { POLICY } from "../../../web/browsertest/serve.mjs";

export const PACKAGE = process.env.VEIL_PACKAGE;
export const README = readFileSync(join(PACKAGE, "README.md"), "utf8");

// block returns the block of the README that contains a text.
export function block(kind, part) {
  const found = [...README.matchAll(/^```(.*)\n([^]*?)^```$/gm)].find(([, k, text]) => k.split(" ")[0] === kind && text.includes(part));
  assert.ok(found, `the README has no block of ${kind} with ${part}`);
  return found[2];
}

// APP asks every engine, in each role, and writes what it hears into the title.
export const APP = `
import { Diag } from "@veilplan/veil/diag";
import { Krieg } from "@veilplan/veil/krieg";
import { Mines } from "@veilplan/veil/mines";
import { Pomdp } from "@veilplan/veil/pomdp";

const problem = "discount: 0.9\\nvalues: reward\\nstates: 1\\nactions: 1\\nobservations: 1\\nT: * identity\\nO: * uniform\\nR: * : * : * : * 1\\n";
async function main() {
  const krieg = new Krieg();
  const all = await Promise.all([
    new Mines().check("4x4/4\\n1...\\n....\\n....\\n....\\n").then((d) => d.layouts),
    krieg.belief("ruleset berkeley\\nW e2e4 yes\\nB moved\\n").then((d) => d.positions),
    krieg.game("wild16", { tries: ["e2e4"] }).then((d) => d.to_move),
    krieg.think("wild16", { me: "white", heard: [], level: 1 }).then((d) => typeof d.best),
    new Diag().check("fault,prior,lights\\nflat battery,5,dim\\nbad starter,1,bright\\n").then((d) => d.faults),
    new Pomdp().info(problem).then((d) => d.states),
  ]);
  document.title = all.join(" ");
}
main().catch((e) => { document.title = String(e); });
`;
const TITLE = "660 20 black string 2 1";

export const html = (head) => `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>test</title><link rel="icon" href="data:,">${head}<body><main></main></body></html>`;

// works opens a page of APP: every engine answers, and the console stays empty.
export async function works(browser, url) {
  const said = [];
  const prepare = async (context) => context.on("console", (m) => said.push(`${m.type()}: ${m.text()}`));
  const { page, context, faults } = await open(browser, url, { prepare });
  await page.waitForFunction(() => document.title !== "test");
  assert.equal(await page.title(), TITLE);
  assert.deepEqual([said.filter((s) => !s.startsWith("debug: [vite]")), faults], [[], []]);
  await context.close();
}

const KINDS = { ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8" };

// folder serves a folder, with the package below /veil/. Engines are sent as bytes of no known type.
export async function folder(root, headers = { "Content-Security-Policy": POLICY }) {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://x").pathname)).replace(/\/$/, "/index.html");
    try {
      const body = await readFile(path.startsWith("/veil/") ? join(PACKAGE, path.slice(6)) : join(root, path));
      response.writeHead(200, { ...headers, "X-Content-Type-Options": "nosniff", "Content-Type": KINDS[extname(path)] ?? "application/octet-stream" }).end(body);
    } catch {
      response.writeHead(404).end("not found");
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => { server.close(); server.closeAllConnections(); } };
}

// made serves files that are given by name.
export async function made(files, headers) {
  const root = mkdtempSync(join(tmpdir(), "veil-npm-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
  const site = await folder(root, headers);
  return { ...site, root, close: () => { site.close(); rmSync(root, { recursive: true }); } };
}
