// SPDX-License-Identifier: BSD-3-Clause

// Package api defines the questions and documents that veil exchanges with programs: on the
// command line with --json, over HTTP, and with the engine in a browser; and what all answers
// share: limits, progress, and the ledger that splits a result into mistakes and luck.
//
// Each document names its shape and version in "schema"; within a version fields are only ever
// added. Counts are strings, because they outgrow the 53 bits of a JavaScript number, and every
// value says in "kind" how it is known. docs/schemas has a JSON Schema of each, made from the
// types; former versions are in docs/schemas-former.
package api
