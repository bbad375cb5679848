// SPDX-License-Identifier: BSD-3-Clause

package resolve

// viewKey is a view: what a player knew before, and what it did or heard then.
type viewKey struct {
	parent int32
	mark   uint64
}

// views numbers views from 0. A search asks for two or three with every node, and a map of the
// language takes three times as long.
type views struct {
	keys  []viewKey
	slots []int32 // number + 1 of a view by its hash, or the next free slot; 0 if free
}

// find returns the number of a view.
func (v *views) find(key viewKey) (int32, bool) {
	if len(v.slots) == 0 {
		return 0, false
	}
	n := v.slots[v.slot(key)]
	return n - 1, n != 0
}

// number returns the number of a view, and whether it is new.
func (v *views) number(key viewKey) (n int32, isNew bool) {
	if 2*len(v.keys) >= len(v.slots) {
		v.spread()
	}
	at := v.slot(key)
	if n := v.slots[at]; n != 0 {
		return n - 1, false
	}
	v.keys = append(v.keys, key)
	v.slots[at] = int32(len(v.keys))
	return v.slots[at] - 1, true
}

// slot returns the slot of a view, or the free one where it belongs.
func (v *views) slot(key viewKey) int {
	mask := len(v.slots) - 1
	at := int(key.hash()) & mask
	for v.slots[at] != 0 && v.keys[v.slots[at]-1] != key {
		at = (at + 1) & mask
	}
	return at
}

// spread makes four times as many slots.
func (v *views) spread() {
	v.slots = make([]int32, max(64, 4*len(v.slots)))
	for i, key := range v.keys {
		v.slots[v.slot(key)] = int32(i + 1)
	}
}

// hash multiplies by odd numbers without pattern, and lets the high bits, which depend on all others,
// decide the slot.
func (k viewKey) hash() uint32 {
	x := (k.mark ^ uint64(uint32(k.parent))*0x9e3779b97f4a7c15) * 0xd6e8feb86659fd93
	return uint32(x >> 32)
}
