// SPDX-License-Identifier: BSD-3-Clause

package andor

import (
	"hash/maphash"
	"slices"
	"unsafe"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/search/andor/internal/game"
)

// transitionCache is the part of the game that a search has seen. States are numbered,
// and every step is made once.
type transitionCache[S, A, O comparable] struct {
	*game.Game[S, A, O]
	mine    intern[S] // states in which the player is to act
	theirs  intern[S] // states in which the opponent is to reply
	seen    intern[O]
	info    []mineInfo
	post    []theirInfo
	edges   rows[edge]   // rows of mine, one edge per action
	forked  [][]edge     // several outcomes of one action
	answers rows[answer] // replies of theirs
	replied []answer     // scratch
	waiting pages[S]     // the states of replies that have no number yet
	lists   [][]A        // the lists of actions
	byHash  map[uint64][]int32
	seed    maphash.Seed
	recent  int32
	best    []int32 // per list, the action that last won with perfect information
	scratch []A
	refused int32 // the number of the refusal that changes nothing
	several bool  // there is more than one such refusal
	counted int64 // the bytes already reported to the meter
}

// mineInfo is the entry of a state in which the player is to act. An index of -1 means not made
// yet.
type mineInfo struct {
	list int32 // the number of its list of actions
	row  int32 // where its edges start
	mask int32 // where its masks start
	open perfectInfo
}

// theirInfo is the entry of a state in which the opponent is to reply. A row of -1 means not made
// yet.
type theirInfo struct {
	row    int32 // where its answers start
	n      int32 // the number of its answers
	lost   bool  // a reply loses, or there is none
	killer int32 // the answer that last refuted a win with perfect information
	open   perfectInfo
}

// edgeKind is the kind of an action's result.
type edgeKind uint8

const (
	unseen edgeKind = iota
	idles           // refused, nothing changes
	wins
	loses
	goes  // accepted: to a state of the opponent, or of the player if there is none
	asks  // refused, the state changes: to a state of the player
	forks // several outcomes, in forked
)

type edge struct {
	kind edgeKind
	seen int32
	to   int32
}

// answer is a reply after which the game continues. Its state gets a number when it is first
// needed; until then, to is -1 minus its index in waiting.
type answer struct{ seen, to int32 }

func newTransitionCache[S, A, O comparable](g *game.Game[S, A, O]) *transitionCache[S, A, O] {
	return &transitionCache[S, A, O]{Game: g, byHash: map[uint64][]int32{}, refused: -1}
}

// account reports to the meter how much the cache has grown. Memory that append has allocated ahead
// counts too: it is allocated all the same.
func (w *transitionCache[S, A, O]) account() {
	now := w.mine.size() + w.theirs.size() + w.seen.size() + w.waiting.size() +
		w.edges.size() + w.answers.size() + size(w.info) + size(w.post) + size(w.lists)
	w.Hold(now - w.counted)
	w.counted = now
}

// size returns the bytes of a list, without what its elements refer to.
func size[T any](list []T) int64 {
	var v T
	return int64(cap(list)) * int64(unsafe.Sizeof(v))
}

// mineID numbers a state of the player.
func (w *transitionCache[S, A, O]) mineID(s *S) int32 {
	id, fresh := w.mine.id(s)
	if fresh {
		w.info = append(w.info, mineInfo{list: -1, row: -1, mask: -1})
		w.account()
	}
	return id
}

func (w *transitionCache[S, A, O]) theirID(s *S) int32 {
	id, fresh := w.theirs.id(s)
	if fresh {
		w.post = append(w.post, theirInfo{row: -1})
		w.account()
	}
	return id
}

// actions returns the actions in a state.
func (w *transitionCache[S, A, O]) actions(id int32) []A {
	if w.info[id].list < 0 {
		w.scratch = w.Rules.AppendActions(w.scratch[:0], w.mine.list.at(id))
		w.info[id].list = w.listID()
	}
	return w.lists[w.info[id].list]
}

// hashed is the approximate number of actions of a list that are hashed. Lists of equal length that
// agree in these seldom differ elsewhere.
const hashed = 6

// listID numbers the list of actions in scratch. It is usually the same as last time.
func (w *transitionCache[S, A, O]) listID() int32 {
	if len(w.lists) > 0 && slices.Equal(w.lists[w.recent], w.scratch) {
		return w.recent
	}
	if len(w.lists) == 0 {
		w.seed = maphash.MakeSeed()
	}
	h := uint64(len(w.scratch))
	for i := 0; i < len(w.scratch); i += 1 + len(w.scratch)/hashed {
		h = h*0x9e3779b97f4a7c15 ^ maphash.Comparable(w.seed, w.scratch[i])
	}
	for _, k := range w.byHash[h] {
		if slices.Equal(w.lists[k], w.scratch) {
			w.recent = k
			return k
		}
	}
	w.recent = int32(len(w.lists))
	w.lists = append(w.lists, slices.Clone(w.scratch))
	w.best = append(w.best, 0)
	w.byHash[h] = append(w.byHash[h], w.recent)
	return w.recent
}

