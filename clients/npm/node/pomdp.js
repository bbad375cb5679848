// SPDX-License-Identifier: BSD-3-Clause

import { pomdpWith } from "../subjects.js";
import { starter } from "./start.js";

const start = starter("plans.wasm.gz");

export const Pomdp = pomdpWith(start);
export { VeilError } from "../client.js";
