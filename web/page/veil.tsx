// SPDX-License-Identifier: BSD-3-Clause

import { Experiments } from "./experiments/experiments.js";
import { Home } from "./mines/home.js";
import { Keeper } from "./mines/keep/keeper.js";
import { Mines } from "./mines/mines.js";
import { Model } from "./mines/model/model.js";
import { blank, parseCode } from "./mines/game/position.js";
import { Quiz } from "./mines/train/quiz.js";
import { Review } from "./mines/review/review.js";
import type { Told } from "./mines/engine/told.js";
import { Train } from "./mines/train/train.js";
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
