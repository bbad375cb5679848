// SPDX-License-Identifier: BSD-3-Clause

//go:build !unix

package execplayer

import "os/exec"

// ownGroup does nothing: this system has no process groups.
func ownGroup(*exec.Cmd) {}

// killGroup ends a command; processes it has started survive.
func killGroup(cmd *exec.Cmd) {
	_ = cmd.Process.Kill() // it may have ended
}
