// SPDX-License-Identifier: BSD-3-Clause

package retro_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"math/bits"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
	"github.com/veilplan/veil/krieg/ending"
	"github.com/veilplan/veil/krieg/ending/check"
	"github.com/veilplan/veil/krieg/ending/retro"
)

func build(t *testing.T, c retro.Config) *ending.Table {
	t.Helper()
	table, err := retro.Build(c)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// TestAgainstDumbSearch compares the sets of up to two moves, found with a beam that
// cuts nothing, with a search through all tries and replies on single boards.
func TestAgainstDumbSearch(t *testing.T) {
	into := []*ending.Table{
		build(t, retro.Config{Material: ending.KQK, Beam: 4000, Moves: 2}),
		build(t, retro.Config{Material: ending.KRK, Beam: 4000, Moves: 2}),
	}
	tables := append(into, build(t, retro.Config{Material: ending.KPK, Beam: 4000, Moves: 2, Into: into}))
	r := rand.New(rand.NewPCG(1, 2))
	won, lost := 0, 0
	for _, table := range tables {
		for p, claims := range table.All() {
			if len(claims) == 0 {
				continue
			}
			set := around(r, claims[r.IntN(len(claims))].Set, table.Material.Universe(p))
			got, ok := table.Find(p, set)
			want := dumb(table.Material.Position(p), set, 2, 0)
			if ok != want {
				t.Fatalf("%s %v, squares %x: won is %v (%+v), want %v", table.Material, p, set, ok, got, want)
			}
			if want {
				won++
			} else {
				lost++
			}
		}
	}
	if won < 100 || lost < 100 {
		t.Errorf("%d won and %d not: a poor sample", won, lost)
	}
}

// around returns a set much like another.
func around(r *rand.Rand, set, universe uint64) uint64 {
	for range r.IntN(3) {
		set ^= 1 << r.IntN(64)
	}
	if set &= universe; set == 0 {
		return universe & -universe
	}
	return set
}

// dumb reports whether White wins for sure in at most n moves: some try, of those that
// were not refused before, wins whatever is heard.
func dumb(men krieg.Position, kings uint64, n, refusals int) bool {
	if kings == 0 {
		return true
	}
	if n == 0 || refusals > 4 {
		return false
	}
	var l chess.Moves
	men.Tries(&l)
	for _, m := range l.Slice() {
		if dumbTry(men, kings, n, refusals, m) {
			return true
		}
	}
	return false
}

func dumbTry(men krieg.Position, kings uint64, n, refusals int, m krieg.Move) bool {
	var refused uint64
	next := map[krieg.Percept]uint64{}
	for left := kings; left != 0; left &= left - 1 {
		king := krieg.Square(bits.TrailingZeros64(left))
		s := krieg.State{Pos: men}
		s.Pos.Put(king, krieg.Black, chess.King)
		o := (&krieg.Rules{}).Answer(&s, krieg.Action(m))
		switch {
		case o.Answer == krieg.No:
			refused |= king.Bit()
			continue
		case o.Result == krieg.Mate:
			continue
		case o.Result != krieg.Running:
			return false
		}
		var l chess.Moves
		s.Pos.Legal(&l)
		for _, reply := range l.Slice() {
			if s.Pos.Men(krieg.White)&reply.To().Bit() != 0 {
				return false
			}
			next[o] |= reply.To().Bit()
		}
	}
	if refused == kings {
		return false // nothing was learned
	}
	after := men
	after.Make(m)
	after = after.WithToMove(krieg.White)
	for _, kings := range next {
		if !dumb(after, kings, n-1, 0) {
			return false
		}
	}
	return dumb(men, refused, n, refusals+1)
}

// TestNarrowBeam builds small tables whose claims hold.
func TestNarrowBeam(t *testing.T) {
	table := build(t, retro.Config{Material: ending.KQK, Beam: 4})
	if _, err := check.Tables(krieg.Rules{}, table); err != nil {
		t.Error(err)
	}
	if s := table.Summary(); s.Sure == 0 {
		t.Error("a narrow beam wins nothing")
	} else {
		t.Logf("beam 4: %+v", s)
	}
}

// TestFullTables builds the tables that come with veil anew: the same bytes.
func TestFullTables(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds")
	}
	var tables []*ending.Table
	for _, m := range []ending.Material{ending.KQK, ending.KRK, ending.KPK} {
		tables = append(tables, build(t, retro.Config{Material: m, Into: tables}))
	}
	var file bytes.Buffer
	if err := ending.Encode(&file, tables...); err != nil {
		t.Fatal(err)
	}
	if sum := sha256.Sum256(file.Bytes()); hex.EncodeToString(sum[:]) != ending.Digest {
		t.Errorf("the digest is %x, want %s", sum, ending.Digest)
	}
}

// TestFullBishops builds the table of two bishops, which does not come with veil.
func TestFullBishops(t *testing.T) {
	if os.Getenv("VEIL_FULL") == "" {
		t.Skip("half a CPU minute; VEIL_FULL=1 runs it")
	}
	table := build(t, retro.Config{Material: ending.KBBK, Beam: 24})
	if _, err := check.Tables(krieg.Rules{}, table); err != nil {
		t.Error(err)
	}
	sure, hopeless, open := check.Sure(krieg.Rules{}, table)
	if got, want := [3]int{sure, hopeless, open}, [3]int{6960, 54336, 2192}; got != want {
		t.Errorf("%v placements are sure, hopeless, open; want %v", got, want)
	}
}

func TestBadConfigs(t *testing.T) {
	for _, c := range []retro.Config{
		{Material: ending.KQK, Beam: -1},
		{Material: ending.KQK, Moves: 201},
		{Material: ending.KPK},
	} {
		if _, err := retro.Build(c); err == nil {
			t.Errorf("%+v is accepted", c)
		}
	}
}
