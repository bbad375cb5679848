// SPDX-License-Identifier: BSD-3-Clause

package andor

import (
	"math/bits"
	"slices"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/search/andor/internal/game"
)

// masks are sets of actions at the last ply: those that are refused and change nothing,
// those that win, and those that are refused and change something. All others fail.
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

// lastPlyKind is what an action does at the last ply. All but failing are the places of
// the masks of a state.
type lastPlyKind int

const (
	idling  lastPlyKind = iota // refused, nothing changes
	winning                    // wins at once
	asking                     // refused, something changes
	failing                    // anything else
)

// lastPly classifies an action, as a LastPlyClassifier does all of them at once.
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
// every state; where it is refused, the same is asked again. Trying what qualifies
// loses nothing, since a refusal changes nothing (theorem 2). The last result is false
// if questions could still help.
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

// firstTry returns an action that no state forbids and that is not refused in all of
// them, or -1 and the states that show that there is none.
func (v *coreSearch[S, A, O]) firstTry(b []int32) (k int, core []int32, final bool) {
	t := v.newTries(b[0])
	for _, id := range b {
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

// tries narrows the actions that are still good as first tries, state by state.
type tries struct {
	good, used []uint64
	core       []int32 // the states that forbade something
	ask        bool
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

// dead reports whether the states so far leave no first try and no question.
func (t *tries) dead() bool {
	for i := range t.good {
		if t.good[i]&t.used[i] != 0 {
			return false
		}
	}
	return !t.ask
}
