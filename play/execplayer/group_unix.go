// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package execplayer

import (
	"os/exec"
	"syscall"
)

// ownGroup makes a command the leader of a new process group.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills a command and every process in its group.
func killGroup(cmd *exec.Cmd) {
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // all may have ended
}
