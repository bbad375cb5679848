// SPDX-License-Identifier: BSD-3-Clause

// The game afterwards: the true board move by move, what each side held possible, and where it
// lost what it had.

import { useEffect, useState } from "preact/hooks";
import { Icon } from "../../shared/icon.js";
import type { KriegGame, KriegThought, KriegTruth } from "../../shared/schemas.js";
import { local, t } from "../../words/words.js";
import { START, other, percentText } from "../chess.js";
import { Chessboard } from "../chessboard.js";
import type { Side } from "../kdocs.js";
import { believedSquares, trueSquares } from "./board.js";
import { ended } from "./panel.js";
import { type Loss, type Moment, type Verdict, lead, losses, made, moment, placed, verdicts } from "./past.js";
import type { Table } from "./table.js";
import { say, sideWord, signed } from "./words.js";

type View = "true" | "mine" | "theirs";

// useReview asks for the true game, then for the thoughts of both sides, one by one.
function useReview(m: Table) {
  const [moves, setMoves] = useState<KriegTruth[]>([]);
  const [thoughts] = useState(() => new Map<number, KriegThought>());
  const [done, setDone] = useState(0);
  useEffect(() => {
    let gone = false;
    const follow = async (doc: KriegGame, side: Side) => {
      for (const [i, move] of doc.moves!.entries()) {
        if (gone) return;
        if (move.by !== side || !made(move)) continue;
        const thought = await m.recall(side, (doc[side].heard ?? []).slice(0, move.knew)).catch(() => null);
        if (thought) thoughts.set(i, thought);
        if (!gone) setDone((n) => n + 1);
      }
    };
    void m.reveal().then((doc) => {
      if (gone || !doc.moves) return;
      setMoves(doc.moves);
      for (const side of ["white", "black"] as const) void follow(doc, side);
    });
    return () => { gone = true; };
  }, []);
  return { moves, thoughts, done, all: moves.filter(made).length };
}

export function ReviewPage({ m, leave }: { m: Table; leave: () => void }) {
  const g = m.game!;
  const { moves, thoughts, done, all } = useReview(m);
  const [at, setAt] = useState(0); // how many tries were made
  const [view, setView] = useState<View>("true");
  const go = (n: number) => setAt(Math.max(0, Math.min(moves.length, n)));
  useEffect(() => setAt(moves.length), [moves]);
  useSteps(at, moves.length, go);
  const fen = at > 0 ? moves[at - 1]?.board ?? START : START;
  const then = view === "true" ? null : moment(moves, thoughts, view === "mine" ? g.me : other(g.me), at);
  return (
    <>
      <div class="stage">
        <div class="tools">
          <button type="button" class="btn ico" onClick={leave}><Icon name="prev" /><span class="lbl">{say("review.back")}</span></button>
          <button type="button" class="btn ico" onClick={() => { leave(); m.choose(true); }}><Icon name="restart" /><span class="lbl">{say("play.new")}</span></button>
        </div>
        <div class="field"><Past view={view} fen={fen} me={g.me} then={then} /></div>
        <Stepper at={at} of={moves.length} go={go} />
      </div>
      <div class="panel past" role="region" aria-label={say("review.title")}>
        <section>
          <h2>{say("review.title")}</h2>
          <p><b>{ended(m.ending!, g)}</b></p>
          <div class="seg views" role="radiogroup" aria-label={say("review.show")}>{(["true", "mine", "theirs"] as const).map((v) => <button key={v} type="button" role="radio" aria-checked={view === v} onClick={() => setView(v)}>{say(`view.${v}`)}</button>)}</div>
          {then && <p class="note">{say("view.before", { side: sideWord(then.move.by), move: then.move.name, n: moves.indexOf(then.move) + 1 })}</p>}
          {view !== "true" && !then && <p class="note">{say("view.none")}</p>}
          <Knew moves={moves} thoughts={thoughts} at={at} me={g.me} />
          {done < all && <p class="note" role="status">{say("review.thinking", { n: done, of: all })}</p>}
        </section>
        <section><Leads moves={moves} me={g.me} at={at} go={go} /></section>
        <section class="judged"><Judged list={verdicts(moves, thoughts, g.me)} moves={moves} ready={done >= all && all > 0} go={go} /></section>
        <section class="losses"><Losses list={losses(moves, m.ending, thoughts)} moves={moves} me={g.me} ready={done >= all && all > 0} go={go} /></section>
        <section class="gamelog"><Moves moves={moves} at={at} go={go} /></section>
      </div>
    </>
  );
}

