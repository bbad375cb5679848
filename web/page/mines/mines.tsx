// SPDX-License-Identifier: BSD-3-Clause

// The page of Minesweeper: Play, Analyse and Edit on one board.

import { useEffect, useRef, useState } from "preact/hooks";
import { Bar } from "./bar.js";
import { Board } from "./board.js";
import { run } from "./command.js";
import { Dialog, Header } from "../shared/frame.js";
import { href } from "../shared/root.js";
import { store } from "../shared/keep.js";
import { useStore } from "../shared/store.js";
import { KEYS, onKey } from "./keys.js";
import { type Mode, type Model, type Overlay, OVERLAYS } from "./model.js";
import { readFile } from "./files.js";
import { Moves } from "./moves.js";
import { Hints, Verdict } from "./panel.js";
import { png, save, svg } from "./picture.js";
import { type First, fragment, hand } from "./position.js";
import { WhyPanel } from "./why.js";

const MODES: [Mode, string][] = [["play", "Play"], ["analyse", "Analyse"], ["edit", "Edit"]];
const SIZES = ["4x4/4", "9x9/10", "16x16/40", "30x16/99"];

export function Mines({ m }: { m: Model }) {
  useStore(m);
  const [dialog, setDialog] = useState<"" | "keys" | "share">("");
  const [sheet, setSheet] = useState("verdict");
  useEffect(() => {
    const key = (e: KeyboardEvent) => !dialog && onKey(m, e, () => setDialog("keys"));
    document.addEventListener("keydown", key);
    return () => document.removeEventListener("keydown", key);
  }, [dialog]);
  useDrops(m);
  return (
    <>
      <Header here="mines/" help={() => setDialog("keys")} />
      <main id="main" class="mines" data-sheet={sheet}>
        <h1 class="away">Minesweeper</h1>
        <Bar m={m} />
        <div class="left">
          <Above m={m} />
          <div class="board-scroll"><Board m={m} /></div>
          <Below m={m} />
          <CommandLine m={m} />
        </div>
        <div class="right">
          <div class="bar-of-modes">
            <div role="group" aria-label="Mode" class="segments">
              {MODES.map(([mode, name]) => <button key={mode} type="button" aria-pressed={m.mode === mode} onClick={() => m.setMode(mode)}>{name}</button>)}
            </div>
            <button type="button" onClick={() => m.step(-1)} disabled={m.at === 0} aria-label="undo">↶</button>
            <button type="button" onClick={() => m.step(1)} disabled={m.at === m.history.length - 1} aria-label="redo">↷</button>
            <button type="button" onClick={() => setDialog("share")}>Share</button>
          </div>
          <div class="sheet-tabs" role="group" aria-label="Panel">
            {["verdict", "moves", "why"].map((t) => <button key={t} type="button" aria-pressed={sheet === t} onClick={() => setSheet(t)}>{t}</button>)}
          </div>
          <div class="tab verdict-tab"><Verdict m={m} /><Finished m={m} /><Hints m={m} /></div>
          {m.mode === "edit" && <Editor m={m} />}
          <div class="tab moves-tab"><Moves m={m} /></div>
          <div class="tab why-tab"><WhyPanel m={m} /></div>
        </div>
      </main>
      <Dialog open={dialog === "keys"} title="Keys" close={() => setDialog("")}><KeyList /></Dialog>
      <Dialog open={dialog === "share"} title="Share this position" close={() => setDialog("")}><Share m={m} /></Dialog>
    </>
  );
}

// overlayName says so if the board shows risks because there are no winning chances.
function overlayName(m: Model, o: Overlay): string {
  if (o === "win" && m.showing && m.overlay === "win" && m.shownOverlay === "risk") return "win: risk %";
  return { risk: "risk %", win: "win %", learn: "learn", off: "off" }[o];
}

