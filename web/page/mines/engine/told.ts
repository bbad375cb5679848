// SPDX-License-Identifier: BSD-3-Clause

import type { AnyDoc } from "../../shared/documents.js";
import type { Digest } from "./digest.js";

// Told is what the engine of Minesweeper answers, analyses digested.
export type Told = Exclude<AnyDoc, { schema: "mines.analysis/2" }> | Digest;
