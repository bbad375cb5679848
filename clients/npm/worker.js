// SPDX-License-Identifier: BSD-3-Clause

// The worker of a browser. Its first message is the engine; questions that come before it runs wait.

import "./engines/wasm_exec.js";
import { run } from "./engine.js";

const waiting = [];
const tell = (message) => postMessage(message);

const tables = (url) => async () => {
  const reply = await fetch(url, { signal: AbortSignal.timeout(10_000) });
  if (!reply.ok) throw new Error(`${url}: ${reply.status}`);
  return reply.arrayBuffer();
};

onmessage = async ({ data }) => {
  onmessage = (e) => waiting.push(e.data);
  try {
    const hear = await run(data.module, data.role, tell, tables(data.tables));
    onmessage = (e) => hear(e.data);
    waiting.splice(0).forEach(hear);
  } catch (e) {
    tell({ fault: String(e) });
  }
};
