// SPDX-License-Identifier: BSD-3-Clause

// The command line: out of the way until "/" is pressed.

import { useEffect, useRef } from "preact/hooks";
import { t } from "../../words/words.js";
import { run } from "./command.js";
import type { Keeper } from "../keep/keeper.js";
import type { Model } from "../model/model.js";

export function Prompt({ m, k, close }: { m: Model; k: Keeper; close: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const log = useRef<HTMLDivElement>(null);
  useEffect(() => { input.current!.focus(); }, []);
  useEffect(() => { log.current?.scrollTo(0, log.current.scrollHeight); }, [m.log]);
  const submit = async (e: Event) => {
    e.preventDefault();
    const line = input.current!.value;
    input.current!.value = "";
    const answer = await run(m, line, k);
    m.log = [...m.log, "› " + line, ...answer].slice(-60);
    m.changed();
  };
  return (
    <form class="command" onSubmit={(e) => void submit(e)} aria-label={t("prompt.name")}>
      <div class="log" role="log" aria-label={t("prompt.answers")} tabIndex={m.log.length ? 0 : -1} ref={log}>{m.log.map((text, i) => <div key={i} class={text.startsWith("› ") ? "asked" : ""}>{text}</div>)}</div>
      <label><span class="vh">{t("prompt.command")}</span><input id="command" ref={input} autocomplete="off" spellcheck={false} placeholder="why r1c3 r4c4 · best · help" onKeyDown={(e) => e.key === "Escape" && close()} /></label>
    </form>
  );
}
