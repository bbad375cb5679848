// SPDX-License-Identifier: BSD-3-Clause

// Package web implements the HTTP API and serves the web app: one file of routes for each game, for
// experiments and for puzzles, on top of package server. The functions that answer are passed in
// ([Games], [Runs]) and return the documents of package api.
//
// Exact answers never change, so they are cached under the code of their position, which all mirror
// images share, and clients may cache them as well.
package web
