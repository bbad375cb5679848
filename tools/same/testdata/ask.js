// SPDX-License-Identifier: BSD-3-Clause
// node -e ask.js wasm_exec.js ENGINE.wasm once|timed < questions
// Prints the last document of each question, one per line. With "timed" it answers all questions twice, and prints the
// CPU time of the second answer in microseconds: then the code has been compiled.
"use strict";
const fs = require("node:fs");
const path = require("node:path");
const [, exec, wasm, mode] = process.argv;
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
  const questions = fs.readFileSync(0, "utf8").split("\n");
  if (mode === "timed") for (const question of questions) await ask(question);
  for (const question of questions) {
    const before = process.cpuUsage();
    const document = await ask(question);
    const { user, system } = process.cpuUsage(before);
    fs.writeSync(1, mode === "timed" ? `${user + system}\n` : `${document}\n`);
  }
  process.exit(0);
};

const go = new Go();
WebAssembly.instantiate(fs.readFileSync(wasm), go.importObject).then(({ instance }) => go.run(instance));
