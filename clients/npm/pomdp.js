// SPDX-License-Identifier: BSD-3-Clause

import { starter } from "./start.js";
import { pomdpWith } from "./subjects.js";

const start = starter({ "plans.wasm.gz": new URL("./engines/plans.wasm.gz", import.meta.url) });

export const Pomdp = pomdpWith(start);
export { VeilError } from "./client.js";
