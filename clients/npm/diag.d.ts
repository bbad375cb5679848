// SPDX-License-Identifier: BSD-3-Clause

import { Client } from "./client.js";
import type { DiagVerbs } from "./verbs.js";

export * from "./index.js";

export class Diag extends Client<DiagVerbs> {}
export interface Diag extends DiagVerbs {}
