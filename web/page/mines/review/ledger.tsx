// SPDX-License-Identifier: BSD-3-Clause

// The ledger of a review: what a game was worth at its start, and what mistakes and luck made of it.

import type { ReviewDoc } from "../../shared/documents.js";
import { local, t } from "../../words/words.js";
import { Badge } from "../analyse/bar.js";
import { Waterfall } from "./graph.js";
import { type Reviewed, costText, inPoints, points, startName } from "./reviewing.js";

function two(n: number): string { return local(n.toFixed(2)); }

export function Ledger({ r }: { r: Reviewed }) {
  const l = r.doc.ledger;
  if (r.doc.estimate && r.doc.exact_from !== 1) return <Reckoning e={r.doc.estimate} d={r.doc} />;
  if (!l) return <section class="card led" aria-label={t("ledger.name")}><div class="ch"><h2>{t("ledger.name")}</h2></div><p class="note">{t(r.doc.result === "open" ? "ledger.none" : "ledger.soon")}</p></section>;
  const [start, given, luck, result] = [points(l.start), points(l.given_away), points(l.luck), points(l.result)];
  return (
    <section class="card led" aria-label={t("ledger.name")}>
      <div class="ch"><h2>{t("ledger.name")}</h2></div>
      <Waterfall start={start} given={given} luck={luck} result={result} />
      <dl class="sum ledger">
        <div><dt><i class="k win" />{startName(r.doc)}</dt><dd>{two(start)}</dd></div>
        <div><dt><i class="k bad" />{t("review.mistakes")}</dt><dd>−{two(given)}</dd></div>
        <div><dt><i class="k luck" />{t("ledger.luck")}</dt><dd>{luck < 0 ? "−" : "+"}{two(Math.abs(luck))}</dd></div>
        <div class="tot"><dt>{t("ledger.result")}</dt><dd>{two(result)}</dd></div>
        {r.doc.accuracy !== undefined && <div><dt>{t("ledger.accuracy")}</dt><dd>{local(r.doc.accuracy.toFixed(1))}%</dd></div>}
      </dl>
      <p class="note">{t("ledger.note", { start: startName(r.doc) })}</p>
    </section>
  );
}

// Reckoning is the ledger of a game whose values are not all exact: each part with its error.
function Reckoning({ e, d }: { e: NonNullable<ReviewDoc["estimate"]>; d: ReviewDoc }) {
  const time = d.time;
  const [start, given, luck, result] = [inPoints(e.start), inPoints(e.cost), inPoints(e.luck), inPoints(e.result)];
  return (
    <section class="card led" aria-label={t("ledger.name")}>
      <div class="ch"><h2>{t("ledger.name")}</h2><Badge kind="estimate" /></div>
      <Waterfall start={start.at} given={given.at} luck={luck.at} result={result.at} />
      <dl class="sum ledger">
        <div><dt><i class="k win" />{t("ledger.start")}</dt><dd>{costText(start)}</dd></div>
        <div><dt><i class="k bad" />{t("review.mistakes")}</dt><dd>−{costText(given)}</dd></div>
        <div><dt><i class="k luck" />{t("ledger.luck")}</dt><dd>{luck.at < 0 ? "−" : "+"}{costText({ at: Math.abs(luck.at), half: luck.half })}</dd></div>
        {e.gain && <div><dt>{t("ledger.gain", { n: d.exact_from })}</dt><dd>+{costText(inPoints(e.gain))}</dd></div>}
        <div class="tot"><dt>{t("ledger.result")}</dt><dd>{costText(result)}</dd></div>
      </dl>
      <p class="note">{t("ledger.estimated", { off: costText(inPoints(e.off)) })}{time && ` ${t("ledger.time", { all: local(time.seconds.toFixed(1)), certain: local(time.certain.toFixed(1)) })}`}</p>
    </section>
  );
}
