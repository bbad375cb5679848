// SPDX-License-Identifier: BSD-3-Clause

// Package frame runs a command-line program: its environment, printing of answers and failures,
// exit codes, help, completion and manual pages. It contains no specific command.
//
// It is outside the promise of docs/reference/stability.md: other programs use package cli, and
// this package changes with veil's own commands.
package frame
