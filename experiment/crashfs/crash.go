// SPDX-License-Identifier: BSD-3-Clause

package crashfs

import (
	"math/rand/v2"
	"slices"
)

// sector is the number of bytes that the disk writes atomically. It is smaller than a real one, so
// that even small files can be torn.
const sector = 32

// Crash returns the file system after a power failure and a restart. Of the data that was not
// synced, all, none or any part may have survived.
func (f *FS) Crash(seed uint64) *FS {
	f.mu.Lock()
	defer f.mu.Unlock()
	r := rand.New(rand.NewPCG(seed, 2))
	c := New()
	c.root = newSurvivor(r).node(f.root)
	return c
}

// survivor decides which unsynced data survives.
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

// node returns the surviving state of a file or directory.
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

// names applies the surviving changes, in order.
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

// file applies the surviving sectors. A lost sector before a surviving one is a hole: zeros, or the
// former content of the disk.
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
