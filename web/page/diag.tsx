// SPDX-License-Identifier: BSD-3-Clause

// Which test finds the fault in a machine at the least expected cost.

import { DiagPage } from "./diag/page.js";
import { Engine } from "./shared/engine.js";
import { ROOT } from "./shared/root.js";
import { start } from "./shared/start.js";

const engine = new Engine(new URL("engine.js", ROOT), "diag.wasm");

start(() => <DiagPage engine={engine} />);
