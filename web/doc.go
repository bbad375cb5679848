// SPDX-License-Identifier: BSD-3-Clause

// Package web is the HTTP API and the page it serves: one file of routes for each game, for
// experiments and for puzzles, on the plumbing of package service. What answers is handed in
// as functions ([Mines], [Krieg], [Runs]) that return the documents of package api.
//
// Exact answers never change, so they are kept by the name of their position, which all
// mirror images share, and may be kept by anybody else.
package web
