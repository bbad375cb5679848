// SPDX-License-Identifier: BSD-3-Clause

package minor_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"testing"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
	"github.com/veilplan/veil/krieg/ending"
	"github.com/veilplan/veil/krieg/ending/check"
	"github.com/veilplan/veil/krieg/ending/minor"
)

// digest is the SHA-256 of minor.bin.
const digest = "c905b74185ad3c7e30a63e4d212b38aa60eb15b5f3cc9dbcfc0e53d4945397e5"

// TestFile: the file is the one that was checked, it takes at most 1.5 MB, and encoding is its inverse.
func TestFile(t *testing.T) {
	file := minor.File()
	if sum := sha256.Sum256(file); hex.EncodeToString(sum[:]) != digest || len(file) > 1_500_000 {
		t.Fatalf("minor.bin has %d bytes, digest %x", len(file), sum)
	}
	list, err := ending.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	var again bytes.Buffer
	if err := ending.Encode(&again, list...); err != nil || !bytes.Equal(again.Bytes(), file) {
		t.Errorf("what was read is written differently: %v", err)
	}
}

// TestOnDemand: the file is fetched when a bishop and a knight are first asked for, again after it was
// not there, and then never again.
func TestOnDemand(t *testing.T) {
	standard, err := ending.Standard()
	if err != nil {
		t.Fatal(err)
	}
	fetched, there := 0, false
	book := minor.With(standard, func() []byte {
		fetched++
		if !there {
			return nil
		}
		return minor.File()
	})
	ask := func(text string) bool {
		men, err := chess.ParseMen(text)
		if err != nil {
			t.Fatal(err)
		}
		_, sure := book.Next(krieg.White, &men, ending.Kings(krieg.White, &men))
		return sure
	}
	const rook, knight = "8/8/8/8/8/2K5/1R6/8", "8/8/8/8/3KB3/3N4/8/8"
	if !ask(rook) || fetched != 0 {
		t.Errorf("a rook fetched the file %d times", fetched)
	}
	if ask(knight) || fetched != 1 {
		t.Errorf("without the file: fetched %d times", fetched)
	}
	there = true
	for range 2 {
		if !ask(knight) || fetched != 2 {
			t.Errorf("with the file: fetched %d times", fetched)
		}
	}
}

// TestDamaged: a damaged file adds nothing.
func TestDamaged(t *testing.T) {
	standard, err := ending.Standard()
	if err != nil {
		t.Fatal(err)
	}
	bad := bytes.Clone(minor.File())
	bad[len(bad)/2] ^= 1
	if book := minor.With(standard, func() []byte { return bad }); book.Table(ending.KBBK) != nil || len(book.Tables()) != 3 {
		t.Error("a damaged file was used")
	}
}

// TestClaims replays the claims of the tables with the rules of the game: those of two bishops, and with
// VEIL_FULL=1 those of bishop and knight too (a core-minute).
func TestClaims(t *testing.T) {
	book, err := minor.Book()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []ending.Material{ending.KBBK, ending.KBNK} {
		if m == ending.KBNK && os.Getenv("VEIL_FULL") == "" {
			continue
		}
		n, err := check.Tables(krieg.Rules{Name: "all"}, book.Table(m))
		if t.Logf("%s: %d claims, %+v", m, n, book.Table(m).Summary()); err != nil || n == 0 {
			t.Errorf("%s: %d claims, %v", m, n, err)
		}
	}
}
