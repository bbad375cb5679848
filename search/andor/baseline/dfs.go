// SPDX-License-Identifier: BSD-3-Clause

package baseline

import "github.com/veilplan/veil/search/andor/internal/game"

// group is the set of states with the same announcement.
type group[S, O comparable] struct {
	heard   game.Heard[O]
	changed bool // a refusal that changed a state
	states  game.Bag[S]
}

// question returns 1 for a refusal that changed a state, else 0.
func (g *group[S, O]) question() int {
	if g.changed {
		return 1
	}
	return 0
}

// and is an AND node: a try, and the states after it, grouped by announcement.
type and[S, A, O comparable] struct {
	try    A
	groups []group[S, O]
}

// dfs is depth-first search over whole beliefs (Russell & Wolfe 2005, fig. 2 and 3)
// with the improvements of their §5.2 as switches.
type dfs[S, A, O comparable] struct {
	*search[S, A, O]
}

func (s *search[S, A, O]) findDFS(b []S) *game.Plan[A, O] {
	if s.Method == UDB {
		s.LegalFirst, s.Early = true, true
	}
	return dfs[S, A, O]{s}.or(b, s.Plies, 0)
}

// or searches an OR node and returns a plan, or nil. The parameter questions counts the
// refusals of this turn that changed states.
func (f dfs[S, A, O]) or(b []S, d, questions int) *game.Plan[A, O] {
	if !f.Node() || f.Endless(questions) {
		return nil
	}
	children, sure := f.expandOr(b, d)
	if sure != nil {
		return sure
	}
	for i := range children {
		p, lost := f.and(&children[i], d, questions)
		if p != nil || lost || f.Cut != nil {
			return p
		}
		children[i].groups = nil
	}
	return nil
}

// expandOr makes the AND node of every action that does not fail at once. If an action
// wins at once, expandOr returns it as a plan.
func (f dfs[S, A, O]) expandOr(b []S, d int) ([]and[S, A, O], *game.Plan[A, O]) {
	actions := f.Rules.AppendActions(nil, &b[0])
	var children []and[S, A, O]
	for _, a := range actions {
		if f.Cut != nil {
			return nil, nil
		}
		groups, ok := f.try(b, a, d)
		switch {
		case !ok:
		case len(groups) == 0:
			return nil, &game.Plan[A, O]{Try: a}
		default:
			children = append(children, and[S, A, O]{try: a, groups: groups})
		}
	}
	return children, nil
}

// try makes the AND node of one action. It returns false if the action fails in some
// state, or may be refused in all of them and change nothing.
func (f dfs[S, A, O]) try(b []S, a A, d int) ([]group[S, O], bool) {
	var groups []group[S, O]
	ok := true
	for i := range b {
		outs := f.Step(&b[i], a)
		ok = ok && len(outs) > 0
		for j := range outs {
			h := game.Heard[O]{Answer: outs[j].Seen, Refused: f.Rejected(outs[j].Seen)}
			changed := !h.Refused || outs[j].State != b[i]
			switch f.fateOf(&outs[j].State, h.Refused, d) {
			case failed:
				ok = false
			case goesOn:
				k := find(&groups, h)
				groups[k].changed = groups[k].changed || changed
				groups[k].states.Add(&outs[j].State)
			case won:
			}
		}
		if !ok && f.Early {
			return nil, false
		}
	}
	for i := range groups {
		// The refusal gives no information, so a plan may as well begin with the next try.
		if g := &groups[i]; g.heard.Refused && !g.changed && len(g.states.List) == len(b) {
			return nil, false
		}
	}
	return groups, ok
}

// find returns the index of the group of an announcement, adding it if necessary.
func find[S, O comparable](groups *[]group[S, O], h game.Heard[O]) int {
	for i := range *groups {
		if (*groups)[i].heard == h {
			return i
		}
	}
	*groups = append(*groups, group[S, O]{heard: h})
	return len(*groups) - 1
}

// and searches an AND node. If lost is set, the parent is disproved too.
func (f dfs[S, A, O]) and(n *and[S, A, O], d, questions int) (p *game.Plan[A, O], lost bool) {
	p = &game.Plan[A, O]{Try: n.try}
	for i := range n.groups {
		g := &n.groups[f.order(n.groups, i)]
		ok := false
		if g.heard.Refused {
			next := f.or(g.states.List, d, questions+g.question())
			p.Branches = append(p.Branches, game.Branch[A, O]{Heard: g.heard, Next: next})
			ok = next != nil
		} else {
			p.Branches, ok = f.expand(p.Branches, g, d)
		}
		if !ok {
			return nil, f.Greedy && f.safeStep(n.try, g.heard, g.changed)
		}
	}
	return p, false
}

// order returns the index of the i-th group to search: with L refusals come last, with
// X first.
func (f dfs[S, A, O]) order(groups []group[S, O], i int) int {
	if !f.LegalFirst && !f.IllegalFirst {
		return i
	}
	for pass := range 2 {
		for j := range groups {
			if groups[j].heard.Refused == (f.IllegalFirst == (pass == 0)) {
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
func (f dfs[S, A, O]) expand(branches []game.Branch[A, O], g *group[S, O], d int) ([]game.Branch[A, O], bool) {
	if f.Adversary == nil {
		next := f.or(g.states.List, d-1, 0)
		return append(branches, game.Branch[A, O]{Heard: g.heard, Next: next}), next != nil
	}
	if !f.Node() {
		return nil, false
	}
	groups, ok := f.union(g, d-2)
	if !ok {
		return nil, false
	}
	for i := range groups {
		next := f.or(groups[i].states.List, d-2, 0)
		if next == nil {
			return nil, false
		}
		branches = append(branches, game.Branch[A, O]{Heard: groups[i].heard, Next: next})
	}
	return branches, true
}

// union makes the replies in all states of a group and groups them by announcement. It returns
// false if one of them fails.
func (f dfs[S, A, O]) union(g *group[S, O], d int) ([]group[S, O], bool) {
	var groups []group[S, O]
	ok := true
	for i := range g.states.List {
		replies := f.Replies(&g.states.List[i])
		ok = ok && len(replies) > 0
		for j := range replies {
			h := game.Heard[O]{Answer: g.heard.Answer, Reply: replies[j].Seen, Replied: true}
			switch f.replyFate(&replies[j].State, d) {
			case failed:
				ok = false
			case goesOn:
				k := find(&groups, h)
				groups[k].states.Add(&replies[j].State)
			case won:
			}
		}
		if !ok && f.Early {
			return nil, false
		}
	}
	return groups, ok
}
