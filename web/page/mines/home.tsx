// SPDX-License-Identifier: BSD-3-Clause

// The first page: one live board, and where to go.

import { useEffect } from "preact/hooks";
import { Header } from "../shared/frame.js";
import { href } from "../shared/root.js";
import { type Key, t } from "../words/words.js";
import { useStore } from "../shared/store.js";
import { Bar } from "./analyse/bar.js";
import { Board } from "./board/board.js";
import { shown } from "./game/clock.js";
import { begun } from "./keep/games.js";
import { levelName, levelOf } from "./game/level.js";
import type { Model } from "./model/model.js";
import { Moves } from "./analyse/moves.js";
import { Verdict } from "./analyse/panel.js";
import { Rulers } from "./board/rulers.js";
import { WhyPanel } from "./analyse/why.js";

const DOORS: [string, Key, Key][] = [
  ["mines/", "home.play", "home.playMore"], ["mines/daily/", "train.daily", "home.dayMore"], ["mines/leaks/", "record.leaks", "home.leaksMore"], ["mines/review/", "home.review", "home.reviewMore"],
  ["mines/train/", "nav.train", "home.trainMore"], ["prove/", "home.prove", "home.proveMore"], ["krieg/play/", "home.krieg", "home.kriegMore"], ["krieg/", "home.lab", "home.labMore"], ["problems/", "home.daily", "home.dailyMore"],
  ["diag/", "foot.diag", "home.diagMore"], ["docs/", "home.docs", "home.docsMore"],
];

export function Home({ m }: { m: Model }) {
  useStore(m);
  useEffect(() => {
    m.setMode("analyse");
    m.cursor = 2;
  }, []);
  const game = begun()[0];
  return (
    <>
      <Header here="" />
      <main id="main" class="home">
        <div class="hero analyse" style={{ "--w": m.position.width, "--h": m.position.height }}>
          <div class="hero-l">
            <div class="field"><Bar m={m} /><div class="port"><Rulers m={m} /><Board m={m} /></div></div>
            <div class="strip"><span class="note">{t("home.board", { n: 4, m: 4, mines: 4, layouts: 660 })}</span></div>
          </div>
          <aside class="panel hp" aria-label={t("panel.analysis")}>
            <section class="pitch"><h1>{t("home.title")}</h1><a class="btn pri" href={href("mines/")}>{t("home.play")}</a></section>
            <Verdict m={m} />
            <Moves m={m} />
            <WhyPanel m={m} />
          </aside>
        </div>
        <ul class="doors">
          {game && <li class="card go-on"><a href={href("mines/")}><b>{t("home.continue")}</b><span>{t("home.continueMore", { level: levelName(levelOf(game)), time: shown(game.ms) })}</span></a></li>}
          {DOORS.map(([path, name, what]) => <li key={path} class="card"><a href={href(path)}><b>{t(name)}</b><span>{t(what)}</span></a></li>)}
        </ul>
        <p class="note">{t("home.note")}</p>
      </main>
    </>
  );
}
