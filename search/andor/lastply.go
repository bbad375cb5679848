// SPDX-License-Identifier: BSD-3-Clause

package andor

import (
	"math/bits"
	"slices"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/search/andor/internal/game"
)

// masks are the sets of actions of a state that matter at the last ply, as bits: refused
// without a change, winning, and refused with a change. All other actions fail.
type masks struct{ idle, win, ask []uint64 }

func any64(set []uint64) bool {
	return slices.ContainsFunc(set, func(w uint64) bool { return w != 0 })
}

// masks returns the masks of a state.
func (v *coreSearch[S, A, O]) masks(id int32) masks {
	n := (len(v.actions(id)) + 63) / 64
	if v.info[id].mask < 0 {
		v.makeMasks(id, n)
	}
	at := v.bits[v.info[id].mask:]
	return masks{at[:n:n], at[n : 2*n : 2*n], at[2*n : 3*n : 3*n]}
}

func (v *coreSearch[S, A, O]) makeMasks(id int32, words int) {
	at := len(v.bits)
	v.info[id].mask = int32(at)
	v.bits = append(v.bits, make([]uint64, 3*words)...)
	v.Hold(int64(24 * words))
	s := v.mine.list.at(id)
	if v.classifier != nil {
		m := v.masks(id)
		v.Made(1)
		v.classifier.ClassifyLastPly(s, v.actions(id), m.idle, m.win, m.ask)
		return
	}
	for k, a := range v.actions(id) {
		if kind := v.lastPly(s, a); kind != failing {
			v.bits[at+int(kind)*words+k/64] |= 1 << (k % 64)
		}
	}
}

// lastPlyKind is the effect of an action at the last ply. The masks of a state are stored in this
// order; failing has none.
type lastPlyKind int

const (
	idling  lastPlyKind = iota // refused without a change
	winning                    // wins at once
	asking                     // refused with a change
	failing                    // anything else
)

// lastPly classifies one action. A LastPlyClassifier does the same for all at once.
func (v *coreSearch[S, A, O]) lastPly(s *S, a A) lastPlyKind {
	outs := v.Step(s, a)
	idle, ask := false, false
	for i := range outs {
		e := v.judge(s, &outs[i])
		if e == loses || e == goes {
			return failing
		}
		idle = idle || e == idles
		ask = ask || e == asks
	}
	switch {
	case len(outs) == 0:
		return failing
	case ask:
		return asking
	case idle:
		return idling
	default:
		return winning
	}
}

// cover decides an OR node at the last ply. The first try must win or be refused in
// every state; the states in which it is refused are covered in the same way. Making a
// try that qualifies loses nothing, because its refusals change nothing (theorem 2).
// The last result is false if there is no cover but questions could still help.
func (v *coreSearch[S, A, O]) cover(b []int32) (p *game.Plan[A, O], core []int32, final bool) {
	rest := b
	var tries []int
	var refusals []O
	for len(rest) > 0 {
		k, why, final := v.firstTry(rest)
		if k < 0 {
			return nil, why, final
		}
		tries = append(tries, k)
		var left []int32
		for _, id := range rest {
			if v.masks(id).idle[k/64]>>(k%64)&1 != 0 {
				left = append(left, id)
			}
		}
		if rest = left; len(rest) > 0 {
			refusals = append(refusals, v.refusal(rest[0], k))
		}
	}
	actions := v.actions(b[0])
	for i, k := range slices.Backward(tries) {
		next := &game.Plan[A, O]{Try: actions[k]}
		if p != nil {
			next.Branches = []game.Branch[A, O]{{Heard: game.Heard[O]{Answer: refusals[i], Refused: true}, Next: p}}
		}
		p = next
	}
	return p, nil, true
}

// refusal returns how action k is refused in a state.
func (v *coreSearch[S, A, O]) refusal(id int32, k int) O {
	outs := v.Step(v.mine.list.at(id), v.actions(id)[k])
	i := slices.IndexFunc(outs, func(out veil.Outcome[S, O]) bool { return v.Rejected(out.Seen) })
	return outs[i].Seen
}

// firstTry returns an action that fails in no state and wins in at least one. If there
// is none it returns -1 and the states that rule out every action.
func (v *coreSearch[S, A, O]) firstTry(b []int32) (k int, core []int32, final bool) {
	t := v.newTries(b[0])
	for _, id := range b {
		if !v.Visit() {
			return -1, b[:1], true
		}
		t.add(v.masks(id), id)
		if t.dead() {
			break
		}
	}
	for i := range t.good {
		if good := t.good[i] & t.used[i]; good != 0 {
			return 64*i + bits.TrailingZeros64(good), nil, true
		}
	}
	return -1, t.core, !t.ask
}

// tries narrows down, state by state, which actions can be tried first.
type tries struct {
	good []uint64 // actions that fail in no state
	used []uint64 // actions that win in some state
	core []int32  // the states that ruled out an action
	ask  bool     // a question is possible in some state
}

func (v *coreSearch[S, A, O]) newTries(id int32) tries {
	n := (len(v.actions(id)) + 63) / 64
	both := make([]uint64, 2*n)
	t := tries{good: both[:n], used: both[n:]}
	for i := range t.good {
		t.good[i] = ^uint64(0)
	}
	return t
}

func (t *tries) add(m masks, id int32) {
	narrowed := false
	for i := range t.good {
		good := t.good[i] & (m.idle[i] | m.win[i])
		narrowed = narrowed || good != t.good[i]
		t.good[i] = good
		t.used[i] |= m.win[i]
	}
	t.ask = t.ask || any64(m.ask)
	if narrowed {
		t.core = append(t.core, id)
	}
}

// dead reports whether the states so far leave neither a first try nor a question.
func (t *tries) dead() bool {
	for i := range t.good {
		if t.good[i]&t.used[i] != 0 {
			return false
		}
	}
	return !t.ask
}
