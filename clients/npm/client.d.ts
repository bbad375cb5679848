// SPDX-License-Identifier: BSD-3-Clause

import type { Problem } from "./types.js";

/** Reports why a question has no answer. */
export class VeilError extends Error {
  constructor(problem: Problem);
  readonly problem: Problem;
}

/** The promise of the last document. Iterating over it gives each document as it comes, and leaving the loop withdraws the question. */
export type Answer<D> = Promise<D> & AsyncIterable<D>;

/** The fields of a question besides the first, and a signal that withdraws it. */
export type Fields<Q, First extends keyof Q> = Omit<Q, First> & { signal?: AbortSignal };

/** One of many answers, or the reason why there is none. */
export type Outcome<T, D> = { thing: T; doc: D; error?: undefined } | { thing: T; doc?: undefined; error: VeilError };

export interface Options {
  /** Workers for questions that are asked at once; 1 if omitted. */
  workers?: number;
  /** Folder of the engines, if they are not beside the code; in Node a file: address. */
  engines?: string | URL;
  /** Worker, if it is not beside the code; in browsers also a function that makes one. */
  worker?: string | URL | (() => Worker);
}

/** Asks the engines of one subject. They are loaded with the first question. */
export class Client<Verbs> {
  constructor(options?: Options);

  /** Asks one question about each of many things, and gives the answers in their order. */
  many<M extends keyof Verbs, T extends First<Verbs[M]>>(
    method: M, things: Iterable<T> | AsyncIterable<T>, ...fields: Rest<Verbs[M]>
  ): AsyncGenerator<Outcome<T, Document<Verbs[M]>>, void, undefined>;

  /** Asks any verb, with all fields of its question. */
  ask(verb: string, question: object, options?: { signal?: AbortSignal }): Answer<{ schema: string }>;

  /** Ends the workers. The next question starts them again. */
  close(): void;
}

type First<V> = V extends (first: infer A, ...rest: never[]) => unknown ? A : never;
type Rest<V> = V extends (first: never, ...rest: infer R) => unknown ? R : never;
type Document<V> = V extends (...all: never[]) => Promise<infer D> ? D : never;
