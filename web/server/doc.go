// SPDX-License-Identifier: BSD-3-Clause

// Package server is the plumbing of an HTTP API. It knows nothing of what the API is about:
// routes are registered with functions that return documents, and a page is handed in as
// files.
//
// Work is admitted by a gate: as many answers are computed at a time as there are cores,
// short ones pass long ones, and what does not fit into a short queue is refused with the
// time after which to try again.
package server
