// SPDX-License-Identifier: BSD-3-Clause

// A job: a table, what was read and replaced, and what to do now. It is kept on this device.

import type { ProblemDoc } from "../shared/documents.js";
import type { Doc, Engine } from "../shared/engine.js";
import { LONG, fields, isName, listed, store, stored } from "../shared/outside.js";
import type { DiagAdvice, DiagNext, DiagPlan, DiagPolicy, DiagTable } from "../shared/schemas.js";
import { Store } from "../shared/store.js";
import { type Action, type View, actionOf, isEnd, ofAdvice, ofNext } from "./view.js";

// WORK is counted, so that every device shows the same in the end. A belief about a table whose tests err counts 100.
const WORK = { certain: 20_000, erring: 200_000 };
const MEMORY = 256;
const DEEPER = 8;
const MOST = { table: 1 << 18, seen: 2000, event: 2000 };

export const SURE = [0, 0.9, 0.95, 0.99] as const; // 0: the prices of the table decide

const KEY = "diag.job";

const isEvent = (x: unknown): x is string => isName(x, MOST.event);

export class Job extends Store {
  table = "";
  contents: DiagTable | null = null;
  seen: string[] = [];
  ended = false; // by a stop, by giving up, or by a name
  sure = 0;
  view: View | null = null;
  busy = false;
  fault: ProblemDoc | null = null;
  chosen: Action | null = null; // instead of what is recommended
  plan: DiagPolicy | DiagPlan | null = null;
  planning = false;
  steps = 0; // that the visitor made: each moves the focus

  private nodes = 0;
  private withdraw = () => {};
  private withdrawPlan = () => {};

  constructor(private readonly engine: Engine) { super(); }

  // resume takes up what is kept, and reports whether there is something.
  resume(): boolean {
    const kept = fields(stored(KEY, LONG));
    if (!isName(kept.table, MOST.table) || !kept.table) return false;
    this.sure = SURE.find((s) => s === kept.sure) ?? 0;
    this.open(kept.table, listed(kept.seen, MOST.seen, isEvent), kept.ended === true);
    return true;
  }

  // begin starts a job with a table.
  begin(table: string): void {
    this.steps++;
    this.open(table, [], false);
  }

  private open(table: string, seen: string[], ended: boolean): void {
    this.withdraw();
    Object.assign(this, { table, seen, ended, contents: null, view: null, fault: null, busy: true });
    this.drop();
    this.withdraw = this.engine.ask({ ask: "diag.table", table }, (doc) => {
      if (!this.failed(doc)) this.contents = doc as Doc as DiagTable;
    }, () => {
      this.busy = false;
      if (this.contents) this.ask();
      this.changed();
    });
    this.changed();
  }

  private failed(doc: Doc | ProblemDoc): boolean {
    if (doc.schema !== "veil.problem/1") return false;
    this.fault = doc as ProblemDoc;
    return true;
  }

  get errs(): boolean { return this.contents?.kind === "erring"; }

  // isOver reports whether the job is done: nothing is asked any more.
  get isOver(): boolean {
    const last = this.seen.at(-1);
    return this.ended || this.view?.action.do === "found" || (this.errs && !!last && actionOf(last, this.contents!).action.do === "replace" && last.endsWith("=works"));
  }

  // now is the action whose result is asked for.
  get now(): Action | null { return this.chosen ?? this.view?.action ?? null; }

  private question(kind: "now" | "plan"): object {
    const budget = { nodes: this.nodes, memory_mb: MEMORY };
    if (this.errs) return { ask: kind === "now" ? "diag.advise" : "diag.policy", table: this.table, seen: this.seen, budget, ...(this.sure && { sure: this.sure }) };
    return { ask: kind === "now" ? "diag.next" : "diag.solve", table: this.table, seen: this.seen, budget };
  }

  // ask asks what to do now. Better answers arrive until it is over or stopped.
  private ask(nodes = WORK[this.errs ? "erring" : "certain"]): void {
    this.withdraw();
    store(KEY, JSON.stringify({ table: this.table, seen: this.seen, ended: this.ended, sure: this.sure }));
    Object.assign(this, { nodes, busy: true, fault: null });
    this.withdraw = this.engine.ask(this.question("now"), (doc) => {
      if (!this.failed(doc)) this.view = this.errs ? ofAdvice(doc as Doc as DiagAdvice) : ofNext(doc as Doc as DiagNext);
      this.changed();
    }, () => {
      this.busy = false;
      this.changed();
    });
    this.changed();
  }

  // again asks after something changed.
  private again(): void {
    this.steps++;
    Object.assign(this, { view: null, chosen: null });
    this.drop();
    this.ask();
  }

  // drop forgets the plan, which belongs to another position.
  private drop(): void {
    this.withdrawPlan();
    Object.assign(this, { plan: null, planning: false, chosen: null });
  }

  // hear takes the result of an action.
  hear(event: string): void {
    this.seen = [...this.seen, event];
    this.again();
  }

  // end ends the job as recommended.
  end(): void {
    this.ended = true;
    this.steps++;
    this.stop();
    this.ask(this.nodes);
  }

  undo(): void {
    if (this.ended) this.ended = false;
    else this.seen = this.seen.slice(0, -1);
    this.again();
  }

  restart(): void {
    Object.assign(this, { seen: [], ended: false });
    this.again();
  }

  choose(a: Action | null): void {
    this.chosen = a && isEnd(a) ? null : a;
    this.steps++;
    this.changed();
  }

  want(sure: number): void {
    this.sure = sure;
    Object.assign(this, { view: null });
    this.drop();
    this.ask();
  }

  // stop ends the search; what is known so far stays.
  stop(): void {
    this.withdraw();
    this.withdrawPlan();
    Object.assign(this, { busy: false, planning: false });
    if (this.view) this.view = { ...this.view, running: false, limited: !this.view.cost.close };
    this.changed();
  }

  deeper(): void {
    this.drop();
    this.ask(this.nodes * DEEPER);
  }

  // solve computes the whole plan from here, once.
  solve(): Promise<void> {
    if (this.plan || this.planning || !this.contents) return Promise.resolve();
    this.planning = true;
    this.changed();
    return new Promise((resolve) => {
      this.withdrawPlan = this.engine.ask(this.question("plan"), (doc) => {
        if (doc.schema !== "veil.problem/1") this.plan = doc as Doc as DiagPolicy | DiagPlan;
      }, () => {
        this.planning = false;
        this.changed();
        resolve();
      });
    });
  }
}
