// SPDX-License-Identifier: BSD-3-Clause

package optimal

import "context"

const (
	// nodeWords is how many words of bit sets, or of readings, count as a node: they take
	// about as long as a position of a few dozen states. A wide position so counts as many
	// nodes, and equal numbers of nodes take about equal time.
	nodeWords = 1 << 13
	// pollNodes is how many nodes pass between two looks at the context: below a
	// millisecond.
	pollNodes = 64
	// stateWords is how many words count for looking at one state by itself.
	stateWords = 8
	// span is how many states are looked at between two counts of words.
	span = 512
	// newsNodes is how many nodes pass between two calls of Config.Progress.
	newsNodes = 1024
)

// pace counts the work of a solver, and stops it when the budget, the context or the
// memory ends.
// Loops over many states call toil; once stopped is set they return at once, and leave
// behind what must not be used.
type pace struct {
	ctx      context.Context
	nodes    uint64 // spent
	budget   uint64 // nodes at which to stop
	poll     uint64 // nodes at which to look at the context
	news     uint64 // nodes at which to report progress
	words    int    // words that are not yet a node
	stopped  bool
	cut      bool // it was the context
	full     bool // it was the memory
	progress func()
}

// prepare begins work without a budget. What takes less than pollNodes is done even if
// the context has ended already.
func (p *pace) prepare(ctx context.Context) {
	p.ctx, p.stopped, p.cut, p.full = ctx, false, false, false
	p.budget, p.poll = ^uint64(0), p.nodes+pollNodes
}

// limit gives the work so many nodes from here on; 0 means no limit.
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

// toil counts words and reports whether the work is to stop.
func (p *pace) toil(words int) bool {
	if p.words += words; p.words >= nodeWords {
		p.spend(uint64(p.words / nodeWords))
		p.words %= nodeWords
	}
	return p.stopped
}

// look looks at the context and reports progress.
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
