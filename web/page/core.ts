// SPDX-License-Identifier: BSD-3-Clause

// What the scripts of Minesweeper share: the engine, and the modules that more than one of them needs. Each script imports all of them, so
// that they are in one file, core.js. A module that only two scripts import, and that is not listed here, would be a second file of that
// name, which make page refuses.

import "./mines/analyse/bar.js";
import "./mines/analyse/panel.js";
import "./mines/analyse/why.js";
import type { Told } from "./mines/engine/told.js";
import "./mines/files/files.js";
import "./mines/files/gamelink.js";
import "./mines/keep/played.js";
import "./mines/game/level.js";
import { parseCode } from "./mines/game/position.js";
import "./mines/review/reviewing.js";
import "./mines/share/share.js";
import "./mines/stats/stats.js";
import "./mines/train/quiz.js";
import { Engine } from "./shared/engine.js";
import "./shared/frame.js";
import { ROOT } from "./shared/root.js";
import "./shared/start.js";

export const engine = new Engine<Told>(new URL("engine.js", ROOT));

export const HERO = parseCode("4x4-4-safe-1_______________")!;
