// SPDX-License-Identifier: BSD-3-Clause

package andor

// group is the states that fit one thing heard.
type group[S, O comparable] struct {
	heard   heard[O]
	changed bool // a refusal that did not leave every state as it was
	states  bag[S]
}

// question is 1 for a refusal that changed a state.
func (g *group[S, O]) question() int {
	if g.changed {
		return 1
	}
	return 0
}

// and is an AND node: a try, and the states it leads to by what is heard.
type and[S, A, O comparable] struct {
	try    A
	groups []group[S, O]
}

// dfs is depth-first search over whole beliefs (Russell & Wolfe 2005, fig. 2 and 3)
// with the improvements of their §5.2 as switches.
type dfs[S, A, O comparable] struct {
	*game[S, A, O]
	legalFirst, early, greedy, illegalFirst bool
}

func searchDFS[S, A, O comparable](g *game[S, A, O], b []S, d int) *plan[A, O] {
	f := &dfs[S, A, O]{
		game: g, legalFirst: g.cfg.LegalFirst, early: g.cfg.Early, greedy: g.cfg.Greedy, illegalFirst: g.cfg.IllegalFirst,
	}
	if g.cfg.Method == UDB {
		f.legalFirst, f.early = true, true
	}
	return f.or(b, d, 0)
}

// maxQuestions bounds the refusals in one turn that change states.
const maxQuestions = 64

// or searches an OR node and returns a plan, or nil. Questions counts the refusals of
// this turn that changed states.
func (f *dfs[S, A, O]) or(b []S, d, questions int) *plan[A, O] {
	if !f.node() {
		return nil
	}
	if questions > maxQuestions {
		f.stop(ErrEndless)
		return nil
	}
	children, sure := f.expandOr(b, d)
	if sure != nil {
		return sure
	}
	for i := range children {
		p, lost := f.and(&children[i], d, questions)
		if p != nil || lost || f.cut != nil {
			return p
		}
		children[i].groups = nil
	}
	return nil
}

// expandOr makes the AND node of every action that does not fail at once. One that
// wins at once is returned as a plan.
func (f *dfs[S, A, O]) expandOr(b []S, d int) ([]and[S, A, O], *plan[A, O]) {
	actions := f.m.AppendActions(nil, &b[0])
	var children []and[S, A, O]
	for _, a := range actions {
		if f.cut != nil {
			return nil, nil
		}
		groups, ok := f.try(b, a, d)
		switch {
		case !ok:
		case len(groups) == 0:
			return nil, &plan[A, O]{try: a}
		default:
			children = append(children, and[S, A, O]{try: a, groups: groups})
		}
	}
	return children, nil
}

// try makes the AND node of one action. It returns false if the action fails in some
// state, or may be refused in all of them and change nothing.
func (f *dfs[S, A, O]) try(b []S, a A, d int) ([]group[S, O], bool) {
	var groups []group[S, O]
	ok := true
	for i := range b {
		outs := f.step(&b[i], a)
		ok = ok && len(outs) > 0
		for j := range outs {
			h := heard[O]{answer: outs[j].Seen, refused: f.rejected(outs[j].Seen)}
			changed := !h.refused || outs[j].State != b[i]
			switch f.fateOf(&outs[j].State, h.refused, d) {
			case failed:
				ok = false
			case goesOn:
				k := find(&groups, h)
				groups[k].changed = groups[k].changed || changed
				groups[k].states.add(&outs[j].State)
			case won:
			}
		}
		if !ok && f.early {
			return nil, false
		}
	}
	for i := range groups {
		// Refused, nothing is different: a plan may as well begin with what comes next.
		if g := &groups[i]; g.heard.refused && !g.changed && len(g.states.list) == len(b) {
			return nil, false
		}
	}
	return groups, ok
}

// find returns the index of the group for what was heard, adding it if need be.
func find[S, O comparable](groups *[]group[S, O], h heard[O]) int {
	for i := range *groups {
		if (*groups)[i].heard == h {
			return i
		}
	}
	*groups = append(*groups, group[S, O]{heard: h})
	return len(*groups) - 1
}

// and searches an AND node. The flag lost means that the parent is lost too.
func (f *dfs[S, A, O]) and(n *and[S, A, O], d, questions int) (p *plan[A, O], lost bool) {
	p = &plan[A, O]{try: n.try}
	for i := range n.groups {
		g := &n.groups[f.order(n.groups, i)]
		ok := false
		if g.heard.refused {
			next := f.or(g.states.list, d, questions+g.question())
			p.branches = append(p.branches, branch[A, O]{g.heard, next})
			ok = next != nil
		} else {
			p.branches, ok = f.expand(p.branches, g, d)
		}
		if !ok {
			safe := g.heard.refused && !g.changed || f.safeStep(n.try, g.heard.answer)
			return nil, f.greedy && safe
		}
	}
	return p, false
}

// order returns which group to look at as the i-th: with L refusals are last, with X
// first.
func (f *dfs[S, A, O]) order(groups []group[S, O], i int) int {
	if !f.legalFirst && !f.illegalFirst {
		return i
	}
	for pass := range 2 {
		for j := range groups {
			if groups[j].heard.refused == (f.illegalFirst == (pass == 0)) {
				if i == 0 {
					return j
				}
				i--
			}
		}
	}
	return 0
}

// expand searches the EXPAND node of a group of accepted states, adding branches to a
// plan.
func (f *dfs[S, A, O]) expand(branches []branch[A, O], g *group[S, O], d int) ([]branch[A, O], bool) {
	if f.adv == nil {
		next := f.or(g.states.list, d-1, 0)
		return append(branches, branch[A, O]{g.heard, next}), next != nil
	}
	if !f.node() {
		return nil, false
	}
	groups, ok := f.union(g, d-2)
	if !ok {
		return nil, false
	}
	for i := range groups {
		next := f.or(groups[i].states.list, d-2, 0)
		if next == nil {
			return nil, false
		}
		branches = append(branches, branch[A, O]{groups[i].heard, next})
	}
	return branches, true
}

// union makes the replies in all states of a group, divided by what is heard of them,
// and returns false if one of them fails.
func (f *dfs[S, A, O]) union(g *group[S, O], d int) ([]group[S, O], bool) {
	var groups []group[S, O]
	ok := true
	for i := range g.states.list {
		replies := f.replies(&g.states.list[i])
		ok = ok && len(replies) > 0
		for j := range replies {
			h := heard[O]{answer: g.heard.answer, reply: replies[j].Seen, replied: true}
			switch f.replyFate(&replies[j].State, d) {
			case failed:
				ok = false
			case goesOn:
				k := find(&groups, h)
				groups[k].states.add(&replies[j].State)
			case won:
			}
		}
		if !ok && f.early {
			return nil, false
		}
	}
	return groups, ok
}
