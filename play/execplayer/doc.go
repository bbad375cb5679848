// SPDX-License-Identifier: BSD-3-Clause

// Package execplayer lets other programs play. A setup whose player is "exec:python3 mine.py"
// starts that program for every episode and talks to it in lines of JSON, as
// docs/reference/exec-protocol.md describes. The program learns what a player may know, and nothing
// else; its answers are untrusted input.
package execplayer
