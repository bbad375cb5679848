// montage FILES
import { launch } from "./browser.mjs";
import { readFileSync } from "node:fs";
const [out, ...files] = process.argv.slice(2);
const b = await launch(); const p = await b.newPage({ viewport: { width: (Number(process.env.W ?? 390)) * Math.min(Number(process.env.N ?? 4), files.length) + 40, height: 100 } });
await p.setContent(`<body style="margin:0;background:#f0f;display:flex;flex-wrap:wrap;gap:8px">${files.map((f) => `<img style="width:${process.env.W ?? 390}px" src="data:image/png;base64,${readFileSync(f).toString("base64")}">`).join("")}`);
await p.screenshot({ path: out, fullPage: true }); await b.close();
