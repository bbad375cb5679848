// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package farm

import (
	"syscall"
	"testing"
	"time"
)

// TestHangingWorkers stops workers for longer than their leases last, and lets them go on
// with what others have played meanwhile.
func TestHangingWorkers(t *testing.T) {
	w := newWorld(t, sized(1000))
	w.role.Delay *= 8 // or three workers are done before the fourth has hung ten times
	w.serve()
	w.hire(4, nil)
	w.start()
	n := 0
	for n < kills() && w.sleep(time.Second) {
		hanging := w.workers[w.r.IntN(len(w.workers))].Process
		if err := hanging.Signal(syscall.SIGSTOP); err != nil {
			t.Fatal(err)
		}
		n++
		w.run.ended(3 * testWait)
		if err := hanging.Signal(syscall.SIGCONT); err != nil {
			t.Fatal(err)
		}
	}
	w.finish(n)
}
