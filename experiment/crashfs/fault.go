// SPDX-License-Identifier: BSD-3-Clause

package crashfs

import (
	"fmt"
	"path"
	"runtime"
	"strings"
	"syscall"
)

// Plan selects the faults.
type Plan struct {
	Seed uint64
	// Fault happens in operation number At, counting from 1 the operations in which it can happen.
	// At 0 it never happens.
	Fault Fault
	At    int
	// Ignore is a place in the program, as named by [FS.Sites], whose syncs and renames have no effect.
	Ignore string
}

// Fault is a kind of failure.
type Fault string

// The kinds of failure.
const (
	Crash      Fault = "crash"       // the machine goes down in an operation that writes
	ShortWrite Fault = "short write" // only a part is written
	NoSpace    Fault = "no space"    // nothing is written from then on
	BadSync    Fault = "failed sync" // data to be synced is lost later, silently
	BadRead    Fault = "failed read"
)

// Faults lists all kinds.
func Faults() []Fault { return []Fault{Crash, ShortWrite, NoSpace, BadSync, BadRead} }

// Count returns the number of operations in which a fault could have happened.
func (f *FS) Count(fault Fault) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.counts[fault]
}

// fails reports whether a fault happens in this operation.
func (f *FS) fails(fault Fault) bool {
	f.counts[fault]++
	if f.plan.Fault != fault || f.plan.At == 0 {
		return false
	}
	return f.counts[fault] == f.plan.At || fault == NoSpace && f.counts[fault] > f.plan.At
}

// change begins an operation that changes the file system. It returns an error if the machine is
// down or the disk is full.
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

// ignored records a place that makes data durable, and reports whether it is to be skipped.
func (f *FS) ignored(kind, name string) bool {
	place := site(kind, name)
	f.sites[place]++
	return place == f.plan.Ignore
}

// site names the calling function. A sync or rename in package durable counts for every user of it;
// the functions there that make directories durable overlap, so they count once.
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

// The kinds of operations that make data durable.
const (
	syncFile = "sync"
	syncDir  = "sync of the directory"
	rename   = "rename"
)
