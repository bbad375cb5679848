// SPDX-License-Identifier: BSD-3-Clause

// Package analysis answers every question about a Minesweeper position: risks, winning chances, the
// best move, why, hints and reviews. It is the only place that decides what to search, for how
// long, and what to recommend; the command line prints its documents, the HTTP API serves them, and
// the engine in a browser posts them to its page.
//
// A [Service] answers questions of package api, with a stream of ever better documents on the way:
// exact risks first, then bounds on the winning chances, then exact ones.
//
// Under a budget of work the same question has the same answer on every machine; an answer that the
// time limit ended early is marked as cut.
package analysis
