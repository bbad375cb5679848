// SPDX-License-Identifier: BSD-3-Clause

package optimal

// zobrist gives every (symmetry, action, reading) a pseudo-random hash.
type zobrist struct {
	perms   [][]int
	actions int
	word    []hash // [action·16+reading]
}

func newZobrist(p *Problem, noSymmetry bool) *zobrist {
	z := &zobrist{actions: p.Actions, word: make([]hash, p.Actions*16)}
	for i := range z.word {
		z.word[i] = hash{mix(uint64(2*i) + 0x5851f42d4c957f2d), mix(uint64(2*i) + 0x14057b7ef767814f)}
	}
	same := make([]int, p.Actions)
	for a := range same {
		same[a] = a
	}
	z.perms = append(z.perms, same)
	if !noSymmetry {
		z.perms = append(z.perms, p.Symmetries...)
	}
	return z
}

// add adds to key, which has one hash per symmetry, that act reads seen.
func (z *zobrist) add(key []hash, act int32, seen uint8) {
	for i, p := range z.perms {
		key[i] = key[i].plus(z.word[p[act]*16+int(seen)])
	}
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
