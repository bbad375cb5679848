// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"encoding/base64"
	"errors"
	"strings"
	"testing"

	"github.com/veilplan/veil/api"
)

// TestServiceLimits: texts and games that are too long and boards that are too large are refused before
// anything is computed, however they are written.
func TestServiceLimits(t *testing.T) {
	d := &Service{Limits: api.Limits{Text: 200, Cells: 25, Turns: 3}}
	five := "5x5/2\n" + strings.Repeat(".....\n", 5)
	wide := "6x5/2\n" + strings.Repeat("......\n", 5)
	long := five + strings.Repeat("\n", 201-len(five))
	played := func(moves int) string {
		return "# MINESWEEPER-BOARD v0.1\nrows: 1\ncolumns: 2\nmines: 1\ngame_mode: classic\n[real]\n*1\n[view]\nUU\n[moves]\n" + strings.Repeat("flag r1c1\n", moves)
	}
	coded := func(text string) api.Input {
		return api.Input{Text: base64.StdEncoding.EncodeToString([]byte(text)), Encoding: "base64"}
	}
	for _, c := range []struct {
		name string
		in   api.Input
		fits bool
	}{
		{"a small board", api.Input{Text: five}, true},
		{"a small board in base64", coded(five), true},
		{"a large board", api.Input{Text: wide}, false},
		{"a large board in base64", coded(wide), false},
		{"a short game", api.Input{Text: played(3)}, true},
		{"a long game", api.Input{Text: played(4)}, false},
		{"a long game in base64", coded(played(4)), false},
		{"a long text", api.Input{Text: long}, false},
		{"a long text in base64", coded(long), false},
	} {
		_, err := d.read(c.in)
		p, _ := errors.AsType[*api.Problem](err)
		if fits := err == nil; fits != c.fits || !fits && (p == nil || p.Type != api.TooLarge) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// TestCountingMemory: counting takes at most half of the memory, and no more than bounds the
// time until it can be interrupted.
func TestCountingMemory(t *testing.T) {
	for _, c := range []struct{ memory, want int64 }{
		{1 << 20, 1 << 19}, {maxCounting, maxCounting / 2}, {1 << 40, maxCounting}, {0, maxCounting},
	} {
		if got := counting(api.Limits{Memory: c.memory}).Memory; int64(got) != c.want {
			t.Errorf("of %d bytes counting takes %d, want %d", c.memory, got, c.want)
		}
	}
}
