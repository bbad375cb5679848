// SPDX-License-Identifier: BSD-3-Clause

package execplayer

import (
	"os"
	"testing"
)

// TestLeft: what is in the session of this program has not left it, whoever has started it.
func TestLeft(t *testing.T) {
	for pid, want := range map[int]bool{os.Getpid(): false, 1: true} {
		p, ok := readProcess(pid)
		if !ok {
			t.Fatalf("process %d cannot be read", pid)
		}
		if got := p.left(); got != want {
			t.Errorf("process %d: left %v, want %v", pid, got, want)
		}
	}
}
