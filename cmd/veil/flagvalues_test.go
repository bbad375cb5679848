// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"strings"
	"testing"

	"github.com/veilplan/veil/cli/frame"
)

func TestSplitCells(t *testing.T) {
	got := strings.Join(splitCells("r1c3,@3,2,r4c4,@0,0"), " ")
	if want := "r1c3 @3,2 r4c4 @0,0"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestByteSize(t *testing.T) {
	for text, want := range map[string]frame.ByteSize{"100": 100, "64MB": 64 << 20, "2GiB": 2 << 30, "1k": 1 << 10, "7B": 7} {
		var b frame.ByteSize
		if err := b.Set(text); err != nil || b != want {
			t.Errorf("%s: got %d, %v", text, b, err)
		}
	}
	for _, text := range []string{"", "0", "-1", "MB", "1.5GB", "3TB", "9999999999GB"} {
		var b frame.ByteSize
		if err := b.Set(text); err == nil {
			t.Errorf("%q was read as %d", text, b)
		}
	}
}

// TestFlagValues: a value that cannot be read is answered with what is wanted, not with the name of a
// parser.
func TestFlagValues(t *testing.T) {
	for args, want := range map[string]string{
		"gen 9x9/10 --seed abc": `--seed "abc": want a whole number from 0`,
		"solve --time 5":        `--time "5": want a number with its unit, such as 500ms, 5s or 2m`,
		"solve --nodes many":    `--nodes "many": want a whole number`,
	} {
		if got := ask("", strings.Fields(args)...); got.code != 2 || !strings.Contains(got.errors, want) || strings.Contains(got.errors, "strconv") {
			t.Errorf("%s: %+v", args, got)
		}
	}
}
