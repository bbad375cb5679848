// SPDX-License-Identifier: BSD-3-Clause

package andor

// This file decides what a player who sees the state could force: an ordinary AND-OR
// search over single states, with a table. A state that is not won with perfect
// information is not won without it, so a belief that contains it is disproved.

// perfectInfo stores the results about one state: it cannot be won within fails plies and, if wins
// is not 0, can be won within wins-1.
type perfectInfo struct{ fails, wins int16 }

func (o perfectInfo) knows(d int) (won, ok bool) {
	won = o.wins > 0 && int(o.wins) <= d+1
	return won, won || int(o.fails) >= d
}

func (o *perfectInfo) learn(won bool, d int) {
	switch {
	case !won:
		o.fails = max(o.fails, int16(d))
	case o.wins == 0:
		o.wins = int16(d + 1)
	default:
		o.wins = min(o.wins, int16(d+1))
	}
}

// canWin reports whether a player who sees the state wins within d plies.
func (v *coreSearch[S, A, O]) canWin(id int32, d, questions int) bool {
	if won, ok := v.info[id].open.knows(d); ok || v.Cut != nil {
		return won
	}
	if !v.Node() || v.Endless(questions) { // a belief of one state
		return false
	}
	won := v.decide(id, d, questions)
	if v.Cut == nil {
		v.info[id].open.learn(won, d)
	}
	return won
}

// decide decides a state by the problem's solver, by the masks of the last ply, or by trying its
// actions, the one that won last first.
func (v *coreSearch[S, A, O]) decide(id int32, d, questions int) bool {
	if won, sure := v.solve(v.mine.list.at(id), d); sure {
		return won
	}
	if d == 1 && !v.cfg.NoCover {
		if m := v.masks(id); any64(m.win) || !any64(m.ask) {
			return any64(m.win)
		}
	}
	if len(v.actions(id)) == 0 {
		return false
	}
	best := v.best[v.info[id].list]
	if v.actionWins(id, int(best), d, questions) {
		return true
	}
	for _, k := range v.sorted(id, d, -1) {
		if k != best && v.actionWins(id, int(k), d, questions) {
			v.best[v.info[id].list] = k
			return true
		}
	}
	return false
}

// actionWins reports whether action k wins for a player who sees the state. An action
// that may be refused without any change does not.
func (v *coreSearch[S, A, O]) actionWins(id int32, k, d, questions int) bool {
	for _, e := range v.look(id, k) {
		ok := e.kind == wins
		switch {
		case e.kind == asks:
			ok = v.canWin(e.to, d, questions+1)
		case e.kind != goes || d <= 1:
		case v.Adversary == nil:
			ok = v.canWin(e.to, d-1, 0)
		default:
			ok = v.allReplies(e.to, d-1)
		}
		if !ok {
			return false
		}
	}
	return true
}

// allReplies reports whether a player who sees the state wins within d plies, whatever
// the opponent replies now. The reply that refuted last time is searched first.
func (v *coreSearch[S, A, O]) allReplies(id int32, d int) bool {
	if won, ok := v.post[id].open.knows(d); ok || v.Cut != nil {
		return won
	}
	if won, sure := v.solve(v.theirs.list.at(id), d); sure {
		v.post[id].open.learn(won, d)
		return won
	}
	answers, won := v.replyTo(id)
	killer := int(v.post[id].killer)
	for i := range answers {
		switch { // the killer first; nested calls may change it
		case i == 0:
			i = killer
		case i <= killer:
			i--
		}
		if !won || d <= 1 || !v.canWin(v.numbered(&answers[i]), d-1, 0) {
			v.post[id].killer = int32(i)
			won = false
			break
		}
	}
	if v.Cut == nil {
		v.post[id].open.learn(won, d)
	}
	return won
}

// solve asks the problem's PerfectInfoSolver, if it has one, to decide a state.
func (v *coreSearch[S, A, O]) solve(s *S, d int) (won, sure bool) {
	if v.solver == nil {
		return false, false
	}
	won, n := v.solver.SolvePerfectInfo(s, d)
	v.Made(n)
	return won, n > 0
}
