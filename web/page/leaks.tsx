// SPDX-License-Identifier: BSD-3-Clause

import { HERO, engine } from "./core.js";
import { Leaks } from "./mines/leaks/page.js";
import { Quiz } from "./mines/train/quiz.js";
import { start } from "./shared/start.js";

start(() => <Leaks m={new Quiz(engine, HERO)} />);
