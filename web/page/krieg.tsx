// SPDX-License-Identifier: BSD-3-Clause

// The pages about Kriegspiel, with an engine of their own.

import { render } from "preact";
import { Engine } from "./shared/engine.js";
import { ROOT } from "./shared/root.js";
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

render(PAGES[document.body.dataset.page ?? "lab"]!(), document.getElementById("veil")!);

// What only these pages need.
const FILES = ["krieg/", "krieg/proof/", "problems/", "krieg.js", "krieg.css", "krieg.wasm", "problems.json"];

// keep lets the service worker see the files that came before it was there.
async function keep(): Promise<void> {
  const worker = navigator.serviceWorker;
  await worker.register(new URL("sw.js", ROOT));
  if (!worker.controller) await new Promise((resolve) => worker.addEventListener("controllerchange", resolve, { once: true }));
  for (const file of FILES) if (!(await caches.match(new URL(file, ROOT)))) await fetch(new URL(file, ROOT));
}

// The page works without a network once it was visited.
if ("serviceWorker" in navigator && window.isSecureContext) keep().catch(() => {}); // it works without, too
