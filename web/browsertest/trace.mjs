// SPDX-License-Identifier: BSD-3-Clause

// What the main thread of the page was busy with. Tasks are measured by the CPU time they
// took: how long they lasted depends on what else the machine does.

const MAIN = "CrRendererMain";

// traced runs f and returns the milliseconds of CPU time of the page's tasks, longest first.
export async function traced(browser, page, f) {
  await browser.startTracing(page, { categories: ["toplevel", "devtools.timeline"] });
  const trace = await f().then(() => browser.stopTracing(), async (e) => { // a trace that stays open fails the next test
    await browser.stopTracing();
    throw e;
  });
  const { traceEvents } = JSON.parse(trace);
  const thread = busiest(traceEvents);
  const tasks = traceEvents.filter((e) => e.name === "ThreadControllerImpl::RunTask" && e.tdur !== undefined && `${e.pid}/${e.tid}` === thread);
  return tasks.map((e) => e.tdur / 1000).sort((a, b) => b - a);
}

// YARDSTICK is the CPU time of yardstick, in ms, on the machine for which limits are stated: an idle server with two cores.
const YARDSTICK = 20;

// slower returns how many times as long as there tasks take on this machine now, and at least 1.
export async function slower(browser) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const times = [];
  for (let i = 0; i < 5; i++) times.push((await traced(browser, page, () => page.evaluate(yardstick)))[0]);
  await context.close();
  return Math.max(1, times.sort((a, b) => a - b)[2] / YARDSTICK);
}

// yardstick does what pages do when they start: it makes elements, which are styled and laid out.
function yardstick() {
  document.body.replaceChildren();
  for (let row = 0; row < 20; row++) {
    const line = document.body.appendChild(document.createElement("div"));
    line.style.cssText = "display: grid; grid-template-columns: repeat(30, 1fr)";
    for (let i = 0; i < 30; i++) {
      const b = line.appendChild(document.createElement("button"));
      b.style.setProperty("color", `hsl(${12 * i} 50% ${4 * row}%)`);
      b.textContent = String(row * i);
    }
  }
  return document.body.offsetHeight;
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
