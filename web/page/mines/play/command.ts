// SPDX-License-Identifier: BSD-3-Clause

// The command line: everything the page does, in words, with an answer in words.

import { type Key, local, t } from "../../words/words.js";
import type { Keeper } from "../keep/keeper.js";
import { lookOf, sceneOf } from "../board/look.js";
import type { Model } from "../model/model.js";
import { type Mode, OVERLAYS, type Overlay } from "../model/view.js";
import { type First, MAX_CELLS, cellOf, hand, isNumber, nameOf } from "../game/position.js";
import { advice, names, percentage, verdict } from "../analyse/verdict.js";

export const HELP = [
  "open r1c3 · flag r1c3 · chord r2c2 · set r1c1 3 · undo · redo",
  "solve · best · moves · why r1c3 · why r1c3 r4c4 · hint · forced?",
  "row 2 · column 3 · cell r1c3 · numbers · text",
  "new 9x9/10 [safe|zero|any] [no-guess] · restart · play · analyse · edit · overlay all|risk|win|learn|off · deeper",
];

class Refusal extends Error {}

// run carries out a command and returns what there is to say.
export async function run(m: Model, line: string, k: Keeper): Promise<string[]> {
  const [verb = "", ...args] = line.trim().replace(/\?$/, "").split(/[\s,]+/);
  const command = COMMANDS[verb.toLowerCase()];
  if (!verb) return [];
  if (!command) return [t("command.none", { verb })];
  try {
    return await command(m, args, k);
  } catch (e) {
    if (e instanceof Refusal) return [e.message];
    throw e;
  }
}

type Command = (m: Model, args: string[], k: Keeper) => string[] | Promise<string[]>;

const COMMANDS: Record<string, Command> = {
  help: () => HELP,
  open: async (m, a) => {
    const cell = cellArg(m, a[0]);
    await m.act(cell);
    return [lookOf(sceneOf(m), cell).label, m.notice, m.status === "open" ? "" : verdict(m)].filter(Boolean);
  },
  chord: async (m, a, k) => COMMANDS.open!(m, a, k),
  flag: (m, a) => {
    const cell = cellArg(m, a[0]);
    m.toggleFlag(cell);
    return [lookOf(sceneOf(m), cell).label];
  },
  set: (m, a) => {
    const cell = cellArg(m, a[0]);
    if (!/^[0-8.F*]$/.test(a[1] ?? "")) throw new Refusal(t("command.shows"));
    m.set(cell, a[1]!);
    return [lookOf(sceneOf(m), cell).label, m.notice].filter(Boolean);
  },
  undo: (m) => stepped(m, -1),
  redo: (m) => stepped(m, 1),
  solve: async (m) => {
    if (m.mode === "play") m.setMode("analyse");
    await settled(m);
    return [verdict(m), ...bestLines(m)];
  },
  best: async (m) => {
    await settled(m);
    return bestLines(m);
  },
  moves: async (m) => {
    await settled(m);
    return (m.answer?.groups ?? []).slice(0, 40).map((cells) => describe(m, cells));
  },
  why: async (m, a) => {
    if (a.length === 0) throw new Refusal(t("command.why"));
    m.askWhy(a.slice(0, 2).map((x) => cellArg(m, x)));
    await until(m, () => !m.why || m.why.doc !== null || m.why.problem !== "");
    const doc = m.why?.doc;
    if (!doc) return [m.why?.problem || m.notice];
    const lines = doc.cells.flatMap((s) => s.sentences ? [t(s.certain === "mine" ? "why.mine" : "why.safe", { cell: s.cell }), ...s.sentences.map((x) => x.text)] : describeCell(m, s.cell));
    return [...lines, doc.contrast ?? "", doc.after ?? ""].filter(Boolean);
  },
  hint: async (m) => {
    await m.climb();
    return m.hint.map((s) => s.text);
  },
  forced: async (m) => {
    m.questions.rung = -1;
    await m.climb();
    return m.hint.map((s) => s.text);
  },
  row: (m, a) => line(m, a[0], m.position.height, (n, i) => n * m.position.width + i, m.position.width),
  column: (m, a) => line(m, a[0], m.position.width, (n, i) => i * m.position.width + n, m.position.height),
  cell: (m, a) => [lookOf(sceneOf(m), cellArg(m, a[0])).label],
  numbers: (m) => {
    const list = m.position.cells.flatMap((x, i) => (isNumber(x) && x !== "0" ? [`${nameOf(m.position, i)} ${x}`] : []));
    return [list.join(", ") || t("command.noNumber")];
  },
  text: (m) => hand(m.position).trim().split("\n"),
  new: (_, a, k) => {
    const size = /^(\d{1,3})x(\d{1,3})[/x](\d{1,4})$/.exec(a[0] ?? "");
    if (!size) throw new Refusal(t("command.size"));
    const [w, h, n] = size.slice(1).map(Number) as [number, number, number];
    if (w * h > MAX_CELLS || w * h === 0) throw new Refusal(t("said.size", { n: MAX_CELLS }));
    if (n >= w * h) throw new Refusal(t("command.tooMany"));
    k.start({ width: w, height: h, mines: n, first: (["any", "safe", "zero"].includes(a[1] ?? "") ? a[1] : "zero") as First, noGuess: a.includes("no-guess") });
    return [t("command.new", { w, h, n })];
  },
  restart: (_, __, k) => {
    k.restart();
    return [t("command.again")];
  },
  overlay: (m, a) => {
    if (!OVERLAYS.includes(a[0] as Overlay)) throw new Refusal(t("command.which"));
    m.setOverlay(a[0] as Overlay);
    return [a[0] === "off" ? t("command.nothing") : t("command.shown", { what: t(`overlay.${a[0]}` as Key) })];
  },
  deeper: async (m, _, k) => {
    m.goDeeper();
    return COMMANDS.solve!(m, [], k);
  },
  play: (m) => mode(m, "play"),
  analyse: (m) => mode(m, "analyse"),
  analyze: (m) => mode(m, "analyse"),
  edit: (m) => mode(m, "edit"),
};

