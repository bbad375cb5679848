// SPDX-License-Identifier: BSD-3-Clause

package andor

// SafeStepper is a problem that declares steps which never hurt: whatever could be forced before a
// safe step, within some number of plies, can be forced after it within the plies that are left. In
// Minesweeper, opening a cell that turns out safe is one. A refusal that leaves the state unchanged
// never hurts in any problem and need not be reported.
type SafeStepper[A, O comparable] interface {
	// SafeStep reports whether performing a and hearing o never hurts.
	SafeStep(a A, o O) bool
}

// LastPlyClassifier is a problem that classifies all actions of a state at once, where
// only an immediate win counts: the last ply of a proof.
type LastPlyClassifier[S any, A comparable] interface {
	// ClassifyLastPly sets bit i of won if actions[i] wins at once; of refused if it is refused and
	// leaves the state unchanged, with an observation that is the same in all states; of changed if
	// it is refused in any other way. It sets no bit for an action that does anything else. The
	// sets arrive cleared and large enough.
	ClassifyLastPly(s *S, actions []A, refused, won, changed []uint64)
}

// PerfectInfoSolver is a problem that decides quickly what a player who sees the state
// can force within a few plies: the leaves of a search over single states.
type PerfectInfoSolver[S any] interface {
	// SolvePerfectInfo reports whether the player, seeing the state, can force a win within the
	// given plies, whichever side is to move. It also returns the number of states it made; 0 means that
	// it has no answer.
	SolvePerfectInfo(s *S, plies int) (won bool, made int)
}
