// SPDX-License-Identifier: BSD-3-Clause
// node ask.js wasm_exec.js veil.wasm [role] < questions > documents
// Answers questions, one a line, as the native command does. A question {"stop_ms":N,…} is
// withdrawn after N milliseconds.
"use strict";
const fs = require("node:fs");
const [, , exec, wasm, ...role] = process.argv;
globalThis.require = require;
globalThis.fs = fs;
globalThis.path = require("node:path");
require(exec);

const ask = (line) => new Promise((resolve) => {
  const { stop_ms: ms, ...question } = JSON.parse(line);
  const stop = veilAsk(ms === undefined ? line : JSON.stringify(question), (doc) => {
    fs.writeSync(1, `${doc}\n`);
    if (doc === null) resolve();
  });
  if (ms !== undefined) setTimeout(stop, ms);
});

globalThis.veilReady = async () => {
  for (const line of fs.readFileSync(0, "utf8").split("\n")) {
    if (line !== "") await ask(line);
  }
  process.exit(0);
};

const go = new Go();
go.argv = [wasm, ...role];
WebAssembly.instantiate(fs.readFileSync(wasm), go.importObject).then(({ instance }) => go.run(instance));
