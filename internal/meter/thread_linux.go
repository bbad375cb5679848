// SPDX-License-Identifier: BSD-3-Clause

package meter

import "syscall"

// threadID tells the threads of this process apart.
func threadID() int { return syscall.Gettid() }
