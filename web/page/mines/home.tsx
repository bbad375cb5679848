// SPDX-License-Identifier: BSD-3-Clause

// The first page: one live board, and where to go.

import { useEffect } from "preact/hooks";
import { Bar } from "./bar.js";
import { Board } from "./board.js";
import { Header } from "../shared/frame.js";
import { href } from "../shared/root.js";
import { useStore } from "../shared/store.js";
import type { Model } from "./model.js";
import { Verdict } from "./panel.js";
import { WhyPanel } from "./why.js";

export function Home({ m }: { m: Model }) {
  useStore(m);
  useEffect(() => m.setMode("analyse"), []);
  return (
    <>
      <Header here="" />
      <main id="main" class="home">
        <h1>Act optimally when you cannot see everything</h1>
        <p>Twelve cells of this board have exactly the same risk, 25%. Only two of them are the best move. Point at a cell to see where it leads; click it to ask why.</p>
        <div class="hero">
          <Bar m={m} />
          <div><Board m={m} /></div>
          <div class="review-side"><Verdict m={m} /><WhyPanel m={m} /></div>
        </div>
        <ul class="doors">
          <li><a href={href("mines/")}>Play and analyse Minesweeper</a><br />The exact risk of every cell, and the winning chance of every move.</li>
          <li><a href={href("mines/review/")}>Review a game</a><br />What was a mistake and what was luck; they add up exactly.</li>
          <li><a href={href("krieg/")}>Kriegspiel lab</a><br />What the opponent may have, what a try would teach, and proofs of forced mates that you can walk.</li>
          <li><a href={href("problems/")}>Problem of the day</a><br />A mate that can be forced against men you cannot see: find it.</li>
          <li><a href={href("mines/train/")}>Train</a><br />Positions where the safest move is not the best.</li>
          <li><a href={href("experiments/")}>Experiments</a><br />Runs that compare policies, while they run and afterwards.</li>
        </ul>
        <p class="quiet">Every number says whether it is exact ●, bounded ◐ or estimated ○. Everything is computed in your browser; nothing leaves it.</p>
      </main>
    </>
  );
}
