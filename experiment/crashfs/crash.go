// SPDX-License-Identifier: BSD-3-Clause

package crashfs

import (
	"math/rand/v2"
	"slices"
)

// sector is the number of bytes that a disk writes at once. It is smaller than a real
// one, so that small files can be torn too.
const sector = 32

// Crash returns the file system as it is after the machine went down and up again. Of
// what was not synced, everything, nothing or any part may have survived.
func (f *FS) Crash(seed uint64) *FS {
	f.mu.Lock()
	defer f.mu.Unlock()
	r := rand.New(rand.NewPCG(seed, 2))
	c := New()
	c.root = newSurvivor(r).node(f.root)
	return c
}

// survivor decides what survives.
type survivor struct {
	random *rand.Rand
	share  float64 // of what was not synced
	done   map[*node]*node
}

func newSurvivor(r *rand.Rand) *survivor {
	share := [...]float64{0, 1, 0.5, 0.9}[r.IntN(4)]
	return &survivor{r, share, map[*node]*node{}}
}

func (s *survivor) keeps() bool { return s.random.Float64() < s.share }

// node returns what is left of a file or directory.
func (s *survivor) node(n *node) *node {
	if left := s.done[n]; left != nil {
		return left
	}
	left := &node{}
	s.done[n] = left
	if n.names == nil {
		left.text = s.file(n)
		left.disk = slices.Clone(left.text)
		return left
	}
	names := s.names(n)
	left.names, left.diskNames = map[string]*node{}, map[string]*node{}
	for _, name := range sortedNames(names) {
		child := s.node(names[name])
		left.names[name], left.diskNames[name] = child, child
	}
	return left
}

// names applies the changes that survive, in their order.
func (s *survivor) names(n *node) map[string]*node {
	names := map[string]*node{}
	apply(names, n.diskNames)
	for _, c := range n.changes {
		if s.keeps() {
			apply(names, c)
		}
	}
	return names
}

// file applies the sectors that survive. A sector that does not, before one that does,
// is a hole: zeros, or what was on the disk before.
func (s *survivor) file(n *node) []byte {
	text := slices.Clone(n.disk)
	for _, w := range n.dirty {
		if w.truncate {
			if s.keeps() {
				text = nil
			}
			continue
		}
		for start := 0; start < len(w.text); start += sector {
			if s.keeps() {
				text = put(text, w.offset+start, w.text[start:min(start+sector, len(w.text))], s.random)
			}
		}
	}
	return text
}

func put(text []byte, offset int, part []byte, r *rand.Rand) []byte {
	rubbish := r.IntN(2) == 0
	for len(text) < offset+len(part) {
		b := byte(0)
		if rubbish {
			b = byte(r.Uint32())
		}
		text = append(text, b)
	}
	copy(text[offset:], part)
	return text
}
