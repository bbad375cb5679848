// SPDX-License-Identifier: BSD-3-Clause

// Package worst searches for the most harmful question: the one with the longest stretch without a
// check whether to stop, that runs longest after it was withdrawn or its time was up, or that costs
// most for its size.
//
// A space of questions is a box of integers and a function that makes a question from a point in
// it. The search draws points, and climbs from the worst ones so far by moving a few coordinates.
package worst

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/veilplan/veil/internal/meter"
)

// Range is the lowest and the highest value of one coordinate.
type Range [2]int

// Space is a set of questions.
type Space struct {
	Ranges []Range
	Make   func(point []int) []byte // the question; nil if the point has none
}

// Trial is a question and its measurements.
type Trial struct {
	Point    []int
	Question []byte
	Whole    meter.Report // of the run without interruption
	Stopped  meter.Report // of the run that was withdrawn
}

// Harm is a way in which a question can harm a server.
type Harm int

// The harms: it does not check whether to stop, it runs after it was withdrawn, it takes longer
// than its time, it is small and expensive, and it fills the memory.
const (
	Deaf Harm = iota
	Stubborn
	Late
	Dear
	Large

	Harms
)

func (h Harm) String() string {
	return [...]string{"gap", "after", "late", "dear", "large"}[h]
}

// Of returns the size of a harm in a trial of questions with a time limit; larger is worse.
func (h Harm) Of(t *Trial, limit time.Duration) float64 {
	switch h {
	case Deaf:
		return max(t.Whole.Longest.CPU, t.Stopped.Longest.CPU).Seconds()
	case Stubborn:
		return t.Stopped.After.Seconds()
	case Late:
		return max(0, t.Whole.CPU-limit).Seconds()
	case Dear:
		return t.Whole.CPU.Seconds() / float64(max(len(t.Question), dearBytes))
	case Large:
		return float64(t.Whole.Heap)
	case Harms:
	}
	panic("no such harm")
}

// dearBytes is the approximate size of a request header: no question is cheaper to send.
const dearBytes = 200

// Searcher searches a space for the worst questions.
type Searcher struct {
	Space
	// Ask answers a question, and obeys its context as promptly as the code that answers.
	Ask func(ctx context.Context, question []byte)
	// Limit is the time limit of a question.
	Limit time.Duration
	// Enough, if set, ends the search at a question that is bad enough.
	Enough func(*Trial) bool

	worst [Harms]*Trial
	rand  *rand.Rand
	tried int
}

// withdrawn is the share of its CPU time after which a question is withdrawn in its second run; at
// most patience.
const (
	withdrawn = 2
	patience  = 400 * time.Millisecond
)

// Search tries questions until the context ends or most CPU time is used. It returns the worst
// question of every harm, which may be nil, and how many were tried.
func (s *Searcher) Search(ctx context.Context, seed uint64, most time.Duration) ([Harms]*Trial, int) {
	s.rand = rand.New(rand.NewPCG(seed, 1))
	for used := time.Duration(0); used < most && ctx.Err() == nil; {
		t := &Trial{Point: s.next()}
		if t.Question = s.Make(t.Point); t.Question == nil {
			used += time.Microsecond // so that a space without questions ends
			continue
		}
		s.try(ctx, t)
		used += t.Whole.CPU + t.Stopped.CPU
		if s.keep(t); s.Enough != nil && s.Enough(t) {
			break
		}
	}
	return s.worst, s.tried
}

// try measures a question: once to its end, and once withdrawn.
func (s *Searcher) try(ctx context.Context, t *Trial) {
	s.tried++
	ask := func(ctx context.Context) { s.Ask(ctx, t.Question) }
	t.Whole = meter.Run(ctx, 0, ask)
	if t.Whole.CPU > time.Millisecond {
		t.Stopped = meter.Run(ctx, min(t.Whole.CPU/withdrawn, patience), ask)
	}
}

// keep stores a trial that is the worst so far in some harm.
func (s *Searcher) keep(t *Trial) {
	for h := range Harms {
		if old := s.worst[h]; old == nil || h.Of(t, s.Limit) > h.Of(old, s.Limit) {
			s.worst[h] = t
		}
	}
}

// next returns the next point: one of four is drawn at random, the others are near one of the worst.
func (s *Searcher) next() []int {
	from := s.worst[s.rand.IntN(int(Harms))]
	if from == nil || s.rand.IntN(4) == 0 {
		point := make([]int, len(s.Ranges))
		for i := range point {
			point[i] = s.draw(i)
		}
		return point
	}
	point := slices.Clone(from.Point)
	for range 1 + s.rand.IntN(3) {
		i := s.rand.IntN(len(point))
		point[i] = s.near(i, point[i])
	}
	return point
}

func (s *Searcher) draw(i int) int {
	return s.Ranges[i][0] + s.rand.IntN(s.Ranges[i][1]-s.Ranges[i][0]+1)
}

// near moves a coordinate: a little, or anywhere in its range.
func (s *Searcher) near(i, x int) int {
	r := s.Ranges[i]
	if s.rand.IntN(3) == 0 {
		return s.draw(i)
	}
	step := max(1, (r[1]-r[0])/10)
	return min(max(x+s.rand.IntN(2*step+1)-step, r[0]), r[1])
}
