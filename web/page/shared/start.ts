// SPDX-License-Identifier: BSD-3-Clause

import { render } from "preact";
import { translate } from "../words/words.js";
import { keepOffline } from "./offline.js";

// start draws a page. Its script has just been run, and the browser lays out what stood in the HTML when that is over: to draw is a task
// of its own, because all in one would block a slow phone.
export function start(page: () => preact.JSX.Element): void {
  translate();
  setTimeout(() => {
    render(page(), document.getElementById("veil")!);
    keepOffline();
  });
}
