// SPDX-License-Identifier: BSD-3-Clause

// Questions to engines in workers. This file knows neither browsers nor Node: start makes a worker.

import { texts, verbs } from "./verbs.js";

// VeilError reports why a question has no answer.
export class VeilError extends Error {
  name = "VeilError";

  constructor(problem) {
    super(sentence(problem));
    this.problem = problem;
  }
}

// sentence returns where and what is wrong, and what to do.
function sentence(p) {
  const place = p.line ? `line ${p.line}${p.column ? `, column ${p.column}` : ""}: ` : "";
  const parts = [place + p.title, p.detail, ...(p.reason ?? []), p.expected && `want ${p.expected}`, p.advice].filter(Boolean);
  return parts.filter((x, i) => !parts.slice(0, i).some((y) => y.includes(x))).map((x) => x.replace(/\.$/, "")).join(". ").replaceAll(":. ", ": ");
}

function problem(type, title, detail) {
  return new VeilError({ schema: "veil.problem/1", type, title, detail });
}

// Post is a worker and the questions that it has not answered.
class Post {
  asked = new Map(); // by number
  #worker = null;
  #next = 1;
  #start;

  constructor(start) { this.#start = start; }

  // ask sends a question. told gets the text of every document, and whether it is the last; failed gets an error.
  ask(question, told, failed) {
    const id = this.#next++;
    this.asked.set(id, { told, failed });
    this.#worker ??= this.#begin();
    this.#worker.then((w) => {
      if (!this.asked.has(id)) return;
      w.hold();
      w.post([id, question]);
    }, () => {}); // reported by #begin
    return () => this.#stop(id);
  }

  #stop(id) {
    if (!this.asked.delete(id)) return;
    this.#worker?.then((w) => {
      w.post([id]);
      this.#rest(w);
    }, () => {});
  }

  // #begin starts the worker. One that fails takes its questions with it, and the next question starts another.
  #begin() {
    const begun = this.#start((message) => this.#hear(message), (why) => this.#worker === begun && this.#fail(why));
    begun.catch((e) => this.#worker === begun && this.#fail(e));
    return begun;
  }

  #hear([id, text, last]) {
    const q = this.asked.get(id);
    if (!q) return;
    if (last) {
      this.asked.delete(id);
      this.#worker.then((w) => this.#rest(w));
    }
    q.told(text, last);
  }

  // #rest lets a process end that waits for nothing else.
  #rest(w) { if (this.asked.size === 0) w.release(); }

  #fail(why) { this.close(why instanceof VeilError ? why : problem("engine", "the engine cannot run", String(why?.message ?? why))); }

  close(error) {
    this.#worker?.then((w) => w.end(), () => {});
    this.#worker = null;
    const all = [...this.asked.values()];
    this.asked.clear();
    for (const q of all) q.failed(error);
  }
}

// Client asks the engines of one subject.
export class Client {
  #posts = new Map(); // by role
  #start;
  #options;

  // start(role, options, hear, fail) returns a promise of a worker: post, end, hold and release.
  constructor(start, options = {}) {
    this.#start = start;
    this.#options = options;
  }

  // ask sends a question. The returned promise has the last document; iterating over it gives each as it comes.
  ask(verb, question, { signal, role = "" } = {}) {
    return answer((told, failed) => this.#post(role).ask(JSON.stringify({ ask: verb, ...question }), told, failed), signal);
  }

  // many asks one question about each of many things, and gives the answers in their order.
  async *many(method, things, fields = {}) {
    const waiting = [];
    const stop = new AbortController();
    const follow = () => stop.abort(fields.signal.reason);
    if (fields.signal?.aborted) follow();
    fields.signal?.addEventListener("abort", follow);
    try {
      for await (const thing of things) {
        const next = outcome(thing, this[method](thing, { ...fields, signal: stop.signal }));
        next.catch(() => {}); // thrown when its turn comes
        waiting.push(next);
        if (waiting.length >= 4 * this.#workers) yield await waiting.shift();
      }
      while (waiting.length > 0) yield await waiting.shift();
    } finally {
      fields.signal?.removeEventListener("abort", follow);
      stop.abort(); // a reader that leaves withdraws what is left
    }
  }

  // close ends the workers. The next question starts them again.
  close() {
    for (const posts of this.#posts.values()) for (const p of posts) p.close(problem("cancelled", "the engine was closed"));
    this.#posts.clear();
  }

  get #workers() { return this.#options.workers ?? 1; }

  // #post returns the least busy worker of a role.
  #post(role) {
    if (!this.#posts.has(role)) {
      const make = () => new Post((hear, fail) => this.#start(role, this.#options, hear, fail));
      this.#posts.set(role, Array.from({ length: role ? 1 : this.#workers }, make));
    }
    return this.#posts.get(role).reduce((a, b) => (b.asked.size < a.asked.size ? b : a));
  }
}

// outcome is an answer or its problem. An abort is thrown.
async function outcome(thing, answered) {
  try {
    return { thing, doc: await answered };
  } catch (error) {
    if (!(error instanceof VeilError)) throw error;
    return { thing, error };
  }
}

// answer returns the promise of the last document that ask tells. It can also be iterated over: a slow reader gets the
// newest document, because each is better than those before it.
function answer(ask, signal) {
  let last = null, over = false, wake = () => {}, stop = () => {};
  const promise = new Promise((resolve, reject) => {
    const end = (settle, value) => {
      over = true;
      signal?.removeEventListener("abort", abort);
      settle(value);
      wake();
    };
    const abort = () => {
      stop();
      end(reject, signal.reason);
    };
    if (signal?.aborted) return end(reject, signal.reason);
    signal?.addEventListener("abort", abort);
    stop = ask((text, final) => {
      last = text;
      if (final) finish(text, (doc) => end(resolve, doc), (e) => end(reject, e));
      else wake();
    }, (e) => end(reject, e));
  });
  promise[Symbol.asyncIterator] = async function* () {
    promise.catch(() => {}); // thrown below
    let shown = null;
    try {
      for (;;) {
        while (last === shown && !over) await new Promise((resolve) => { wake = resolve; });
        if (over) break;
        shown = last;
        yield JSON.parse(shown);
      }
      const doc = await promise;
      if (last !== shown || shown === null) yield doc;
    } finally {
      stop();
    }
  };
  return promise;
}

function finish(text, resolve, reject) {
  const doc = JSON.parse(text);
  if (doc.schema === "veil.problem/1") reject(new VeilError(doc));
  else resolve(doc);
}

// subject returns the class of a subject: a method for each of its verbs. role names the worker of a question.
export function subject(name, start, role = () => "") {
  class Subject extends Client {
    constructor(options) { super(start, options); }
  }
  for (const [method, first] of Object.entries(verbs[name])) {
    Subject.prototype[method] = function (value, { signal, ...fields } = {}) {
      const given = texts.includes(first) && typeof value === "string" ? { text: value } : value;
      return this.ask(`${name}.${method}`, { [first]: given, ...fields }, { signal, role: role(method, fields) });
    };
  }
  return Subject;
}
