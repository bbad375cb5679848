// SPDX-License-Identifier: BSD-3-Clause

// Answers of a server that are damaged, too large or without end: the page says so, and goes on.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import { STATIC, launch, open } from "./browser.mjs";
import { serve } from "./serve.mjs";

// hostile answers every question of the API with what write writes.
async function hostile(t, kind, write) {
  const [files, browser] = [await serve(STATIC), await launch()];
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, "http://x").pathname;
    if (path === "/openapi.json") return response.setHeader("Content-Type", "application/json").end(JSON.stringify({ paths: { "/v1/stream": { get: { operationId: "stream", summary: "a stream", tags: ["x"], responses: {} } } }, components: { schemas: {} }, tags: [{ name: "x" }] }));
    if (path.startsWith("/v1/")) {
      response.setHeader("Content-Type", kind);
      return write(response);
    }
    const r = await fetch(files.url.slice(0, -1) + path);
    r.headers.forEach((value, name) => /^content-(type|security)/.test(name) && response.setHeader(name, value));
    response.writeHead(r.status).end(Buffer.from(await r.arrayBuffer()));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(async () => {
    await browser.close();
    server.closeAllConnections();
    server.close();
    files.close();
  });
  return { browser, url: `http://127.0.0.1:${server.address().port}/` };
}

// pour writes a text again and again, as fast as it is read, until the reader goes. gone is when it did.
function pour(text) {
  let leave;
  const gone = new Promise((resolve) => (leave = resolve));
  const write = (response) => {
    const more = () => { while (!response.destroyed && response.write(text)); };
    response.on("drain", more).on("close", leave);
    more();
  };
  return { write, gone };
}

for (const [name, text] of [["an event without end", "x".repeat(65536)], ["events without end", "event: progress\ndata: {\"__proto__\": 1}\n\n"]]) {
  test(`${name}: the page shows the beginning and hangs up`, async (t) => {
    const { write, gone } = pour(text);
    const site = await hostile(t, "text/event-stream", write);
    const { page, faults } = await open(site.browser, site.url + "api/");
    await page.locator(".op summary").first().click();
    await page.locator(".op button.main").click();
    await page.waitForFunction(() => document.querySelector(".answer code")?.textContent.endsWith("…"));
    await gone;
    assert.ok((await page.locator(".answer code").textContent()).length <= 100_002);
    assert.equal(await page.locator(".op button.main").textContent(), "Send");
    assert.deepEqual(faults, []);
  });
}

test("a list in place of a run: the page says that there is none", async (t) => {
  const site = await hostile(t, "application/json", (response) => response.end('{"runs":[]}'));
  const { page, faults } = await open(site.browser, site.url + "experiments/#a-run");
  await page.waitForSelector(".notice");
  assert.deepEqual(faults, []);
});

for (const [name, text] of Object.entries({ "no JSON": "{", null: "null", "a list": "[]", "no runs": "{}", "a summary that is none": '{"summary":7,"figures":[],"files":[]}', "a run without policies": '{"summary":{"episodes":1}}' })) {
  test(`${name} in place of runs: the page says that there are none`, async (t) => {
    const site = await hostile(t, "application/json", (response) => response.end(text));
    for (const hash of ["", "#a-run"]) {
      const { page, faults, context } = await open(site.browser, site.url + "experiments/" + hash);
      await page.waitForSelector(".notice");
      assert.deepEqual(faults, []);
      await context.close();
    }
  });
}
