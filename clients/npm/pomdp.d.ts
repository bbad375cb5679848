// SPDX-License-Identifier: BSD-3-Clause

import { Client } from "./client.js";
import type { PomdpVerbs } from "./verbs.js";

export * from "./index.js";

export class Pomdp extends Client<PomdpVerbs> {}
export interface Pomdp extends PomdpVerbs {}
