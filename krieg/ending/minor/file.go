// SPDX-License-Identifier: BSD-3-Clause

//go:build !small && !lite

package minor

import _ "embed"

// tables is the file that `tools/nightly endings` writes.
//
//go:embed minor.bin
var tables []byte // embedding needs a variable; nothing writes it

// File returns the file of the tables, for servers whose clients fetch it. Callers must not change it.
func File() []byte { return tables }
