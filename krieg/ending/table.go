// SPDX-License-Identifier: BSD-3-Clause

package ending

import (
	"cmp"
	"iter"
	"math/bits"
	"slices"

	"github.com/veilplan/veil/krieg"
)

// Claim is a proved statement about a placement of White's men: with White to move and the bare
// king on any one square of Set, Try and its continuation mate in at most Moves moves, this one
// included, after at most Refusals refusals in this turn.
type Claim struct {
	Set      uint64
	Try      krieg.Move
	Moves    uint8
	Refusals uint8
}

// Before orders claims by the work left. A game that follows the claims goes from claim to earlier
// claim until mate.
func (c Claim) Before(d Claim) bool {
	return c.Moves < d.Moves || c.Moves == d.Moves && c.Refusals < d.Refusals
}

// Covers reports whether every square of set is in the claim's.
func (c Claim) Covers(set uint64) bool { return set&^c.Set == 0 }

// Table holds the claims about one ending.
type Table struct {
	Material Material
	// Beam is the width of the search that built the table: at most this many sets of a placement
	// were kept from level to level.
	Beam int

	places []Place
	claims [][]Claim // of places, each in the order of Compare
	index  []int32   // by key: 1 + the index into places
}

// NewTable returns a table of claims, one list for each of the ending's Places. It sorts the lists
// and drops redundant claims.
func NewTable(m Material, beam int, claims [][]Claim) *Table {
	t := &Table{Material: m, Beam: beam, places: m.Places(), claims: claims}
	t.index = make([]int32, 1<<(6*(len(m)-1)))
	for i, p := range t.places {
		t.index[m.key(p)] = int32(i) + 1
	}
	for i, list := range t.claims {
		t.claims[i] = needed(list)
	}
	return t
}

// compare orders claims by the work left, large sets first.
func compare(a, b Claim) int {
	return cmp.Or(cmp.Compare(a.Moves, b.Moves), cmp.Compare(a.Refusals, b.Refusals),
		cmp.Compare(bits.OnesCount64(b.Set), bits.OnesCount64(a.Set)), cmp.Compare(a.Set, b.Set), cmp.Compare(a.Try, b.Try))
}

// needed sorts claims and leaves out those that an earlier one covers.
func needed(list []Claim) []Claim {
	slices.SortFunc(list, compare)
	kept := list[:0]
	for _, c := range list {
		if !slices.ContainsFunc(kept, func(k Claim) bool { return k.Covers(c.Set) }) {
			kept = append(kept, c)
		}
	}
	return slices.Clip(kept)
}

// All returns every canonical placement with its claims.
func (t *Table) All() iter.Seq2[Place, []Claim] {
	return func(yield func(Place, []Claim) bool) {
		for i, p := range t.places {
			if !yield(p, t.claims[i]) {
				return
			}
		}
	}
}

// Len returns the number of claims.
func (t *Table) Len() int {
	n := 0
	for _, list := range t.claims {
		n += len(list)
	}
	return n
}

// Longest returns the largest number of moves of any claim.
func (t *Table) Longest() int {
	n := 0
	for _, list := range t.claims {
		if len(list) > 0 {
			n = max(n, int(list[len(list)-1].Moves))
		}
	}
	return n
}

// At returns the claims about the canonical image of a placement, and the symmetry that maps the
// placement to it.
func (t *Table) At(p Place) ([]Claim, Symmetry) {
	q, y := t.Material.Canonical(p)
	if i := t.index[t.Material.key(q)]; i > 0 {
		return t.claims[i-1], y
	}
	return nil, y
}

// Find returns the earliest claim that covers a set of squares of the bare king, mapped back to the
// given placement.
func (t *Table) Find(p Place, kings uint64) (Claim, bool) {
	var found Claim
	for y, list := range t.images(p) {
		image := y.Squares(kings)
		i := slices.IndexFunc(list, func(c Claim) bool { return c.Covers(image) })
		if i >= 0 && (found == Claim{} || list[i].Before(found)) {
			found = list[i].turned(y.Inverse())
		}
	}
	return found, found != Claim{}
}

// Largest returns a claim that covers as much of a set of squares as any, the earliest of those,
// mapped back to the given placement; the zero claim if none covers any.
func (t *Table) Largest(p Place, kings uint64) Claim {
	var best Claim
	most := 0
	for y, list := range t.images(p) {
		image := y.Squares(kings)
		for _, c := range list {
			n := bits.OnesCount64(c.Set & image)
			if n > most || n > 0 && n == most && c.Before(best) {
				best, most = c.turned(y.Inverse()), n
			}
		}
	}
	return best
}

// images returns the claims about the canonical image of a placement once for every symmetry that
// maps the placement to it: there are several if the men are on a diagonal. A claim about one set
// then holds for its mirror image too, which the list need not contain.
func (t *Table) images(p Place) iter.Seq2[Symmetry, []Claim] {
	return func(yield func(Symmetry, []Claim) bool) {
		list, by := t.At(p)
		canonical := t.Material.image(p, by)
		for y := by; y < t.Material.symmetries(); y++ {
			if t.Material.image(p, y) == canonical && !yield(y, list) {
				return
			}
		}
	}
}
