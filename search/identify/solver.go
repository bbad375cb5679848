// SPDX-License-Identifier: BSD-3-Clause

package identify

import (
	"cmp"
	"context"
	"errors"
	"math/big"
	"slices"
)

// Config configures a solver. The zero value works.
type Config struct {
	// MaxBytes limits the remembered sets; zero means 512 MiB. A search that needs more ends with
	// bounds.
	MaxBytes int64
	// Every solves every first test exactly, not only until the best one is known.
	Every bool
}

// The reasons besides the context why a search ends early.
var (
	ErrNodes  = errors.New("node limit reached")
	ErrMemory = errors.New("memory limit reached")
	// ErrImpossible reports causes that no tests find.
	ErrImpossible = errors.New("some causes cannot be found")
)

// Solver answers questions about one problem. It keeps its results for later calls.
type Solver struct {
	problem  *Problem
	cfg      Config
	bound    *bounder
	kraft    *kraft    // nil if its bound would not help
	greedy   *greedy   // present if kraft is
	guessing *guessing // nil unless every test is a guess
	merged   [][]int   // the given causes that are merged into each cause
	weight   uint64
	group    []mapping
	table    table
	root     *node
	split    splitter
	tally    tally
	peeking  *peek
	peekFrom int            // causes of the smallest set with tests to peek at
	seen     map[uint64]int // options by the keys of their splits, of the node being expanded
	options  []option       // of the node being expanded
	prices   []uint64       // of its tests
	kept     []uint16       // its useful tests
	bounds   []uint64       // lower bounds on their costs, if all weights and prices are equal

	ctx    context.Context // of one call of Solve
	nodes  int
	looked int // their cost since the last check of the context
	limit  int
	cut    error
}

// New prepares a problem. Causes that no test distinguishes are merged, unless actions distinguish
// them.
func New(p *Problem, cfg Config) (*Solver, error) {
	if err := p.validate(); err != nil {
		return nil, err
	}
	s := &Solver{cfg: cfg, seen: map[uint64]int{}, peekFrom: peekLeast}
	s.cfg.MaxBytes = cmp.Or(cfg.MaxBytes, 512<<20)
	s.normalise(p)
	s.group = group(s.problem.Symmetries, len(s.problem.Weights), len(s.problem.Tests))
	s.bound = newBounder(s.problem)
	s.kraft = newKraft(s.problem)
	if s.kraft != nil {
		s.greedy = &greedy{p: s.problem, weight: make([]uint64, 1<<16)}
	}
	s.guessing = newGuessing(s.problem)
	s.table = newTable(len(s.problem.Weights))
	for _, w := range s.problem.Weights {
		s.weight += w
	}
	if p.MustFind && !s.findable() {
		return nil, ErrImpossible
	}
	return s, nil
}

// normalise merges indistinguishable causes and sorts them by weight, as the bounds require.
func (s *Solver) normalise(p *Problem) {
	n := len(p.Weights)
	s.merged = classes(p)
	slices.SortStableFunc(s.merged, func(x, y []int) int { return cmp.Compare(weigh(p, x), weigh(p, y)) })
	q := &Problem{MustFind: p.MustFind, Setups: p.Setups, Weights: make([]uint64, len(s.merged))}
	at := make([]int32, n)
	for k, class := range s.merged {
		q.Weights[k] = weigh(p, class)
		for _, i := range class {
			at[i] = int32(k)
		}
	}
	for t := range p.Tests {
		reads := make([]uint16, len(s.merged))
		for k, class := range s.merged {
			reads[k] = p.Tests[t].Reads[class[0]]
		}
		q.Tests = append(q.Tests, Test{Cost: p.Tests[t].Cost, Reads: reads, Group: p.Tests[t].Group})
	}
	for a := range p.Actions {
		costs := make([]uint64, len(s.merged))
		for k, class := range s.merged {
			costs[k] = p.Actions[a].Costs[class[0]]
		}
		q.Actions = append(q.Actions, Action{Costs: costs})
	}
	for _, y := range p.Symmetries {
		causes := make([]int32, len(s.merged))
		for k, class := range s.merged {
			causes[k] = at[y.Causes[class[0]]]
		}
		q.Symmetries = append(q.Symmetries, Symmetry{Causes: causes, Tests: y.Tests})
	}
	s.problem = q
}

