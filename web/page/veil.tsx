// SPDX-License-Identifier: BSD-3-Clause

import { render } from "preact";
import { Engine } from "./engine.js";
import { Experiments } from "./experiments.js";
import { ROOT } from "./frame.js";
import { Home } from "./home.js";
import { Mines } from "./mines.js";
import { Model } from "./model.js";
import { blank, parseCode, parseFragment } from "./position.js";
import { Quiz } from "./quiz.js";
import { Review } from "./review.js";
import { Train } from "./train.js";

const HERO = parseCode("4x4-4-safe-1_______________")!;

const engine = new Engine(new URL("engine.js", ROOT));

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
