// SPDX-License-Identifier: BSD-3-Clause

// The whole plan from here, to be opened branch by branch or printed.

import { useEffect, useState } from "preact/hooks";
import type { DiagMove, DiagPlan, DiagPolicy, DiagStep } from "../shared/schemas.js";
import type { Job } from "./job.js";
import { Badge } from "./now.js";
import { bounded } from "./view.js";
import { amount, deed, percent, phrase, result, spend, sureness } from "./words.js";

export function Plan({ job }: { job: Job }) {
  const [open, setOpen] = useState(false);
  useEffect(() => { if (open && !job.busy && !job.isOver) void job.solve(); }, [open, job.plan, job.busy]);
  if (job.isOver || job.fault) return null;
  const { plan } = job;
  return (
    <details class="card runbook" open={open} onToggle={(e) => { if (e.target === e.currentTarget) setOpen(e.currentTarget.open); }}>
      <summary><h2>{phrase("runbook")}</h2></summary>
      {!plan && <p class="row" role="status">{phrase(job.planning || job.busy ? "thinking" : "stopped")} {job.planning && <button type="button" class="btn" onClick={() => job.stop()}>{phrase("stop")}</button>}</p>}
      {plan?.schema === "diag.policy/1" && <Policy plan={plan} />}
      {plan?.schema === "diag.plan/1" && <Certain plan={plan} />}
    </details>
  );
}

function Policy({ plan }: { plan: DiagPolicy }) {
  const cost = bounded(plan.cost);
  return (
    <>
      <p>{phrase("policySay", { cost: spend(cost) })} <Badge cost={cost} /> {phrase("sure", { p: sureness(plan.sure) })} {phrase("unlikely")}</p>
      <Move move={plan.steps} depth={0} />
    </>
  );
}

function Move({ move, depth }: { move: DiagMove; depth: number }) {
  if (!move.results?.length) return <span class="end">{deed(move.action)}</span>;
  return (
    <details open={depth < 2}>
      <summary>{deed(move.action)}</summary>
      <ul>
        {move.results.map((r) => (
          <li key={r.result}><span class="if">{move.action.do === "replace" ? result(move.action, r.result) : phrase("if", { reading: r.result })}{r.next && ` (${percent(r.next.chance)})`}</span> {r.next ? <Move move={r.next} depth={depth + 1} /> : <span class="end">{phrase("done")}</span>}</li>
        ))}
      </ul>
    </details>
  );
}

function Certain({ plan }: { plan: DiagPlan }) {
  return (
    <>
      <p>{phrase("runbookSay", { plan: amount(plan.plan.expected), worst: amount(plan.plan.worst), tests: plan.plan.tests, greedy: amount(plan.greedy.expected) })}</p>
      <Step step={plan.steps} depth={0} />
    </>
  );
}

function Step({ step, depth }: { step: DiagStep; depth: number }) {
  if (!step.test) return <span class="end">{phrase("end", { fault: step.left.join(", ") })}</span>;
  return (
    <details open={depth < 2}>
      <summary>{deed({ do: "test", what: step.test })}</summary>
      <ul>
        {step.branches!.map((b) => (
          <li key={b.reading}><span class="if">{phrase("if", { reading: b.reading })}</span> <Step step={b.next} depth={depth + 1} /></li>
        ))}
      </ul>
    </details>
  );
}
