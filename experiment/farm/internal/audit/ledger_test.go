// SPDX-License-Identifier: BSD-3-Clause

package audit

import (
	"math"
	"slices"
	"testing"
	"time"
)

var (
	right = Digest{}
	wrong = Digest{1}
)

func truth(uint64) Digest { return right }

// crew is a ledger and some workers that have played before, and were found right.
func crew(t *testing.T, p Policy, names ...string) *Ledger {
	t.Helper()
	l := New(p, []byte(t.Name()))
	for i, name := range names {
		l.Seen(name, time.Second)
		l.weigh(name, 100)
		l.member(name).right = 1000 + i
	}
	return l
}

// TestShare: of every stretch about the share is checked, whatever its size, and the run
// plays its part.
func TestShare(t *testing.T) {
	for _, n := range []uint64{1, 7, 100, 5000} {
		l := crew(t, Policy{}, "a", "b", "c")
		total := uint64(200_000)
		for first := uint64(0); first < total; first += n {
			l.Played("a", first, first+n, truth)
		}
		got, want := float64(l.Drawn()), 0.019*float64(total)
		if math.Abs(got-want) > 5*math.Sqrt(want) {
			t.Errorf("stretches of %d: %v of %d are checked, want %v", n, got, total, want)
		}
		own := float64(len(l.Draw(Run, 1<<30)))
		if want := got * 8 / 19; math.Abs(own-want) > 5*math.Sqrt(want) {
			t.Errorf("stretches of %d: the run plays %v of %v itself, want %v", n, own, got, want)
		}
	}
}

// TestEveryStretch: at the default share a few episodes of every chunk of 200 are checked.
func TestEveryStretch(t *testing.T) {
	l := New(Policy{}, []byte("key"))
	for first := uint64(0); first < 20_000; first += 200 {
		if n := len(l.Pick("a", first, first+200)); n < 3 {
			t.Errorf("%d of the episodes from %d", n, first)
		}
	}
}

// TestNobodyChecksItself: not by design, and not by answering uninvited.
func TestNobodyChecksItself(t *testing.T) {
	l := crew(t, Policy{Share: 1, Own: 1e-9}, "a", "b", "c")
	l.Played("a", 0, 300, func(uint64) Digest { return wrong })
	for e := range uint64(300) {
		l.Answer("a", e, wrong)
	}
	if l.Open() != 300 {
		t.Fatalf("%d are open: the author has confirmed itself", l.Open())
	}
	l.Answer("a", 7, right)
	if mine := l.Draw(Run, 300); len(mine) != 0 {
		t.Errorf("the author has the run play %v", mine)
	}
	if mine := l.Draw("a", 300); len(mine) != 0 {
		t.Errorf("the author is to check %d of its own", len(mine))
	}
	b, c := l.Draw("b", 300), l.Draw("c", 300)
	if len(b) < 100 || len(c) < 100 || len(b)+len(c) != 300 {
		t.Errorf("b checks %d, c %d", len(b), len(c))
	}
	for _, e := range b { // who was not asked cannot confirm
		l.Answer("c", e, wrong)
	}
	if l.Open() != 300 {
		t.Errorf("%d are open: somebody has confirmed what it was not asked", l.Open())
	}
	l.Answer("c", b[0], right) // but everybody may doubt
	if got := l.Draw(Run, 9); !slices.Equal(got, b[:1]) {
		t.Fatalf("the run has to play %v", got)
	}
	if liars := l.Settle(b[0], right); !slices.Equal(liars, []string{"a"}) {
		t.Errorf("the liars are %v", liars)
	}
}

// TestNamesAreWorthNothing: only those who have played something check, in proportion.
func TestNamesAreWorthNothing(t *testing.T) {
	l := crew(t, Policy{Share: 1, Own: 1e-9}, "a", "b", "c")
	l.weigh("c", 300)
	for i := range 50 {
		l.Seen(string(rune('d'+i)), 2*time.Second)
	}
	l.Played("a", 0, 5000, truth)
	b, c := len(l.Draw("b", 5000)), len(l.Draw("c", 5000))
	if b+c != 5000 || math.Abs(float64(b)-1000) > 150 {
		t.Errorf("b checks %d, c %d", b, c)
	}
}

