// SPDX-License-Identifier: BSD-3-Clause

// The first page: one live board, and where to go.

import { useEffect } from "preact/hooks";
import { Header } from "../shared/frame.js";
import { href } from "../shared/root.js";
import { useStore } from "../shared/store.js";
import { Bar } from "./bar.js";
import { Board } from "./board.js";
import { shown } from "./clock.js";
import { kept } from "./keeper.js";
import { levelOf } from "./level.js";
import type { Model } from "./model.js";
import { Moves } from "./moves.js";
import { Verdict } from "./panel.js";
import { WhyPanel } from "./why.js";

const DOORS: [string, string, string][] = [
  ["mines/", "Play Minesweeper", "Three levels, no-guess boards, and the exact chance of every move when you ask."],
  ["mines/review/", "Review a game", "What was a mistake and what was luck. They add up exactly."],
  ["mines/train/", "Train", "Positions where the safest move is not the best."],
  ["problems/", "Problem of the day", "Force mate against men you cannot see."],
  ["krieg/", "Kriegspiel lab", "What the opponent may have, and what a try would teach."],
  ["experiments/", "Experiments", "Policies compared, while they run and afterwards."],
];

export function Home({ m }: { m: Model }) {
  useStore(m);
  useEffect(() => {
    m.setMode("analyse");
    m.cursor = 2;
  }, []);
  const game = kept();
  return (
    <>
      <Header here="" />
      <main id="main" class="home">
        <div class="hero analyse" style={{ "--w": m.position.width, "--h": m.position.height }}>
          <div class="hero-l">
            <div class="field"><Bar m={m} /><div class="port"><Board m={m} /></div></div>
            <div class="strip"><span class="note">4 × 4 · 4 mines · 660 layouts fit</span></div>
          </div>
          <aside class="panel hp" aria-label="Analysis">
            <section class="pitch"><h1>Act optimally when you cannot see everything</h1></section>
            <Verdict m={m} />
            <Moves m={m} />
            <WhyPanel m={m} />
          </aside>
        </div>
        <ul class="doors">
          {game && <li class="card go-on"><a href={href("mines/")}><b>Continue your game</b><span>{levelOf(game.list[0]!.position).name}, {shown(game.elapsed)} so far.</span></a></li>}
          {DOORS.map(([path, name, what]) => <li key={path} class="card"><a href={href(path)}><b>{name}</b><span>{what}</span></a></li>)}
        </ul>
        <p class="note">Every number says whether it is exact, bounded or estimated. Everything is computed in your browser, and nothing leaves it. In a game against others, ask for help only where the rules allow it.</p>
      </main>
    </>
  );
}
