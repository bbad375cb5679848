// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package execplayer

import (
	"os/exec"
	"syscall"
)

// ownGroup makes a command the first of a group of processes.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup ends a command and what it has started.
func killGroup(cmd *exec.Cmd) {
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // all may have ended
}
