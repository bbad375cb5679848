// SPDX-License-Identifier: BSD-3-Clause

package experiment

import (
	"math"

	"github.com/veilplan/veil/experiment/stats"
)

// sign is the comparison of two policies in an episode: 1 if the first did better, -1 if the second
// did, 0 for a tie.
type sign int8

// sign compares two plays of the same episode, or the first with an even game.
func (t *Test) sign(first, second *Play) sign {
	a, b := first.Score, 0.5
	switch {
	case t.Even:
	case t.ByScore:
		b = second.Score
	default:
		a, b = won(first), won(second)
	}
	switch {
	case a > b:
		return 1
	case a < b:
		return -1
	default:
		return 0
	}
}

func won(p *Play) float64 {
	if p.Outcome == Won {
		return 1
	}
	return 0
}

// judge applies the sequential test of a run. It examines the episodes in their order, whatever
// order they arrive in, so that its decision does not depend on the speed of workers. A nil test
// never stops.
type judge struct {
	test          *Test
	first, second int

	next    uint64 // the first episode not yet judged
	pairs   stats.Pairs
	waiting map[uint64][]sign
	stop    uint64 // the number of episodes it needed; above the maximum while undecided
	verdict stats.Verdict
}

func newJudge(s *Spec) *judge {
	j := &judge{test: s.SPRT, stop: math.MaxUint64}
	if j.test != nil {
		j.first, j.second = s.policy(j.test.First), s.policy(j.test.Second)
		j.waiting = map[uint64][]sign{}
	}
	return j
}

func (j *judge) sign(e *Episode) sign {
	if j.test == nil {
		return 0
	}
	if j.test.Even {
		return j.test.sign(&e.Plays[j.first], nil)
	}
	return j.test.sign(&e.Plays[j.first], &e.Plays[j.second])
}

// add processes a range of episodes, and returns where to stop.
func (j *judge) add(first uint64, signs []sign) uint64 {
	if j.test == nil {
		return j.stop
	}
	j.waiting[first] = signs
	for signs, ok := j.waiting[j.next]; ok; signs, ok = j.waiting[j.next] {
		delete(j.waiting, j.next)
		for _, s := range signs {
			j.see(s)
		}
	}
	return j.stop
}

func (j *judge) see(s sign) {
	j.next++
	if j.verdict != stats.Continue {
		return
	}
	j.pairs.N++
	switch s {
	case 1:
		j.pairs.First++
	case -1:
		j.pairs.Other++
	}
	if j.verdict = j.test.Judge(j.pairs); j.verdict != stats.Continue {
		j.stop = j.next
	}
}
