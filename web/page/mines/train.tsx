// SPDX-License-Identifier: BSD-3-Clause

// Training: positions in which the safest move is not the best one.

import { useEffect, useState } from "preact/hooks";
import { Icon } from "../shared/icon.js";
import { Board } from "./board.js";
import type { Digest } from "./digest.js";
import type { BoardDoc } from "../shared/documents.js";
import { Header } from "../shared/frame.js";
import { store, stored } from "../shared/keep.js";
import { useStore } from "../shared/store.js";
import { local, t } from "../words/words.js";
import { type Moment, open } from "./game.js";
import { layoutOf, randomSeed } from "./reading.js";
import { type Position, blank, titleOf } from "./position.js";
import { Quiz, solve } from "./quiz.js";
import { WhyPanel } from "./why.js";

const BOARDS: [number, number, number][] = [[5, 4, 5], [5, 5, 6], [6, 5, 8]];
const WORTH = 0.005; // the best must beat every safest move by half a point
const STEPS = 12;
const QUICK = { nodes: 100_000, max_layouts: 400, games: 0 }; // a position that takes more is passed over

// teaches: a guess is forced, and every safest move is worse than the best.
export function teaches(a: Digest): boolean {
  if (a.value.kind !== "exact" || !a.forced || a.solved) return false;
  const lowest = Math.min(...a.moves.map((x) => x.risk ?? 1));
  const safest = a.moves.filter((x) => x.risk === lowest);
  return safest.every((x) => x.win.kind === "exact" && x.win.lo < a.value.lo - WORTH);
}

// find plays games as well as can be until such a position comes up.
async function find(m: Quiz, alive: () => boolean): Promise<Position | null> {
  for (let i = 0; alive(); i++) {
    const [w, h, n] = BOARDS[i % BOARDS.length]!;
    const doc = await m.engine.last<BoardDoc>({ ask: "mines.board", size: `${w}x${h}/${n}`, seed: randomSeed(), click: "r1c1" });
    const game = { layout: layoutOf(doc.text) };
    let now: Moment = open(game, { position: blank(w, h, n, "safe"), moves: [], boom: null }, 0);
    for (let step = 0; step < STEPS && now.boom === null && alive(); step++) {
      const a = await solve(m, now.position, QUICK);
      if (teaches(a)) return now.position;
      const next = a.best[0];
      if (next === undefined || a.solved) break;
      now = open(game, now, next);
    }
  }
  return null;
}

export function Train({ m }: { m: Quiz }) {
  useStore(m);
  const [round, setRound] = useState(0);
  const [ready, setReady] = useState(false);
  const [score, setScore] = useState<[number, number]>(() => JSON.parse(stored("train") ?? "[0,0]") as [number, number]);
  useEffect(() => {
    let alive = true;
    setReady(false);
    void find(m, () => alive).then((p) => {
      if (!p || !alive) return;
      m.pose(p);
      setReady(true);
    });
    return () => { alive = false; };
  }, [round]);
  useEffect(() => {
    if (!ready || m.asking || !m.grade) return;
    const next: [number, number] = [score[0] + (m.grade === "right" ? 1 : 0), score[1] + 1];
    setScore(next);
    store("train", JSON.stringify(next));
  }, [m.asking]);
  return (
    <>
      <Header here="mines/train/" />
      <main id="main" class="train">
        <header class="ph">
          <div><h1>{t("train.title")}</h1><p>{t("train.task")}</p></div>
          <p class="score">{t("train.solved", { n: score[0], of: score[1] })}</p>
        </header>
        <section class="card rb" aria-label={t("train.position")} style={{ "--w": m.position.width, "--h": m.position.height }}>
          {!ready ? <div class="looking" role="status"><p class="say">{t("train.looking")}</p><div class="work"><i /></div></div> : (
            <>
              <div>
                <div class="port"><Board m={m} /></div>
                <p class="note">{t("level.size", { w: m.position.width, h: m.position.height, n: m.position.mines ?? "?" })}</p>
              </div>
              <div class="rside">
                <p role="status" class={"say " + m.grade}>{m.grade === "right" && <Icon name="check" />}{m.grade === "wrong" && <Icon name="cross" />} {m.grade === "thinking" ? t("retry.thinking") : m.said || t("train.how")}</p>
                <div class="acts">
                  {m.asking && <button type="button" class="btn" onClick={() => void m.show()}>{t("retry.show")}</button>}
                  <button type="button" class={"btn" + (m.asking ? "" : " pri")} onClick={() => setRound(round + 1)}>{t(m.asking ? "retry.skip" : "train.next")}</button>
                </div>
                {!m.asking && m.answer && <Both m={m} />}
                <WhyPanel m={m} />
              </div>
            </>
          )}
        </section>
        <p class="note">{t("train.note")}</p>
      </main>
    </>
  );
}

function Both({ m }: { m: Quiz }) {
  const a = m.answer!;
  const lowest = a.moves.slice().sort((x, y) => (x.risk ?? 1) - (y.risk ?? 1))[0];
  const best = a.moves.find((x) => x.cell === a.best[0]);
  if (!lowest || !best) return null;
  return (
    <dl class="kv both">
      <div><dt>{t("train.safest", { cell: titleOf(m.position, lowest.cell) })}</dt><dd>{t("train.worth", { p: local(lowest.riskText), w: local(lowest.win.text) })}</dd></div>
      <div><dt>{t("train.best", { cell: titleOf(m.position, best.cell) })}</dt><dd>{t("train.worth", { p: local(best.riskText), w: local(best.win.text) })}</dd></div>
    </dl>
  );
}
