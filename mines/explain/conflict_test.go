// SPDX-License-Identifier: BSD-3-Clause

package explain_test

import (
	"math/rand/v2"
	"testing"
)

// The conflicts below were worked out by hand.
func TestConflictsByHand(t *testing.T) {
	for _, tc := range []struct{ name, board, want string }{
		{"too large for its neighbours", "2x2/1\n4.\n..", `r1c1 (4) cannot be right:
The 4 at r1c1 needs 4 mines but touches only 3 hidden cells.
Check this number first.`},
		{"no hidden neighbours", "3x1/1\n10.", `r1c1 (1) cannot be right:
The 1 at r1c1 touches no hidden cell but needs 1 mine.
Check this number first.`},
		{"too small for its mines", "3x1/2\n*0*", `r1c2 (0) cannot be right:
The 0 at r1c2 touches 2 mines known to be there: r1c1 and r1c3.
Check this number first.`},
		{"more mines than cells", "3x1/2\n0.0", `The mine count (2) cannot be right:
2 mines are to be hidden, but there is room for only 1.
Check the mine count first.`},
		{"nowhere to hide", "2x1/1\n00", `The mine count (1) cannot be right:
1 mine is to be hidden, but every cell is open.
Check the mine count first.`},
		{"mine count too small", "3x1/1\n*.*", `The mine count (1) cannot be right:
The board has 1 mine, but 2 are marked.
Check the mine count first.`},
		{"all and none", "3x2/2\n...\n202", `r2c1 (2) and r2c2 (0) cannot both be right:
r2c1 makes r1c1 and r1c2 mines; but r2c2 needs r1c1 and r1c2 to be safe.
Check these two numbers first.`},
		{"pair", "3x3/5\n...\n15.\n...", `r2c1 (1) and r2c2 (5) cannot both be right:
r2c2 needs at least 2 mines in r1c1, r1c2, r3c1 and r3c2, where r2c1 allows one.
Check these two numbers first.`},
		{"same cells", "2x2/1\n..\n12", `r2c1 (1) and r2c2 (2) cannot both be right:
r2c2 makes r1c1 and r1c2 mines; but r2c1 touches two mines, r1c1 and r1c2.
Check these two numbers first.`},
		{"number and count", "5x1/1\n.2...", `r1c2 (2) and the mine count (1) cannot both be right:
The 2 at r1c2 needs 2 mines.
Only 1 mine is left.
Check this number and the mine count first.`},
		{"room for too few", "5x1/4\n.1...", `r1c2 (1) and the mine count (4) cannot both be right:
The 1 at r1c2 allows only 1 mine.
4 mines are left, at most 2 of them in the other hidden cells.
Check this number and the mine count first.`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r, _ := reasonerOf(t, sketchView(t, tc.board))
			e, found, err := r.ExplainConflict()
			if err != nil || !found {
				t.Fatalf("found %v, %v", found, err)
			}
			got := e.Headline.Text + "\n" + spoken(e.Sentences) + "\n" + e.Advice.Text
			if got != tc.want {
				t.Errorf("got\n%s\nwant\n%s", got, tc.want)
			}
		})
	}
}

func TestEveryConflictCanBeSaid(t *testing.T) {
	boards := 3_000
	if testing.Short() {
		boards = 500
	}
	r := rand.New(rand.NewPCG(10, 0))
	said := 0
	for i := 0; said < boards; i++ {
		v, _ := reachedView(r, reasonRules(r, i))
		v = corruptedView(r, v)
		reasons, _ := reasonerOf(t, v)
		e, found, err := reasons.ExplainConflict()
		if err != nil {
			t.Fatal(err)
		}
		if !found {
			continue
		}
		said++
		checkSentences(t, v, e.Sentences, e.Numbers)
		for _, s := range []string{e.Headline.Text, e.Advice.Text} {
			if len(s) > 160 {
				t.Errorf("%d characters: %s", len(s), s)
			}
		}
	}
	t.Logf("%d conflicts put into words", said)
}
