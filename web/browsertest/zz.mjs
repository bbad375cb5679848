import { STATIC, launch, open } from "./browser.mjs";
import { serve } from "./serve.mjs";
const site = await serve(STATIC), b = await launch();
for (const [n, path, o] of [["home", "", {viewport:{width:1280,height:1500}}], ["newphone", "docs/explanation/whats-new.html", { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }], ["setup", "krieg/play/", {}], ["new", "docs/explanation/whats-new.html", {viewport:{width:1280,height:1300}, colorScheme: "dark"}]]) {
  const t = await open(b, site.url + path, o);
  await t.page.waitForTimeout(3000);
  await t.page.screenshot({ path: `/tmp/d-${n}.png`, fullPage: n === "newphone" });
  await t.context.close();
}
await b.close(); site.close();
