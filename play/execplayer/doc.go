// SPDX-License-Identifier: BSD-3-Clause

// Package execplayer lets other programs play. A setup whose player is "exec:python3 mine.py"
// starts that program for every episode, or keeps it for many if the parameter persistent is true,
// and exchanges lines of JSON with it, as docs/reference/exec-protocol.md describes. The program receives only what a player may know; its
// answers are untrusted input.
package execplayer
