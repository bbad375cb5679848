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

// add adds to key, which has one hash per symmetry, the fact that act reads seen.
func (z *zobrist) add(key []hash, act int32, seen uint8) {
	at := (int(act)*16 + int(seen)) * z.n
	for i, h := range z.word[at : at+z.n] {
		key[i] = key[i].plus(h)
	}
}

// canonical returns the canonical key of a block, if it is to have one.
func (s *Solver) canonical(b *block) (key hash, ok bool) {
	if !s.naming || b.n > canonRows || len(b.cols) == 0 {
		return hash{}, false
	}
	k := &s.canon
	k.begin(b.w)
	for i := range b.cols {
		c := &b.cols[i]
		k.column(b.fatal(c), int(c.deaths))
		for g := c.lo; g < c.hi; g++ {
			k.group(b.mask(&b.groups[g]), int(b.groups[g].n))
		}
	}
	return k.key(b.n), true
}

// canonical returns the canonical key of all rows, if they are to have one.
func (m *small) canonical(s *Solver) (key hash, ok bool) {
	if !s.naming || m.n < canonMin || m.cols == 0 {
		return hash{}, false
	}
	k := &s.canon
	k.begin(1)
	for c := range m.cols {
		k.column(m.fatal[c:c+1], bits.OnesCount64(m.fatal[c]))
		for g := m.from[c]; g < m.from[c+1]; g++ {
			k.group(m.group[g:g+1], bits.OnesCount64(m.group[g]))
		}
	}
	return k.key(m.n), true
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
