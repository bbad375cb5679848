// SPDX-License-Identifier: BSD-3-Clause

package proof

import (
	"fmt"

	"github.com/veilplan/veil"
)

// Rules is what checking needs of a problem. [veil.Adversary], [veil.Rejecter] and
// [veil.Namer] are used where the problem has them. Every outcome and reply that is
// listed counts, whatever its probability. An open state in which an opponent has no
// reply at all is not won.
type Rules[S, A, O comparable] interface {
	AppendActions(dst []A, s *S) []A
	AppendOutcomes(dst []veil.Outcome[S, O], s *S, a A) []veil.Outcome[S, O]
	veil.Judge[S]
}

// Names spells the things of a problem: as the problem does if it is a [veil.Namer],
// otherwise as fmt does.
type Names[S, A, O comparable] struct {
	namer veil.Namer[S, A, O]
}

// NamesOf returns the spelling of a problem.
func NamesOf[S, A, O comparable](m Rules[S, A, O]) Names[S, A, O] {
	namer, _ := m.(veil.Namer[S, A, O])
	return Names[S, A, O]{namer}
}

// State spells a state.
func (n Names[S, A, O]) State(s *S) string {
	if n.namer == nil {
		return fmt.Sprint(*s)
	}
	return n.namer.NameState(s)
}

// Action spells an action.
func (n Names[S, A, O]) Action(a A) string {
	if n.namer == nil {
		return fmt.Sprint(a)
	}
	return n.namer.NameAction(a)
}

// Seen spells an observation.
func (n Names[S, A, O]) Seen(o O) string {
	if n.namer == nil {
		return fmt.Sprint(o)
	}
	return n.namer.NameSeen(o)
}
