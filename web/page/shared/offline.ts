// SPDX-License-Identifier: BSD-3-Clause

// The page works without a network once it was visited: a service worker keeps what this page
// needs, and then, asked for it, all other pages.

import { ROOT } from "./root.js";

const QUIET = 2000; // ms

// keepOffline waits until the page is there: the engine is fetched first, and not twice at once.
export function keepOffline(): void {
  if (!("serviceWorker" in navigator) || !window.isSecureContext) return;
  if (document.readyState === "complete") setTimeout(register, QUIET);
  else addEventListener("load", () => setTimeout(register, QUIET));
}

function register(): void {
  navigator.serviceWorker.register(new URL("sw.js", ROOT)).then(() => navigator.serviceWorker.ready).then((r) => r.active?.postMessage("keep the rest")).catch(() => {}); // it works without, too
}
