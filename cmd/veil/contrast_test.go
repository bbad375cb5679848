// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"encoding/json"
	"strings"
	"testing"
)

const heroBoard = "4x4/4\n1...\n....\n....\n....\n"

// TestContrast: the sentence names the worse cell whatever the order, and says what is
// true of it.
func TestContrast(t *testing.T) {
	for _, c := range []struct{ board, cells, want string }{
		{heroBoard, "r1c3,r4c4", "r4c4 opens a zero three times as often, but its likeliest answer (1) leaves a position won only 59.9% of the time."},
		{heroBoard, "r4c4,r1c3", "r4c4 opens a zero three times as often, but its likeliest answer (1) leaves a position won only 59.9% of the time."},
		{heroBoard, "r1c3,r2c2", "r2c2 is a mine more often (33.3% against 25.0%), and nothing it shows makes up for that."},
		{heroBoard, "r1c3,r3c1", ""}, // equally good
		{heroBoard, "r1c3,r4c4,r2c2", ""},
		{"5x3/2\n.....\n11111\n00000\n", "r1c1,r1c2", ""},
	} {
		got := ask(c.board, "why", c.cells, "--json")
		var doc struct{ Contrast string }
		if err := json.Unmarshal([]byte(got.out), &doc); err != nil {
			t.Fatal(err, got.errors)
		}
		if doc.Contrast != c.want || len(c.want) > 160 {
			t.Errorf("%s: %q, want %q", c.cells, doc.Contrast, c.want)
		}
		text := ask(c.board, "why", c.cells).out
		if marks := strings.Count(text, "<- the difference"); (marks == 1) != (c.want != "") || !strings.Contains(text, c.want) {
			t.Errorf("%s: %d marks in\n%s", c.cells, marks, text)
		}
	}
}

func TestMirrorImages(t *testing.T) {
	const note = "(mirror images)"
	if got := ask(heroBoard, "solve").out; !strings.Contains(got, "r1c3, r3c1 "+note) {
		t.Error(got)
	}
	// Both cells of this row are as good, but a number beside them tells them apart.
	if got := ask("3x2/1\n.1.\n.11\n", "solve").out; strings.Contains(got, note) {
		t.Error(got)
	}
}
