// SPDX-License-Identifier: BSD-3-Clause

// Package frame runs a program of commands: what it takes from the process, how it prints answers
// and failures, its exit codes, help, completion and manual pages. It knows no command.
//
// It is outside the promise of docs/reference/stability.md: package cli is the door for other programs, and this
// package changes with veil's own commands.
package frame
