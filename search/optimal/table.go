// SPDX-License-Identifier: BSD-3-Clause

package optimal

// hash identifies a position.
type hash struct{ a, b uint64 }

func (h hash) plus(g hash) hash { return hash{h.a + g.a, h.b + g.b} }

func (h hash) less(g hash) bool { return h.a < g.a || h.a == g.a && h.b < g.b }

// bounds is a proved interval for the value of a position.
type bounds struct{ lo, hi int }

const (
	shards    = 64
	ways      = 4    // entries per bucket: one cache line
	firstLen  = 256  // entries of a new shard
	maxBound  = 4095 // the largest value an entry can hold
	entrySize = 16
	valueBits = 24
	mapBytes  = 64 // approximate memory of a map entry
)

// entry holds 104 bits of a position's hash and, in the low 24 bits of rest, its bounds.
type entry struct{ key, rest uint64 }

// table maps positions to bounds. It consists of shards that double one by one, so that
// growing needs little memory beside the table. When the limit is reached a new
// position replaces the one with the smallest upper bound in its bucket; when its solvers
// need room for their arrays, shards are forgotten.
//
// Bounds are looked up by 104 bits of hash, not by the position itself: with 10⁸
// entries and 10¹⁰ lookups the chance of a single mistaken identity is below
// 10¹⁸/2¹⁰⁴ < 10⁻¹³.
type table struct {
	users uint64 // solvers that keep their positions here
	shard [shards][]entry
	used  [shards]int
	big   map[hash]bounds // positions whose bounds do not fit an entry
	bytes int64
	held  int64 // bytes of the arrays of its solvers
	max   int64 // of both
}

func (t *table) entries() int {
	n := len(t.big)
	for _, u := range t.used {
		n += u
	}
	return n
}

// bucket returns the entries that may hold the key.
func (t *table) bucket(key uint64) []entry {
	sh := t.shard[key%shards]
	at := int(key>>8) & (len(sh) - 1) &^ (ways - 1)
	return sh[at : at+ways : at+ways]
}

// get looks up a position with at most n states.
func (t *table) get(h hash, n int) (bounds, bool) {
	if n > maxBound {
		b, ok := t.big[h]
		return b, ok
	}
	if len(t.shard[h.a%shards]) == 0 {
		return bounds{}, false
	}
	for _, e := range t.bucket(h.a) {
		if e.key == h.a && e.rest>>valueBits == h.b>>valueBits {
			return bounds{int(e.rest & maxBound), int(e.rest >> 12 & maxBound)}, true
		}
	}
	return bounds{}, false
}

// known returns bounds on the value of a position of n states, stored or not.
func (t *table) known(h hash, n int) bounds {
	r := bounds{1, n}
	if b, ok := t.get(h, n); ok {
		r.tighten(b)
	}
	return r
}

// put stores the bounds of a position with at most n states.
func (t *table) put(h hash, n int, b bounds) {
	if n > maxBound {
		t.putBig(h, b)
		return
	}
	i := h.a % shards
	if len(t.shard[i]) == 0 || t.used[i] > len(t.shard[i])*3/4 {
		t.double(int(i))
	}
	if len(t.shard[i]) == 0 {
		return
	}
	e := entry{h.a, h.b>>valueBits<<valueBits | uint64(b.hi)<<12 | uint64(b.lo)}
	if t.place(e) {
		t.used[i]++
	}
}

// putBig stores bounds that do not fit an entry.
func (t *table) putBig(h hash, b bounds) {
	if _, ok := t.big[h]; !ok {
		if !t.fits(mapBytes) {
			return
		}
		t.bytes += mapBytes
	}
	t.big[h] = b
}

// fits reports whether there is memory for more bytes.
func (t *table) fits(bytes int64) bool { return t.bytes+t.held+bytes <= t.max }

// shed forgets positions until there is memory for more bytes, and reports whether there is.
func (t *table) shed(bytes int64) bool {
	for i := 0; i < shards && !t.fits(bytes); i++ {
		t.bytes -= int64(len(t.shard[i])) * entrySize
		t.shard[i], t.used[i] = nil, 0
	}
	if !t.fits(bytes) {
		t.bytes -= int64(len(t.big)) * mapBytes
		t.big = map[hash]bounds{}
	}
	return t.fits(bytes)
}

// place puts e into its bucket and reports whether it took an empty entry.
func (t *table) place(e entry) bool {
	bucket := t.bucket(e.key)
	worst := 0
	for i := range bucket {
		old := &bucket[i]
		switch {
		case old.rest == 0:
			*old = e
			return true
		case old.key == e.key && old.rest>>valueBits == e.rest>>valueBits:
			*old = e
			return false
		case old.rest>>12&maxBound < bucket[worst].rest>>12&maxBound:
			worst = i
		}
	}
	bucket[worst] = e
	return false
}

// double doubles a shard if the limit allows it.
func (t *table) double(i int) {
	old := t.shard[i]
	size := max(firstLen, 2*len(old))
	if !t.fits(int64(size) * entrySize) { // beside the old ones, until they are moved
		return
	}
	t.bytes += int64(size-len(old)) * entrySize
	t.shard[i] = make([]entry, size)
	t.used[i] = 0
	for _, e := range old {
		if e.rest != 0 && t.place(e) {
			t.used[i]++
		}
	}
}
