// SPDX-License-Identifier: BSD-3-Clause

// Package solve is what the answers about all games share: questions in JSON, time, progress,
// and the ledger that splits a result into mistakes and luck.
package solve
