// SPDX-License-Identifier: BSD-3-Clause

// Every program of the README runs in a project that has nothing but the package, and prints something.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";

const text = readFileSync("node_modules/@veilplan/veil/README.md", "utf8");
const programs = [...text.matchAll(/^## (.*)$|^```js\n([^]*?)^```$/gm)];

let heading = "";
for (const [i, [, title, code]] of programs.entries()) {
  if (title) {
    heading = title;
    continue;
  }
  test(`README: ${heading}`, () => {
    writeFileSync(`block-${i}.mjs`, code);
    const run = spawnSync(process.execPath, [`block-${i}.mjs`], { encoding: "utf8", timeout: 60_000 });
    assert.equal(run.stderr, "");
    assert.equal(run.status, 0);
    assert.notEqual(run.stdout, "");
    for (const [, said] of code.matchAll(/console\.log\(.*\); \/\/ ([\w-]+)$/gm)) assert.ok(run.stdout.includes(said), `${said}: ${run.stdout}`);
    assert.doesNotMatch(run.stdout, /undefined/);
  });
}

test("the README has a program for each task", () => assert.ok(programs.filter(([, title]) => !title).length >= 12));