// TestFewEligible: names without work check nothing, also where hardly anybody else is
// left: here all but one thousandth of the work is the author's.
func TestFewEligible(t *testing.T) {
	l := crew(t, Policy{Share: 1, Own: 1e-9}, "a")
	l.weigh("a", 100_000)
	for i := range 50 {
		l.Seen(string(rune('c'+i)), 2*time.Second)
	}
	l.Seen("b", 2*time.Second)
	l.weigh("b", 100)
	l.Played("a", 0, 500, truth)
	if b := l.Draw("b", 500); len(b) != 500 {
		t.Errorf("b checks %d of 500", len(b))
	}
}

// TestDoubt: an answer that differs from the author's confirms nothing, not even the
// checker's: the run plays the episode, and names whoever was wrong.
func TestDoubt(t *testing.T) {
	for _, c := range []struct {
		author, checker Digest
		liar            string
	}{{wrong, right, "a"}, {right, wrong, "b"}} {
		l := crew(t, Policy{Share: 1, Own: 1e-9}, "a", "b")
		l.Played("a", 0, 1, func(uint64) Digest { return c.author })
		l.Answer("b", 0, c.checker)
		if mine := l.Draw(Run, 9); l.Open() != 1 || !slices.Equal(mine, []uint64{0}) {
			t.Errorf("%d are open, and the run plays %v", l.Open(), mine)
		}
		if liars := l.Settle(0, right); !slices.Equal(liars, []string{c.liar}) {
			t.Errorf("the liars are %v, want %s", liars, c.liar)
		}
	}
}

// TestAlone: where nobody else is, the run checks.
func TestAlone(t *testing.T) {
	l := crew(t, Policy{Share: 1, Own: 1e-9}, "a")
	l.Played("a", 0, 10, truth)
	if got := l.Draw(Run, 100); len(got) != 10 {
		t.Errorf("the run plays %v", got)
	}
}

// TestNewAndIdle: more is checked of those who are new, or were away.
func TestNewAndIdle(t *testing.T) {
	l := crew(t, Policy{}, "b")
	drawn := func(first uint64) int {
		before := l.Drawn()
		l.Played("a", first, first+50, truth)
		return l.Drawn() - before
	}
	l.Seen("a", time.Second)
	if n := drawn(0); n != 5 {
		t.Errorf("%d of the first stretch are checked", n)
	}
	for _, e := range slices.Concat(l.Draw("b", 50), l.Draw(Run, 50)) {
		l.Answer("b", e, right)
		l.Settle(e, right)
	}
	if n := drawn(50); n > 2 {
		t.Errorf("%d are checked of one that is known", n)
	}
	l.Seen("a", time.Hour)
	if n := drawn(100); n != 5 {
		t.Errorf("%d are checked of one that was away", n)
	}
}

// TestCaught: the share doubles for everybody, also for what is stored; what the liar has
// confirmed is open again; and who has confirmed the liar's episodes is found when
// somebody else plays them.
func TestCaught(t *testing.T) {
	l := crew(t, Policy{Share: 0.5, Own: 1e-9}, "a", "b", "c")
	before := l.Pick("b", 0, 1000)
	l.Played("b", 0, 1000, truth)
	for _, e := range l.Draw("a", 1000) {
		l.Answer("a", e, right) // a confirms b
	}
	l.Played("a", 1000, 1100, func(uint64) Digest { return wrong })
	confirmed := l.Draw("b", 1000)
	for _, e := range confirmed {
		l.Answer("b", e, wrong) // b confirms a: a conspiracy
	}
	if len(confirmed) < 10 {
		t.Fatalf("b has checked %d", len(confirmed))
	}
	l.Exclude("a")
	l.Begin(1)
	after := l.Pick("b", 0, 1000)
	if len(after) != 1000 || len(before) != 500 {
		t.Errorf("%d are checked after %d", len(after), len(before))
	}
	digests := map[uint64]Digest{}
	for _, e := range after {
		digests[e] = right
	}
	for _, name := range []string{"b", "c"} {
		l.Weigh(name, 1000)
	}
	l.Noted("b", 0, 1000, digests)
	if l.Open() != 1000 {
		t.Errorf("%d are open: the liar's word still counts", l.Open())
	}
	l.Played("c", 1000, 1100, truth)
	if mine := l.Draw(Run, 1000); !slices.Contains(mine, confirmed[0]) {
		t.Fatalf("the run does not look at what b has confirmed: %v", mine)
	}
	if liars := l.Settle(confirmed[0], right); !slices.Equal(liars, []string{"b"}) {
		t.Errorf("the liars are %v", liars)
	}
}

