// SPDX-License-Identifier: BSD-3-Clause

package baseline

import "github.com/veilplan/veil"

// fate is the status of the state after a step or reply.
type fate uint8

const (
	goesOn fate = iota
	won
	failed // lost, or not won at the last ply
)

// fateOf judges the state after a step made with d plies left.
func (g *search[S, A, O]) fateOf(s *S, refused bool, d int) fate {
	return g.judge(s, !refused && d <= 1)
}

// replyFate judges the state after a reply that leaves d plies.
func (g *search[S, A, O]) replyFate(s *S, d int) fate { return g.judge(s, d <= 0) }

// judge judges a state. At the end, a state that is not won has failed.
func (g *search[S, A, O]) judge(s *S, end bool) fate {
	switch g.Rules.Status(s) {
	case veil.Won:
		return won
	case veil.Lost:
		return failed
	default:
		if end {
			return failed
		}
		return goesOn
	}
}
