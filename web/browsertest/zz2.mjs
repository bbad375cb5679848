// the built site: its first page is Home, with what it needs
import { launch, open } from "./browser.mjs";
import { serve } from "./serve.mjs";
const site = await serve("/tmp/site/site/"), b = await launch();
const t = await open(b, site.url);
await t.page.waitForSelector(".badge.exact");
console.log(await t.page.textContent("h1"), t.faults, t.foreign);
await t.page.goto(site.url + "docs/"); await t.page.waitForSelector("figure.live .badge.exact");
await t.page.fill("#find", "install"); await t.page.waitForSelector(".found li"); console.log("search ok", await t.page.textContent(".found b"));
await b.close(); site.close();