function useSteps(at: number, of: number, go: (n: number) => void): void {
  useEffect(() => {
    const key = (e: KeyboardEvent) => {
      const to = { "[": at - 1, "]": at + 1, "{": 0, "}": of }[e.key];
      if (to === undefined || (e.target as HTMLElement).closest("input, textarea")) return;
      e.preventDefault();
      go(to);
    };
    document.addEventListener("keydown", key);
    return () => document.removeEventListener("keydown", key);
  }, [at, of]);
}

function Past({ view, fen, me, then }: { view: View; fen: string; me: Side; then: Moment | null }) {
  const b = then?.thought.belief;
  const list = b ? believedSquares(b.own!, b.heat ?? {}, then!.thought.me, b.kind === "exact", then!.board) : trueSquares(fen);
  return <Chessboard list={list} label={say(`view.${view}`)} flip={me === "black"} act={() => {}} />;
}

function Stepper({ at, of, go }: { at: number; of: number; go: (n: number) => void }) {
  const buttons = [["first", 0, at === 0], ["prev", at - 1, at === 0], ["next", at + 1, at === of], ["last", of, at === of]] as const;
  return (
    <div class="steps" role="group" aria-label={say("review.steps")}>
      {buttons.map(([name, to, off]) => <button key={name} type="button" class="btn ico" disabled={off} aria-label={say(`step.${name}`)} title={say(`step.${name}`)} onClick={() => go(to)}><Icon name={name} /></button>)}
      <span class="note" role="status">{say("review.at", { n: at, of })}</span>
    </div>
  );
}

// Knew says how much each side knew then.
function Knew({ moves, thoughts, at, me }: { moves: KriegTruth[]; thoughts: Map<number, KriegThought>; at: number; me: Side }) {
  return (
    <ul class="knew">
      {([me, other(me)] as const).map((side) => {
        const then = moment(moves, thoughts, side, at);
        return then && <li key={side}>{say(side === me ? "knew.you" : "knew.veil", { p: percentText(placed(then)), side: sideWord(other(side)) })}</li>;
      })}
    </ul>
  );
}

const [W, H, PAD] = [320, 110, 12];

// Leads draws by how many pawns the visitor's men were worth more, after each try.
function Leads({ moves, me, at, go }: { moves: KriegTruth[]; me: Side; at: number; go: (n: number) => void }) {
  const list = [0, ...moves.map((x) => lead(x.board, me))];
  const most = Math.max(3, ...list.map(Math.abs));
  const x = (i: number) => PAD + ((W - 2 * PAD) * i) / Math.max(1, list.length - 1);
  const y = (v: number) => H / 2 - ((H / 2 - PAD) * v) / most;
  const path = list.map((v, i) => `${i ? `H${x(i).toFixed(1)}V` : `M${x(0)} `}${y(v).toFixed(1)}`).join("");
  return (
    <>
      <p class="cap">{say("review.lead")} <b class="now">{signed(list[at] ?? 0)}</b></p>
      <svg class="leads" viewBox={`0 0 ${W} ${H}`} role="img" aria-label={say("review.leadLabel", { most: signed(Math.max(...list)), least: signed(Math.min(...list)), end: signed(list.at(-1)!) })}>
        <path class="zero" d={`M${PAD} ${H / 2}H${W - PAD}`} />
        <path class="ln" d={path} />
        <path class="curl" d={`M${x(at)} 2V${H - 2}`} />
        <circle class="pt" cx={x(at)} cy={y(list[at] ?? 0)} r="4.5" />
        {list.map((_, i) => <rect key={i} class="hit" x={x(i) - (x(1) - x(0)) / 2} y="0" width={Math.max(2, x(1) - x(0))} height={H} onClick={() => go(i)} />)}
      </svg>
    </>
  );
}

const MISTAKE = 0.5; // pawns