// TestRestore: what was confirmed in an earlier process is not checked again, unless whoever
// has confirmed it is excluded, or the episode is another now.
func TestRestore(t *testing.T) {
	l := crew(t, Policy{Share: 1, Own: 1e-9}, "a", "b")
	var said []Confirmation
	l.Confirmed = func(c Confirmation) { said = append(said, c) }
	l.Played("a", 0, 10, truth)
	for _, e := range l.Draw("b", 10) {
		l.Answer("b", e, right)
	}
	if len(said) != 10 || said[0] != (Confirmation{said[0].Episode, "a", "b", right}) {
		t.Fatalf("confirmed: %v", said)
	}
	digests := map[uint64]Digest{}
	for e := range uint64(10) {
		digests[e] = right
	}
	restored := func() *Ledger {
		l := crew(t, Policy{Share: 1, Own: 1e-9}, "a", "b", "c")
		for _, c := range said {
			l.Restore(c)
		}
		return l
	}
	l = restored()
	if l.Noted("a", 0, 10, digests); l.Open() != 0 {
		t.Errorf("%d are checked again", l.Open())
	}
	if l.Exclude("b"); l.Open() != 10 {
		t.Errorf("%d are checked again after the checker was excluded", l.Open())
	}
	l = restored()
	digests[3] = wrong
	if l.Noted("a", 0, 10, digests); l.Open() != 1 {
		t.Errorf("%d are checked again after one has changed", l.Open())
	}
	l = restored()
	digests[3] = right
	if l.Noted("c", 0, 10, digests); l.Open() != 10 {
		t.Errorf("%d are checked again after another worker has played them", l.Open())
	}
}

// TestAway: what was meant for somebody who is gone goes to others, and what somebody gives
// back does not return to it.
func TestAway(t *testing.T) {
	l := crew(t, Policy{Share: 1, Own: 1e-9}, "a", "b", "c")
	l.Played("a", 0, 100, truth)
	l.Seen("c", time.Minute)
	l.Expire(30 * time.Second)
	if b, c := l.Draw("b", 100), l.Draw("c", 100); len(b) != 0 || len(c) != 100 {
		t.Errorf("b checks %d, c %d", len(b), len(c))
	}
	l.Return("c", []uint64{1, 2, 3}, 0)
	if b := l.Draw("b", 100); len(b) != 3 {
		t.Errorf("b checks %v", b)
	}
	l.Reclaim()
	if mine := l.Draw(Run, 200); len(mine) != 100 {
		t.Errorf("the run plays %d", len(mine))
	}
}

// TestNested: with a larger share the same episodes are checked, and more.
func TestNested(t *testing.T) {
	l := lottery{[]byte("key")}
	last := []uint64{}
	for _, share := range []float64{0.01, 0.02, 0.1, 0.7, 1} {
		now := l.draw("a", 500, 900, share, 0)
		if len(now) < int(400*share) || len(now) > int(400*share)+1 {
			t.Errorf("%d of 400 at %v", len(now), share)
		}
		for _, e := range last {
			if !slices.Contains(now, e) {
				t.Errorf("episode %d is not checked any more at %v", e, share)
			}
		}
		last = now
	}
}

// TestBacklog: what the run cannot play in time, others check.
func TestBacklog(t *testing.T) {
	l := crew(t, Policy{Share: 0.5, Own: 0.5}, "a", "b")
	l.Pace(10)
	l.Played("a", 0, 1000, truth)
	if own, b := len(l.Draw(Run, 1000)), len(l.Draw("b", 1000)); own != 10 || b != 990 {
		t.Errorf("the run plays %d, b %d", own, b)
	}
}

// TestOff: no checks.
func TestOff(t *testing.T) {
	l := New(Policy{Share: -1}, nil)
	l.Played("a", 0, 1000, truth)
	if l.Open() != 0 {
		t.Errorf("%d are checked", l.Open())
	}
}
