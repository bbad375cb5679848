// SPDX-License-Identifier: BSD-3-Clause

// Which test finds the fault in a machine at the least expected cost.

import { render } from "preact";
import { DiagPage } from "./diag/page.js";
import { Engine } from "./shared/engine.js";
import { keepOffline } from "./shared/offline.js";
import { ROOT } from "./shared/root.js";
import { translate } from "./words/words.js";

translate();
render(<DiagPage engine={new Engine(new URL("engine.js", ROOT), "diag.wasm")} />, document.getElementById("veil")!);
keepOffline();
