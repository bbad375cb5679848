// SPDX-License-Identifier: BSD-3-Clause

import { type Answer, Client, type Options } from "./client.js";
import type { KriegMate, KriegProof, KriegThought } from "./types.js";
import type { KriegVerbs } from "./verbs.js";

export * from "./index.js";

export class Krieg extends Client<KriegVerbs> {
  /** The certificate of a mate, or of its absence, for check and print. */
  proof(question: string, mate: KriegMate): KriegProof;
}
export interface Krieg extends KriegVerbs {}

/** One side of a game: tell it what the referee says, and ask it for tries. */
export class Game {
  constructor(me: "white" | "black", options?: Options & { rules?: string; level?: number; seed?: number });
  /** Lines of the side's referee log. */
  readonly heard: string[];
  hear(...lines: string[]): void;
  /** The side's best tries and, on request, its belief. */
  think(fields?: { belief?: boolean; teach?: boolean; signal?: AbortSignal }): Answer<KriegThought>;
  /** The try that this side would choose, or undefined if it is not its turn. */
  best(fields?: { signal?: AbortSignal }): Promise<string | undefined>;
  close(): void;
}
