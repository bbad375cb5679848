// SPDX-License-Identifier: BSD-3-Clause

import { ApiPage } from "./api/page.js";
import { start } from "./shared/start.js";

start(() => <ApiPage />);
