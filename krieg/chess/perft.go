// SPDX-License-Identifier: BSD-3-Clause

package chess

// frame is one level of a Perft.
type frame struct {
	p Position
	l Moves
}

// Perft counts the positions reached by every sequence of depth legal moves. The
// moves of the last ply are counted, not made.
func Perft(p Position, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	// The frames are allocated together: a local copy handed to a recursive call
	// would escape to the heap at every node.
	frames := make([]frame, depth)
	frames[0].p = p
	return perft(frames)
}

func perft(frames []frame) uint64 {
	f := &frames[0]
	f.p.Legal(&f.l)
	if len(frames) == 1 {
		return uint64(f.l.n)
	}
	var n uint64
	next := &frames[1]
	for _, m := range f.l.buf[:f.l.n] {
		next.p = f.p
		next.p.Make(m)
		n += perft(frames[1:])
	}
	return n
}
