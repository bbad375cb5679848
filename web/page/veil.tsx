// SPDX-License-Identifier: BSD-3-Clause

import { Experiments } from "./experiments/experiments.js";
import { Home } from "./mines/home.js";
import { Keeper } from "./mines/keeper.js";
import { Mines } from "./mines/mines.js";
import { Model } from "./mines/model.js";
import { blank, parseCode } from "./mines/position.js";
import { Quiz } from "./mines/quiz.js";
import { Review } from "./mines/review.js";
import type { Told } from "./mines/told.js";
import { Train } from "./mines/train.js";
import { Engine } from "./shared/engine.js";
import { ROOT } from "./shared/root.js";
import { start } from "./shared/start.js";

const HERO = parseCode("4x4-4-safe-1_______________")!;

const engine = new Engine<Told>(new URL("engine.js", ROOT));

function mines() {
  const m = new Model(engine, blank(9, 9, 10, "zero"));
  const k = new Keeper(m);
  k.open();
  return <Mines m={m} k={k} />;
}

const PAGES: Record<string, () => preact.JSX.Element> = {
  home: () => <Home m={new Model(engine, HERO)} />,
  mines,
  review: () => <Review m={new Quiz(engine, HERO)} />,
  experiments: () => <Experiments />,
  train: () => <Train m={new Quiz(engine, HERO)} />,
};

start(PAGES[document.body.dataset.page ?? "mines"]!);
