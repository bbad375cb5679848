// SPDX-License-Identifier: BSD-3-Clause

//go:build !unix

package execplayer

import "os/exec"

// ownGroup does nothing: there are no groups here.
func ownGroup(*exec.Cmd) {}

// killGroup ends a command.
func killGroup(cmd *exec.Cmd) {
	_ = cmd.Process.Kill() // it may have ended
}
