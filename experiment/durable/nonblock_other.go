// SPDX-License-Identifier: BSD-3-Clause

//go:build !unix

package durable

// nonblock is nothing where a name of a file leads to no pipe.
const nonblock = 0
