// SPDX-License-Identifier: BSD-3-Clause

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Doc } from "../../shared/engine.js";
import type { KriegGame, KriegSeat, KriegThought, KriegTruth } from "../../shared/schemas.js";
import { START } from "../chess.js";
import { hear, latest, readTry } from "./heard.js";
import { agrees, lead, losses, moment, placed, verdicts } from "./past.js";
import { Table, restored } from "./table.js";

const texts = (lines: string[], me: "white" | "black" = "white") => hear(lines, me).map((s) => s.text);

test("what the referee says becomes sentences, with the names of the player's own men", () => {
  for (const [lines, want] of [
    [["W g1f3 yes"], "You played Nf3."],
    [["W e2d3 no"], "exd3 is refused."],
    [["W e2e4 yes", "B moved check long"], "Black moved. Check on the long diagonal."],
    [["W e2e4 yes", "B no"], "A try of Black was refused."],
    [["W e2e4 yes", "B takes e4 check file knight"], "Black captured your pawn on e4. Check on the file and by a knight."],
    [["W e2e4 yes", "B takes e4 pawn by piece tries 2"], "Black captured your pawn on e4. A piece captured. Captures by your pawns: 2."],
    [["W e2e4 yes tries 1"], "You played e4. Captures by pawns of Black: 1."],
    [["W e2e4 yes tries no"], "You played e4."],
    [["W e2e4 yes", "B moved tries none"], "Black moved. No pawn of yours can capture."],
    [["W e2e4 yes", "B moved tries e4,g4"], "Black moved. Your pawns that can capture: e4, g4."],
    [["W e2e4 yes", "B moved", "W e4d5 yes takes d5 pawn mate"], "You played exd5. You captured a pawn on d5. Checkmate."],
    [["W any? yes"], "You asked whether a pawn can capture: yes."],
    [["W e2e4 yes", "B any? no"], "Black asked whether a pawn can capture: no."],
    [["W g2g4 yes", "B takes g3 ep"], "Black captured your pawn on g4. It was en passant."],
    [["W e1g1 yes", "B takes f1"], "Black captured your rook on f1."],
  ] as const) assert.equal(texts([...lines]).at(-1), want);
  assert.equal(texts(["W moved", "B d7d5 yes", "W takes d5"], "black").at(-1), "White captured your pawn on d5.");
});

test("what was heard last begins with the player's own move", () => {
  const said = hear(["W e2e4 yes", "B no", "B moved", "W e4d5 no", "W e4f5 no"], "white");
  assert.deepEqual(latest(said).map((s) => s.text), ["A try of Black was refused.", "Black moved.", "exd5 is refused.", "exf5 is refused."]);
});

test("tries are typed as players write them, in English or German", () => {
  const tries = ["e2e4 e4", "e4d5 exd5", "g1f3 Nf3", "b1d2 Nbd2", "f3d2 Nfd2", "e1g1 O-O", "b2b3 b3", "f1b3 Bb3", "a7a8q a8=Q", "a7a8r a8=R", "a7a8b a8=B", "a7a8n a8=N"].map((x) => ({ try: x.split(" ")[0]!, name: x.split(" ")[1]! }));
  for (const [typed, want] of [
    ["e4", "e2e4"], ["e2e4", "e2e4"], ["E2-E4", "e2e4"], ["exd5", "e4d5"], ["ed5", "e4d5"], ["Nf3+", "g1f3"], ["Sf3", "g1f3"], ["Nbd2", "b1d2"], ["0-0", "e1g1"], ["b3", "b2b3"], ["Bb3", "f1b3"], ["Lb3", "f1b3"],
    ["a8=N", "a7a8n"], ["a8N", "a7a8n"], ["a8", "a7a8q a7a8r a7a8b a7a8n"], ["a7a8", "a7a8q a7a8r a7a8b a7a8n"], ["a7a8r", "a7a8r"], ["Nd2", ""], ["h4", ""], ["", ""], ["!", ""],
  ] as const) assert.equal(readTry(typed, tries).join(" "), want, typed);
});

// A referee and a player as a test needs them: they answer what they are told to, and remember what they were asked.
class Fake {
  asked: Record<string, unknown>[] = [];
  constructor(private readonly answer: (q: Record<string, unknown>) => object) {}
  async last<T extends Doc>(q: object): Promise<T> {
    this.asked.push(JSON.parse(JSON.stringify(q)) as Record<string, unknown>);
    return this.answer(q as Record<string, unknown>) as unknown as T;
  }
}

const seat = (more: Partial<KriegSeat>): KriegSeat => ({ own: "8/8/8/8/8/8/8/4K3", hidden: 16, ...more });

