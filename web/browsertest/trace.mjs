// SPDX-License-Identifier: BSD-3-Clause

// What the main thread of the page was busy with. Tasks are measured by the CPU time they
// took: how long they lasted depends on what else the machine does.

const MAIN = "CrRendererMain";

// traced runs f and returns the milliseconds of CPU time of the page's tasks, longest first.
export async function traced(browser, page, f) {
  await browser.startTracing(page, { categories: ["toplevel", "devtools.timeline"] });
  await f();
  const { traceEvents } = JSON.parse(await browser.stopTracing());
  const thread = busiest(traceEvents);
  const tasks = traceEvents.filter((e) => e.name === "ThreadControllerImpl::RunTask" && e.tdur !== undefined && `${e.pid}/${e.tid}` === thread);
  return tasks.map((e) => e.tdur / 1000).sort((a, b) => b - a);
}

// busiest is the main thread that did most: other profiles have their own.
function busiest(events) {
  const work = new Map();
  for (const e of events) if (e.name === "thread_name" && e.args.name === MAIN) work.set(`${e.pid}/${e.tid}`, 0);
  for (const e of events) {
    const key = `${e.pid}/${e.tid}`;
    if (e.name === "ThreadControllerImpl::RunTask" && work.has(key)) work.set(key, work.get(key) + (e.tdur ?? 0));
  }
  return [...work].sort((a, b) => b[1] - a[1])[0]?.[0];
}
