// SPDX-License-Identifier: BSD-3-Clause

package execplayer

import (
	"os/exec"
	"sync"
	"time"
)

// brood tracks every process that the players of this process have started. A program may leave its
// group (setsid), let its parent die (fork twice) and close what it was given, so each player
// carries a mark that every process it starts inherits.
type brood struct {
	mu    sync.Mutex
	known map[*child]bool
}

// players is global because adopting orphans is a property of the whole process.
var players = brood{known: map[*child]bool{}} //nolint:gochecknoglobals // as said above

// start starts a player. It holds the lock, so that no search for strays mistakes the new process
// for one.
func (b *brood) start(c *child, alone bool) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	c.alone = alone && adoptOrphans()
	if err := c.cmd.Start(); err != nil {
		return err
	}
	c.pid, c.began = c.cmd.Process.Pid, beganOf(c.cmd.Process.Pid)
	b.known[c] = true
	return nil
}

// collected records that a player has ended: from now on another process may have its number.
func (b *brood) collected(c *child) {
	b.mu.Lock()
	defer b.mu.Unlock()
	c.pid = 0
}

// end kills every process that a player has left behind. The player itself has ended or was killed.
func (b *brood) end(c *child) {
	b.mu.Lock()
	defer b.mu.Unlock()
	const rounds = 200 // against a program that starts others faster than they are ended
	for quiet, round := 0, 0; quiet < 2 && round < rounds; round++ {
		quiet++ // two quiet rounds: a process in the middle of fork or exec is invisible
		if b.endStrays(c) {
			quiet = 0
			time.Sleep(time.Duration(min(round, 10)) * time.Millisecond) // what was killed ends when the system gets round to it
		}
	}
}

// forget stops tracking a player whose processes have all ended.
func (b *brood) forget(c *child) {
	b.end(c)
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.known, c)
}

// marked adds the mark of a player to a command's environment.
func marked(cmd *exec.Cmd, mark string) { cmd.Env = append(cmd.Env, markName+"="+mark) }

// markName is the variable that holds the mark.
const markName = "VEIL_PLAYER"
