// SPDX-License-Identifier: BSD-3-Clause

package execplayer

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/veilplan/veil/play"
)

// Params are the parameters of a player that is another program.
type Params struct {
	// Command is the program and its arguments, started without a shell.
	Command []string `json:"command"`
	// Settings are passed to the program unchanged.
	Settings json.RawMessage `json:"settings,omitempty"`
	// View sends the whole view with every question, not only what was seen last.
	View bool `json:"view"`
	// StartSeconds and MoveSeconds are how long the program may take to get ready, and to
	// choose a move.
	StartSeconds float64 `json:"start_seconds"`
	MoveSeconds  float64 `json:"move_seconds"`
	// MemoryMB limits the memory of the program and its children. Only Linux enforces it.
	MemoryMB int `json:"memory_mb"`
	// Persistent keeps a process for many episodes. After "end" the program waits for the next "start".
	Persistent bool `json:"persistent,omitempty"`
	// Restart is the number of episodes after which a persistent process ends and another starts.
	Restart int `json:"restart,omitempty"`
	// Batch is the number of episodes that a persistent process plays at the same time: its messages
	// are then about many episodes.
	Batch int `json:"batch,omitempty"`
	// Files are the SHA-256 of the files that the command names, so that a run is never
	// continued with another program.
	Files map[string]string `json:"files"`
}

// usualRestart is the default of Restart, and MaxBatch the largest Batch.
const (
	usualRestart = 1000
	MaxBatch     = 256
)

func defaults() Params { return Params{StartSeconds: 60, MoveSeconds: 60, MemoryMB: 2048} }

// readParams reads the parameters of the player of a setup.
func readParams(player string, raw json.RawMessage, out play.Access) (Params, error) {
	p, err := play.Strict(raw, defaults())
	if err != nil {
		return p, err
	}
	if words := strings.Fields(strings.TrimPrefix(strings.TrimPrefix(player, play.Outside), ":")); len(words) > 0 {
		if len(p.Command) > 0 {
			return p, fmt.Errorf("the command is given twice: leave it out of the params, or write the player as %s", play.Outside)
		}
		p.Command = words
	}
	if p.Persistent && p.Restart == 0 {
		p.Restart = usualRestart
	}
	if err := p.check(); err != nil {
		return p, err
	}
	return p, p.seal(out)
}

func (p *Params) check() error {
	const day = 24 * 60 * 60
	switch {
	case len(p.Command) == 0 || p.Command[0] == "":
		return errors.New(`no command: write the player as "exec:python3 mine.py", or give command: [python3, mine.py] among the params`)
	case !(p.StartSeconds > 0 && p.StartSeconds <= day):
		return fmt.Errorf("start_seconds %v: want more than 0 and at most a day", p.StartSeconds)
	case !(p.MoveSeconds > 0 && p.MoveSeconds <= day):
		return fmt.Errorf("move_seconds %v: want more than 0 and at most a day", p.MoveSeconds)
	case p.MemoryMB < 1:
		return fmt.Errorf("memory_mb %d: want 1 or more", p.MemoryMB)
	case p.Restart < 0 || p.Restart > 0 && !p.Persistent:
		return fmt.Errorf("restart %d: want 1 or more, with persistent: true", p.Restart)
	case p.Batch < 0 || p.Batch > MaxBatch || p.Batch > 0 && !p.Persistent:
		return fmt.Errorf("batch %d: want 1 to %d, with persistent: true", p.Batch, MaxBatch)
	}
	return nil
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// seal stores the SHA-256 of the command's files, or compares them with those stored.
func (p *Params) seal(out play.Access) error {
	found, err := out.Digests(p.Command)
	if err != nil {
		return err
	}
	for name, digest := range p.Files {
		if found[name] != digest {
			return fmt.Errorf("%s is not the file that the run was made with: bring it back, or start another run", play.Quote(name))
		}
	}
	p.Files = found
	return nil
}
