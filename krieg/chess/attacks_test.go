// SPDX-License-Identifier: BSD-3-Clause

package chess

import (
	"math/rand/v2"
	"testing"
)

// TestAttacked compares the squares attacked by a side with what its men attack one by one,
// and those with the attackers of each square.
func TestAttacked(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	p := Start()
	for range 3000 {
		for c := range Color(2) {
			got := p.Attacked(c)
			var want Attacked
			for s := range Square(64) {
				if p.Men(c)&s.Bit() != 0 {
					want[p.KindAt(s)] |= p.Attacks(s)
				}
				if hit := p.attackers(s, p.Occupied(), p.Men(c), c) != 0; hit != (got.Any()&s.Bit() != 0) {
					t.Fatalf("%v: %v attacks %v: %v", &p, c, s, hit)
				}
			}
			if got != want {
				t.Fatalf("%v: %v attacks %x, want %x", &p, c, got, want)
			}
		}
		left := p.Occupied() &^ (r.Uint64() & r.Uint64()) // some men have already captured
		for s := range Square(64) {
			want := uint64(0)
			for b := left; b != 0; b &= b - 1 {
				c := Black
				if p.white&first(b).Bit() != 0 {
					c = White
				}
				if AttacksOf(p.KindAt(first(b)), c, first(b), left)&s.Bit() != 0 {
					want |= first(b).Bit()
				}
			}
			if got := p.Takers(s, left); got != want {
				t.Fatalf("%v: %x of %x attack %v, want %x", &p, got, left, s, want)
			}
		}
		var l Moves
		if p.Legal(&l); l.Len() == 0 {
			p = Start()
			continue
		}
		p.Make(l.Slice()[r.IntN(l.Len())])
	}
}

// TestVainPawnCaptures counts among all tries those that take nothing.
func TestVainPawnCaptures(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	p := Start()
	for range 3000 {
		want := 0
		var l Moves
		p.Tries(&l)
		for _, m := range l.Slice() {
			ep, ok := p.EnPassant()
			passing := ok && ep == m.To()
			if p.IsPawnCapture(m) && p.Occupied()&m.To().Bit() == 0 && !passing && (m.Promotion() == NoKind || m.Promotion() == Queen) {
				want++
				if p.IsLegal(m) {
					t.Fatalf("%v: %v is legal", &p, m)
				}
			}
		}
		if got := p.VainPawnCaptures(); got != want {
			t.Fatalf("%v: %d, want %d", &p, got, want)
		}
		if p.Legal(&l); l.Len() == 0 {
			p = Start()
			continue
		}
		p.Make(l.Slice()[r.IntN(l.Len())])
	}
}
