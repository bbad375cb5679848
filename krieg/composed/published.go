// SPDX-License-Identifier: BSD-3-Clause

//go:build !small

package composed

import "embed"

//go:embed *.jsonl.gz
var published embed.FS
