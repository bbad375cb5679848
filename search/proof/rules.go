// SPDX-License-Identifier: BSD-3-Clause

package proof

import (
	"fmt"

	"github.com/veilplan/veil"
)

// Rules are the rules of a problem, as a checker needs them. If the problem is also a
// [veil.Adversary], [veil.Rejecter] or [veil.Namer], the checker uses that. Every listed outcome
// and reply counts, whatever its probability. An open state in which an opponent has no reply is
// not won.
type Rules[S, A, O comparable] interface {
	AppendActions(dst []A, s *S) []A
	AppendOutcomes(dst []veil.Outcome[S, O], s *S, a A) []veil.Outcome[S, O]
	veil.Judge[S]
}

// Names names the states, actions and observations of a problem. It uses the problem's
// [veil.Namer], if there is one, and package fmt otherwise.
type Names[S, A, O comparable] struct {
	namer veil.Namer[S, A, O]
}

// NamesOf returns the names of a problem.
func NamesOf[S, A, O comparable](m Rules[S, A, O]) Names[S, A, O] {
	namer, _ := m.(veil.Namer[S, A, O])
	return Names[S, A, O]{namer}
}

// State returns the name of a state.
func (n Names[S, A, O]) State(s *S) string {
	if n.namer == nil {
		return fmt.Sprint(*s)
	}
	return n.namer.NameState(s)
}

// Action returns the name of an action.
func (n Names[S, A, O]) Action(a A) string {
	if n.namer == nil {
		return fmt.Sprint(a)
	}
	return n.namer.NameAction(a)
}

// Seen returns the name of an observation.
func (n Names[S, A, O]) Seen(o O) string {
	if n.namer == nil {
		return fmt.Sprint(o)
	}
	return n.namer.NameSeen(o)
}
