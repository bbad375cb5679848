// SPDX-License-Identifier: BSD-3-Clause

// The documentation: its search box, buttons that copy, and boards that compute. The index is fetched when somebody is about to search,
// boards and their engine when one is in sight.

import { copyable } from "./docs/copy.js";
import { type Found, type Index, type Raw, read, search } from "./docs/search.js";

const form = document.querySelector<HTMLFormElement>(".docs-find");
if (form) start(form);
copyable();
boards(document.querySelectorAll<HTMLElement>("figure.live"));

// boards makes boards compute when they come into sight, unless the visitor pays for what is loaded. Until then, and without a network, there
// is the picture.
function boards(list: Iterable<HTMLElement>): void {
  if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return;
  const seen = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      seen.unobserve(target);
      void wake(target as HTMLElement).catch(() => {});
    }
  });
  for (const figure of list) seen.observe(figure);
}

async function wake(figure: HTMLElement): Promise<void> {
  const root = new URL("../", new URL(form!.dataset.docs!, location.href));
  const { live } = (await import(new URL("live.js", root).href)) as { live: (place: HTMLElement, text: string, cell: number) => Promise<void> };
  await live(figure.querySelector<HTMLElement>(".live-at")!, figure.querySelector("code")!.textContent!, Number(figure.dataset.cell));
}

function start(form: HTMLFormElement): void {
  const input = form.querySelector("input")!;
  const panel = form.querySelector<HTMLElement>(".found")!;
  const [status, list] = [panel.querySelector("p")!, panel.querySelector("ol")!];
  const docs = new URL(form.dataset.docs!, location.href);
  let index: Promise<Index> | undefined;
  const load = () => (index ??= fetch(new URL("search.json", docs)).then((r) => r.json() as Promise<Raw>).then(read));

  const close = () => { panel.hidden = true; };

  async function show(): Promise<void> {
    const query = input.value;
    if (!query.trim()) return close();
    const all = await load().then((i) => search(i, query), () => { index = undefined; return null; });
    if (query !== input.value) return; // somebody typed on
    list.replaceChildren(...(all ?? []).map((f) => item(f, docs)));
    status.textContent = all === null ? "The search index could not be loaded." : all.length === 0 ? `No page has “${query.trim()}”.` : all.length === 1 ? "1 page" : `${all.length} pages`;
    status.className = all?.length ? "vh" : "";
    panel.hidden = false;
  }

  input.addEventListener("focus", () => { void load().catch(() => { index = undefined; }); });
  input.addEventListener("input", () => void show());
  form.addEventListener("submit", (e) => {
    e.preventDefault();
    void show().then(() => list.querySelector("a")?.click());
  });
  form.addEventListener("keydown", (e) => {
    if (e.key === "Escape") {
      close();
      input.focus();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[e.key];
    if (!step) return;
    e.preventDefault();
    if (panel.hidden) return void show();
    const stops = [input, ...list.querySelectorAll("a")];
    stops[(stops.indexOf(document.activeElement as HTMLInputElement) + step + stops.length) % stops.length]!.focus();
  });
  form.addEventListener("focusout", (e) => { if (!form.contains(e.relatedTarget as Node | null)) close(); });
  document.addEventListener("keydown", (e) => {
    if (e.key !== "/" || e.ctrlKey || e.metaKey || e.altKey || (e.target as Element).closest("input, textarea, select, [contenteditable]")) return;
    e.preventDefault();
    input.focus();
    input.select();
  });
}

function item(f: Found, docs: URL): HTMLElement {
  const [li, a, title, about, section] = (["li", "a", "b", "span", "small"] as const).map((name) => document.createElement(name));
  (a as HTMLAnchorElement).href = new URL(f.to, docs).href;
  title!.textContent = f.title;
  about!.textContent = f.about;
  section!.textContent = f.section;
  a!.append(title!, section!, about!);
  li!.append(a!);
  return li!;
}