// Above the board: a new game, the overlay, and how many mines are left.
function Above({ m }: { m: Model }) {
  const p = m.position;
  const flags = p.cells.filter((x) => x === "F" || x === "*").length;
  return (
    <div class="above">
      <label>New <select aria-label="new game" value="" onChange={(e) => fresh(m, e.currentTarget.value, e.currentTarget)}>
        <option value="">{p.width}×{p.height}{p.mines !== null && ` · ${p.mines} mines`}</option>
        {SIZES.map((s) => <option key={s} value={s}>{s.replace("x", "×").replace("/", " · ")} mines</option>)}
      </select></label>
      <label>first click <select aria-label="first click rule" value={p.first} onChange={(e) => again(m, e.currentTarget.value as First)}>
        <option value="safe">safe</option><option value="zero">zero</option><option value="any">any</option>
      </select></label>
      <label>overlay <select aria-label="overlay" value={m.overlay} onChange={(e) => m.setOverlay(e.currentTarget.value as Overlay)}>
        {OVERLAYS.map((o) => <option key={o} value={o}>{overlayName(m, o)}</option>)}
      </select></label>
      <span class="left-count">{p.mines === null ? "mines unknown" : `${p.mines - flags} left`}</span>
      <button type="button" class="dig" aria-pressed={!m.digging} onClick={() => { m.digging = !m.digging; m.changed(); }}>{m.digging ? "tap: dig" : "tap: flag"}</button>
    </div>
  );
}

function fresh(m: Model, size: string, select: HTMLSelectElement): void {
  const [w, h, n] = size.split(/[x/]/).map(Number);
  select.value = "";
  if (w && h && n) m.newGame(w, h, n, m.position.first);
}

function again(m: Model, first: First): void {
  const p = m.position;
  m.newGame(p.width, p.height, p.mines ?? Math.round(p.cells.length / 6), first);
}

function Below({ m }: { m: Model }) {
  const last = m.history.length - 1;
  return (
    <div class="below-board">
      <button type="button" onClick={() => m.step(-Infinity)} disabled={m.at === 0} aria-label="to the start">◀◀</button>
      <button type="button" onClick={() => m.step(-1)} disabled={m.at === 0} aria-label="back">◀</button>
      <span>move {m.at}/{last}</span>
      <button type="button" onClick={() => m.step(1)} disabled={m.at === last} aria-label="forward">▶</button>
      <button type="button" onClick={() => m.step(Infinity)} disabled={m.at === last} aria-label="to the end">▶▶</button>
      {m.showing && m.overlay !== "off" && <Legend m={m} />}
    </div>
  );
}

function Legend({ m }: { m: Model }) {
  const best = m.answer && m.answer.because !== "exact" ? "recommended" : "best";
  const items: [string, string][] = [["best", best], ["is-safe", "safe"], ["is-mine", "mine"]];
  return (
    <span class="legend">
      {items.map(([c, text]) => <span key={c}><i class={"cell hid swatch " + c} aria-hidden="true" /> {text}</span>)}
      <span><i class="ramp" aria-hidden="true" /> {({ risk: "risk 0 to 100%", win: "below the best", learn: "teaches less", off: "" })[m.shownOverlay]}</span>
    </span>
  );
}

function Finished({ m }: { m: Model }) {
  if (m.status === "open" || !m.game) return null;
  const review = () => {
    store("game", m.gameText());
    location.href = href("mines/review/");
  };
  return (
    <p class="finished">
      <button type="button" class="strong" onClick={review}>Review this game</button>
      <button type="button" onClick={() => again(m, m.position.first)}>New game</button>
      {m.status === "lost" && <button type="button" onClick={() => m.step(-1)}>Undo and go on</button>}
      {m.hintsUsed > 0 && <span class="quiet">{m.hintsUsed} {m.hintsUsed === 1 ? "hint" : "hints"} used</span>}
    </p>
  );
}

const BRUSHES = [".", "0", "1", "2", "3", "4", "5", "6", "7", "8", "F", "*"];

function Editor({ m }: { m: Model }) {
  const p = m.position;
  const number = (value: string, most: number) => Math.max(1, Math.min(most, Math.floor(Number(value)) || 1));
  return (
    <section class="editor" aria-label="Edit">
      <p>Click or drag to paint, or type a number on a cell. Paste (Ctrl+V) or drop a board in any format.</p>
      <div role="group" aria-label="Brush" class="brushes">
        {BRUSHES.map((b) => <button key={b} type="button" aria-pressed={m.brush === b} aria-label={({ ".": "hidden", F: "flag", "*": "mine" })[b] ?? b} onClick={() => { m.brush = b; m.changed(); }}>{b}</button>)}
      </div>
      <p class="sizes">
        <label>columns <input type="number" min="1" max="100" value={p.width} onChange={(e) => m.resize(number(e.currentTarget.value, 100), p.height, p.mines)} /></label>
        <label>rows <input type="number" min="1" max="100" value={p.height} onChange={(e) => m.resize(p.width, number(e.currentTarget.value, 100), p.mines)} /></label>
        <label>mines <input type="number" min="0" value={p.mines ?? ""} placeholder="?" onChange={(e) => m.resize(p.width, p.height, e.currentTarget.value === "" ? null : Number(e.currentTarget.value))} /></label>
        <button type="button" onClick={() => m.load({ ...p, cells: p.cells.map(() => ".") })}>Clear</button>
      </p>
    </section>
  );
}

