// SPDX-License-Identifier: BSD-3-Clause

// An engine inside a worker. It hears [id, question] and [id] for a question that is withdrawn, and tells [id, text]
// for every document, with true as a third part of the last.

const stops = new Map();
const resumes = [];

// run starts an engine. file returns a promise of the bytes of the tables beside it.
export async function run(module, role, tell, file) {
  const echo = new MessageChannel(); // a message to oneself comes after those that wait, and before any timer
  echo.port1.onmessage = () => resumes.shift()?.();
  globalThis.veilYield = (resume) => {
    resumes.push(resume);
    echo.port2.postMessage(null);
  };
  globalThis.veilFile = file;
  const go = new globalThis.Go();
  go.argv = role ? ["veil", role] : ["veil"];
  const ready = new Promise((resolve) => { globalThis.veilReady = resolve; });
  const ended = go.run(await WebAssembly.instantiate(module, go.importObject)).then(() => { throw new Error("the engine ended"); });
  await Promise.race([ready, ended]);
  ended.catch((e) => tell({ fault: e.message })); // returns only if the engine fails
  return ([id, question]) => (question === undefined ? stop(id) : ask(id, question, tell));
}

function stop(id) {
  stops.get(id)?.();
  stops.delete(id);
}

// ask tells what an answer has come to whenever the engine pauses: a message costs more than a short answer.
function ask(id, question, tell) {
  let latest, due = false, over = false;
  const send = () => {
    due = false;
    if (stops.has(id)) tell(over ? [id, latest, true] : [id, latest]); // else withdrawn: nobody listens any more
    if (over) stops.delete(id);
  };
  stops.set(id, () => {});
  const withdraw = globalThis.veilAsk(question, (text) => {
    over = text === null;
    latest = text ?? latest;
    if (!due) queueMicrotask(send);
    due = true;
  });
  if (stops.has(id)) stops.set(id, () => over || withdraw()); // what is over cannot be stopped
}
