// SPDX-License-Identifier: BSD-3-Clause

package count

// The key of a diagram's node holds, for every live number, how many mines it still
// needs, in slots of three bits: a number that single-point propagation leaves open
// needs between 1 and 7. A free number counts up to 8 and takes two slots.
const (
	slotBits = 3
	slotMask = 1<<slotBits - 1
	slots    = 64 / slotBits
)

// step decides the number of mines of one box.
type step struct {
	box   int32
	size  int8
	n     int8            // constrained numbers the box touches
	shift [maxTouch]uint8 // where each keeps its need in the key
	room  [maxTouch]int8  // cells each has left after this box
	enter uint64          // needs of the numbers met for the first time
	unit  uint64          // what one mine subtracts from the key
}

// component is a part of the network that shares no number with the rest, and the
// diagram that counts it.
type component struct {
	steps  span // in diagrams.steps
	layers int32
	words  int32 // words per set of mine counts
	sets   int32 // first word of its nodes' sets
	lo, hi int32 // fewest and most mines it can hold
	hard   bool  // its diagram would not fit the limit
}

type span struct{ from, to int32 }

// orderer chooses the order in which a component's boxes are decided.
type orderer struct {
	seen   []bool  // per number: already in a component
	live   []int32 // numbers met and not finished, oldest first
	slot   []uint8 // per number: first bit of its slot
	state  []liveness
	done   []bool // per box
	queue  []int32
	taken  uint64 // slots in use
	failed bool   // more live numbers than slots
}

type liveness uint8

const (
	unmet liveness = iota
	live
	finished
)

func (o *orderer) reset(w *network) {
	o.seen = resized(o.seen, len(w.numbers))
	o.slot = resized(o.slot, len(w.numbers))
	o.state = resized(o.state, len(w.numbers))
	o.done = resized(o.done, len(w.boxes))
}

// resized returns a zeroed slice of n elements, reusing memory.
func resized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	s = s[:n]
	clear(s)
	return s
}

// far returns the number that a breadth-first walk from i reaches last: an end of the
// component, from which a narrow order starts. The walk marks the component as seen.
func (o *orderer) far(w *network, i int32) int32 {
	o.queue = append(o.queue[:0], i)
	o.seen[i] = true
	for at := 0; at < len(o.queue); at++ {
		for _, b := range w.numbers[o.queue[at]].boxes.all() {
			for _, j := range w.boxes[b].numbers.all() {
				if !o.seen[j] {
					o.seen[j] = true
					o.queue = append(o.queue, j)
				}
			}
		}
	}
	return o.queue[len(o.queue)-1]
}

// order appends the steps of the component that contains number start. It finishes one number after
// the other, next the one that makes the fewest new numbers live: the keys stay short, and so do
// the tables.
func (o *orderer) order(w *network, steps []step, start int32) []step {
	o.live = o.live[:0]
	o.taken, o.failed = 0, false
	for i := start; i >= 0; i = o.next(w) {
		steps = o.complete(w, steps, i)
	}
	return steps
}

// complete decides the boxes of a number that are still undecided.
func (o *orderer) complete(w *network, steps []step, i int32) []step {
	for b := o.nextBox(w, i); b >= 0 && !o.failed; b = o.nextBox(w, i) {
		steps = append(steps, o.decide(w, b))
	}
	if o.failed {
		o.live = o.live[:0]
	}
	return steps
}

// next returns the live number whose boxes meet the fewest unmet numbers, then the
// question if it has undecided boxes, or -1.
func (o *orderer) next(w *network) int32 {
	if q := w.question - 1; len(o.live) == 0 && !o.failed && q >= 0 && o.seen[q] && o.nextBox(w, q) >= 0 {
		return q
	}
	best, least := int32(-1), int8(127)
	for _, i := range o.live {
		if n := o.unmetAround(w, i); n < least {
			best, least = i, n
			if n == 0 {
				break
			}
		}
	}
	return best
}

func (o *orderer) unmetAround(w *network, i int32) int8 {
	n := int8(0)
	for _, b := range w.numbers[i].boxes.all() {
		if !o.done[b] {
			n += o.unmetIn(w, b)
		}
	}
	return n
}

func (o *orderer) unmetIn(w *network, b int32) int8 {
	n := int8(0)
	for _, j := range w.boxes[b].numbers.all() {
		if o.state[j] == unmet {
			n++
		}
	}
	return n
}

// nextBox returns the undecided box of number i that meets the fewest unmet numbers,
// or -1.
func (o *orderer) nextBox(w *network, i int32) int32 {
	best, least := int32(-1), int8(127)
	for _, b := range w.numbers[i].boxes.all() {
		if o.done[b] {
			continue
		}
		if n := o.unmetIn(w, b); n < least {
			best, least = b, n
		}
	}
	return best
}

// decide turns a box into a step. All its numbers are met before any is finished: a slot must not
// be reassigned within a step.
func (o *orderer) decide(w *network, b int32) step {
	o.done[b] = true
	st := step{box: b, size: w.boxes[b].size}
	for _, i := range w.boxes[b].numbers.all() {
		if num := &w.numbers[i]; o.state[i] == unmet {
			o.meet(num, i)
			if !num.free {
				st.enter |= uint64(num.need) << o.slot[i]
			}
		}
	}
	for _, i := range w.boxes[b].numbers.all() {
		if w.numbers[i].free {
			st.unit -= 1 << o.slot[i] // counts up
			continue
		}
		st.unit += 1 << o.slot[i]
		st.shift[st.n] = o.slot[i]
		st.room[st.n] = o.roomLeft(w, i)
		st.n++
		if st.room[st.n-1] == 0 {
			o.finish(i)
		}
	}
	return st
}

// roomLeft returns the number of cells of i's undecided boxes.
func (o *orderer) roomLeft(w *network, i int32) int8 {
	room := int8(0)
	for _, b := range w.numbers[i].boxes.all() {
		if !o.done[b] {
			room += w.boxes[b].size
		}
	}
	return room
}

// meet gives a number its slot.
func (o *orderer) meet(num *number, i int32) {
	o.state[i] = live
	width := 1
	if num.free {
		width = 2
	} else {
		o.live = append(o.live, i)
	}
	mask := uint64(1)<<width - 1
	for at := 0; at+width <= slots; at++ {
		if o.taken&(mask<<at) == 0 {
			o.taken |= mask << at
			o.slot[i] = uint8(at * slotBits)
			return
		}
	}
	o.failed = true
}

// finish frees a number's slot: its need is then zero in every key.
func (o *orderer) finish(i int32) {
	o.state[i] = finished
	o.taken &^= 1 << (o.slot[i] / slotBits)
	for at, j := range o.live {
		if j == i {
			o.live = append(o.live[:at], o.live[at+1:]...)
			return
		}
	}
}
