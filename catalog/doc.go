// SPDX-License-Identifier: BSD-3-Clause

// Package catalog is the one list of domains and players by name. It wires rules,
// beliefs and searches together, so that whoever takes names from people (command
// line, files, web, farm) needs no domain's types.
//
// To add a domain, write one file with a function like [Tiger] and add one line to
// [All].
package catalog
