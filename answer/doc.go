// SPDX-License-Identifier: BSD-3-Clause

// Package answer turns questions into the documents of package analysis. It is the one
// place where they are made: the command line prints them, the HTTP API serves them, the
// engine in a browser posts them to its page.
//
// [Look] says what is known of a Minesweeper position and [Mines.Search] what its moves
// are worth; [Mines.Document] is the answer. [Desk] does the same for questions in JSON,
// with a stream of ever better documents on the way: exact risks first, then bounds on the
// winning chances, then exact ones.
//
// Under a budget of nodes the same question has the same answer on every machine; one that
// the clock cut says so.
package answer
