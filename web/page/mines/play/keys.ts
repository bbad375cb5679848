// SPDX-License-Identifier: BSD-3-Clause

import { type Key, t } from "../../words/words.js";
import { goTo } from "../board/cursor.js";
import type { Keeper } from "../keep/keeper.js";
import type { Model } from "../model/model.js";

// KEYS is the list that "?" shows: a key, or what it is called, and what it does.
export const KEYS: [string, Key][] = [
  [t("keyname.arrows"), "key.move"], ["Enter", "key.open"], [t("keyname.space"), "key.flag"], [t("keyname.digits"), "key.set"],
  ["w", "key.why"], ["b", "key.best"], [t("keyname.shift"), "key.playBest"], [t("keyname.new"), "key.new"], ["r", "key.again"],
  ["o", "key.overlay"], ["l", "key.engine"], ["z", "key.hide"], ["h", "key.hint"], [t("keyname.steps"), "key.steps"], [t("keyname.ends"), "key.ends"],
  [t("keyname.undo"), "key.undo"], [t("keyname.redo"), "key.redo"], ["p, a, e", "key.modes"], ["/", "key.prompt"], ["?", "key.list"],
];

// onKey handles a key anywhere on the page but in an input.
export function onKey(m: Model, k: Keeper, e: KeyboardEvent, open: Opens): void {
  const target = e.target as HTMLElement;
  if (e.defaultPrevented || target.closest("input, textarea, select, [role=menu]") || e.altKey || e.metaKey) return;
  const onBoard = target.closest("[role=grid]") !== null;
  const act = (e.ctrlKey ? withControl(e.key) : undefined) ?? (e.ctrlKey ? undefined : (onBoard ? boardKey(e) : undefined) ?? gameKey(k, e) ?? pageKey(e, open));
  if (!act) return;
  e.preventDefault();
  act(m);
}

type Act = (m: Model) => void;

// Opens is what keys open.
export interface Opens {
  help: () => void;
  prompt: () => void;
}

function gameKey(k: Keeper, e: KeyboardEvent): Act | undefined {
  if (e.key === "n" || e.key === "F2") return () => k.start();
  return e.key === "r" ? () => k.restart() : undefined;
}

function withControl(key: string): Act | undefined {
  return { z: (m: Model) => m.step(-1), y: (m: Model) => m.step(1) }[key];
}

// The board itself has the other keys.
function boardKey(e: KeyboardEvent): Act | undefined {
  if (e.key === "Enter") return (x) => x.playBest(); // with Shift
  if (e.key === "w") return (x) => x.whyNext(x.cursor);
  return /^[0-8.*]$/.test(e.key) ? (x) => x.set(x.cursor, e.key) : undefined;
}

function pageKey(e: KeyboardEvent, open: Opens): Act | undefined {
  switch (e.key) {
    case "b": return (x) => {
      const best = x.bestCell();
      if (best === null) x.say(t("said.noMove"));
      else goTo(x, best);
    };
    case "o": return (x) => x.cycleOverlay();
    case "l": return (x) => x.toggleEngine();
    case "z": return (x) => x.toggleHidden();
    case "h": return (x) => void x.climb();
    case "[":
    case "u": return (x) => x.step(-1);
    case "]": return (x) => x.step(1);
    case "{": return (x) => x.step(-Infinity);
    case "}": return (x) => x.step(Infinity);
    case "p": return (x) => x.setMode("play");
    case "a": return (x) => x.setMode("analyse");
    case "e": return (x) => x.setMode("edit");
    case "/": return open.prompt;
    case "?": return open.help;
  }
  return undefined;
}
