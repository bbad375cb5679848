// SPDX-License-Identifier: BSD-3-Clause

package meter

import "syscall"

// threadID identifies the calling thread.
func threadID() int { return syscall.Gettid() }
