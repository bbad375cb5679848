// SPDX-License-Identifier: BSD-3-Clause

import { HERO, engine } from "./core.js";
import { Experiments } from "./experiments/experiments.js";
import { blank } from "./mines/game/position.js";
import { Home } from "./mines/home.js";
import { Keeper } from "./mines/keep/keeper.js";
import { Mines } from "./mines/mines.js";
import { Model } from "./mines/model/model.js";
import { start } from "./shared/start.js";

function mines() {
  const m = new Model(engine, blank(9, 9, 10, "zero"));
  const k = new Keeper(m);
  k.open();
  return <Mines m={m} k={k} />;
}

const PAGES: Record<string, () => preact.JSX.Element> = {
  home: () => <Home m={new Model(engine, HERO)} />,
  mines,
  experiments: () => <Experiments />,
};

start(PAGES[document.body.dataset.page ?? "mines"]!);
