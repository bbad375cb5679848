// SPDX-License-Identifier: BSD-3-Clause

// Runs before the first paint of every page.

import { applyTheme } from "./shared/theme.js";

applyTheme();
