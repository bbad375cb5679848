// SPDX-License-Identifier: BSD-3-Clause

// Runs before the first paint of every page.

import { applyTheme } from "./shared/theme.js";

applyTheme();
document.documentElement.dataset.scripted = ""; // what works only with scripts is shown at once, so nothing jumps
