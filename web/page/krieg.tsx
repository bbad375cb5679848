// SPDX-License-Identifier: BSD-3-Clause

// The pages about Kriegspiel, with an engine of their own.

import { Engine } from "./shared/engine.js";
import { ROOT } from "./shared/root.js";
import { start } from "./shared/start.js";
import { LabPage } from "./krieg/lab.js";
import { Lab } from "./krieg/labmodel.js";
import { ProofPage } from "./krieg/proof.js";
import { ProblemsPage } from "./krieg/puzzles.js";

const engine = new Engine(new URL("engine.js", ROOT), "krieg.wasm");

const PAGES: Record<string, () => preact.JSX.Element> = {
  lab: () => <LabPage m={new Lab(engine)} />,
  proof: () => <ProofPage engine={engine} />,
  problems: () => <ProblemsPage engine={engine} />,
};

start(PAGES[document.body.dataset.page ?? "lab"]!);
