// SPDX-License-Identifier: BSD-3-Clause

// What comes to a page from outside: what is kept on this device, its address, and answers of servers. Anybody can write the first two: other
// scripts of the origin, other versions of veil, whoever makes a link. So nothing here throws, what is too long is nothing, and what
// is read has a shape before anybody uses it. No other file may touch the storage or the fragment: a test of internal/repo
// finds those that do.

// SHORT and LONG are how many characters are read: of choices and texts, and of lists of games.
export const SHORT = 1 << 16;
export const LONG = 1 << 21;

// A visitor may forbid storage: then to name it throws, and nothing is kept.
const SHELVES = { device: () => localStorage, tab: () => sessionStorage };
type Shelf = keyof typeof SHELVES;

export function stored(key: string, most = SHORT, shelf: Shelf = "device"): string | null {
  try {
    return limited(SHELVES[shelf]().getItem("veil." + key), most);
  } catch {
    return null;
  }
}

export function store(key: string, value: string, shelf: Shelf = "device"): void {
  try {
    SHELVES[shelf]().setItem("veil." + key, value);
  } catch {
    // full, or forbidden
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem("veil." + key);
  } catch {
    // forbidden
  }
}

// onStored calls f when another tab keeps something else under a key.
export function onStored(key: string, most: number, f: (text: string | null) => void): void {
  addEventListener("storage", (e) => e.key === "veil." + key && f(limited(e.newValue, most)));
}

function limited(text: string | null, most: number): string | null { return text !== null && text.length <= most ? text : null; }

// --- shapes ---

type Fields = Readonly<Record<string, unknown>>;

// fields are those of the object that a text is in JSON; of anything else there are none.
export function fields(text: string | null): Fields {
  const value = parsed(text);
  return isFields(value) ? value : {};
}

export function isFields(x: unknown): x is Fields { return typeof x === "object" && x !== null && !Array.isArray(x); }

// parsed is what a text is in JSON, or null.
export function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null") as unknown;
  } catch {
    return null;
  }
}

// own tells the entries of a table from what every object has, such as constructor and __proto__.
export function own<T extends object>(table: T, key: unknown): key is keyof T & string { return typeof key === "string" && Object.hasOwn(table, key); }

export function isWhole(x: unknown, from: number, to: number): x is number { return Number.isInteger(x) && (x as number) >= from && (x as number) <= to; }

export function isName(x: unknown, most = 100): x is string { return typeof x === "string" && x.length <= most; }

// listed are the entries of a list that are what they should be, the last ones if there are more.
export function listed<T>(x: unknown, most: number, fits: (entry: unknown) => entry is T): T[] { return Array.isArray(x) ? x.filter(fits).slice(-most) : []; }

// --- the address ---

// fragment is what follows # in the address, as it stands there, with the #.
export function fragment(): string { return limited(location.hash, SHORT) ?? ""; }

// named is the fragment without its # and escapes. One that cannot be decoded names what it says.
export function named(): string { return decoded(fragment().slice(1)); }

export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function follow(name: string): void { location.hash = name; }

// onFragment calls f when the fragment changes, until the returned function is called.
export function onFragment(f: () => void): () => void {
  addEventListener("hashchange", f);
  return () => removeEventListener("hashchange", f);
}

// show makes a fragment that of the address, and adds nothing to the history. What is too long to be read again is not shown.
export function show(hash: string): void {
  const wanted = location.pathname + (hash.length <= SHORT ? hash : "");
  if (location.pathname + location.hash === wanted) return;
  try {
    history.replaceState(null, "", wanted);
  } catch {
    // a browser may find it too often
  }
}

// packed writes bytes or text for an address, and unpacked reads them; what is no such text is null.
export function packed(text: string): string {
  let bytes = "";
  for (const b of new TextEncoder().encode(text)) bytes += String.fromCharCode(b);
  return btoa(bytes).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

export function unpacked(text: string): string | null {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0)));
  } catch {
    return null;
  }
}

// --- answers ---

// received reads an answer up to so many bytes, and says whether that is all of it: a stream may have no end, and one event any length.
export async function received(r: Response, most: number): Promise<{ text: string; whole: boolean }> {
  const [reader, decoder] = [r.body?.getReader(), new TextDecoder()];
  let text = "";
  for (let left = most; reader; ) {
    const { done, value } = await reader.read();
    if (done) break;
    text += decoder.decode(value.subarray(0, left), { stream: true });
    left -= value.length;
    if (left >= 0) continue;
    void reader.cancel();
    return { text, whole: false };
  }
  return { text: text + decoder.decode(), whole: true };
}
