// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package durable

import "syscall"

// nonblock opens a pipe without waiting for its other end.
const nonblock = syscall.O_NONBLOCK
