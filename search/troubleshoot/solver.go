// SPDX-License-Identifier: BSD-3-Clause

package troubleshoot

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
)

// Config configures a solver. The zero value works.
type Config struct {
	// Gap is the relative gap at which a search ends; zero means [DefaultGap].
	Gap float64
	// MaxBytes limits the remembered beliefs and tables; zero means 300 MiB. A search that needs more ends with the
	// bounds it has.
	MaxBytes int64
	// Report, if not nil, is called with the bounds now and then. It may call [Solver.Lead].
	Report func(low, high float64)
}

// DefaultGap is the relative gap at which a search ends.
const DefaultGap = 0.001

// The reasons besides the context why a search ends early.
var (
	ErrNodes  = errors.New("node limit reached")
	ErrMemory = errors.New("memory limit reached")
)

// mostIdle is the number of walks without a new belief after which only rounding is left of the gap.
const mostIdle = 1000

// reportWalks is the number of walks between two reports: a walk through a large table takes milliseconds.
const reportWalks = 16

// rounding widens bounds, since sums of numbers are rounded.
const rounding = 1e-9

// used is a set of tests.
type used [MaxTests / 64]uint64

func (u used) has(t int32) bool { return u[t/64]>>(t%64)&1 == 1 }

// and returns the set with one more test.
func (u used) and(t int32) used {
	u[t/64] |= 1 << (t % 64)
	return u
}

// Solver answers questions about one problem. It keeps its results for later calls.
type Solver struct {
	p       *Problem
	cfg     Config
	prior   []float64
	like    [][][]float64 // by test and reading: the chance for each cause
	ends    []ending
	mends   [][]int32 // the causes of each repair
	perfect []float64
	cheap   []int32 // tests, the cheapest first
	pairs   *pairs
	dual    *dual
	table   map[key]*node
	root    *node
	bytes   int64
	first   bool // the first plan is being made
	planned bool // it was made

	ctx      context.Context // of one call of Solve, Plan or Ends
	ended    bool
	nodes    int
	limit    int
	full     bool // memory
	rest     []float64
	scratch  [][]float64
	optional []option
}

// New prepares a problem.
func New(p *Problem, cfg Config) (*Solver, error) {
	if err := p.validate(); err != nil {
		return nil, err
	}
	cfg.Gap, cfg.MaxBytes = cmp.Or(cfg.Gap, DefaultGap), cmp.Or(cfg.MaxBytes, 300<<20)
	s := &Solver{p: p, cfg: cfg, table: map[key]*node{}, ctx: context.Background()}
	sum := 0.0
	for _, x := range p.Priors {
		sum += x
	}
	for _, x := range p.Priors {
		s.prior = append(s.prior, x/sum)
	}
	for t := range p.Tests {
		s.like, s.cheap = append(s.like, columns(p.Tests[t].Chances)), append(s.cheap, int32(t))
	}
	slices.SortStableFunc(s.cheap, func(x, y int32) int { return cmp.Compare(p.Tests[x].Cost, p.Tests[y].Cost) })
	for i := range p.Ends {
		s.ends = append(s.ends, newEnding(p.Ends[i].Costs))
	}
	for i := range p.Repairs {
		var list []int32
		for c, yes := range p.Repairs[i].Mends {
			if yes {
				list = append(list, int32(c))
			}
		}
		s.mends = append(s.mends, list)
	}
	s.setPerfect()
	s.pairs, s.dual = newPairs(s), &dual{s: s}
	return s, nil
}

// columns turns rows by cause into columns by reading.
func columns(rows [][]float64) [][]float64 {
	list := make([][]float64, len(rows[0]))
	for r := range list {
		for c := range rows {
			list[r] = append(list[r], rows[c][r])
		}
	}
	return list
}

// stopped reports whether the context has ended.
func (s *Solver) stopped() bool {
	if !s.ended && s.ctx.Err() != nil {
		s.ended = true
	}
	return s.ended
}

// Result is the result of [Solver.Solve].
type Result struct {
	// Low and High bound the least expected cost.
	Low, High float64
	// Nodes is the number of beliefs expanded by this call, and Bytes the memory of all that are remembered.
	Nodes int
	Bytes int64
	// Cut is the reason why the search ended early, or nil.
	Cut error
}

// Gap returns the relative gap of the bounds.
func (r *Result) Gap() float64 {
	if r.High <= 0 {
		return 0
	}
	return max(r.High-r.Low, 0) / r.High
}

// Solve searches until the relative gap of the bounds is small enough, a number of beliefs was expanded (0 means no
// limit), or the context ends. It always knows a plan and its first action. Another call continues where it stopped.
func (s *Solver) Solve(ctx context.Context, nodes int) Result {
	s.enter(ctx, nodes)
	s.begin()
	var cut error
	for walk, idle := 0, 0; !s.done() && cut == nil && idle < mostIdle; walk++ {
		before := s.nodes
		s.walk(walk%2 == 1)
		if idle++; s.nodes > before {
			idle = 0
		}
		if walk%reportWalks == 0 && s.cfg.Report != nil {
			s.cfg.Report(s.root.lo, s.root.hi)
		}
		cut = s.reason()
	}
	s.settle()
	return Result{
		Low: s.root.lo * (1 - rounding), High: s.root.hi * (1 + rounding),
		Nodes: s.nodes, Bytes: s.bytes + s.pairs.bytes, Cut: cut,
	}
}

// begin makes the root and the first plan.
func (s *Solver) begin() {
	if s.root == nil {
		s.first = true
		s.root = s.node(key{}, s.prior, used{})
	}
	if s.planned {
		return
	}
	least := s.dual.bound(s.prior)
	s.firstPlan()
	s.root.lo = max(s.root.lo, min(least, s.root.hi))
	if s.planned = !s.stopped(); s.planned {
		s.refine(s.root, s.prior, used{})
	}
}

// settle makes the actions of the root, even if the context has ended: the bounds of the first plan need one of them.
func (s *Solver) settle() {
	if s.root.opts == nil {
		probe := s.options(key{}, s.prior, used{})
		s.keep(s.root, s.optional, probe)
	}
}

// done reports whether the gap is small enough.
func (s *Solver) done() bool { return s.root.hi-s.root.lo <= s.cfg.Gap*s.root.hi }

// reason returns why the search must end, or nil.
func (s *Solver) reason() error {
	switch {
	case s.stopped():
		return s.ctx.Err()
	case s.full || s.bytes > s.cfg.MaxBytes:
		return ErrMemory
	case s.limit > 0 && s.nodes >= s.limit:
		return ErrNodes
	}
	return nil
}

// given computes the belief after a reading, and its chance.
func given(dst, b, like []float64) float64 {
	sum := 0.0
	for c, p := range b {
		x := p * like[c]
		dst[c] = x
		sum += x
	}
	if sum > 0 {
		for c := range dst {
			dst[c] /= sum
		}
	}
	return sum
}

// failed computes the belief after a repair that did not help, and its chance.
func (s *Solver) failed(dst, b []float64, repair int) float64 {
	copy(dst, b)
	for _, c := range s.mends[repair] {
		dst[c] = 0
	}
	sum := 0.0
	for _, p := range dst {
		sum += p
	}
	if sum < 1e-14 { // what is left is rounding
		return 0
	}
	for c := range dst {
		dst[c] /= sum
	}
	return sum
}

// entropy returns the entropy of a belief, in nats.
func entropy(b []float64) float64 {
	sum := 0.0
	for _, p := range b {
		if p > 0 {
			sum -= p * math.Log(p)
		}
	}
	return sum
}
