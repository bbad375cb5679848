// SPDX-License-Identifier: BSD-3-Clause

// The whole plan, to be opened branch by branch or printed.

import type { DiagPlan, DiagStep } from "../shared/schemas.js";
import { amount, phrase } from "./words.js";

export function Runbook({ plan }: { plan: DiagPlan }) {
  return (
    <section class="card runbook" aria-label={phrase("runbook")}>
      <h2>{phrase("runbook")}</h2>
      <p>{phrase("runbookSay", { plan: amount(plan.plan.expected), worst: amount(plan.plan.worst), tests: plan.plan.tests, greedy: amount(plan.greedy.expected) })}</p>
      <Step step={plan.steps} depth={0} />
    </section>
  );
}

function Step({ step, depth }: { step: DiagStep; depth: number }) {
  if (!step.test) return <span class="end">{phrase("end", { fault: step.left.join(", ") })}</span>;
  return (
    <details open={depth < 2}>
      <summary>{step.test}</summary>
      <ul>
        {step.branches!.map((b) => (
          <li key={b.reading}><span class="if">{phrase("if", { reading: b.reading })}</span> <Step step={b.next} depth={depth + 1} /></li>
        ))}
      </ul>
    </details>
  );
}