// row returns the edges of a state, one per action. Those not needed so far are unseen.
func (w *transitionCache[S, A, O]) row(id int32) []edge {
	n := len(w.actions(id))
	in := &w.info[id]
	if in.row < 0 {
		in.row = w.edges.add(n)
		w.account()
	}
	return w.edges.row(in.row, n)
}

// look returns the edges of action k in a state, one for every outcome. After a cut it
// returns an edge that loses, so that the search unwinds at once.
func (w *transitionCache[S, A, O]) look(id int32, k int) []edge {
	if !w.Visit() {
		return []edge{{kind: loses}}
	}
	row := w.row(id)
	if row[k].kind == unseen {
		e := w.discover(id, w.actions(id)[k])
		row = w.row(id)
		row[k] = e
	}
	if row[k].kind == forks {
		return w.forked[row[k].to]
	}
	return row[k : k+1 : k+1]
}

func (w *transitionCache[S, A, O]) discover(id int32, a A) edge {
	s := *w.mine.list.at(id)
	outs := w.Step(&s, a)
	if len(outs) == 0 {
		return edge{kind: loses}
	}
	if len(outs) == 1 {
		return w.edgeOf(&s, &outs[0])
	}
	var list []edge
	for i := range outs {
		list = append(list, w.edgeOf(&s, &outs[i]))
	}
	w.forked = append(w.forked, list)
	return edge{kind: forks, to: int32(len(w.forked) - 1)}
}

func (w *transitionCache[S, A, O]) edgeOf(s *S, out *veil.Outcome[S, O]) edge {
	e := edge{kind: w.judge(s, out)}
	e.seen, _ = w.seen.id(&out.Seen)
	switch {
	case e.kind == asks, e.kind == goes && w.Adversary == nil:
		e.to = w.mineID(&out.State)
	case e.kind == goes:
		e.to = w.theirID(&out.State)
	}
	return e
}

// judge returns the kind of the edge to an outcome.
func (w *transitionCache[S, A, O]) judge(s *S, out *veil.Outcome[S, O]) edgeKind {
	switch status := w.Rules.Status(&out.State); {
	case status == veil.Won:
		return wins
	case status == veil.Lost:
		return loses
	case !w.Rejected(out.Seen):
		return goes
	case out.State != *s:
		return asks
	}
	id, _ := w.seen.id(&out.Seen)
	w.several = w.several || w.refused >= 0 && w.refused != id
	w.refused = id
	return idles
}

// replyTo returns the replies in a state of the opponent after which the game continues, and false
// if one of the others loses.
func (w *transitionCache[S, A, O]) replyTo(id int32) ([]answer, bool) {
	if w.post[id].row < 0 {
		w.makeReplies(id)
	}
	return w.answersOf(id), !w.post[id].lost
}

func (w *transitionCache[S, A, O]) answersOf(id int32) []answer {
	p := &w.post[id]
	return w.answers.row(p.row, int(p.n))
}

// makeReplies stores the undecided replies in a state of the opponent. A state without a reply
// counts as lost: an open state is not won, see [proof.Rules].
func (w *transitionCache[S, A, O]) makeReplies(id int32) {
	s := *w.theirs.list.at(id)
	w.replied = w.replied[:0]
	reps := w.Replies(&s)
	lost := len(reps) == 0
	var last O // most replies have the same observation
	seen := int32(-1)
	for i := range reps {
		switch w.Rules.Status(&reps[i].State) {
		case veil.Won:
		case veil.Lost:
			lost = true
		default:
			if seen < 0 || reps[i].Seen != last {
				last = reps[i].Seen
				seen, _ = w.seen.id(&last)
			}
			w.replied = append(w.replied, answer{seen, -1 - w.waiting.add(&reps[i].State)})
		}
	}
	p := &w.post[id]
	p.row, p.n, p.lost = w.answers.add(len(w.replied)), int32(len(w.replied)), lost
	copy(w.answersOf(id), w.replied)
	w.account()
}

// numbered returns the number of the state an answer leads to.
func (w *transitionCache[S, A, O]) numbered(a *answer) int32 {
	if a.to < 0 {
		a.to = w.mineID(w.waiting.at(-1 - a.to))
	}
	return a.to
}
