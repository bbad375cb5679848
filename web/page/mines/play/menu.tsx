// SPDX-License-Identifier: BSD-3-Clause

// The menu of levels.

import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "../../shared/icon.js";
import type { Keeper } from "../keep/keeper.js";
import { type Key, t } from "../../words/words.js";
import { leftName } from "./left.js";
import { LEVELS, type Level, levelName } from "../game/level.js";
import type { Model } from "../model/model.js";
import { type First, MAX_CELLS } from "../game/position.js";

const KEPT = 5; // games to resume that the menu lists

const FIRST: First[] = ["zero", "safe", "any"];

export function LevelMenu({ m, k }: { m: Model; k: Keeper }) {
  const [open, setOpen] = useState(false);
  const [custom, setCustom] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return;
    box.current?.querySelector<HTMLElement>("[role^=menuitem]")?.focus();
    const away = (e: Event) => !box.current?.contains(e.target as Node) && setOpen(false);
    const key = (e: KeyboardEvent) => e.key === "Escape" && (setOpen(false), box.current?.querySelector("button")?.focus());
    document.addEventListener("pointerdown", away);
    document.addEventListener("keydown", key);
    return () => {
      document.removeEventListener("pointerdown", away);
      document.removeEventListener("keydown", key);
    };
  }, [open]);
  const level = k.level;
  const p = m.position;
  const begin = (l: Level) => {
    setOpen(false);
    k.start({ width: l.width, height: l.height, mines: l.mines });
  };
  return (
    <div class="pick" ref={box}>
      <button type="button" class="btn level" aria-haspopup="menu" aria-expanded={open} onClick={() => setOpen(!open)}>
        <span>{levelName(level)}</span><small>{p.width} × {p.height}</small><Icon name="down" />
      </button>
      {open && (
        <div class="menu" role="menu" aria-label={t("level.name")} onKeyDown={arrows}>
          {LEVELS.map((l) => <Item key={l.name} role="menuitemradio" on={l.name === level.name} name={levelName(l)} small={t("level.size", { w: l.width, h: l.height, n: l.mines })} act={() => begin(l)} />)}
          <Item role="menuitemradio" on={level.name === "Custom"} name={t("level.customMore")} small="" act={() => setCustom(true)} />
          {custom && <Custom m={m} begin={begin} />}
          <hr />
          <Item role="menuitemcheckbox" on={m.table.noGuess} name={t("level.noGuess")} small={t("level.noGuessMore")} act={() => { k.start({ noGuess: !m.table.noGuess }); }} />
          {k.left.length > 0 && <><hr /><div class="note menu-note">{t("left.title")}</div></>}
          {k.left.slice(0, KEPT).map((g) => <Item key={g.id} role="menuitem" name={t("left.resume")} small={leftName(g)} act={() => { setOpen(false); k.resumeGame(g.id); }} />)}
          <hr />
          <div class="note menu-note">{t("level.first")}</div>
          {FIRST.map((f) => <Item key={f} role="menuitemradio" on={p.first === f} name={t(`first.${f}`)} small="" act={() => { k.start({ first: f }); }} />)}
        </div>
      )}
    </div>
  );
}

function arrows(e: KeyboardEvent): void {
  if (e.key !== "ArrowDown" && e.key !== "ArrowUp") return;
  const items = [...(e.currentTarget as HTMLElement).querySelectorAll<HTMLElement>("[role^=menuitem]")];
  const at = items.indexOf(document.activeElement as HTMLElement);
  items[(at + (e.key === "ArrowDown" ? 1 : items.length - 1)) % items.length]?.focus();
  e.preventDefault();
  e.stopPropagation();
}

function Item({ role, on, name, small, act }: { role: "menuitemradio" | "menuitemcheckbox" | "menuitem"; on?: boolean; name: string; small: string; act: () => void }) {
  return <button type="button" role={role} aria-checked={on} onClick={act}><span>{on && <Icon name="check" />}</span><span>{name}</span><small>{small}</small></button>;
}

function Custom({ m, begin }: { m: Model; begin: (l: Level) => void }) {
  const p = m.position;
  const [[w, h, n], set] = useState<[number, number, number]>([p.width, p.height, p.mines ?? 10]);
  const wrong = w < 1 || h < 1 || w * h > MAX_CELLS || n < 0 || n >= w * h || [w, h, n].some((x) => !Number.isInteger(x));
  const field = (name: Key, value: number, to: (v: number) => [number, number, number]) => (
    <label>{t(name)}<input type="number" min="1" value={value} onInput={(e) => set(to(Number(e.currentTarget.value)))} /></label>
  );
  return (
    <form class="custom" onSubmit={(e) => { e.preventDefault(); if (!wrong) begin({ name: "Custom", width: w, height: h, mines: n }); }}>
      {field("size.columns", w, (v) => [v, h, n])}{field("size.rows", h, (v) => [w, v, n])}{field("size.mines", n, (v) => [w, h, v])}
      <button class="btn pri" disabled={wrong}>{t("nav.play")}</button>
      {wrong && <p class="note" role="status">{t("level.wrong", { n: MAX_CELLS })}</p>}
    </form>
  );
}
