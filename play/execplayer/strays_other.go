// SPDX-License-Identifier: BSD-3-Clause

//go:build !linux

package execplayer

// adoptOrphans does nothing: on this system the system adopts orphans.
func adoptOrphans() bool { return false }

// beganOf returns 0: start times are not available here.
func beganOf(int) uint64 { return 0 }

// endStrays finds nothing: on this system a program that leaves its group is lost.
func (*brood) endStrays(*child) bool { return false }
