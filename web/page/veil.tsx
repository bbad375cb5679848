// SPDX-License-Identifier: BSD-3-Clause

import { render } from "preact";
import { Engine } from "./engine.js";
import { ROOT } from "./frame.js";
import { Mines } from "./mines.js";
import { Model } from "./model.js";
import { blank, parseFragment } from "./position.js";

const engine = new Engine(new URL("engine.js", ROOT));
const root = document.getElementById("veil")!;

function mines() {
  const given = parseFragment(location.hash);
  const m = new Model(engine, given ?? blank(9, 9, 10, "safe"));
  if (given) m.setMode("analyse");
  addEventListener("hashchange", () => {
    const p = parseFragment(location.hash);
    if (p) m.load(p);
  });
  return <Mines m={m} />;
}

render(mines(), root);
