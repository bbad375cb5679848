// SPDX-License-Identifier: BSD-3-Clause

// The engine, in a thread of its own. It hears {id, question} and {id, stop}, and says
// {id, doc} for every document and {id, doc: null} after the last. Analyses are digested. Of {id, format, data}, a recorded
// game, it says the text.

import type { AnyDoc } from "./shared/documents.js";
import { digest } from "./mines/engine/digest.js";

interface Host {
  Go: new () => { argv: string[]; importObject: WebAssembly.Imports; run(instance: WebAssembly.Instance): Promise<void> };
  veilAsk(question: string, tell: (doc: string | null) => void): () => void;
  veilReady(): void;
  veilYield(resume: () => void): void;
  importScripts(url: string): void;
  veilVideos?: typeof import("./mines/files/videos.js"); // once videos.js is there
  postMessage(message: unknown): void;
  name: string; // the file of the engine, and after a blank its role
  onmessage: ((e: MessageEvent<Message>) => void) | null;
}

interface Message {
  id: number;
  question?: string;
  stop?: true;
  format?: string; // of a recorded game, which is read here and needs no engine
  data?: Uint8Array | string;
}

const host = globalThis as unknown as Host;
const stops = new Map<number, () => void>();
const waiting: Message[] = [];
let ready = false;

host.veilReady = () => {
  ready = true;
  host.postMessage({ ready: true });
  waiting.splice(0).forEach(hear);
};

// A message to oneself comes after those that wait, and before any timer.
const echo = new MessageChannel();
const resumes: (() => void)[] = [];
echo.port1.onmessage = () => resumes.shift()?.();
host.veilYield = (resume) => {
  resumes.push(resume);
  echo.port2.postMessage(null);
};

host.onmessage = (e) => (e.data.data !== undefined ? replay(e.data) : ready ? hear(e.data) : waiting.push(e.data));

// replayed reads a recorded game. The readers are fetched with the first: most visitors never open one.
function replayed(format: string, data: Uint8Array | string): string {
  try {
    if (!host.veilVideos) host.importScripts("videos.js");
  } catch {
    throw new Error("The reader of recorded games could not be loaded. Check the connection and try again.");
  }
  return host.veilVideos!.replayed(format, data);
}

function replay(m: Message): void {
  try {
    host.postMessage({ id: m.id, doc: { schema: "page.board/1", text: replayed(m.format!, m.data!) } });
  } catch (e) {
    host.postMessage({ id: m.id, doc: { schema: "veil.problem/1", title: e instanceof Error ? e.message : String(e) } });
  }
  host.postMessage({ id: m.id, doc: null });
}

function hear(m: Message): void {
  if (m.stop) {
    stops.get(m.id)?.();
    stops.delete(m.id);
    const early = waiting.findIndex((w) => w.id === m.id);
    if (early >= 0) waiting.splice(early, 1);
    return;
  }
  stops.set(m.id, () => {});
  const stop = host.veilAsk(m.question!, (text) => tell(m.id, text)); // a short answer is over when this returns
  if (stops.has(m.id)) stops.set(m.id, stop);
}

function tell(id: number, text: string | null): void {
  if (text === null) {
    stops.delete(id);
    host.postMessage({ id, doc: null });
    return;
  }
  if (!stops.has(id)) return; // withdrawn: nobody listens any more
  const doc = JSON.parse(text) as AnyDoc;
  host.postMessage({ id, doc: doc.schema === "mines.analysis/2" ? digest(doc) : doc });
}

async function load(): Promise<void> {
  host.importScripts("wasm_exec.js");
  const go = new host.Go();
  const [file, ...role] = (host.name || "veil.wasm").split(" ") as [string, ...string[]];
  go.argv = [file, ...role];
  const source = await fetch(file);
  if (!source.ok) throw new Error(`${file}: ${source.status} ${source.statusText}`);
  const wasm = await instantiated(source, go.importObject);
  await go.run(wasm.instance); // returns only if the engine ends
  throw new Error("the engine ended");
}

// instantiated compiles the engine while it arrives. A host that sends it as another type gets it compiled afterwards.
async function instantiated(source: Response, imports: WebAssembly.Imports): Promise<WebAssembly.WebAssemblyInstantiatedSource> {
  if (source.headers.get("Content-Type")?.startsWith("application/wasm")) return WebAssembly.instantiateStreaming(source, imports);
  return WebAssembly.instantiate(await source.arrayBuffer(), imports);
}

load().catch((e: unknown) => host.postMessage({ fault: String(e) }));
