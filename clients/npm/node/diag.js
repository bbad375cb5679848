// SPDX-License-Identifier: BSD-3-Clause

import { diagWith } from "../subjects.js";
import { starter } from "./start.js";

const start = starter("plans.wasm.gz");

export const Diag = diagWith(start);
export { VeilError } from "../client.js";
