// SPDX-License-Identifier: BSD-3-Clause

package andor

import (
	"math"
	"slices"

	"github.com/veilplan/veil/search/andor/internal/game"
)

// table keeps decided beliefs (after Wolfe & Russell 2007). A proved belief proves its
// subsets; a core, which is disproved, disproves its supersets.
type table[A, O comparable] struct {
	cores, proved []decided[A, O]
	// Per state: the cores that are filed under it (each core under one of its states)
	// and the proved beliefs that contain it.
	coresOf, provedOf map[int32][]int32
}

// decided is a belief that is proved with d plies, or disproved.
type decided[A, O comparable] struct {
	sign uint64  // a Bloom filter of the states
	ids  []int32 // ascending
	d    int
	plan *game.Plan[A, O]
}

// These limits keep lookups cheap.
const (
	maxFiled  = 64  // beliefs per state
	maxProved = 256 // states of a proved belief
)

func sign(ids []int32) uint64 {
	s := uint64(0)
	for _, id := range ids {
		s |= 1 << (uint32(id) * 0x9e3779b1 >> 26)
	}
	return s
}

// known looks a belief up and returns its plan or a core.
func (v *coreSearch[S, A, O]) known(b []int32, d int) (*game.Plan[A, O], []int32) {
	if v.cfg.NoTable || d == 1 && !v.cfg.NoCover {
		return nil, nil
	}
	s := sign(b)
	if core := v.knownCore(b, d, s); core != nil {
		return nil, core
	}
	t := &v.table
	least, best := math.MaxInt, []int32(nil)
	for _, id := range b {
		if filed := t.provedOf[id]; len(filed) < least {
			least, best = len(filed), filed
		}
	}
	for _, i := range best {
		p := &t.proved[i]
		if p.d <= d && len(p.ids) >= len(b) && s&^p.sign == 0 && contains(p.ids, b) {
			return p.plan, nil
		}
	}
	return nil, nil
}

// knownCore returns a stored core that b contains, disproved with at least d plies, or nil. A core
// is filed under one of its states, so the lists of the states of b include it.
func (v *coreSearch[S, A, O]) knownCore(b []int32, d int, s uint64) []int32 {
	t := &v.table
	marked := false
	for _, id := range b {
		for _, i := range t.coresOf[id] {
			c := &t.cores[i]
			if c.d < d || len(c.ids) > len(b) || c.sign&^s != 0 {
				continue
			}
			if !marked {
				v.markAll(b)
				marked = true
			}
			if v.allMarked(c.ids) {
				return c.ids
			}
		}
	}
	return nil
}

func (v *coreSearch[S, A, O]) markAll(b []int32) {
	v.stamp++
	for _, id := range b {
		for int(id) >= len(v.mark) {
			v.mark = append(v.mark, make([]int32, len(v.mark)+1024)...)
		}
		v.mark[id] = v.stamp
	}
}

func (v *coreSearch[S, A, O]) allMarked(ids []int32) bool {
	for _, id := range ids {
		if int(id) >= len(v.mark) || v.mark[id] != v.stamp {
			return false
		}
	}
	return true
}

// contains reports whether all of b is in the ascending list ids.
func contains(ids, b []int32) bool {
	for _, id := range b {
		if _, ok := slices.BinarySearch(ids, id); !ok {
			return false
		}
	}
	return true
}

// learn stores the decision about a belief.
func (v *coreSearch[S, A, O]) learn(b []int32, d int, p *game.Plan[A, O], core []int32) {
	t := &v.table
	switch {
	case v.Cut != nil || v.cfg.NoTable || d == 1 && !v.cfg.NoCover:
	case p == nil:
		v.learnCore(core, d)
	case len(b) <= maxProved:
		if t.provedOf == nil {
			t.provedOf = map[int32][]int32{}
		}
		ids := slices.Clone(b)
		slices.Sort(ids)
		for _, id := range ids {
			if len(t.provedOf[id]) < maxFiled {
				t.provedOf[id] = append(t.provedOf[id], int32(len(t.proved)))
			}
		}
		t.proved = append(t.proved, decided[A, O]{sign(ids), ids, d, p})
		v.Hold(int64(64 + 8*len(ids)))
	}
}

// learnCore files a core under its state with the shortest list, to keep lookups cheap. If that
// list is full the core is dropped.
func (v *coreSearch[S, A, O]) learnCore(core []int32, d int) {
	t := &v.table
	if t.coresOf == nil {
		t.coresOf = map[int32][]int32{}
	}
	at := core[0]
	for _, id := range core {
		if len(t.coresOf[id]) < len(t.coresOf[at]) {
			at = id
		}
	}
	if len(t.coresOf[at]) >= maxFiled {
		return
	}
	ids := slices.Clone(core)
	slices.Sort(ids)
	t.coresOf[at] = append(t.coresOf[at], int32(len(t.cores)))
	t.cores = append(t.cores, decided[A, O]{sign: sign(ids), ids: ids, d: d})
	v.Hold(int64(64 + 4*len(ids)))
}
