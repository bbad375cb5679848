// SPDX-License-Identifier: BSD-3-Clause

package composed_test

import (
	"slices"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/search/andor"
	"github.com/veilplan/veil/search/andor/baseline"
	"github.com/veilplan/veil/search/proof"
)

// miniatureBoards are three boards that fit everything that the paper says about its figure of a
// proof tree. The picture and the ranks of its squares are not in the text, so these were found by
// a search over boards of 4×4 squares.
func miniatureBoards() []board {
	return []board{
		parseBoard("Qa1 Kb1 Bb2 Rd3 na3 na4 kc4"),
		parseBoard("Qa1 Kb1 Bb2 Rd3 na3 na4 kb4"),
		parseBoard("Qa1 Kb1 Bb2 Rd3 qa4 qd2 kd1"),
	}
}

// play makes a move that must be legal, and returns what is heard.
func (b *board) play(t *testing.T, from, to string) call {
	t.Helper()
	h := hop{square(from), square(to)}
	if !slices.Contains(b.legal(), h) {
		t.Fatalf("%s-%s is not legal", from, to)
	}
	heard := b.announce(h)
	*b = b.after(h)
	return heard
}

// TestMiniatureBoard plays the strategy of the paper's figure on all boards: a try that mates or is
// refused, a capture with or without check, and a mate after each reply.
func TestMiniatureBoard(t *testing.T) {
	list := miniatureBoards()
	first := hop{square("a1"), square("a4")}
	for i, b := range list[:2] {
		if slices.Contains(b.legal(), first) {
			t.Errorf("board %d: Qa4 is not refused", i)
		}
	}
	if heard := list[2].play(t, "a1", "a4"); !heard.mate {
		t.Errorf("Qa4: %+v", heard)
	}
	quiet := call{capture: square("a3")}
	if heard := list[0].play(t, "a1", "a3"); heard != quiet {
		t.Errorf("Qa3: %+v", heard)
	}
	replies := list[0].legal()
	if want := []hop{{square("a4"), square("b2")}, {square("a4"), square("c3")}}; !sameHops(replies, want) {
		t.Errorf("the replies are %v", replies)
	}
	for _, c := range []struct {
		to    string
		heard call
		mate  string
	}{{"b2", call{capture: square("b2")}, "b3"}, {"c3", call{capture: -1, knight: true}, "c3"}} {
		b := list[0]
		if heard := b.play(t, "a4", c.to); heard != c.heard {
			t.Errorf("N%s: %+v", c.to, heard)
		}
		if heard := b.play(t, "a3", c.mate); !heard.mate {
			t.Errorf("Q%s: %+v", c.mate, heard)
		}
	}
	quiet.short = true
	if heard := list[1].play(t, "a1", "a3"); heard != quiet {
		t.Errorf("Qa3: %+v", heard)
	}
	if replies := list[1].legal(); len(replies) != 1 || replies[0].to != square("c4") {
		t.Errorf("the replies are %v", replies)
	}
	list[1].play(t, "b4", "c4")
	if heard := list[1].play(t, "a3", "b3"); !heard.mate {
		t.Errorf("Qb3: %+v", heard)
	}
}

func sameHops(a, b []hop) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(h hop) bool { return !slices.Contains(b, h) })
}

// TestMiniatureMethods: every method proves the mate in three plies, with a plan that the checker
// accepts, and none in one.
func TestMiniatureMethods(t *testing.T) {
	rules := proof.Rules[board, hop, call](miniature{})
	var _ veil.Adversary[board, call] = miniature{}
	for _, method := range append(compared(), "L-PNS", "G-DUB") {
		by, err := baseline.Named(method)
		if err != nil {
			t.Fatal(err)
		}
		r, err := baseline.Prove(t.Context(), rules, miniatureBoards(), 3, by, andor.Config{})
		if err != nil || r.Verdict != andor.Proved {
			t.Fatalf("%s: %v, %v", method, r.Verdict, err)
		}
		if _, err := proof.Check(t.Context(), rules, miniatureBoards(), r.Plan); err != nil {
			t.Errorf("%s: %v", method, err)
		}
		if r, err := baseline.Prove(t.Context(), rules, miniatureBoards(), 1, by, andor.Config{}); err != nil || r.Verdict != andor.Disproved {
			t.Errorf("%s in one ply: %v, %v", method, r.Verdict, err)
		}
	}
}
