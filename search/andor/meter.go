// SPDX-License-Identifier: BSD-3-Clause

package andor

import "context"

// meter counts the work and says when to stop. Once it is cut, every search unwinds
// and no verdict is believed.
type meter struct {
	ctx   context.Context // of one call of Prove
	cfg   *Config
	stats Stats
	held  int64
	cut   error
	polls int
}

// pollEvery is how often, in counted things, the context is asked.
const pollEvery = 1 << 10

// progressEvery is how often, in polls, progress is reported.
const progressEvery = 1 << 6

// node counts a belief node and reports whether to go on.
func (t *meter) node() bool {
	t.stats.Nodes++
	if t.cfg.Nodes > 0 && t.stats.Nodes > t.cfg.Nodes {
		t.stop(ErrNodes)
	}
	if t.stats.Nodes%pollEvery == 0 {
		t.poll()
	}
	return t.cut == nil
}

// made counts hidden states.
func (t *meter) made(n int) {
	before := t.stats.States / pollEvery
	t.stats.States += int64(n)
	if t.cfg.States > 0 && t.stats.States > t.cfg.States {
		t.stop(ErrStates)
	}
	if t.stats.States/pollEvery != before {
		t.poll()
	}
}

// hold counts bytes that are kept, or given back if n is negative.
func (t *meter) hold(n int64) {
	t.held += n
	t.stats.Memory = max(t.stats.Memory, t.held)
	if t.cfg.Memory > 0 && t.held > t.cfg.Memory {
		t.stop(ErrMemory)
	}
}

func (t *meter) poll() {
	if err := t.ctx.Err(); err != nil {
		t.stop(err)
	}
	t.polls++
	if t.cfg.Progress != nil && t.polls%progressEvery == 0 {
		t.cfg.Progress(t.stats)
	}
}

// stopped reports that the search was cut.
func (t *meter) stopped() bool { return t.cut != nil }

func (t *meter) stop(why error) {
	if t.cut == nil {
		t.cut = why
	}
}
