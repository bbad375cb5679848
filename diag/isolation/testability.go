// SPDX-License-Identifier: BSD-3-Clause

package isolation

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/diag"
)

// mostPairs is the number of pairs of faults that are listed.
const mostPairs = 10

// Testability returns what the tests of a table reveal at best.
//
// Two faults with chances p and q of all readings together overlap by the product over tests of Σ √(p·q), Bhattacharyya's
// coefficient ρ. With masses a and b the best decision between them errs by at most √(a·b)·ρ, and by at least half of
// a+b − √((a+b)² − 4abρ²) (Kailath 1967). One that chooses among all faults errs at least as much as between two, and at
// most as much as between all pairs together.
func Testability(ctx context.Context, t *diag.Erring) (*api.DiagTestability, error) {
	a := newOverlaps(t)
	for f := range t.Faults {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for g := range f {
			a.pair(f, g)
		}
	}
	return a.document(), nil
}

// overlaps collects the overlaps of pairs of faults.
type overlaps struct {
	*diag.Erring

	mass  []float64     // prior, by fault
	roots [][][]float64 // square roots of the chances, by test, fault and reading
	group []int         // by fault: the first fault that no test distinguishes from it
	pairs []api.DiagConfusion
	wrong api.DiagSaving
}

func newOverlaps(t *diag.Erring) *overlaps {
	a := &overlaps{Erring: t}
	sum := 0.0
	for f := range t.Faults {
		sum += t.Faults[f].Weight
		a.group = append(a.group, f)
	}
	for f := range t.Faults {
		a.mass = append(a.mass, t.Faults[f].Weight/sum)
	}
	for i := range t.Tests {
		rows := make([][]float64, len(t.Faults))
		for f, row := range t.Tests[i].Chances {
			for _, p := range row {
				rows[f] = append(rows[f], math.Sqrt(p))
			}
		}
		a.roots = append(a.roots, rows)
	}
	return a
}

// pair adds a pair of faults; g comes before f.
func (a *overlaps) pair(f, g int) {
	same, overlap := true, 1.0
	for i, rows := range a.roots {
		if slices.Equal(a.Tests[i].Chances[f], a.Tests[i].Chances[g]) {
			continue
		}
		same = false
		sum := 0.0
		for w, x := range rows[f] {
			sum += x * rows[g][w]
		}
		overlap *= min(sum, 1)
	}
	if same {
		a.group[f] = min(a.group[f], a.group[g])
	}
	both := a.mass[f] + a.mass[g]
	product := a.mass[f] * a.mass[g]
	a.wrong.Hi += math.Sqrt(product) * overlap
	a.wrong.Lo = max(a.wrong.Lo, (both-math.Sqrt(max(both*both-4*product*overlap*overlap, 0)))/2)
	if overlap > 0 {
		a.list(api.DiagConfusion{One: a.Faults[g].Name, Other: a.Faults[f].Name, Most: overlap / 2})
	}
}

// list keeps a pair if it is among the hardest.
func (a *overlaps) list(c api.DiagConfusion) {
	at, _ := slices.BinarySearchFunc(a.pairs, c, func(x, y api.DiagConfusion) int {
		return cmp.Or(cmp.Compare(y.Most, x.Most), -1) // after its equals
	})
	a.pairs = slices.Insert(a.pairs, at, c)
	a.pairs = a.pairs[:min(mostPairs, len(a.pairs))]
}

// document returns the figures.
func (a *overlaps) document() *api.DiagTestability {
	doc := &api.DiagTestability{Schema: "diag.testability/1", Pairs: a.pairs, Wrong: a.wrong}
	doc.Wrong.Hi = min(doc.Wrong.Hi, 1-slices.Max(a.mass)) // the likeliest fault is named
	doc.Wrong.Lo = min(doc.Wrong.Lo, doc.Wrong.Hi)
	members := make([][]int, len(a.group))
	for f, g := range a.group {
		members[g] = append(members[g], f)
	}
	healthy := slices.IndexFunc(a.Faults, func(f diag.ErringFault) bool { return f.Name == diag.None })
	faults, detected, isolated := 0.0, 0.0, 0.0
	for _, list := range members {
		g := api.DiagGroup{}
		for _, f := range list {
			g.Faults, g.Chance = append(g.Faults, a.Faults[f].Name), min(g.Chance+a.mass[f], 1)
			if f == healthy {
				continue
			}
			faults += a.mass[f]
			if len(list) == 1 {
				isolated += a.mass[f]
			}
			if healthy >= 0 && a.group[f] != a.group[healthy] {
				detected += a.mass[f]
			}
		}
		if len(list) > 1 {
			doc.Groups = append(doc.Groups, g)
		}
	}
	slices.SortStableFunc(doc.Groups, func(x, y api.DiagGroup) int { return cmp.Compare(y.Chance, x.Chance) })
	if faults > 0 {
		doc.Isolated = min(isolated/faults, 1)
		detected = min(detected/faults, 1)
	}
	if healthy >= 0 {
		doc.Detected = &detected
	}
	return doc
}
