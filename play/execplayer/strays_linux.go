// SPDX-License-Identifier: BSD-3-Clause

package execplayer

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// adoptOrphans makes this process the parent of every orphan among its descendants (subreaper).
func adoptOrphans() bool {
	return unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == nil
}

// process is one entry of /proc.
type process struct {
	pid, parent int
	session     int
	began       uint64 // in ticks since the system was started
	dead        bool   // but nobody has asked how it ended
}

// beganOf returns when a process began, or 0 if there is none.
func beganOf(pid int) uint64 {
	p, _ := readProcess(pid)
	return p.began
}

// readProcess reads /proc/PID/stat. The program's name is in brackets and may contain any byte.
func readProcess(pid int) (process, bool) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	end := bytes.LastIndexByte(text, ')')
	if err != nil || end < 0 {
		return process{}, false
	}
	fields := bytes.Fields(text[end+1:])
	const state, parent, session, began = 0, 1, 3, 19
	if len(fields) <= began {
		return process{}, false
	}
	p := process{pid: pid, dead: bytes.Contains([]byte("ZX"), fields[state])}
	p.parent, err = strconv.Atoi(string(fields[parent]))
	if err != nil {
		return process{}, false
	}
	p.session, _ = strconv.Atoi(string(fields[session])) // 0 belongs to no session
	p.began, err = strconv.ParseUint(string(fields[began]), 10, 64)
	return p, err == nil
}

// census lists the processes that began no earlier than a player.
func census(since uint64) map[int]process {
	all := map[int]process{}
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return all // nothing can be found here
	}
	for _, entry := range entries {
		pid, err := strconv.Atoi(entry.Name())
		if err != nil {
			continue
		}
		if p, ok := readProcess(pid); ok && p.began >= since && pid != os.Getpid() {
			all[pid] = p
		}
	}
	return all
}

// markOf returns the mark of the player that has started a process, or "" if it has dropped the mark.
func markOf(pid int) string {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
	if err != nil {
		return "" // it has ended, or is not ours to read
	}
	for pair := range bytes.SplitSeq(text, []byte{0}) {
		if mark, ok := bytes.CutPrefix(pair, []byte(markName+"=")); ok {
			return string(mark)
		}
	}
	return ""
}

// becoming reports whether a process is in the middle of exec: for a moment it has neither
// arguments nor an environment. Kernel threads look the same, but all have one parent.
func (p process) becoming() bool {
	const threads = 2
	words, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", p.pid))
	return err == nil && len(words) == 0 && !p.dead && p.parent != threads
}

// endStrays kills the processes that a player has left behind, and reports whether there were, or
// may be, any.
func (b *brood) endStrays(c *child) (found bool) {
	all := census(c.began)
	for _, p := range all {
		if p.pid == c.pid || !b.isOf(c, p, all) {
			found = found || p.becoming()
			continue
		}
		switch {
		case !p.dead:
			found = true
			kill(p)
		case p.parent == os.Getpid():
			collect(p.pid)
		}
	}
	return found
}

// isOf reports whether a player has started a process, itself or through others.
func (b *brood) isOf(c *child, p process, all map[int]process) bool {
	for depth := 0; depth < len(all)+1; depth++ {
		switch mark := markOf(p.pid); {
		case p.pid == c.pid || mark == c.mark:
			return true
		case b.isPlayer(p.pid) || b.bears(mark):
			return false // another player's
		case p.parent == os.Getpid():
			return c.alone && p.left() && b.ownerless(c, p)
		}
		above, ok := all[p.parent]
		if !ok {
			return false
		}
		p = above
	}
	return false
}

// left reports whether a process has left the session of this program. Children that this program
// starts for other reasons stay in its session and must not be taken for orphans.
func (p process) left() bool {
	ours, err := unix.Getsid(0)
	return err == nil && p.session != ours
}

func (b *brood) isPlayer(pid int) bool {
	for other := range b.known {
		if other.pid == pid {
			return true
		}
	}
	return false
}

// bears reports whether a mark belongs to a player that is still tracked.
func (b *brood) bears(mark string) bool {
	for other := range b.known {
		if mark == other.mark {
			return true
		}
	}
	return false
}

// ownerless reports whether an unmarked orphan can only belong to player c: all other players that
// were running when the orphan began are no longer tracked.
func (b *brood) ownerless(c *child, p process) bool {
	for other := range b.known {
		if other != c && other.began <= p.began {
			return false
		}
	}
	return true
}

// kill kills a process, unless its number now belongs to another one.
func kill(p process) {
	handle, err := os.FindProcess(p.pid)
	if err != nil {
		return
	}
	defer handle.Release() //nolint:errcheck // it is not waited for
	if now, ok := readProcess(p.pid); ok && now.began == p.began {
		_ = handle.Signal(syscall.SIGKILL) // it may have ended
	}
}

// collect reaps an orphan, so that no zombie remains.
func collect(pid int) {
	_, _ = unix.Wait4(pid, nil, unix.WNOHANG, nil) // somebody else may have
}
