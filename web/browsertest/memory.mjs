// SPDX-License-Identifier: BSD-3-Clause

// What the page holds of the machine's memory.

import { readFileSync } from "node:fs";

// renderers are the processes of a browser that draw pages and run their engines.
export async function renderers(browser) {
  const whole = await browser.newBrowserCDPSession();
  const { processInfo } = await whole.send("SystemInfo.getProcessInfo");
  await whole.detach();
  return processInfo.filter((p) => p.type === "renderer").map((p) => p.id);
}

// privately is how many MB the largest of them holds alone.
export async function privately(browser) {
  const held = (id) => Number(/^Private_Dirty:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, "utf8"))[1]) / 1024;
  return Math.max(...(await renderers(browser)).map(held));
}

// hundred plays a hundred games on a board of 9x9, each for five clicks or to its end.
export function hundred(page) {
  return page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const click = (i) => document.querySelector(`[data-i="${i}"]`).click();
    for (let game = 0; game < 100; game++) {
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "n", bubbles: true }));
      while (document.querySelector("#board .o")) await frame();
      click(40);
      while (!document.querySelector("#board .o")) await frame();
      for (const i of [0, 8, 72, 80]) {
        click(i);
        await frame();
      }
    }
  });
}
