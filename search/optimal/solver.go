// SPDX-License-Identifier: BSD-3-Clause

package optimal

import (
	"context"
	"fmt"
	"slices"

	"github.com/veilplan/veil"
)

// tableMin is the smallest position worth an entry in the table.
const tableMin = 12

// pollNodes is how many nodes pass between two looks at the context.
const pollNodes = 1024

// Solver solves positions of one problem. What it learns stays in its table, so a
// second question, or the same one asked again after the budget ran out, is answered
// from there. It is not safe for concurrent use.
type Solver struct {
	cfg     Config
	p       Problem
	r       int      // words per row
	rows    []uint64 // all hidden states
	zobrist *zobrist
	table   *table
	roots   map[hash]bounds
	stats   Stats

	ctx     context.Context //nolint:containedctx // of the Solve under way
	budget  uint64          // nodes at which to stop
	poll    uint64          // nodes at which to look at the context
	stopped bool
	cut     bool

	levels []*level
	cover  cover
	small  small
	live   []uint64
	slot   []int32
}

// New reads the whole problem and returns a solver for it.
func New(p Problem, cfg Config) (*Solver, error) {
	rows, err := p.pack()
	if err != nil {
		return nil, err
	}
	return &Solver{
		cfg: cfg, p: p, rows: rows, r: words(p.Actions, perWord),
		zobrist: newZobrist(&p, cfg.NoSymmetry), table: newTable(cfg.MaxBytes), roots: map[hash]bounds{},
	}, nil
}

// Stats returns the work done so far.
func (s *Solver) Stats() Stats {
	s.stats.Entries, s.stats.Bytes = s.table.entries(), s.table.bytes
	return s.stats
}

// Solve returns the value of every action after the given history. A budget of zero
// nodes means no limit.
func (s *Solver) Solve(ctx context.Context, history []Step, budget veil.Budget) (Result, error) {
	set, err := s.after(history)
	if err != nil {
		return Result{}, err
	}
	s.start(ctx, budget)
	res := Result{States: uint64(len(set)), Done: true}
	for a := range s.p.Actions {
		if slices.ContainsFunc(history, func(h Step) bool { return h.Action == a }) {
			continue
		}
		act := s.tally(set, a)
		if act.Safe == 0 {
			continue
		}
		res.Actions = append(res.Actions, act)
	}
	for i := range res.Actions {
		s.action(&res, &res.Actions[i], set, history)
	}
	res.conclude()
	res.Stats, res.Cut = s.Stats(), s.cut
	for _, a := range res.Actions {
		res.Done = res.Done && a.Exact()
	}
	return res, nil
}

// after lists the states that fit the history.
func (s *Solver) after(history []Step) ([]int32, error) {
	for _, h := range history {
		if h.Action < 0 || h.Action >= s.p.Actions || h.Seen > MaxSeen {
			return nil, fmt.Errorf("%w: no step reads %d at action %d", ErrProblem, h.Seen, h.Action)
		}
	}
	var set []int32
	for i := range s.p.States {
		fits := true
		for _, h := range history {
			fits = fits && s.read(i, h.Action) == h.Seen
		}
		if fits {
			set = append(set, int32(i))
		}
	}
	if len(set) == 0 {
		return nil, fmt.Errorf("optimal: %w", veil.ErrImpossible)
	}
	return set, nil
}

func (s *Solver) read(state, action int) uint8 {
	return uint8(s.rows[state*s.r+action/perWord] >> (action % perWord * 4) & 15)
}

// tally counts the outcomes of an action.
func (s *Solver) tally(set []int32, a int) Action {
	var n [16]uint64
	for _, i := range set {
		n[s.read(int(i), a)]++
	}
	act := Action{Action: a}
	for k, c := range n[:Fatal] {
		if c > 0 {
			act.Outcomes = append(act.Outcomes, Outcome{Seen: uint8(k), States: c, Interval: Interval{1, c}})
			act.Safe += c
		}
	}
	return act
}

// action solves an action of the root.
func (s *Solver) action(res *Result, act *Action, set []int32, history []Step) {
	act.Interval = Interval{}
	for i := range act.Outcomes {
		o := &act.Outcomes[i]
		r := s.outcome(set, history, Step{act.Action, o.Seen}, int(o.States))
		o.Interval = Interval{uint64(r.lo), uint64(r.hi)}
		act.Lo += o.Lo
		act.Hi += o.Hi
	}
	_ = res
}

// outcome returns bounds on the value of the states of set that show a step.
func (s *Solver) outcome(set []int32, history []Step, step Step, n int) bounds {
	key := make([]hash, len(s.zobrist.perms))
	for _, h := range append(slices.Clip(history), step) {
		s.zobrist.add(key, int32(h.Action), h.Seen)
	}
	h := least(key)
	r, ok := s.roots[h]
	if !ok {
		r = bounds{1, n}
	}
	if r.lo == r.hi || s.stopped {
		return r
	}
	b := &s.level(0).block
	s.loadRoot(b, set, step, n)
	b.key = append(b.key[:0], key...)
	s.reduce(b)
	r.tighten(s.search(0, 0))
	s.roots[h] = r
	return r
}

// loadRoot makes b the position of the states of set that show a step.
func (s *Solver) loadRoot(b *block, set []int32, step Step, n int) {
	b.setSize(n, s.r)
	b.rows = b.rows[:0]
	for _, i := range set {
		if s.read(int(i), step.Action) == step.Seen {
			b.rows = append(b.rows, s.rows[int(i)*s.r:int(i)*s.r+s.r]...)
		}
	}
	for i := range b.tops {
		b.tops[i] = ^uint64(0)
	}
	b.cols, b.groups = b.cols[:0], b.groups[:0]
	for a := range s.p.Actions {
		lo := int32(len(b.groups))
		for k := range Fatal {
			b.groups = append(b.groups, group{seen: uint8(k)})
		}
		b.cols = append(b.cols, column{act: int32(a), nibble: int32(a), lo: lo, hi: lo + Fatal})
	}
}

// start begins a call of Solve.
func (s *Solver) start(ctx context.Context, budget veil.Budget) {
	s.ctx, s.stopped, s.cut = ctx, false, false
	s.budget = ^uint64(0)
	if budget.Nodes > 0 {
		s.budget = s.stats.Nodes + uint64(budget.Nodes)
	}
	s.poll = s.stats.Nodes
	s.spend(0)
}

// tick counts a node.
func (s *Solver) tick() { s.spend(1) }

// spend counts nodes, and stops the search when the budget or the context ends.
func (s *Solver) spend(nodes uint64) {
	s.stats.Nodes += nodes
	if s.stats.Nodes >= s.budget {
		s.stopped = true
	}
	if s.stats.Nodes < s.poll {
		return
	}
	s.poll = s.stats.Nodes + pollNodes
	if s.ctx.Err() != nil {
		s.stopped, s.cut = true, true
	}
	if s.cfg.Progress != nil {
		s.cfg.Progress(s.Stats())
	}
}
