// SPDX-License-Identifier: BSD-3-Clause

import { type Answer, Client, type Fields } from "./client.js";
import type { Input, MinesAnalyseQuestion, MinesAnalysis } from "./types.js";
import type { MinesVerbs } from "./verbs.js";

export * from "./index.js";

export class Mines extends Client<MinesVerbs> {
  /** Analyse a position: the same as analysis. */
  solve(position: string | Input, fields?: Fields<MinesAnalyseQuestion, "position">): Answer<MinesAnalysis>;
}
export interface Mines extends MinesVerbs {}
