// SPDX-License-Identifier: BSD-3-Clause

import { starter } from "./start.js";
import { minesWith } from "./subjects.js";

const start = starter({ "mines.wasm.gz": new URL("./engines/mines.wasm.gz", import.meta.url) });

export const Mines = minesWith(start);
export { VeilError } from "./client.js";
