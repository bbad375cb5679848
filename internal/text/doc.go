// SPDX-License-Identifier: BSD-3-Clause

// Package text prints what commands say to people: numbers, chances, lists, pages and
// grids. It knows no domain and no terminal.
package text
