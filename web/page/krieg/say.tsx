// SPDX-License-Identifier: BSD-3-Clause

// What was heard, as chips, and the buttons to say what was heard next. They stand where the
// eye is after a try; those that cannot apply now are disabled, not hidden.

import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "../shared/icon.js";
import { type Key, many, number, t } from "../words/words.js";
import { START, moved, other, parseFEN, squareIndex } from "./chess.js";
import { CHECKS, type Check } from "./heard.js";
import type { StepDoc } from "./kdocs.js";
import type { Lab } from "./labmodel.js";
import { Man } from "./men.js";
import { after, named } from "./moves.js";

export function Say({ m }: { m: Lab }) {
  return (
    <section class="heard" aria-label={t("lab.log")}>
      <Chips m={m} />
      {m.isGame ? <Announce m={m} /> : <p class="say2 q">{t("lab.setupGame")}</p>}
      <Typed m={m} />
    </section>
  );
}

interface Chip { line: number; text: string; kind: string; move: string; turn?: number }

// chips turns the lines of a log into what players would write down.
function chips(lines: string[]): Chip[] {
  let fen = /^fen (\S+)/m.exec(lines.join("\n"))?.[1] ?? START;
  let turn = 0;
  return lines.flatMap((line, i) => {
    const m = /^(W|White|B|Black)\s+(\S+)\s*(.*)$/.exec(line.replace(/#.*/, "").trim());
    if (!m) return [];
    const [, side, word, rest] = m as unknown as [string, string, string, string];
    const facts = rest.replace(/^(yes|no)\b\s*/, "");
    if (/^(moved|takes|check|mate|stalemate|draw|tries|promotes)$/.test(word)) {
      const what = word === "moved" ? facts : `${word} ${rest}`;
      const taken = /takes ([a-h][1-8])/.exec(what)?.[1];
      if (taken) fen = moved(fen, taken + taken); // it is gone
      return [{ line: i, text: what ? spoken(what) : t("say.moved"), kind: "B", move: "" }];
    }
    if (word === "no" || word === "any?") return [{ line: i, text: word === "no" ? t("say.theyRefused") : `${t("say.any")} ${rest === "yes" ? t("say.yes") : t("say.no")}`, kind: "B", move: "" }];
    const coordinates = /^[a-h][1-8][a-h][1-8][qrbn]?$/.test(word);
    const refused = /^no\b/.test(rest);
    const name = coordinates ? named(parseFEN(fen), word) : word;
    const begins = !/^(?:W|White|B|Black)\s+\S+\s+no\b/.test(lines[i - 1] ?? "") || !(lines[i - 1] ?? "").startsWith(side);
    if (begins) turn++;
    if (coordinates && !refused) fen = after(fen, word);
    return [{ line: i, text: name + (facts && !refused ? " " + spoken(facts) : ""), kind: refused ? "no" : "W", move: word, ...(begins ? { turn } : {}) }];
  });
}

// spoken puts the words of a log into the visitor's language.
function spoken(facts: string): string {
  return facts.replace(/takes (\w\d)/, (_, at: string) => t("say.tookOn", { at })).replace(/check ((?:file|rank|long|short|knight)(?: (?:file|rank|long|short|knight))*)/, (_, how: string) => t("say.checkBy", { how: how.split(" ").map((c) => t(`check.${c}` as Key)).join(", ") }))
    .replace(/\btries (\S+)/, (_, n: string) => t("say.tries", { n })).replace(/\bmate\b/, t("say.mate")).replace(/\bstalemate\b/, t("say.stalemate")).replace(/\bdraw\b/, t("say.draw"))
    .replace(/\bpawn\b/, t("say.aPawn")).replace(/\bpiece\b/, t("say.aPiece"));
}

function Chips({ m }: { m: Lab }) {
  const list = chips(m.lines);
  const steps = new Map((m.belief?.events ?? []).map((s) => [s.line ?? 0, s]));
  const wrong = m.problem?.line ?? 0;
  const clash = new Set(m.problem?.conflict_lines);
  const end = useRef<HTMLOListElement>(null);
  useEffect(() => { end.current?.scrollTo({ left: end.current.scrollWidth, top: end.current.scrollHeight }); }, [list.length]);
  if (list.length === 0) return null;
  return (
    <ol class="lg" ref={end} tabIndex={0} aria-label={t("lab.log")}>
      {list.map((c, i) => {
        const bad = wrong === c.line + 1 ? " clashes" : clash.has(c.line + 1) ? " suspect" : "";
        return (
          <li key={c.line} class={`chip ${c.kind}${bad}${i === list.length - 1 && !bad ? " cur" : ""}`} title={m.lines[c.line]}>
            {c.turn && <em>{c.turn}</em>}{c.kind === "no" && <Icon name="cross" />}{c.text} <small>{effect(steps.get(c.line + 1), bad !== "")}</small>
            <button type="button" class="x" aria-label={t("lab.remove", { n: c.line + 1 })} onClick={() => m.drop(c.line)}><Icon name="cross" /></button>
          </li>
        );
      })}
    </ol>
  );
}

function effect(s: StepDoc | undefined, bad: boolean): string {
  if (bad) return t("lab.cannotBe");
  if (!s) return "";
  return s.sampled ? "≈" : number(s.positions);
}

// Announce is what the referee may have said to the try on the board, or of the opponent's move.
function Announce({ m }: { m: Lab }) {
  const [checking, setChecking] = useState(false);
  const { draft: d, rules: r } = m;
  useEffect(() => setChecking(false), [m.text]);
  const dead = !m.turn || m.over || m.problem !== null;
  const tried = m.mine && d.move !== "";
  const them = other(m.me);
  const toggle = (c: Check) => m.edit({ checks: d.checks.includes(c) ? d.checks.filter((x) => x !== c) : [...d.checks, c] });
  const took = () => {
    if (d.takes) return m.edit({ takes: "", passant: false });
    if (m.mine) return m.edit({ takes: d.move.slice(2, 4) });
    m.pointing = !m.pointing;
    m.changed();
  };
  return (
    <div class="say2">
      <p class="q" role="status">{question(m)}</p>
      <div class="ann" role="group" aria-label={t("say.group")}>
        <button type="button" class="btn" disabled={dead || !tried} onClick={() => m.accept()}><Icon name="check" />{t("say.accepted")}</button>
        <button type="button" class="btn" disabled={dead || (m.mine ? !tried : !r.refusals)} onClick={() => m.refuse()}><Icon name="cross" />{m.mine ? t("say.refused") : t("say.theyRefused")}</button>
        <button type="button" class="btn" aria-pressed={d.takes !== "" || m.pointing} disabled={dead || (m.mine && !tried)} onClick={took}><Icon name="target" />{d.takes ? t("say.tookOn", { at: d.takes }) : t("say.took")}</button>
        <button type="button" class="btn" aria-pressed={checking || d.checks.length > 0} aria-expanded={checking} disabled={dead || (m.mine && !tried)} onClick={() => setChecking(!checking)}><Icon name="warn" />{t("say.check")}</button>
        <span class="sep" />
        <button type="button" class="btn" disabled={dead || m.mine || m.pointing} onClick={() => m.theyMoved()}><Icon name="silent" />{t(them === "black" ? "say.blackMoved" : "say.whiteMoved")}</button>
      </div>
      {(checking || d.checks.length > 0) && (
        <div class="ann small" role="group" aria-label={t("say.direction")}>
          {CHECKS.map((c) => <button key={c} type="button" class="btn" aria-pressed={d.checks.includes(c)} onClick={() => toggle(c)}>{t(`check.${c}` as Key)}</button>)}
        </div>
      )}
      <More m={m} dead={dead} tried={tried} />
    </div>
  );
}

// More is what only some rulesets, or some moves, have.
function More({ m, dead, tried }: { m: Lab; dead: boolean; tried: boolean }) {
  const { draft: d, rules: r } = m;
  const kinds = (at: "captured" | "capturer") => (["pawn", "piece"] as const).map((k) => (
    <button key={k} type="button" class="btn" aria-pressed={(d[at] || "pawn") === k} onClick={() => m.edit({ [at]: k })}>{t(at === "captured" ? (k === "pawn" ? "say.aPawn" : "say.aPiece") : k === "pawn" ? "say.byPawn" : "say.byPiece")}</button>
  ));
  const pawn = tried && m.men[squareIndex(d.move.slice(0, 2))]?.toLowerCase() === "p";
  const passant = pawn && d.takes !== "" && (d.move[3] === "6" || d.move[3] === "3");
  const heard = !dead && (tried || !m.mine); // something that could have ended the game
  return (
    <>
      {tried && d.move.length === 5 && <div class="ann small" role="group" aria-label={t("say.promote")}>{Array.from("qrbn", (k) => <button key={k} type="button" class="btn" aria-label={t(`man.${k}` as Key)} aria-pressed={d.move[4] === k} onClick={() => m.promote(k)}><Man kind={k} look="flat" /></button>)}</div>}
      {d.takes && (r.captured || r.capturer || passant) && (
        <div class="ann small" role="group" aria-label={t("say.what")}>
          {r.captured && kinds("captured")}{r.capturer && kinds("capturer")}
          {passant && <button type="button" class="btn" aria-pressed={d.passant} onClick={() => m.edit({ passant: !d.passant })}>{t("say.passant")}</button>}
        </div>
      )}
      {r.any && m.mine && !tried && !dead && <div class="ann small" role="group" aria-label={t("say.any")}><span>{t("say.any")}</span><button type="button" class="btn" onClick={() => m.answerAny(true)}>{t("say.yes")}</button><button type="button" class="btn" onClick={() => m.answerAny(false)}>{t("say.no")}</button></div>}
      {r.tries && !dead && <Tries m={m} />}
      <details class={"ends" + (heard ? "" : " off")} inert={!heard} open={heard ? undefined : false}><summary>{t("say.ends")}</summary>
        <div class="ann small">{(["mate", "stalemate", "draw"] as const).map((e) => <button key={e} type="button" class="btn" aria-pressed={d.end === e} onClick={() => m.edit({ end: d.end === e ? "" : e })}>{t(`say.${e}`)}</button>)}</div>
      </details>
    </>
  );
}

// Tries is what is announced of captures by pawns before the next turn.
function Tries({ m }: { m: Lab }) {
  const { draft: d, rules: r } = m;
  if (r.tries === "squares") return <label class="ann small"><span>{t("say.triesFrom")}</span><input class="field" value={d.tries} placeholder="e4,g4" onInput={(e) => m.edit({ tries: e.currentTarget.value.trim() })} /></label>;
  const list = r.tries === "whether" ? [["", t("say.no")], ["yes", t("say.yes")]] : [["", "0"], ["1", "1"], ["2", "2"], ["3", "3"], ["4", "4"]];
  return <div class="ann small" role="group" aria-label={t("say.pawnTries")}><span>{t("say.pawnTries")}</span>{list.map(([v, name]) => <button key={v} type="button" class="btn" aria-pressed={d.tries === v} onClick={() => m.edit({ tries: v! })}>{name}</button>)}</div>;
}

function question(m: Lab): string {
  if (m.problem) return t("say.mend");
  if (!m.turn) return "";
  if (m.over) return t("say.over");
  if (!m.mine) return m.pointing ? t("say.point") : t(m.turn === "black" ? "say.blackTurn" : "say.whiteTurn");
  if (!m.draft.move) return t("say.yourTurn");
  return t("say.youTried", { move: named(m.men, m.draft.move) });
}

// Typed is for those who would rather type: moves as players write them, or lines of a log.
function Typed({ m }: { m: Lab }) {
  const input = useRef<HTMLInputElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const [whole, setWhole] = useState(false);
  const submit = (e: Event) => {
    e.preventDefault();
    const line = input.current!.value.trim();
    input.current!.value = "";
    if (line) m.type(line);
  };
  return (
    <details class="typed">
      <summary>{t("lab.type")}</summary>
      <form onSubmit={submit}>
        <label><span class="vh">{t("lab.heard")}</span><input id="heard" class="field" ref={input} autocomplete="off" spellcheck={false} placeholder={t("lab.placeholder")} onKeyDown={(e) => e.key === "Escape" && input.current!.blur()} /></label>
        <button class="btn">{t("lab.add")}</button>
        <button type="button" class="btn" aria-pressed={whole} onClick={() => setWhole(!whole)}>{t("lab.whole")}</button>
      </form>
      {whole && (
        <form class="whole" onSubmit={(e) => { e.preventDefault(); setWhole(false); void m.hear(area.current!.value); }}>
          <textarea class="field" ref={area} key={m.text} rows={Math.min(16, m.lines.length + 1)} aria-label={t("lab.everything")} spellcheck={false} defaultValue={m.text} />
          <button class="btn">{t("lab.use")}</button>
        </form>
      )}
    </details>
  );
}

export function boards(n: number): string { return many(n, "boards.one", "boards.many"); }
