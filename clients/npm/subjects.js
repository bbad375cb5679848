// SPDX-License-Identifier: BSD-3-Clause

// The classes of the package, given how a worker is started.

import { subject } from "./client.js";

export function minesWith(start) {
  return class Mines extends subject("mines", start) {
    // solve is the analysis of a position, by the name that the command line has.
    solve(position, fields) { return this.analysis(position, fields); }
  };
}

// A side of Kriegspiel has a worker of its own: an engine remembers one side, and the referee knows the true board.
const seat = (method, { me }) => ({ think: `player ${me}`, game: "referee" })[method] ?? "";

export function kriegWith(start) {
  const Krieg = class Krieg extends subject("krieg", start, seat) {
    // proof returns the certificate of a mate, or of its absence, for check and print.
    proof(question, { plies, verdict, cases }) {
      const proved = cases.map(({ announced, boards, plan, refutation }) => ({ announced, boards, plan, refutation }));
      return { schema: "krieg.proof/1", question, plies, verdict, cases: proved };
    }
  };
  const Game = class Game {
    heard = [];
    #krieg;
    #question;

    // Game is one side of a game. Options are rules, level and seed, and those of Krieg.
    constructor(me, { rules = "wild16", level, seed, ...options } = {}) {
      this.#krieg = new Krieg(options);
      this.#question = { rules, me, level, seed };
    }

    // hear adds lines of the side's referee log, such as "W e2e4 yes tries 0".
    hear(...lines) { this.heard.push(...lines); }

    think(fields) {
      const { rules, ...question } = this.#question;
      return this.#krieg.think(rules, { ...question, heard: this.heard, ...fields });
    }

    // best returns the try that this side would choose, or undefined if it is not its turn.
    async best(fields) { return (await this.think(fields)).best; }

    close() { this.#krieg.close(); }
  };
  return { Krieg, Game };
}

export const diagWith = (start) => class Diag extends subject("diag", start) {};
export const pomdpWith = (start) => class Pomdp extends subject("pomdp", start) {};
