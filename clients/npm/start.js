// SPDX-License-Identifier: BSD-3-Clause

// Engines in the workers of a browser. Bundlers find the worker and the engines by their literal addresses.

const compiled = new Map(); // modules by address: workers share one

// starter returns how an engine is started, given the addresses of its files: the engine first, then its tables.
export function starter(files) {
  const [engine, tables] = Object.keys(files);
  return async (role, options, hear, fail) => {
    const at = (name) => name && String(options.engines ? new URL(name, folder(options.engines)) : files[name]);
    const module = await compile(at(engine));
    const worker = made(options.worker);
    worker.onerror = (e) => fail(e.message || "the worker could not be loaded");
    worker.onmessage = (e) => (e.data.fault ? fail(e.data.fault) : hear(e.data));
    worker.postMessage({ module, role: role.split(" ")[0], tables: at(tables) });
    return { post: (m) => worker.postMessage(m), end: () => worker.terminate(), hold() {}, release() {} };
  };
}

const folder = (url) => new URL(String(url).replace(/\/?$/, "/"), location.href);

// made returns a worker. A browser refuses one of another origin, but a worker of this origin may import it.
function made(worker) {
  if (typeof worker === "function") return worker();
  try {
    return worker ? new Worker(worker, { type: "module" }) : new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  } catch (e) {
    if (e.name !== "SecurityError") throw e;
    return imported(String(worker ?? import.meta.url.replace(/[^/]*$/, "worker.js")));
  }
}

function imported(address) {
  const blob = URL.createObjectURL(new Blob([`import ${JSON.stringify(address)};`], { type: "text/javascript" }));
  setTimeout(() => URL.revokeObjectURL(blob), 60_000); // once it was read
  return new Worker(blob, { type: "module" });
}

function compile(url) {
  if (!compiled.has(url)) {
    const module = load(url);
    compiled.set(url, module);
    module.catch(() => compiled.delete(url)); // the next question tries again
  }
  return compiled.get(url);
}

// load compiles an engine. A server may have unpacked it already, and may send it as any type.
async function load(url) {
  const reply = await fetch(url);
  if (!reply.ok) throw new Error(`${url}: ${reply.status} ${reply.statusText}`);
  const bytes = await reply.arrayBuffer();
  const zipped = new Uint8Array(bytes)[0] === 0x1f;
  const body = zipped ? new Response(bytes).body.pipeThrough(new DecompressionStream("gzip")) : bytes;
  return WebAssembly.compileStreaming(new Response(body, { headers: { "Content-Type": "application/wasm" } }));
}