function CommandLine({ m }: { m: Model }) {
  const input = useRef<HTMLInputElement>(null);
  const submit = async (e: Event) => {
    e.preventDefault();
    const line = input.current!.value;
    input.current!.value = "";
    const answer = await run(m, line);
    m.log = [...m.log, "› " + line, ...answer].slice(-60);
    m.changed();
  };
  const keys = (e: KeyboardEvent) => e.key === "Escape" && input.current!.blur();
  const log = useRef<HTMLDivElement>(null);
  useEffect(() => { log.current?.scrollTo(0, log.current.scrollHeight); }, [m.log]);
  return (
    <form class="command" onSubmit={(e) => void submit(e)}>
      <div class="log" role="log" aria-label="Answers" tabIndex={m.log.length ? 0 : -1} ref={log}>{m.log.map((text, i) => <div key={i} class={text.startsWith("› ") ? "asked" : ""}>{text}</div>)}</div>
      <label><span>command</span><input id="command" ref={input} autocomplete="off" spellcheck={false} placeholder="why r1c3 r4c4 · best · help" onKeyDown={keys} /></label>
    </form>
  );
}

function Share({ m }: { m: Model }) {
  const link = new URL(fragment(m.position), location.href).href;
  const text = hand(m.position);
  const [done, setDone] = useState("");
  const copy = async (what: string, content: string) => {
    await navigator.clipboard.writeText(content).then(() => setDone(`${what} copied`), () => setDone("The browser did not allow it: select the text and copy it."));
  };
  const blob = (content: string, type: string) => new Blob([content], { type });
  return (
    <div class="share">
      <label>Link <input readOnly value={link} onFocus={(e) => e.currentTarget.select()} /></label>
      <p class="quiet">The position is in the part after #, which is not sent to any server.</p>
      <label>Text <textarea readOnly rows={Math.min(12, m.position.height + 2)} value={text} /></label>
      <p>
        <button type="button" onClick={() => void copy("Link", link)}>Copy link</button>
        <button type="button" onClick={() => void copy("Text", text)}>Copy text</button>
        <button type="button" onClick={() => save("board.board", blob(m.gameText(), "text/plain"))}>.board file</button>
        <button type="button" onClick={() => save("board.svg", blob(svg(m), "image/svg+xml"))}>SVG</button>
        <button type="button" onClick={() => void png(m).then((b) => save("board.png", b))}>PNG</button>
      </p>
      <p role="status">{done}</p>
    </div>
  );
}

// useDrops reads what is pasted or dropped anywhere on the page.
function useDrops(m: Model): void {
  useEffect(() => {
    const paste = (e: ClipboardEvent) => {
      if ((e.target as HTMLElement).closest("input, textarea")) return;
      const text = e.clipboardData?.getData("text/plain");
      if (text) void m.read(text);
    };
    const over = (e: DragEvent) => e.preventDefault();
    const drop = (e: DragEvent) => {
      e.preventDefault();
      const file = e.dataTransfer?.files[0];
      if (file) void readFile(file).then(([text, encoding]) => m.read(text, encoding));
      else if (e.dataTransfer) void m.read(e.dataTransfer.getData("text/plain"));
    };
    document.addEventListener("paste", paste);
    document.addEventListener("dragover", over);
    document.addEventListener("drop", drop);
    return () => {
      document.removeEventListener("paste", paste);
      document.removeEventListener("dragover", over);
      document.removeEventListener("drop", drop);
    };
  }, []);
}

function KeyList() {
  return <dl class="keys">{KEYS.map(([key, what]) => <div key={key}><dt>{key}</dt><dd>{what}</dd></div>)}</dl>;
}
