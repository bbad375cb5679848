// SPDX-License-Identifier: BSD-3-Clause

//go:build small

package composed

import "embed"

// published lacks the two largest sets, seed-5 and blind-5: programs inside packages of other languages
// have a limit of size.
//
//go:embed blind-3.jsonl.gz few-7.jsonl.gz hist-3.jsonl.gz seed-3.jsonl.gz seed-7*.jsonl.gz
var published embed.FS
