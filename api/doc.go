// SPDX-License-Identifier: BSD-3-Clause

// Package api defines the questions and documents that veil exchanges with programs (on the command
// line with --json, over HTTP, and with the engine in a browser) and the types that all answers
// share: limits, progress, and the ledger that splits a result into mistakes and luck.
//
// Each document names its shape and version in "schema"; within a version, fields are only ever
// added. Counts are strings, because they outgrow the 53 bits of a JavaScript number. The field
// "kind" of a value contains how it is known. docs/schemas has a JSON Schema of each document,
// generated from the types; former versions are in docs/schemas-former.
//
// A question is declared once, as a row of a [Table], beside the function that answers it: see the
// method Verbs of mines/analysis, krieg/deduction and diag/isolation. The HTTP routes and their
// description, strict parsing, the schemas and TypeScript types of documents, the engines in a
// browser and the list in docs/reference/api.md follow from the row. A new verb is its types, its
// function and its row; then UPDATE=1 go test ./web writes the generated files.
package api
