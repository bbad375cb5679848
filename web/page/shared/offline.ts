// SPDX-License-Identifier: BSD-3-Clause

// The page works without a network once it was visited: a service worker keeps what this page
// needs, and then, asked for it, all other pages.

import { ROOT } from "./root.js";

export function keepOffline(): void {
  if (!("serviceWorker" in navigator) || !window.isSecureContext) return;
  navigator.serviceWorker.register(new URL("sw.js", ROOT)).then(() => navigator.serviceWorker.ready).then((r) => r.active?.postMessage("keep the rest")).catch(() => {}); // it works without, too
}
