// SPDX-License-Identifier: BSD-3-Clause

package text

import (
	"math/big"
	"strings"
	"testing"
)

func TestThousands(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1,000", -1: "-1", -999: "-999", -1000: "-1,000", 1234567: "1,234,567"} {
		if got := Thousands(n); got != want {
			t.Errorf("%d: got %s, want %s", n, got, want)
		}
	}
}

func TestGrouped(t *testing.T) {
	for text, want := range map[string]string{
		"0": "0", "999": "999", "1000": "1,000", "1878392407320": "1,878,392,407,320",
		"999999999999999": "999,999,999,999,999", "1234567890123456": "about 1.23·10^15",
	} {
		n, _ := new(big.Int).SetString(text, 10)
		if got := Count(n); got != want {
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
		if got := ShortList(names, room); got != want {
			t.Errorf("room %d: got %q, want %q", room, got, want)
		}
	}
	if got := ShortList(names[:1], 2); got != "r1c3" {
		t.Errorf("one name is never cut: %q", got)
	}
}
