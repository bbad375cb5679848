// SPDX-License-Identifier: BSD-3-Clause

package optimal

import "context"

const (
	// nodeWords is the number of words of bit sets, or of readings, that count as a node: they take
	// about as long as a position of a few dozen states. So a wide position counts as many nodes,
	// and equal numbers of nodes take about equal time.
	nodeWords = 1 << 13
	// pollNodes is the number of nodes between two checks of the context: below a millisecond.
	pollNodes = 64
	// stateWords is the number of words that visiting one state counts.
	stateWords = 8
	// span is the number of states visited between two counts of words.
	span = 512
	// newsNodes is the number of nodes between two calls of Config.Progress.
	newsNodes = 1024
)

// pace counts the work of a solver, and stops it when the budget, the context or the memory ends.
// Loops over many states call toil; once stopped is set they return at once, and their results must
// not be used.
type pace struct {
	ctx      context.Context
	nodes    uint64 // spent
	budget   uint64 // nodes at which to stop
	poll     uint64 // nodes at which to check the context
	news     uint64 // nodes at which to report progress
	words    int    // words that are not yet a node
	stopped  bool
	cut      bool // stopped by the context
	full     bool // stopped by the memory limit
	progress func()
}

// prepare begins work without a budget. Work below pollNodes is done even if the context has ended
// already.
func (p *pace) prepare(ctx context.Context) {
	p.ctx, p.stopped, p.cut, p.full = ctx, false, false, false
	p.budget, p.poll = ^uint64(0), p.nodes+pollNodes
}

// limit sets the number of nodes from here on; 0 means no limit.
func (p *pace) limit(nodes int) {
	if nodes > 0 {
		p.budget = p.nodes + uint64(nodes)
	}
	p.look()
}

// tick counts a node.
func (p *pace) tick() { p.spend(1) }

// spend counts nodes.
func (p *pace) spend(nodes uint64) {
	p.nodes += nodes
	if p.nodes >= p.budget {
		p.stopped = true
	}
	if p.nodes >= p.poll {
		p.look()
	}
}

// toil counts words and reports whether the work has to stop.
func (p *pace) toil(words int) bool {
	if p.words += words; p.words >= nodeWords {
		p.spend(uint64(p.words / nodeWords))
		p.words %= nodeWords
	}
	return p.stopped
}

// look checks the context and reports progress.
func (p *pace) look() {
	p.poll = p.nodes + pollNodes
	if p.ctx.Err() != nil {
		p.stopped, p.cut = true, true
	}
	if p.progress != nil && p.nodes >= p.news {
		p.news = p.nodes + newsNodes
		p.progress()
	}
}
