// SPDX-License-Identifier: BSD-3-Clause

// Package text formats output for people: numbers, chances, lists, pages and grids. It depends on
// no domain and no terminal.
package text
