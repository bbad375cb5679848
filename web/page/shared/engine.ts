// SPDX-License-Identifier: BSD-3-Clause

import { t } from "../words/words.js";
import type { ProblemDoc } from "./documents.js";

export interface Doc {
  schema: string;
}

interface Reply {
  id?: number;
  doc?: Doc | null;
  ready?: true;
  fault?: string;
}

interface Listener {
  tell: (doc: Doc) => void;
  over: () => void;
}

// Engine answers questions in a worker. Questions may overlap.
export class Engine<D extends Doc = Doc> {
  private readonly worker: Worker;
  private readonly listeners = new Map<number, Listener>();
  private next = 1;
  private broken: ProblemDoc | null = null;

  constructor(url: URL, file = "veil.wasm") {
    this.worker = new Worker(url, { name: file });
    this.worker.onmessage = (e: MessageEvent<Reply>) => this.hear(e.data);
    this.worker.onerror = (e) => this.fail(e.message || "the engine could not be loaded");
  }

  // ask streams the documents of an answer to tell. The returned function withdraws the question.
  ask(question: object, tell: (doc: D | ProblemDoc) => void, over: () => void = () => {}): () => void {
    if (this.broken) {
      tell(this.broken);
      over();
      return () => {};
    }
    const id = this.next++;
    this.listeners.set(id, { tell: tell as (doc: Doc) => void, over });
    this.worker.postMessage({ id, question: JSON.stringify(question) });
    return () => {
      if (this.listeners.delete(id)) this.worker.postMessage({ id, stop: true });
    };
  }

  // board has a recorded game read in the worker: a file may take long, and the page must not wait for it. Why it cannot be read is thrown.
  board(format: string, data: Uint8Array | string): Promise<string> {
    if (this.broken) return Promise.reject(new Error(words(this.broken)));
    const id = this.next++;
    return new Promise((resolve, reject) => {
      const tell = (doc: Doc & { text?: string; title?: string }) => (doc.text === undefined ? reject(new Error(doc.title)) : resolve(doc.text));
      this.listeners.set(id, { tell, over: () => {} });
      this.worker.postMessage({ id, format, data });
    });
  }

  // last returns the last document of an answer; a problem is thrown.
  last<T extends Doc>(question: object): Promise<T> { return this.until<T>(question, () => false); }

  // until returns the first document of an answer that is enough, and withdraws the question; of an answer that has none, the last.
  until<T extends Doc>(question: object, enough: (doc: T) => boolean): Promise<T> {
    return new Promise((resolve, reject) => {
      let last: Doc | null = null;
      const over = () => (last && last.schema !== "veil.problem/1" ? resolve(last as unknown as T) : reject(last as ProblemDoc | null));
      const stop = this.ask(question, (doc) => {
        last = doc;
        if (doc.schema === "veil.problem/1" || !enough(doc as unknown as T)) return;
        stop();
        over();
      }, over);
    });
  }

  private hear(r: Reply): void {
    if (r.fault) this.fail(r.fault);
    const listener = this.listeners.get(r.id ?? 0);
    if (!listener) return;
    if (r.doc) {
      listener.tell(r.doc);
      return;
    }
    this.listeners.delete(r.id!);
    listener.over();
  }

  private fail(why: string): void {
    this.broken = {
      schema: "veil.problem/1", type: "engine", title: t("engine.broken"), detail: why,
      advice: t("engine.brokenAdvice"),
    };
    for (const l of this.listeners.values()) {
      l.tell(this.broken);
      l.over();
    }
    this.listeners.clear();
  }
}

// words says a problem in sentences, and nothing twice.
export function words(p: ProblemDoc): string {
  const place = p.line ? t(p.column ? "engine.lineColumn" : "engine.line", { n: p.line, c: p.column ?? 0 }) + " " : "";
  const parts = [place + p.title];
  for (const more of [p.detail, p.expected && t("engine.expected", { what: p.expected })]) {
    if (more && !parts.some((x) => alike(x, more))) parts.push(more);
  }
  return parts.map((x) => x.trim().replace(/\.$/, "")).join(". ") + ".";
}

// alike reports whether one text holds the other, whatever their case and places.
function alike(a: string, b: string): boolean {
  const bare = (x: string) => x.toLowerCase().replace(/\bline \d+(, column \d+)?: /g, "").replace(/^expected: /, "").replace(/\W+/g, " ").trim();
  const [x, y] = [bare(a), bare(b)];
  return x.includes(y) || y.includes(x);
}
