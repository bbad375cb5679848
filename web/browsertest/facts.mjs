// SPDX-License-Identifier: BSD-3-Clause

// Checks in the manner of Lighthouse that need no measuring.

export const PATHS = ["", "mines/", "mines/review/", "mines/train/", "mines/daily/", "mines/leaks/", "prove/", "krieg/", "krieg/proof/", "krieg/play/", "problems/", "problems/daily/", "experiments/", "api/", "docs/", "docs/reference/web-app.html", "docs/reference/cli/", "docs/explanation/fair-play.html", "404.html"];

// facts are what a search engine or a browser asks of a page.
export function facts() {
  const meta = (name) => document.querySelector(`meta[name="${name}"]`)?.content ?? "";
  const faults = [];
  if (!document.title) faults.push("no title");
  if (!meta("description") && !/noindex/.test(meta("robots"))) faults.push("no description");
  if (!/width=device-width/.test(meta("viewport"))) faults.push("no viewport");
  if (!document.documentElement.lang) faults.push("no language");
  if (document.querySelectorAll("h1").length !== 1) faults.push(`${document.querySelectorAll("h1").length} h1`);
  if (!document.querySelector("main")) faults.push("no main");
  if ([...document.images].some((i) => !i.alt && i.getAttribute("role") !== "presentation")) faults.push("an image without a text");
  if ([...document.links].some((a) => !a.textContent.trim() && !a.ariaLabel)) faults.push("a link without a text");
  if (document.documentElement.scrollWidth > innerWidth) faults.push("wider than the window");
  faults.push(...illegible());
  return faults;

  // Text on a phone is 12 px or more, also where it is folded away; on a board the cells decide.
  function illegible() {
    const small = new Set();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let n; innerWidth <= 640 && (n = texts.nextNode());) {
      const e = n.parentElement;
      const size = parseFloat(getComputedStyle(e).fontSize);
      if (size < 12 && n.data.trim() && !e.closest("script, style, .board, .live-board, .chess, .ruler")) small.add(`${size} px: ${e.closest("[class]")?.className} ${e.localName}`);
    }
    return [...small];
  }
}