func weigh(p *Problem, class []int) uint64 {
	sum := uint64(0)
	for _, i := range class {
		sum += p.Weights[i]
	}
	return sum
}

// classes groups the causes that nothing distinguishes.
func classes(p *Problem) [][]int {
	byKey := map[string]int{}
	var all [][]int
	for i := range p.Weights {
		var key []byte
		for t := range p.Tests {
			r := p.Tests[t].Reads[i]
			key = append(key, byte(r), byte(r>>8))
		}
		for a := range p.Actions {
			for c := p.Actions[a].Costs[i]; ; c >>= 8 {
				key = append(key, byte(c), 1)
				if c < 256 {
					break
				}
			}
			key = append(key, 0)
		}
		k, ok := byKey[string(key)]
		if !ok {
			k = len(all)
			byKey[string(key)] = k
			all = append(all, nil)
		}
		all[k] = append(all[k], i)
	}
	return all
}

// findable reports whether every cause is found by some test.
func (s *Solver) findable() bool {
	for i := range s.problem.Weights {
		if !slices.ContainsFunc(s.problem.Tests, func(t Test) bool { return t.Reads[i] == Found }) {
			return false
		}
	}
	return true
}

// Choice is the value of a first test: the least cost of a plan that begins with it, as a sum over
// causes of weight times cost, or bounds on it.
type Choice struct {
	Test      int
	Low, High uint64
}

// Result is the result of [Solver.Solve].
type Result struct {
	// Low and High are the least sum of weight times cost over all causes, or bounds on it. High is
	// [Unknown] if no plan is known yet.
	Low, High uint64
	Weight    uint64 // of all causes
	// Best is the first test of the best plan known, or -1 if it ends at once. Then Action is the
	// action that ends it, if there are any.
	Best, Action int
	// Tests are all informative first tests, the best first. A test that splits the causes as a
	// cheaper one does is left out, and so is one that a symmetry maps to another.
	Tests []Choice
	// Nodes is the number of sets that were expanded.
	Nodes int
	// Cut is the reason why the search ended early, or nil.
	Cut error
}

// Exact reports whether the least cost is known.
func (r *Result) Exact() bool { return r.Low == r.High }

// Cost turns a sum into the expected cost.
func (r *Result) Cost(sum uint64) *big.Rat {
	return new(big.Rat).SetFrac(new(big.Int).SetUint64(sum), new(big.Int).SetUint64(r.Weight))
}

// Classes returns the groups of several causes that no test distinguishes.
func (s *Solver) Classes() [][]int {
	var several [][]int
	for _, class := range s.merged {
		if len(class) > 1 {
			several = append(several, class)
		}
	}
	slices.SortFunc(several, func(x, y []int) int { return cmp.Compare(x[0], y[0]) })
	return several
}

// Solve searches until the least cost is known, the given number of sets was expanded (0 means no
// limit), or the context ends. Another call continues where it stopped.
func (s *Solver) Solve(ctx context.Context, nodes int) Result {
	s.ctx, s.nodes, s.limit, s.cut = ctx, 0, nodes, nil
	all := ramp(len(s.problem.Weights))
	if s.root == nil {
		s.root = s.table.get(all, s.weight, 0, identity(0, len(s.problem.Tests)).tests, s.everySymmetry(), nil)
	}
	s.open(s.root)
	s.refine(s.root, Unknown)
	if s.cfg.Every {
		s.refineAll(s.root)
	}
	return s.result()
}

func (s *Solver) result() Result {
	n := s.root
	r := Result{Low: n.lo, High: n.hi, Weight: s.weight, Best: int(n.best), Action: -1, Nodes: s.nodes, Cut: s.cut}
	if n.best < 0 && len(s.problem.Actions) > 0 {
		_, r.Action = s.stop(n.set)
	}
	for _, c := range n.tests {
		r.Tests = append(r.Tests, Choice{Test: int(c.test), Low: c.lo, High: c.hi})
	}
	slices.SortStableFunc(r.Tests, func(x, y Choice) int {
		return cmp.Or(cmp.Compare(x.Low, y.Low), cmp.Compare(x.High, y.High), cmp.Compare(x.Test, y.Test))
	})
	if r.Exact() {
		r.Cut = nil
	}
	return r
}
