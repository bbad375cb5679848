// SPDX-License-Identifier: BSD-3-Clause

import { render } from "preact";
import { Engine } from "./shared/engine.js";
import type { Told } from "./mines/told.js";
import { Experiments } from "./experiments/experiments.js";
import { ROOT } from "./shared/root.js";
import { Home } from "./mines/home.js";
import { Mines } from "./mines/mines.js";
import { Model } from "./mines/model.js";
import { blank, parseCode, parseFragment } from "./mines/position.js";
import { Quiz } from "./mines/quiz.js";
import { Review } from "./mines/review.js";
import { Train } from "./mines/train.js";

const HERO = parseCode("4x4-4-safe-1_______________")!;

const engine = new Engine<Told>(new URL("engine.js", ROOT));

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

// still is a board that does not touch the page's address.
function still<M extends Model>(m: M): M {
  m.addressed = false;
  return m;
}

const PAGES: Record<string, () => preact.JSX.Element> = {
  home: () => <Home m={still(new Model(engine, HERO))} />,
  mines,
  review: () => <Review m={still(new Quiz(engine, HERO))} />,
  experiments: () => <Experiments />,
  train: () => <Train m={still(new Quiz(engine, HERO))} />,
};

render(PAGES[document.body.dataset.page ?? "mines"]!(), document.getElementById("veil")!);

// The page works without a network once it was visited.
if ("serviceWorker" in navigator && window.isSecureContext) {
  navigator.serviceWorker.register(new URL("sw.js", ROOT)).catch(() => {}); // it works without, too
}
