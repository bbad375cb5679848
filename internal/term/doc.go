// SPDX-License-Identifier: BSD-3-Clause

// Package term describes the terminal that commands run in: whether there is one, its width,
// whether it wants colour; it also shows progress on one line.
package term
