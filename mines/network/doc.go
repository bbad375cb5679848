// SPDX-License-Identifier: BSD-3-Clause

// Package network estimates the winning chance of a Minesweeper position by a small learned
// network.
//
// A [Describer] turns a position into numbers, a [Network] turns them into a chance, and [Fit]
// trains a network on positions of played games. All compute in integers, or in floating point
// without fused operations, so that they give the same bits on every machine.
package network
