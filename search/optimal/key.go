// SPDX-License-Identifier: BSD-3-Clause

package optimal

import "math/bits"

// zobrist gives every (action, reading) a pseudo-random hash per symmetry.
type zobrist struct {
	n    int    // symmetries, the identity included
	word []hash // [(action·16+reading)·n+symmetry]
}

func newZobrist(p *Problem, noSymmetry bool) *zobrist {
	perms := [][]int{make([]int, p.Actions)}
	for a := range p.Actions {
		perms[0][a] = a
	}
	if !noSymmetry {
		perms = append(perms, p.Symmetries...)
	}
	z := &zobrist{n: len(perms)}
	for i := range p.Actions * 16 {
		for _, perm := range perms {
			x := 2 * uint64(perm[i/16]*16+i%16)
			z.word = append(z.word, hash{mix(x + 0x5851f42d4c957f2d), mix(x + 0x14057b7ef767814f)})
		}
	}
	return z
}

// add adds to key, which has one hash per symmetry, that act reads seen.
func (z *zobrist) add(key []hash, act int32, seen uint8) {
	at := (int(act)*16 + int(seen)) * z.n
	for i, h := range z.word[at : at+z.n] {
		key[i] = key[i].plus(h)
	}
}

// at returns the hash of act reading seen, without symmetries.
func (z *zobrist) at(act int32, seen uint64) hash { return z.word[(int(act)*16+int(seen))*z.n] }

// markRows is the largest block whose rows get marks.
const markRows = 1 << 13

// mark gives every row of b a hash of its readings of the columns, unless they have it.
func (s *Solver) mark(b *block) {
	if !s.marking || b.n > markRows || b.marked {
		return
	}
	b.marked = true
	b.marks = grow(b.marks, b.n)
	clear(b.marks)
	for c := range b.cols {
		for i := range b.marks {
			b.marks[i] = b.marks[i].plus(s.zobrist.at(b.cols[c].act, b.cols[c].of(b.row(i))))
		}
	}
}

// unmark takes a column that is dropped out of the marks.
func (s *Solver) unmark(b *block, c *column) {
	if !b.marked {
		return
	}
	for i := range b.marks {
		b.marks[i] = b.marks[i].minus(s.zobrist.at(c.act, c.of(b.row(i))))
	}
}

// setKey identifies a leaf of a block with marks by the set of its rows, without the
// columns that read the same in all of them. Positions that differ only in what is
// settled have the same key.
func (s *Solver) setKey(b *block, set []uint64) hash {
	row := b.row(firstBit(set))
	known := hash{}
	for i := range b.cols {
		c := &b.cols[i]
		k := c.of(row)
		same := b.fatal(c)
		if k != Fatal {
			g := c.lo
			for b.groups[g].seen != uint8(k) {
				g++
			}
			same = b.mask(&b.groups[g])
		}
		if subset(set, same) {
			known = known.plus(s.zobrist.at(c.act, k))
		}
	}
	key := hash{}
	for i, v := range set {
		for ; v != 0; v &= v - 1 {
			h := b.marks[i*64+bits.TrailingZeros64(v)].minus(known)
			hi, lo := bits.Mul64(h.a, h.b) // scatters: sums of marks have structure
			key = key.plus(hash{hi ^ lo, bits.RotateLeft64(lo, 32) - hi})
		}
	}
	return key
}

// least returns the hash that symmetric positions share.
func least(key []hash) hash {
	h := key[0]
	for _, g := range key[1:] {
		if g.less(h) {
			h = g
		}
	}
	return h
}
