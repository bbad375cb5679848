// SPDX-License-Identifier: BSD-3-Clause

// Every question that the server answers, to be tried from here.

import { useEffect, useState } from "preact/hooks";
import { Header } from "../shared/frame.js";
import { received } from "../shared/outside.js";
import { ROOT, href } from "../shared/root.js";
import { type Description, type Entry, address, bodyOf, curl, grouped } from "./openapi.js";

export function ApiPage() {
  const [d, setD] = useState<Description | null>(null);
  const [fault, setFault] = useState("");
  useEffect(() => {
    fetch(new URL("openapi.json", ROOT)).then((r) => {
      if (!r.ok) throw new Error(String(r.status));
      return r.json() as Promise<Description>;
    }).then(setD, () => setFault("No server here answers the API. Start one with veil serve."));
  }, []);
  return (
    <>
      <Header here="api/" />
      <main id="main" class="api" lang="en">
        <h1>API</h1>
        <p>Everything that the web app shows can be requested over HTTP, as JSON with versioned schemas. The <a href={href("docs/reference/api.html")}>guide</a> explains the documents; <a href={href("openapi.json")}>openapi.json</a> describes them to programs.</p>
        {fault && <p class="notice" role="status">{fault}</p>}
        {d && grouped(d).map(([name, list]) => (
          <section key={name} aria-label={name}>
            <h2>{name}</h2>
            {list.map((e) => <Question key={e.op.operationId} d={d} e={e} />)}
          </section>
        ))}
      </main>
    </>
  );
}

interface Answer { status: string; ms: number; text: string }

// Question is one operation: what it needs, and what came back.
function Question({ d, e }: { d: Description; e: Entry }) {
  const [open, setOpen] = useState(false);
  return (
    <details class="op card" onToggle={(x) => setOpen(x.currentTarget.open)}>
      <summary><span class={"verb " + e.method}>{e.method}</span> <code>{e.path}</code> <span class="what">{e.op.summary}</span></summary>
      {open && <Try d={d} e={e} />}
    </details>
  );
}

function Try({ d, e }: { d: Description; e: Entry }) {
  const [values, setValues] = useState<Record<string, string>>({});
  const [body, setBody] = useState(() => bodyOf(d, e.op));
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [busy, setBusy] = useState(false);
  const inputs = (e.op.parameters ?? []).filter((p) => p.in !== "header");
  const path = address(e, values);
  const malformed = body !== null && !isJSON(body);
  const send = async (x: Event) => {
    x.preventDefault();
    setBusy(true);
    setAnswer(await call(e.method, path, body));
    setBusy(false);
  };
  return (
    <form onSubmit={(x) => void send(x)}>
      {e.op.description && <p>{e.op.description}</p>}
      {inputs.map((p) => (
        <label key={p.name}><span>{p.name}{p.required && <em> required</em>}</span>
          <input value={values[p.name] ?? ""} required={p.required ?? false} onInput={(x) => setValues({ ...values, [p.name]: x.currentTarget.value })} />
          {p.description && <small>{p.description}</small>}
        </label>
      ))}
      {body !== null && (
        <label><span>body</span>
          <textarea spellcheck={false} rows={Math.min(16, body.split("\n").length + 1)} value={body} aria-invalid={malformed} onInput={(x) => setBody(x.currentTarget.value)} />
          {malformed && <small role="alert">Not valid JSON yet.</small>}
        </label>
      )}
      <p class="acts"><button class="btn main" disabled={busy || malformed}>{busy ? "Asking…" : "Send"}</button></p>
      {!malformed && <details><summary>The same with curl</summary><pre><code>{curl(location.origin, e.method, new URL(path.slice(1), ROOT).pathname, body)}</code></pre></details>}
      {answer && (
        <div role="status" class="answer">
          <p><b>{answer.status}</b> <small>{answer.ms} ms</small></p>
          <pre tabIndex={0} aria-label="Answer"><code>{answer.text}</code></pre>
        </div>
      )}
    </form>
  );
}

function isJSON(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const SHOWN = 100_000; // bytes of an answer

async function call(method: string, path: string, body: string | null): Promise<Answer> {
  const start = performance.now();
  try {
    const r = await fetch(new URL(path.slice(1), ROOT), { method, ...(body === null ? {} : { body, headers: { "Content-Type": "application/json" } }) });
    const { text, whole } = await received(r, SHOWN);
    const shown = whole && isJSON(text) ? JSON.stringify(JSON.parse(text), null, 2) : text;
    return { status: `${r.status} ${r.statusText}`, ms: Math.round(performance.now() - start), text: !whole || shown.length > SHOWN ? shown.slice(0, SHOWN) + "\n…" : shown };
  } catch {
    return { status: "no answer", ms: Math.round(performance.now() - start), text: "The server could not be reached." };
  }
}
