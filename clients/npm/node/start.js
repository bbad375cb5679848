// SPDX-License-Identifier: BSD-3-Clause

// Engines in the threads of Node.

import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Worker } from "node:worker_threads";
import { gunzip } from "node:zlib";

const compiled = new Map(); // modules by address: workers share one

// starter returns how the engine of a file is started.
export function starter(file, tables) {
  return async (role, options, hear, fail) => {
    const at = (name) => new URL(name, String(options.engines ?? new URL("../engines/", import.meta.url)).replace(/\/?$/, "/"));
    const module = await compile(String(at(file)));
    const worker = new Worker(options.worker ?? new URL("./worker.js", import.meta.url), {
      workerData: { module, role: role.split(" ")[0], tables: tables && String(at(tables)) },
    });
    worker.on("error", fail);
    worker.on("exit", () => fail("the worker ended"));
    worker.on("message", (m) => (m.fault ? fail(m.fault) : hear(m)));
    return { post: (m) => worker.postMessage(m), end: () => worker.terminate(), hold: () => worker.ref(), release: () => worker.unref() };
  };
}

function compile(url) {
  if (!compiled.has(url)) {
    const module = load(url);
    compiled.set(url, module);
    module.catch(() => compiled.delete(url)); // the next question tries again
  }
  return compiled.get(url);
}

async function load(url) { return WebAssembly.compile(await promisify(gunzip)(await readFile(fileURLToPath(url)))); }
