// SPDX-License-Identifier: BSD-3-Clause

//go:build small

package composed

import "embed"

// published lacks seed-5 and the blind sets: programs inside packages of other languages have a limit of
// size.
//
//go:embed few-7.jsonl.gz hist-3.jsonl.gz seed-3.jsonl.gz seed-7*.jsonl.gz
var published embed.FS
