// SPDX-License-Identifier: BSD-3-Clause

import { kriegWith } from "../subjects.js";
import { starter } from "./start.js";

const start = starter("krieg.wasm.gz", "endings.bin");

export const { Krieg, Game } = kriegWith(start);
export { VeilError } from "../client.js";