// fakes plays a game of White against Black in which everything is made but e2e5.
function fakes(white: Partial<KriegSeat> = {}) {
  const referee = new Fake((q) => {
    const tries = q.tries as string[];
    const mine = tries.filter((x) => x !== "e2e5").length;
    const doc: KriegGame = {
      schema: "krieg.game/1", rules: "berkeley", to_move: mine % 2 ? "black" : "white",
      white: seat({ heard: tries.map((x, i) => (i % 2 ? "B moved" : `W ${x} yes`)), tries: [{ try: "e2e4", name: "e4" }, { try: "e2e5", name: "e5" }, { try: "a7a8q", name: "a8=Q" }, { try: "a7a8n", name: "a8=N" }], ...white }),
      black: seat({ own: "4k3/8/8/8/8/8/8/8", heard: tries.map(() => "W moved") }),
    };
    if (tries.includes("a7a8n")) Object.assign(doc, { over: "mate", winner: "white" });
    return doc;
  });
  const player = new Fake(() => ({ schema: "krieg.thought/1", best: "e7e6" }));
  const coach = new Fake((q) => ({ schema: "krieg.thought/1", me: q.me, best: "e2e4" }));
  return { referee, player, coach, table: new Table(referee, player, () => coach) };
}

const settled = async () => { for (let i = 0; i < 20; i++) await Promise.resolve(); };

test("the player is sent what its side heard, and nothing of the true board", async () => {
  const { referee, player, coach, table } = fakes();
  table.begin({ rules: "berkeley", me: "white", level: 5, seed: 7, coach: false });
  await settled();
  table.attempt(["e2e4"], "e4");
  await settled();
  assert.deepEqual(player.asked, [{ ask: "krieg.think", rules: "berkeley", me: "black", level: 5, seed: 7, heard: ["W moved"] }]);
  assert.equal(coach.asked.length, 0, "nobody asked the coach");
  assert.deepEqual(referee.asked.at(-1)!.tries, ["e2e4", "e7e6"]);
  assert.equal(table.mine, true);
  table.setCoach(true);
  await settled();
  assert.deepEqual(coach.asked[0]!.heard, ["W e2e4 yes", "B moved"]);
  assert.equal(table.game!.helped, true);
});

test("of several promotions the visitor chooses one; mate ends the game", async () => {
  const { table } = fakes();
  table.begin({ rules: "berkeley", me: "white", level: 1, seed: 7, coach: false });
  await settled();
  table.drag(8, 0); // a7 a8
  assert.deepEqual(table.promoting, ["a7a8q", "a7a8n"]);
  table.attempt(["a7a8n"], "a8=N");
  await settled();
  assert.deepEqual(table.ending, { how: "mate", winner: "white" });
  assert.equal(table.mine, false);
});

test("what cannot be tried is said, and costs nothing", async () => {
  const { referee, table } = fakes();
  table.begin({ rules: "berkeley", me: "white", level: 1, seed: 7, coach: false });
  await settled();
  const before = referee.asked.length;
  table.attempt([], "e9");
  assert.equal(table.note, "e9");
  assert.equal(referee.asked.length, before);
});

test("who resigns has lost, and the game stays resigned", async () => {
  const { table } = fakes();
  table.begin({ rules: "berkeley", me: "white", level: 1, seed: 7, coach: false });
  await settled();
  table.resign();
  await settled();
  assert.deepEqual(table.ending, { how: "resigned", winner: "black" });
  table.attempt(["e2e4"], "e4");
  assert.deepEqual(table.game!.tries, []);
});

test("what goes wrong in a game that was left is not said of the next", async () => {
  const { player, table } = fakes();
  let fail = (_: unknown): void => {};
  player.last = () => new Promise((_, reject) => { fail = reject; });
  table.begin({ rules: "berkeley", me: "black", level: 1, seed: 7, coach: false });
  await settled();
  table.begin({ rules: "berkeley", me: "white", level: 1, seed: 8, coach: false });
  await settled();
  fail({ title: "too late" });
  await settled();
  assert.equal(table.problem, null);
  assert.equal(table.mine, true);
});

test("phantoms are the visitor's own: no worker hears of them, and they stand on no man", async () => {
  const { referee, player, table } = fakes();
  table.begin({ rules: "berkeley", me: "white", level: 1, seed: 7, coach: false });
  await settled();
  table.haunt(12, "q");
  table.haunt(12, "n");
  table.haunt(60, "q"); // the own king is there
  assert.deepEqual(table.game!.phantoms, [[12, "n"]]);
  table.attempt(["e2e4"], "e4");
  await settled();
  assert.equal(JSON.stringify([referee.asked, player.asked]).includes("phantom"), false);
  table.haunt(12, "n");
  assert.deepEqual(table.game!.phantoms, []);
});

test("a game that was kept is read with care", () => {
  const good = { rules: "wild16", me: "black", level: 3, seed: 5, coach: true, tries: ["e2e4", "any?", "a7a8q"], phantoms: [[3, "q"]], helped: true, resigned: false, agreed: false, taken: 0 };
  assert.deepEqual(restored(JSON.stringify(good)), good);
  for (const bad of [null, "", "{", "[]", "3", ...[{ rules: "x" }, { me: "red" }, { level: 9 }, { seed: -1 }, { tries: ["e2"] }, { tries: "e2e4" }, { phantoms: [[64, "q"]] }, { phantoms: [[3, "z"]] }].map((x) => JSON.stringify({ ...good, ...x }))]) assert.equal(restored(bad), null, String(bad));
});

