// SPDX-License-Identifier: BSD-3-Clause

// The search of the documentation: BM25 over the index that tools/docs writes. Words are cut to their stems here and
// nowhere else, so the index and a question cannot disagree.

// Raw is search.json. A page is its address, title, section, description, length, and headings: ids and texts in turn.
// The pages of a word are steps from one to the next in letters, and how much it counts there as a digit.
export interface Raw { pages: [string, string, string, string, number, string[] | null][]; words: Record<string, string> }

export interface Found { to: string; title: string; section: string; about: string }

interface Heading { id: string; text: string; stems: Set<string> }
interface Page { to: string; title: string; section: string; description: string; size: number; titled: Set<string>; headings: Heading[] }
type Counts = Map<number, number>; // by page

export interface Index { pages: Page[]; stems: Map<string, Counts>; mean: number }

// COUNTS are those that the digits of the index stand for; see level in tools/docs/search.go.
const COUNTS = [0, 1, 2, 3, 4, 6, 9, 13, 19, 28];

// SILENT words are in questions and say nothing about their subject.
const SILENT = new Set("a an and any are as at be by can could did do does for from get give have how i if in into is it its like make me my need not of on or put should so some that the them then there this to use using want was we what when where which who why will with work would you your".split(" "));

// stem cuts what inflection adds: installing, installed and installs are one word, and so are colour and color.
export function stem(word: string): string {
  let w = word.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "").replace(/our(?=s?$)/, "or");
  if (w.length <= 3) return w;
  w = w.replace(/ies$/, "y").replace(/(?<=sh|ch|x|ss)es$/, "").replace(/(?<![su])s$/, "");
  if (w.length > 5) w = w.replace(/(?:ing|ed)$/, "").replace(/([bdgmnprt])\1$/, "$1");
  if (w.length > 6) w = w.replace(/(?:ation|ate|ion)$/, "");
  return w.length > 3 ? w.replace(/e$/, "") : w;
}

// ALIKE words are those that readers use for the words of the pages.
const ALIKE = new Map(Object.entries({
  ai: ["player", "bot"], color: ["mark"], container: ["docker"], credential: ["token", "key"], deploy: ["host", "server"], download: ["install"], hotkey: ["key", "shortcut"],
  internet: ["server", "public"], k8s: ["kubernetes"], language: ["exec"], nginx: ["proxy"], podman: ["docker"], probability: ["risk", "chance"], replicate: ["reproduced"], rest: ["http", "api"],
  safe: ["threat"], secure: ["threat"], setup: ["install"], ssl: ["tls"], strong: ["strength"], url: ["link"],
}).map(([word, others]) => [stem(word), others.map(stem)]));

export function wordsOf(text: string): string[] { return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []; }

const stemsOf = (text: string) => new Set(wordsOf(text).map(stem));

export function read(raw: Raw): Index {
  const pages = raw.pages.map(([to, title, section, description, size, list]) => ({ to, title, section, description, size, titled: stemsOf(title), headings: headings(list ?? []) }));
  const stems = new Map<string, Counts>();
  for (const [word, at] of Object.entries(raw.words)) {
    const key = stem(word);
    const counts = stems.get(key) ?? new Map<number, number>();
    stems.set(key, counts);
    for (const [page, n] of places(at)) counts.set(page, (counts.get(page) ?? 0) + n);
  }
  return { pages, stems, mean: pages.reduce((sum, p) => sum + p.size, 0) / pages.length };
}

function headings(list: string[]): Heading[] {
  return list.flatMap((id, i) => (i % 2 ? [] : [{ id, text: list[i + 1]!, stems: stemsOf(list[i + 1]!) }]));
}

function places(at: string): [number, number][] {
  let page = 0;
  return [...at.matchAll(/([a-z]+)(\d)/g)].map(([, letters, digit]) => {
    page += [...letters!].reduce((n, c) => n * 26 + c.charCodeAt(0) - 97, 0);
    return [page, COUNTS[Number(digit)]!];
  });
}

