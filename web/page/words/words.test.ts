// SPDX-License-Identifier: BSD-3-Clause

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

const DIR = "web/page/words/";
const catalogue = (file: string) => JSON.parse(readFileSync(DIR + file, "utf8")) as Record<string, string>;
const files = readdirSync(DIR).filter((f) => f.endsWith(".json"));
const places = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort().join();

test("every catalogue has every key, with the same values to fill in", () => {
  const en = catalogue("en.json");
  assert(files.length >= 2 && Object.keys(en).length > 100);
  for (const file of files) {
    const other = catalogue(file);
    assert.deepEqual(Object.keys(other).sort(), Object.keys(en).sort(), file);
    for (const key of Object.keys(en)) {
      assert.equal(places(other[key]!), places(en[key]!), `${file} ${key}`);
      assert(other[key]!.trim() !== "", `${file} ${key}`);
    }
  }
});

test("every key that the page asks for is there, and none is unused", () => {
  const en = catalogue("en.json");
  const walk = (dir: string): string[] => readdirSync(dir, { withFileTypes: true }).flatMap((e) => (e.isDirectory() ? walk(`${dir}/${e.name}`) : /\.(?:tsx?|html)$/.test(e.name) ? [`${dir}/${e.name}`] : []));
  const sources = walk("web/page").filter((f) => !f.endsWith(".test.ts")).map((f) => readFileSync(f, "utf8")).join("\n");
  for (const [, key] of sources.matchAll(/\bt\("([\w.]+)"/g)) assert(key! in en, key);
  const families = [...sources.matchAll(/`([a-z]+\.\w*)\$\{/g)].map((m) => m[1]!);
  for (const f of families) assert(Object.keys(en).some((key) => key.startsWith(f)), f);
  for (const key of Object.keys(en)) assert(sources.includes(`"${key}"`) || families.some((f) => key.startsWith(f)), `${key} is not used`);
});