function mode(m: Model, to: Mode): string[] {
  m.setMode(to);
  return [t("command.mode", { mode: to })];
}

function stepped(m: Model, by: number): string[] {
  const at = m.at;
  m.step(by);
  return [m.at === at ? t(by < 0 ? "command.noUndo" : "command.noRedo") : t("command.at", { n: m.at, of: m.history.length - 1 })];
}

function cellArg(m: Model, name = ""): number {
  const cell = cellOf(m.position, name);
  if (cell === null) throw new Refusal(name ? t("command.noCell", { name, h: m.position.height, w: m.position.width }) : t("command.cell"));
  return cell;
}

function line(m: Model, which: string | undefined, most: number, at: (n: number, i: number) => number, length: number): string[] {
  const n = Number(which);
  if (!(n >= 1 && n <= most)) throw new Refusal(t("command.line", { n: most }));
  const scene = sceneOf(m);
  return Array.from({ length }, (_, i) => lookOf(scene, at(n - 1, i)).label);
}

function bestLines(m: Model): string[] {
  return [m.answer ? advice(m) : verdict(m) || t("command.off")].filter(Boolean);
}

// describe says what is known of moves that are alike.
function describe(m: Model, cells: number[]): string {
  const x = m.info(cells[0]!);
  if (!x) return "";
  const win = x.worth.kind === "none" ? t("command.notComputed") : t("command.win", { p: percentage(x.worth), kind: t(`kind.${x.worth.kind}`) });
  const risk = x.certain === "safe" ? t("command.safe") : x.certain === "mine" ? t("review.aMine") : t("command.risk", { p: local(x.riskText) });
  return `${names(m, cells, "and")}: ${win}, ${risk}`;
}

function describeCell(m: Model, name: string): string[] {
  const cell = cellOf(m.position, name);
  return cell === null ? [] : [describe(m, [cell])];
}

// settled waits for the last word of the engine.
async function settled(m: Model): Promise<void> {
  if (!m.engineOn[m.mode]) m.toggleEngine();
  await until(m, () => m.problem !== null || m.status !== "open" || (!m.stale && m.answer !== null && m.answer.state !== "running"));
}

function until(m: Model, done: () => boolean): Promise<void> {
  if (done()) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = m.watch(() => {
      if (!done()) return;
      stop();
      resolve();
    });
  });
}