// Judged separates what the visitor could have known from what nobody could.
function Judged({ list, moves, ready, go }: { list: Verdict[]; moves: KriegTruth[]; ready: boolean; go: (n: number) => void }) {
  const sum = (of: (v: Verdict) => number) => list.reduce((n, v) => n + of(v), 0);
  const worst = list.filter((v) => v.mistake >= MISTAKE).sort((a, b) => b.mistake - a.mistake).slice(0, 3);
  const odd = list.filter((v) => Math.abs(v.luck) >= 1).sort((a, b) => Math.abs(b.luck) - Math.abs(a.luck)).slice(0, 3);
  const pawns = (n: number) => local(signed(n, 1));
  const move = (v: Verdict) => <button type="button" class="link" onClick={() => go(v.at + 1)}>{moves[v.at]!.name}</button>;
  return (
    <>
      <p class="cap">{say("judged.title")} <span class="badge estimate"><svg viewBox="0 0 12 12" aria-hidden="true"><circle cx="6" cy="6" r="4.5" /></svg>{t("badge.estimate")}</span></p>
      {!ready ? <p class="note">{say("judged.wait")}</p> : (
        <>
          <p class="sums"><span>{say("judged.mistakes")} <b>{pawns(-sum((v) => v.mistake))}</b></span> <span>{say("judged.luck")} <b>{pawns(sum((v) => v.luck))}</b></span></p>
          <ul>
            {worst.map((v) => <li key={`m${v.at}`}>{move(v)} <b>{pawns(-v.mistake)}</b> <span class="note">{say("judged.mistake", { move: `${v.better.slice(0, 2)}–${v.better.slice(2)}` })}</span></li>)}
            {odd.map((v) => <li key={`l${v.at}`}>{move(v)} <b>{pawns(v.luck)}</b> <span class="note">{say(v.luck > 0 ? "judged.kind" : "judged.unkind")}</span></li>)}
          </ul>
          <p class="note">{say("judged.how")}</p>
        </>
      )}
    </>
  );
}

function Losses({ list, moves, me, ready, go }: { list: Loss[]; moves: KriegTruth[]; me: Side; ready: boolean; go: (n: number) => void }) {
  return (
    <>
      <p class="cap">{say("losses.title")}</p>
      {([me, other(me)] as const).map((side) => {
        const own = list.filter((l) => l.side === side).slice(0, 4);
        return (
          <div key={side}>
            <h3>{say(side === me ? "losses.you" : "losses.veil", { side: sideWord(side) })}</h3>
            {own.length === 0 && <p class="note">{say("losses.none")}</p>}
            <ul>{own.map((l) => (
              <li key={l.at}>
                <button type="button" class="link" onClick={() => go(l.at + 1)}>{moves[l.at]!.name}</button> <b>{l.pawns === Infinity ? say("losses.mate") : say("losses.pawns", { n: l.pawns })}</b>
                {side === me && ready && <span class="note"> {why(l)}</span>}
              </li>
            ))}</ul>
          </div>
        );
      })}
    </>
  );
}

// why tells a mistake from bad luck, by what the visitor could know.
function why(l: Loss): string {
  if (l.cost === null) return "";
  return l.cost >= MISTAKE ? say("losses.mistake", { move: `${l.better.slice(0, 2)}–${l.better.slice(2)}`, n: local(l.cost.toFixed(1)) }) : say("losses.luck");
}

// Moves is the true game.
function Moves({ moves, at, go }: { moves: KriegTruth[]; at: number; go: (n: number) => void }) {
  return (
    <>
      <p class="cap" id="truth">{say("review.moves")}</p>
      <ol class="lg" tabIndex={0} aria-labelledby="truth">
        {moves.map((x, i) => (
          <li key={i} class={"chip " + (x.refused ? "no" : x.by === "white" ? "W" : "B") + (i + 1 === at ? " cur" : "")}>
            <button type="button" aria-label={`${sideWord(x.by)} ${x.try === "any?" ? t("say.any") : x.name}${x.refused ? `, ${say("square.refused")}` : ""}`} aria-current={i + 1 === at ? "step" : undefined} onClick={() => go(i + 1)}>{x.refused && <Icon name="cross" />}{x.name}</button>
          </li>
        ))}
      </ol>
    </>
  );
}

