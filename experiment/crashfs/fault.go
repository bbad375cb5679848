// SPDX-License-Identifier: BSD-3-Clause

package crashfs

import (
	"fmt"
	"path"
	"runtime"
	"strings"
	"syscall"
)

// Plan says what goes wrong.
type Plan struct {
	Seed uint64
	// Fault happens in the operation with the number At, counting from 1 those in which
	// it can happen. At 0 it never does.
	Fault Fault
	At    int
	// Ignore is a place in the program, as [FS.Sites] names it, whose syncs and renames
	// do nothing.
	Ignore string
}

// Fault is a kind of failure.
type Fault string

// The kinds of failure.
const (
	Crash      Fault = "crash"       // the machine goes down in an operation that writes
	ShortWrite Fault = "short write" // a part is written
	NoSpace    Fault = "no space"    // nothing is written, then and later
	BadSync    Fault = "failed sync" // text that was to be synced is lost later on, without notice
	BadRead    Fault = "failed read"
)

// Faults lists all kinds.
func Faults() []Fault { return []Fault{Crash, ShortWrite, NoSpace, BadSync, BadRead} }

// Count returns in how many operations a fault could have happened.
func (f *FS) Count(fault Fault) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.counts[fault]
}

// fails reports whether a fault happens now.
func (f *FS) fails(fault Fault) bool {
	f.counts[fault]++
	if f.plan.Fault != fault || f.plan.At == 0 {
		return false
	}
	return f.counts[fault] == f.plan.At || fault == NoSpace && f.counts[fault] > f.plan.At
}

// change starts an operation that changes something. It returns the error of a machine
// that is down, or has no space.
func (f *FS) change(needsSpace bool) error {
	if !f.down && f.fails(Crash) {
		f.down = true
	}
	if f.down {
		return ErrCrash
	}
	if needsSpace && f.fails(NoSpace) {
		return syscall.ENOSPC
	}
	return nil
}

// ignored notes a place that makes something durable, and reports whether it is to be
// left out.
func (f *FS) ignored(kind, name string) bool {
	place := site(kind, name)
	f.sites[place]++
	return place == f.plan.Ignore
}

// site names the function that led here. A sync or rename in package durable counts for
// every user of it; what makes directories durable there overlaps, so it counts once.
func site(kind, name string) string {
	pcs := make([]uintptr, 20)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(4, pcs)])
	for {
		frame, more := frames.Next()
		function := path.Base(frame.Function)
		inDurable := strings.HasPrefix(function, "durable.")
		switch {
		case !more:
			return kind + " nowhere"
		case strings.HasPrefix(function, "crashfs.") || inDurable && kind != syncDir:
			continue
		case inDurable || kind != syncDir:
			return fmt.Sprintf("%s in %s", kind, function)
		default:
			return fmt.Sprintf("%s %s in %s", kind, name, function)
		}
	}
}

// The kinds of operations that make something durable.
const (
	syncFile = "sync"
	syncDir  = "sync of the directory"
	rename   = "rename"
)
