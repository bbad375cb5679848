// SPDX-License-Identifier: BSD-3-Clause

package ending

// Summary says how far a table goes when nothing is known of the bare king but that it is
// White's turn. It counts every placement, mirror images too.
type Summary struct {
	Placements int // of White's men
	Sure       int // from which the win is sure
	Longest    int // of those, at most so many moves
	Claims     int // about canonical placements
}

// Summary sums up the table.
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

// Images returns how many placements a placement and its mirror images are.
func (m Material) Images(p Place) int {
	seen := map[Place]bool{}
	for y := range m.symmetries() {
		seen[m.image(p, y)] = true
	}
	return len(seen)
}
