// SPDX-License-Identifier: BSD-3-Clause

package testsize

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Patience is how long a test waits for something that must happen. It detects hangs, not slowness:
// on a machine with ten times more load than cores, starting a process takes seconds. It is below
// the ten minutes after which go test kills a package without saying what it waited for.
const Patience = 4 * time.Minute

// Await polls until a condition holds, and fails the test if it does not within Patience. It polls
// less and less often, at last ten times a second: a server may refuse more questions than that.
func Await(tb testing.TB, what string, holds func() bool) {
	tb.Helper()
	pause := 2 * time.Millisecond
	for end := time.Now().Add(Patience); !holds(); pause = min(2*pause, 100*time.Millisecond) {
		if time.Now().After(end) {
			tb.Fatalf("after %v still not: %s", Patience, what)
		}
		time.Sleep(pause)
	}
}

// Receive returns the next value from a channel, and fails the test if none comes within Patience.
func Receive[T any](tb testing.TB, what string, from <-chan T) (got T) {
	tb.Helper()
	select {
	case got = <-from:
	case <-time.After(Patience):
		tb.Fatalf("after %v still not: %s", Patience, what)
	}
	return got
}

// AwaitWork polls until a process has used the given CPU time. A test that interrupts a program
// waits for this instead of wall-clock time, in which a busy machine may not even have started the
// program. A process that has ended counts as having worked enough.
func AwaitWork(tb testing.TB, pid int, much time.Duration) {
	tb.Helper()
	if _, err := os.Stat("/proc/self/stat"); err != nil {
		time.Sleep(10 * much) // no /proc here: wait long enough
		return
	}
	Await(tb, fmt.Sprintf("process %d has worked for %v", pid, much), func() bool {
		used, running := Worked(pid)
		return !running || used >= much
	})
}

// tick is the unit of CPU time in /proc on Linux.
const tick = time.Second / 100

// Worked returns the CPU time of a process, and reports whether it runs. Without /proc it reports false.
func Worked(pid int) (used time.Duration, running bool) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	_, rest, ok := strings.Cut(string(text), ") ") // the name before may have spaces
	fields := strings.Fields(rest)
	if err != nil || !ok || len(fields) < 13 || fields[0] == "Z" {
		return 0, false
	}
	user, err1 := strconv.Atoi(fields[11])
	system, err2 := strconv.Atoi(fields[12])
	return time.Duration(user+system) * tick, err1 == nil && err2 == nil
}
