// SPDX-License-Identifier: BSD-3-Clause

// Package web is the HTTP API and the page it serves. It knows nothing of any domain: what
// it answers is handed in as functions ([Mines]) that return the documents of package
// analysis, and a page is handed in as files.
//
// Work is admitted by a gate: as many answers are computed at a time as there are cores,
// short ones pass long ones, and what does not fit into a short queue is refused with the
// time after which to try again. Exact answers never change, so they are kept by the name
// of their position, which all mirror images share, and may be kept by anybody else.
package web
