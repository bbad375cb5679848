// SPDX-License-Identifier: BSD-3-Clause
// node -e ask.js wasm_exec.js ENGINE.wasm < questions
// Answers questions, one per line, as they come: prints the CPU time of each in microseconds, a space and the last
// document.
"use strict";
const fs = require("node:fs");
const path = require("node:path");
const [, exec, wasm] = process.argv;
globalThis.require = require;
globalThis.fs = fs;
globalThis.path = path;
require(exec);

// An engine fetches its tables from beside itself.
globalThis.fetch = async (name) => new Response(fs.readFileSync(path.join(path.dirname(wasm), name)));

const ask = (question) => new Promise((resolve) => {
  let last = "";
  veilAsk(question, (doc) => {
    if (doc === null) resolve(last);
    else last = doc;
  });
});

globalThis.veilReady = async () => {
  const lines = require("node:readline").createInterface({ input: process.stdin });
  for await (const question of lines) {
    const before = process.cpuUsage();
    const document = await ask(question);
    const { user, system } = process.cpuUsage(before);
    fs.writeSync(1, `${user + system} ${document}\n`);
  }
  process.exit(0);
};

const go = new Go();
WebAssembly.instantiate(fs.readFileSync(wasm), go.importObject).then(({ instance }) => go.run(instance));
