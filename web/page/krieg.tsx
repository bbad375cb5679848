// SPDX-License-Identifier: BSD-3-Clause

// The pages about Kriegspiel, with an engine of their own.

import { render } from "preact";
import { Engine } from "./engine.js";
import { ROOT } from "./frame.js";
import { LabPage } from "./lab.js";
import { Lab } from "./labmodel.js";
import { ProofPage } from "./proof.js";
import { ProblemsPage } from "./puzzles.js";

const engine = new Engine(new URL("engine.js", ROOT), "krieg.wasm");

const PAGES: Record<string, () => preact.JSX.Element> = {
  lab: () => <LabPage m={new Lab(engine)} />,
  proof: () => <ProofPage engine={engine} />,
  problems: () => <ProblemsPage engine={engine} />,
};

render(PAGES[document.body.dataset.page ?? "lab"]!(), document.getElementById("veil")!);

// The page works without a network once it was visited.
if ("serviceWorker" in navigator && window.isSecureContext) {
  navigator.serviceWorker.register(new URL("sw.js", ROOT)).catch(() => {}); // it works without, too
}
