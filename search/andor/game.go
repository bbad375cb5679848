// SPDX-License-Identifier: BSD-3-Clause

package andor

import (
	"slices"
	"unsafe"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/search/proof"
)

// game is the problem with its powers, and the meter of one search.
type game[S, A, O comparable] struct {
	meter
	m          proof.Rules[S, A, O]
	adv        veil.Adversary[S, O]
	rej        veil.Rejecter[O]
	stepper    SafeStepper[A, O]
	classifier LastPlyClassifier[S, A]
	solver     PerfectInfoSolver[S]
	outs       []veil.Outcome[S, O] // scratch
	reps       []veil.Reply[S, O]   // scratch

	refutation *proof.Refutation // set by a method that makes one
}

func newGame[S, A, O comparable](m proof.Rules[S, A, O]) *game[S, A, O] {
	g := &game[S, A, O]{m: m}
	g.adv, _ = m.(veil.Adversary[S, O])
	g.rej, _ = m.(veil.Rejecter[O])
	g.stepper, _ = m.(SafeStepper[A, O])
	g.classifier, _ = m.(LastPlyClassifier[S, A])
	g.solver, _ = m.(PerfectInfoSolver[S])
	return g
}

// size is about what a stored state costs.
func (g *game[S, A, O]) size() int64 {
	var s S
	return int64(unsafe.Sizeof(s))
}

// step returns every outcome of a in s. The slice is good until the next step.
func (g *game[S, A, O]) step(s *S, a A) []veil.Outcome[S, O] {
	g.outs = g.m.AppendOutcomes(g.outs[:0], s, a)
	g.made(len(g.outs))
	return g.outs
}

// replies returns every reply in s. The slice is good until the next call.
func (g *game[S, A, O]) replies(s *S) []veil.Reply[S, O] {
	g.reps = g.adv.AppendReplies(g.reps[:0], s)
	g.made(len(g.reps))
	return g.reps
}

func (g *game[S, A, O]) rejected(o O) bool { return g.rej != nil && g.rej.Rejected(o) }

// safeStep reports whether the problem says that performing a and hearing o never hurts.
func (g *game[S, A, O]) safeStep(a A, o O) bool { return g.stepper != nil && g.stepper.SafeStep(a, o) }

// fate is what becomes of a state a step has led to.
type fate uint8

const (
	goesOn fate = iota
	won
	failed // lost, or not won at the last ply
)

// fateOf judges the state after a step that was made with d plies left.
func (g *game[S, A, O]) fateOf(s *S, refused bool, d int) fate {
	switch g.m.Status(s) {
	case veil.Won:
		return won
	case veil.Lost:
		return failed
	default:
		if !refused && d <= 1 {
			return failed
		}
		return goesOn
	}
}

// replyFate judges the state after a reply that leaves d plies.
func (g *game[S, A, O]) replyFate(s *S, d int) fate {
	switch g.m.Status(s) {
	case veil.Won:
		return won
	case veil.Lost:
		return failed
	default:
		if d <= 0 {
			return failed
		}
		return goesOn
	}
}

// bag is a set of states in order of arrival.
type bag[S comparable] struct {
	list  []S
	index map[S]struct{}
}

// smallBag is the size up to which looking through the list beats a map.
const smallBag = 12

// add adds s unless it is there, and reports whether it did.
func (b *bag[S]) add(s *S) bool {
	if b.index == nil && len(b.list) < smallBag {
		if slices.Contains(b.list, *s) {
			return false
		}
		b.list = append(b.list, *s)
		return true
	}
	if b.index == nil {
		b.index = make(map[S]struct{}, 2*smallBag)
		for i := range b.list {
			b.index[b.list[i]] = struct{}{}
		}
	}
	if _, ok := b.index[*s]; ok {
		return false
	}
	b.index[*s] = struct{}{}
	b.list = append(b.list, *s)
	return true
}
