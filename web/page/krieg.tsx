// SPDX-License-Identifier: BSD-3-Clause

// The pages about Kriegspiel, with an engine of their own.

import { render } from "preact";
import { Engine } from "./shared/engine.js";
import { keepOffline } from "./shared/offline.js";
import { ROOT } from "./shared/root.js";
import { LabPage } from "./krieg/lab.js";
import { Lab } from "./krieg/labmodel.js";
import { ProofPage } from "./krieg/proof.js";
import { ProblemsPage } from "./krieg/puzzles.js";
import { translate } from "./words/words.js";

const engine = new Engine(new URL("engine.js", ROOT), "krieg.wasm");

const PAGES: Record<string, () => preact.JSX.Element> = {
  lab: () => <LabPage m={new Lab(engine)} />,
  proof: () => <ProofPage engine={engine} />,
  problems: () => <ProblemsPage engine={engine} />,
};

translate();
render(PAGES[document.body.dataset.page ?? "lab"]!(), document.getElementById("veil")!);

keepOffline();
