// SPDX-License-Identifier: BSD-3-Clause

package optimal

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"github.com/veilplan/veil"
)

// tableMin is the smallest position that gets an entry in the table.
const tableMin = 20

// Solver solves positions of one problem. Its results stay in its table, so a second question, or
// the same one asked again after the budget ran out, is answered from there. It is not safe for
// concurrent use.
type Solver struct {
	pace

	cfg     Config
	p       Problem
	r       int      // words per row
	seen    []uint16 // the readings of each action
	rows    []uint64 // all hidden states, clique by clique
	tops    []uint64 // the last states of cliques
	zobrist *zobrist
	naming  bool // positions have canonical keys
	salt    hash // distinguishes the other keys from those of other solvers
	table   *table
	roots   map[hash]known
	built   uint64 // the work of New
	held    int64  // bytes of arrays already reported to table
	asked   *question

	levels []*level
	open   openings
	small  small
	cover  cover
	wide   wide
	canon  canon
}

// New reads the whole problem and returns a solver for it. If the context ends first, it
// returns the context's error; if the solver would not fit its memory, an error that is
// [veil.ErrTooHard].
func New(ctx context.Context, p Problem, cfg Config) (*Solver, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	s := &Solver{
		cfg: cfg, p: p, r: words(p.Actions, perWord), zobrist: newZobrist(&p, cfg.NoSymmetry), roots: map[hash]known{},
	}
	s.remember(cfg.Memory)
	s.prepare(ctx)
	if err := s.build(); err != nil {
		return nil, err
	}
	if s.stopped {
		return nil, ctx.Err()
	}
	s.built, s.nodes, s.words = Work(p.States, s.undecided()), 0, 0
	s.weigh()
	s.naming = s.zobrist.n == 1 && !cfg.NoProject && !cfg.NoTable
	s.cover.off, s.cover.pace = cfg.NoCover || cfg.NoLocal, &s.pace
	s.open = openings{s: s, memo: map[hash]bounds{}}
	if cfg.Progress != nil {
		s.progress = func() { cfg.Progress(s.Stats()) }
	}
	return s, nil
}

// undecided returns the number of actions with more than one reading.
func (s *Solver) undecided() int {
	n := 0
	for _, readings := range s.seen {
		if bits.OnesCount16(readings) > 1 {
			n++
		}
	}
	return n
}

// build reads the states and puts them in the order of a clique cover.
func (s *Solver) build() error {
	err := s.afford()
	if err != nil {
		return err
	}
	if s.rows, s.seen, err = s.p.pack(&s.pace); err != nil || s.stopped {
		return err
	}
	if err := s.afford(); err != nil { // now the readings are known
		return err
	}
	if s.cfg.NoCover || s.cfg.Objective != Wins {
		s.tops = allOnes(words(s.p.States, 64))
		return nil
	}
	s.rows, s.tops = newCliques(s.rows, s.r, s.p.Actions, &s.pace).sorted()
	return nil
}

// remember sets the solver's memory to m, or to a new one if m is nil.
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
	return Stats{
		Built: s.built, Nodes: s.nodes, Small: s.small.nodes,
		Entries: s.table.entries() + len(s.open.memo),
		Bytes:   s.table.bytes + int64(len(s.open.memo))*mapBytes,
	}
}

// Solve returns the value of every action after the given history. A budget of zero
// nodes means no limit. The same calls in the same order give the same result. If the
// context ends before anything is known, Solve returns its error.
func (s *Solver) Solve(ctx context.Context, history []Step, budget veil.Budget) (Result, error) {
	q, err := s.ask(ctx, history)
	if err != nil {
		return Result{}, err
	}
	if q.list(); s.stopped {
		return Result{}, ctx.Err()
	}
	q.solve(budget.Nodes)
	res := Result{States: uint64(len(q.set)), Actions: q.acts, Stats: s.Stats(), Cut: s.cut, Full: s.full}
	res.conclude(s.cfg)
	return res, nil
}

// Value returns the value of the position after a history, without the values of its
// actions: it is faster than Solve. If the context ends before anything is known, Value
// returns its error.
func (s *Solver) Value(ctx context.Context, history []Step, budget veil.Budget) (Result, error) {
	q, err := s.ask(ctx, history)
	if err != nil {
		return Result{}, err
	}
	r := q.value(budget.Nodes)
	res := Result{States: uint64(len(q.set)), Interval: Interval{uint64(r.lo), uint64(r.hi)}, Stats: s.Stats(), Cut: s.cut, Full: s.full}
	res.Done = res.Exact()
	return res, nil
}

// ask lists the states that fit a history. It has no budget, as there is no result before it.
func (s *Solver) ask(ctx context.Context, history []Step) (*question, error) {
	for _, h := range history {
		if h.Action < 0 || h.Action >= s.p.Actions || h.Seen > MaxSeen {
			return nil, fmt.Errorf("%w: step with reading %d at action %d: want an action of the problem and a reading that is not fatal", ErrProblem, h.Seen, h.Action)
		}
	}
	s.prepare(ctx)
	q := &question{s: s, history: history}
	s.asked = q
	if len(history) == 0 {
		q.set = make([]int32, 0, s.p.States)
	}
	for i := range s.p.States {
		if i%span == 0 && s.toil(span*stateWords) {
			return nil, ctx.Err()
		}
		if !slices.ContainsFunc(history, func(h Step) bool { return s.read(i, h.Action) != h.Seen }) {
			q.set = append(q.set, int32(i))
		}
	}
	if len(q.set) == 0 {
		return nil, fmt.Errorf("optimal: %w", veil.ErrImpossible)
	}
	return q, nil
}

func (s *Solver) read(state, action int) uint8 {
	return uint8(s.rows[state*s.r+action/perWord] >> (action % perWord * 4) & 15)
}
