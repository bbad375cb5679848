// SPDX-License-Identifier: BSD-3-Clause

package environments

import (
	"io"

	"github.com/veilplan/veil/play"
)

// copied is one running episode.
type copied struct {
	table         play.Table
	numbered      play.Numbered // the table, if it has numbers
	episode, next uint64
	moves         int
	over          bool

	all  bool   // every action is available
	mask []byte // of the available actions, unless all are
	list []int  // scratch

	player play.Player // the adviser; nil for none
	lost   error       // why the adviser cannot follow the episode
}

// see notes which actions are available.
func (c *copied) see(e *env) {
	c.list = c.list[:0]
	switch {
	case c.over:
	case c.numbered != nil:
		c.list = c.numbered.AppendLegal(c.list)
	default:
		for _, name := range c.table.AppendActions(nil) {
			c.list = append(c.list, e.actions[name])
		}
	}
	if c.all = len(c.list) == len(e.opened.Actions); c.all {
		return
	}
	if c.mask == nil {
		c.mask = make([]byte, (len(e.opened.Actions)+7)/8)
	}
	clear(c.mask)
	for _, a := range c.list {
		c.mask[a/8] |= 1 << (a % 8)
	}
}

// act performs an action and passes the answer to the adviser. The text of an observation that has a
// number is left out unless an adviser needs it.
func (c *copied) act(e *env, action int) (play.Answer, int, error) {
	if c.numbered != nil && c.player == nil {
		return c.numbered.ActNumber(action)
	}
	name := e.opened.Actions[action]
	answer, err := c.table.Act(name)
	if err != nil {
		return answer, 0, err
	}
	c.tell(name, answer)
	return answer, e.seen[answer.Seen], nil
}

// tell passes an answer to the adviser, until it cannot follow.
func (c *copied) tell(action string, answer play.Answer) {
	if c.player == nil || c.lost != nil {
		return
	}
	if earner, ok := c.player.(play.Earner); ok {
		earner.Earn(answer)
	}
	if !answer.Done {
		c.lost = c.player.Hear(action, answer.Seen)
	}
}

// leave closes the adviser of an episode.
func (c *copied) leave() error {
	if closer, ok := c.player.(io.Closer); ok {
		return closer.Close()
	}
	return nil
}
