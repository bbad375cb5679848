// SPDX-License-Identifier: BSD-3-Clause

import { engine } from "./core.js";
import { HEIGHT, MINES, WIDTH } from "./mines/daily/list.js";
import { DailyModel } from "./mines/daily/model.js";
import { DailyPage } from "./mines/daily/page.js";
import { blank } from "./mines/game/position.js";
import { start } from "./shared/start.js";

start(() => <DailyPage m={new DailyModel(engine, blank(WIDTH, HEIGHT, MINES, "zero"))} />);
