// SPDX-License-Identifier: BSD-3-Clause

package optimal

import (
	"context"
	"fmt"

	"github.com/veilplan/veil"
)

// tableMin is the smallest position worth an entry in the table.
const tableMin = 20

// pollNodes is how many nodes pass between two looks at the context, and pollWork how
// many words of bit sets: a wide position is one node and may take seconds.
const (
	pollNodes = 1024
	pollWork  = 1 << 24
)

// Solver solves positions of one problem. What it learns stays in its table, so a
// second question, or the same one asked again after the budget ran out, is answered
// from there. It is not safe for concurrent use.
type Solver struct {
	cfg     Config
	p       Problem
	r       int      // words per row
	seen    []uint16 // the readings of each action
	rows    []uint64 // all hidden states, clique by clique
	tops    []uint64 // the last states of cliques
	zobrist *zobrist
	naming  bool // positions have canonical keys
	salt    hash // sets the other keys apart from those of other solvers
	table   *table
	roots   map[hash]bounds
	stats   Stats

	ctx     context.Context // of the Solve under way
	budget  uint64          // nodes at which to stop
	poll    uint64          // nodes at which to look at the context
	work    int             // words looked at since the last look at the context
	stopped bool
	cut     bool

	levels []*level
	open   openings
	small  small
	cover  cover
	wide   wide
	canon  canon
}

// New reads the whole problem and returns a solver for it.
func New(p Problem, cfg Config) (*Solver, error) {
	rows, err := p.pack()
	if err != nil {
		return nil, err
	}
	r := words(p.Actions, perWord)
	tops := allOnes(words(p.States, 64))
	if !cfg.NoCover && cfg.Objective == Wins {
		rows, tops = newCliques(rows, r, p.Actions).sorted()
	}
	s := &Solver{
		cfg: cfg, p: p, seen: p.readings(rows), rows: rows, tops: tops, r: r,
		zobrist: newZobrist(&p, cfg.NoSymmetry), roots: map[hash]bounds{},
	}
	s.remember(cfg.Memory)
	s.naming = s.zobrist.n == 1 && !cfg.NoProject && !cfg.NoTable
	s.cover.off = cfg.NoCover || cfg.NoLocal
	s.open = openings{s: s, memo: map[hash]bounds{}}
	return s, nil
}

// remember makes m, or a new memory, that of the solver.
func (s *Solver) remember(m *Memory) {
	if m == nil {
		m = NewMemory(s.cfg.MaxBytes)
	}
	s.table = m.table
	s.table.users++
	s.salt = hash{mix(s.table.users), mix(^s.table.users)}
}

// Stats returns the work done so far.
func (s *Solver) Stats() Stats {
	s.stats.Entries = s.table.entries() + len(s.open.memo)
	s.stats.Bytes = s.table.bytes + int64(len(s.open.memo))*memoBytes
	return s.stats
}

// Solve returns the value of every action after the given history. A budget of zero
// nodes means no limit; a small one may be exceeded by the nodes of one position of at
// most 64 states. The same calls in the same order give the same result.
func (s *Solver) Solve(ctx context.Context, history []Step, budget veil.Budget) (Result, error) {
	set, err := s.after(history)
	if err != nil {
		return Result{}, err
	}
	s.start(ctx, budget)
	q := &question{s: s, set: set, history: history}
	q.list()
	q.solve()
	res := Result{States: uint64(len(set)), Actions: q.acts, Stats: s.Stats(), Cut: s.cut}
	res.conclude(s.cfg)
	return res, nil
}

// Value returns the value of the position after a history that is not empty, without
// the values of its actions: it is faster than Solve.
func (s *Solver) Value(ctx context.Context, history []Step, budget veil.Budget) (Result, error) {
	if len(history) == 0 {
		return Result{}, fmt.Errorf("%w: Value needs a history; use Solve", ErrProblem)
	}
	last := history[len(history)-1]
	set, err := s.after(history)
	if err != nil {
		return Result{}, err
	}
	s.start(ctx, budget)
	q := &question{s: s, set: set, history: history[:len(history)-1]}
	o := q.tally(last.Action).Outcomes[0]
	if q.long() {
		q.promise(last.Action, &o)
	}
	r := q.outcome(last, &o, -1)
	res := Result{States: uint64(len(set)), Interval: Interval{uint64(r.lo), uint64(r.hi)}, Stats: s.Stats(), Cut: s.cut}
	res.Done = res.Exact()
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
	s.look()
}

// toil counts words of bit sets.
func (s *Solver) toil(words int) {
	if s.work += words; s.work >= pollWork {
		s.look()
	}
}

// look looks at the context and tells the progress.
func (s *Solver) look() {
	s.poll, s.work = s.stats.Nodes+pollNodes, 0
	if s.ctx.Err() != nil {
		s.stopped, s.cut = true, true
	}
	if s.cfg.Progress != nil {
		s.cfg.Progress(s.Stats())
	}
}
