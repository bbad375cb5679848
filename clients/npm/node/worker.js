// SPDX-License-Identifier: BSD-3-Clause

// The thread of Node. Its data is the engine; messages wait until it runs.

import { webcrypto } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import { run } from "../engine.js";

globalThis.crypto ??= webcrypto; // Node 18 has no global one
await import("../engines/wasm_exec.js");

const tables = () => readFile(fileURLToPath(workerData.tables));
const hear = await run(workerData.module, workerData.role, (m) => parentPort.postMessage(m), tables);
parentPort.on("message", hear);
