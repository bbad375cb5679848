// SPDX-License-Identifier: BSD-3-Clause

// Package server implements the plumbing of an HTTP API, independent of its subject: routes are
// registered with functions that return documents, and a page is passed in as files.
//
// Work is admitted by a gate: as many answers are computed at a time as there are cores, short ones
// overtake long ones, and work that does not fit into a short queue is refused with the time after
// which to try again.
package server
