// SPDX-License-Identifier: BSD-3-Clause

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

// CATALOGUES are the folders with a file for each language, and the function that reads them.
const CATALOGUES = [["web/page/words/", "t"], ["web/page/words/play/", "say"], ["web/page/words/diag/", "phrase"], ["web/page/words/daily/", "dayText"], ["web/page/words/leaks/", "leakText"], ["web/page/words/prove/", "told"]] as const;
const catalogue = (file: string) => JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
const files = (dir: string) => readdirSync(dir).filter((f) => f.endsWith(".json"));
const places = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort().join();

test("every catalogue has every key, with the same values to fill in", () => {
  for (const [dir] of CATALOGUES) {
    const en = catalogue(dir + "en.json");
    assert(files(dir).length >= 2 && Object.keys(en).length > 20);
    assert.deepEqual(files(dir), files(CATALOGUES[0][0]), "the same languages everywhere");
    for (const file of files(dir)) {
      const other = catalogue(dir + file);
      assert.deepEqual(Object.keys(other).sort(), Object.keys(en).sort(), dir + file);
      for (const key of Object.keys(en)) {
        assert.equal(places(other[key]!), places(en[key]!), `${file} ${key}`);
        assert(other[key]!.trim() !== "", `${file} ${key}`);
      }
    }
  }
});

test("every key that the page asks for is there, and none is unused", () => {
  const walk = (dir: string): string[] => readdirSync(dir, { withFileTypes: true }).flatMap((e) => (e.isDirectory() ? walk(`${dir}/${e.name}`) : /\.(?:tsx?|html)$/.test(e.name) ? [`${dir}/${e.name}`] : []));
  const sources = walk("web/page").filter((f) => !f.endsWith(".test.ts")).map((f) => readFileSync(f, "utf8")).join("\n");
  const families = [...sources.matchAll(/`([a-z]+\.\w*)\$\{/g)].map((m) => m[1]!);
  const all = CATALOGUES.map(([dir]) => Object.keys(catalogue(dir + "en.json")));
  for (const f of families) assert(all.flat().some((key) => key.startsWith(f)), f);
  for (const [i, [, reads]] of CATALOGUES.entries()) {
    for (const [, key] of sources.matchAll(new RegExp(`\\b${reads}\\("(\\w+\\.[\\w.]+)"`, "g"))) assert(all[i]!.includes(key!), key);
    for (const key of all[i]!) assert(sources.includes(`"${key}"`) || families.some((f) => key.startsWith(f)), `${key} is not used`);
  }
});