// A game of four moves: White loses a knight for nothing, then mates.
const moves: KriegTruth[] = [
  ["white", "g1f3", "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b"], ["black", "e7e5", "rnbqkbnr/pppp1ppp/8/4p3/8/5N2/PPPPPPPP/RNBQKB1R w"],
  ["white", "f3d4", "rnbqkbnr/pppp1ppp/8/4p3/3N4/8/PPPPPPPP/RNBQKB1R b"], ["black", "e5d4", "rnbqkbnr/pppp1ppp/8/8/3p4/8/PPPPPPPP/RNBQKB1R w"],
  ["white", "a2a3", "rnbqkbnr/pppp1ppp/8/8/3p4/P7/1PPPPPPP/RNBQKB1R b"], ["black", "a7a6", "rnbqkbnr/1ppp1ppp/p7/8/3p4/P7/1PPPPPPP/RNBQKB1R w"],
  ["white", "h2h3", "rnbqkbnr/1ppp1ppp/p7/8/3p4/P6P/1PPPPPP1/RNBQKB1R b"],
].map(([by, move, board], i) => ({ by: by as "white", try: move!, name: move!, heard: "yes", knew: i, board: board! }));

test("the review finds the move that lost a man, and tells a mistake from bad luck", () => {
  assert.equal(lead(START, "white"), 0);
  assert.equal(lead(moves[3]!.board, "white"), -3);
  const thought = (value: number): KriegThought => ({ schema: "krieg.thought/1", rules: "berkeley", me: "white", tries: [{ try: "d2d4", value: 1, legal: 1 }, { try: "f3d4", value, legal: 1 }] });
  const list = losses(moves, { how: "mate", winner: "white" }, new Map([[2, thought(-0.5)]]));
  assert.deepEqual(list.filter((l) => l.side === "white"), [{ at: 2, side: "white", pawns: 3, cost: 1.5, better: "d2d4" }]);
  assert.deepEqual(list.filter((l) => l.side === "black").map((l) => [l.at, l.pawns]), [[5, Infinity]]);
  assert.equal(losses(moves, null, new Map())[0]!.cost, null);
});

test("a belief is compared with the board of its moment", () => {
  const belief = { schema: "krieg.belief/2" as const, positions: 1, kind: "exact" as const, own: "8", heat: { k: { e8: 1 }, q: { d8: 1 } } };
  const t: KriegThought = { schema: "krieg.thought/1", rules: "berkeley", me: "white", belief };
  assert.equal(moment(moves, new Map([[2, t]]), "white", 1), null);
  const then = moment(moves, new Map([[2, t]]), "white", 3)!;
  assert.equal(then.board, moves[1]!.board);
  assert.equal(placed(then), 2 / 16);
});

test("luck is told from mistakes by what could be known", () => {
  const truth = (by: string, move: string, value: number): KriegTruth => ({ by, try: move, name: move, heard: "yes", knew: 0, board: START, value }) as KriegTruth;
  const moves = [truth("white", "e2e4", 2), truth("black", "e7e5", 0), truth("white", "d1h5", -40)];
  const thought = (tries: [string, number][]): KriegThought => ({ schema: "krieg.thought/1", rules: "berkeley", me: "white", tries: tries.map(([x, value]) => ({ try: x, value, legal: 1 })) });
  const thoughts = new Map([[0, thought([["d2d4", 1.5], ["e2e4", 0.5]])], [2, thought([["d1h5", 1]])]]);
  assert.deepEqual(verdicts(moves, thoughts, "white"), [{ at: 0, mistake: 1, luck: 1.5, better: "d2d4" }, { at: 2, mistake: 0, luck: -9, better: "d1h5" }]);
  assert.deepEqual(verdicts(moves, thoughts, "black"), []);
});

test("veil takes a draw when it thinks that it is worse", () => {
  const thought = (own: string, heat: Record<string, Record<string, number>>) => ({ schema: "krieg.thought/1", rules: "berkeley", me: "white", belief: { own, heat } }) as unknown as KriegThought;
  const behind = thought("4k3/8/8/8/8/8/8/4K2R w - - 0 1", { q: { d8: 0.9, d7: 0.1 }, k: { e8: 1 } });
  assert.equal(agrees(behind, 30), true);
  assert.equal(agrees(behind, 10), false, "not at once");
  assert.equal(agrees(thought("8/8/8/8/8/8/8/4K2R w - - 0 1", { k: { e8: 1 } }), 200), false, "not when it is winning");
  assert.equal(agrees(thought("8/8/8/8/8/8/8/4K3 w - - 0 1", { k: { e8: 1 } }), 100), true);
  assert.equal(agrees({ schema: "krieg.thought/1", rules: "berkeley", me: "white" }, 100), false, "it has no idea");
});
