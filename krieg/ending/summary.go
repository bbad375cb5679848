// SPDX-License-Identifier: BSD-3-Clause

package ending

// Summary describes how far a table reaches if the bare king may be on any square, with White to
// move. It counts every placement, mirror images too.
type Summary struct {
	Placements int // of White's men
	Sure       int // from which the win is certain
	Longest    int // longest win of those, in moves, as an upper bound
	Claims     int // about canonical placements
}

// Summary returns the table's summary.
func (t *Table) Summary() Summary {
	var s Summary
	for p, claims := range t.All() {
		n := t.Material.Images(p)
		s.Placements += n
		s.Claims += len(claims)
		if c, ok := t.Find(p, t.Material.Universe(p)); ok {
			s.Sure += n
			s.Longest = max(s.Longest, int(c.Moves))
		}
	}
	return s
}

// Images returns the number of different mirror images of a placement, itself included.
func (m Material) Images(p Place) int {
	seen := map[Place]bool{}
	for y := range m.symmetries() {
		seen[m.image(p, y)] = true
	}
	return len(seen)
}
