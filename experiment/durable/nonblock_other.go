// SPDX-License-Identifier: BSD-3-Clause

//go:build !unix

package durable

// nonblock is empty here: file names do not lead to pipes on this system.
const nonblock = 0
