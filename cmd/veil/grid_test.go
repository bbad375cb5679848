// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"math/big"
	"strings"
	"testing"
)

func TestChooseForm(t *testing.T) {
	for _, c := range []struct {
		board, room int
		width       int
		short       bool
		columns     int
	}{
		{4, 80, 6, false, 4},
		{12, 80, 6, false, 12},
		{14, 80, 5, false, 14},
		{16, 80, 3, true, 16},
		{24, 80, 3, true, 24},
		{30, 80, 5, false, 15}, // in two panels
		{30, 120, 3, true, 30},
		{30, 200, 6, false, 30},
		{45, 80, 5, false, 15}, // in three
		{46, 80, 0, false, 0},
		{100, 10, 0, false, 0},
	} {
		form, columns := (&analysis{}).riskPicture().choose(c.board, 5, c.room)
		if form.width != c.width || form.short != c.short || columns != c.columns {
			t.Errorf("%d cells in %d columns: %+v, %d; want %+v", c.board, c.room, form, columns, c)
		}
	}
}

func TestGrouped(t *testing.T) {
	for text, want := range map[string]string{
		"0": "0", "999": "999", "1000": "1,000", "1878392407320": "1,878,392,407,320",
		"999999999999999": "999,999,999,999,999", "1234567890123456": "about 1.23·10^15",
	} {
		n, _ := new(big.Int).SetString(text, 10)
		if got := grouped(n); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

func TestShortList(t *testing.T) {
	names := strings.Fields("r1c3 r1c4 r2c3 r2c4 r3c1 r3c2")
	for room, want := range map[int]string{
		80: "r1c3, r1c4, r2c3, r2c4, r3c1, r3c2",
		34: "r1c3, r1c4, r2c3, r2c4, r3c1, r3c2",
		33: "r1c3, r1c4, r2c3, … (6 cells)",
		5:  "r1c3, … (6 cells)",
	} {
		if got := shortList(names, room); got != want {
			t.Errorf("room %d: got %q, want %q", room, got, want)
		}
	}
	if got := shortList(names[:1], 2); got != "r1c3" {
		t.Errorf("one name is never cut: %q", got)
	}
}

func TestSplitCells(t *testing.T) {
	got := strings.Join(splitCells("r1c3,@3,2,r4c4,@0,0"), " ")
	if want := "r1c3 @3,2 r4c4 @0,0"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestByteSize(t *testing.T) {
	for text, want := range map[string]int{"100": 100, "64MB": 64 << 20, "2GiB": 2 << 30, "1k": 1 << 10, "7B": 7} {
		var b byteSize
		if err := b.Set(text); err != nil || int(b) != want {
			t.Errorf("%s: got %d, %v", text, b, err)
		}
	}
	for _, text := range []string{"", "0", "-1", "MB", "1.5GB", "3TB", "9999999999GB"} {
		var b byteSize
		if err := b.Set(text); err == nil {
			t.Errorf("%q was read as %d", text, b)
		}
	}
}
