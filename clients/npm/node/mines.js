// SPDX-License-Identifier: BSD-3-Clause

import { minesWith } from "../subjects.js";
import { starter } from "./start.js";

const start = starter("mines.wasm.gz");

export const Mines = minesWith(start);
export { VeilError } from "../client.js";