// A Term is a word of the question: the stems that stand for it and how well.
type Term = Map<string, number>;

const [OTHER, BEGUN] = [0.5, 0.6]; // how well an alike word and a longer word stand for the one that was typed

// terms reads a question. Its last word may not be typed to its end.
function terms(index: Index, query: string): Term[] {
  const words = wordsOf(query);
  const telling = words.filter((w) => !SILENT.has(w));
  const open = /[\p{L}\p{N}]$/u.test(query);
  return (telling.length ? telling : words).map((word, i, all) => {
    const key = stem(word);
    const term: Term = new Map([[key, 1]]);
    for (const other of ALIKE.get(key) ?? []) term.set(other, OTHER);
    if (open && i === all.length - 1 && word.length > 1) for (const longer of index.stems.keys()) if (longer.startsWith(word) && !term.has(longer)) term.set(longer, BEGUN);
    return term;
  });
}

// BM25 with usual constants; long pages are long because they answer much, so length counts half.
const [K, B] = [1.4, 0.5];
const [TITLED, HEADED] = [2.2, 0.4]; // what a word in the title or in a heading adds: text that repeats it must not outweigh them

function weigh(index: Index, term: Term): Map<number, number> {
  const best = new Map<number, number>();
  const begun = new Set([...term].flatMap(([key, share]) => (share === BEGUN ? [...index.stems.get(key)!.keys()] : []))).size;
  for (const [key, share] of term) {
    const counts = index.stems.get(key);
    if (!counts) continue;
    const many = share === BEGUN ? begun : counts.size; // a rare word is not what a beginning of it means
    const rare = Math.log(1 + (index.pages.length - many + 0.5) / (many + 0.5));
    for (const [page, n] of counts) {
      const p = index.pages[page]!;
      const norm = K * (1 - B + (B * p.size) / index.mean);
      const text = (n * (K + 1)) / (n + norm) + (p.titled.has(key) ? TITLED : 0) + (p.headings.some((h) => h.stems.has(key)) ? HEADED : 0);
      best.set(page, Math.max(best.get(page) ?? 0, share * rare * text));
    }
  }
  return best;
}

// prior: who asks in words wants a page that explains. A command is found by its name.
function prior(page: Page): number { return page.to.startsWith("reference/cli/veil") ? 0.55 : page.to.startsWith("explanation/adr/") ? 0.5 : 1; }

// search returns the best pages. A page that has more of the words comes before one that has few of them often.
export function search(index: Index, query: string, most = 8): Found[] {
  const all = terms(index, query);
  const sums = new Map<number, [sum: number, hits: number]>();
  for (const weights of all.map((t) => weigh(index, t))) {
    for (const [page, w] of weights) {
      const [sum, hits] = sums.get(page) ?? [0, 0];
      sums.set(page, [sum + w, hits + 1]);
    }
  }
  const named = [...stemsOf(query)];
  const score = (page: number) => {
    const [sum, hits] = sums.get(page)!;
    const p = index.pages[page]!;
    const whole = named.length === p.titled.size && named.every((s) => p.titled.has(s)) ? 3 : 1;
    return sum * (hits / all.length) * prior(p) * whole;
  };
  return [...sums.keys()].map((page) => [page, score(page)] as const).sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, most).map(([page]) => found(index.pages[page]!, all));
}

// found leads to the heading that has most of the words, if it has one that the title lacks.
function found(p: Page, all: Term[]): Found {
  const has = (stems: Set<string>) => all.filter((t) => [...t].some(([key, share]) => share === 1 && stems.has(key)));
  const titled = has(p.titled).length;
  const best = p.headings.map((h) => [h, new Set([...has(h.stems), ...has(p.titled)]).size] as const).sort((a, b) => b[1] - a[1])[0];
  const inside = best && best[1] > titled ? best[0] : null;
  return { to: p.to + (inside ? "#" + inside.id : ""), title: p.title, section: p.section, about: inside?.text ?? p.description };
}
