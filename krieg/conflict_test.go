// SPDX-License-Identifier: BSD-3-Clause

package krieg

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/veilplan/veil/krieg/chess"
)

// possible finds the boards on which the events in a set can be heard, one event after the
// other with all boards at once. Of the others only who moved is known, and what White
// moved himself.
func possible(h *History, last int, kept uint) bool {
	type node struct {
		p Position
		t Record
	}
	now := map[node]bool{{p: h.Start}: true}
	for i := range last + 1 {
		e, strict := h.Events[i], kept>>i&1 == 1
		next := map[node]bool{}
		for n := range now {
			if i > 0 && kept>>(i-1)&1 == 1 && h.Events[i-1].Heard.Result != Running {
				continue
			}
			if e.Heard.Answer != Yes {
				if t := h.Rules.Follow(n.t, e); !strict {
					next[n] = true
				} else if h.Rules.Explains(&n.p, t, e) {
					next[node{n.p, t}] = true
				}
				continue
			}
			var l chess.Moves
			n.p.Legal(&l)
			for _, m := range l.Slice() {
				if e.By == h.Me && m != Move(e.Action) || e.By != h.Me && n.t.asked == Owing && !n.p.IsPawnCapture(m) {
					continue
				}
				q := State{Pos: n.p}
				if o := h.Rules.Answer(&q, Action(m)); !strict || o == e.Heard {
					next[node{p: q.Pos}] = true
				}
			}
		}
		now = next
	}
	return len(now) > 0
}

// garbled plays a few moves at random and then changes something that White heard, until no
// board explains it, though by itself it mostly could be. It returns the history and the
// event that cannot be.
func garbled(t *testing.T, r *rand.Rand, rules Rules, fen string) (h History, event int) {
	t.Helper()
	start, err := chess.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	for {
		full, now := scramble(r, rules, start)
		h = full.Filter(White)
		if len(h.Events) == 0 {
			continue
		}
		if r.IntN(3) > 0 && now.Pos.ToMove() == White {
			refuse(r, &h, now)
		} else {
			mishear(r, &h.Events[r.IntN(len(h.Events))])
		}
		_, err := Estimate(t.Context(), &h, Limits{})
		if heard, ok := errors.AsType[*HeardError](err); ok && h.Events[heard.Event].By == turnAt(&h, heard.Event) && (r.IntN(20) == 0 || possible(&h, heard.Event, 1<<heard.Event)) {
			return h, heard.Event
		}
	}
}

// scramble lets both sides try a few moves at random.
func scramble(r *rand.Rand, rules Rules, start Position) (History, State) {
	h, s := History{Rules: rules, Start: start, Full: true}, State{Pos: start}
	for range 4 + r.IntN(4) {
		var l chess.Moves
		rules.Tries(&s, &l)
		if l.Len() == 0 || s.Over != Running {
			break
		}
		e := Event{By: s.Pos.ToMove(), Action: Action(l.Slice()[r.IntN(l.Len())])}
		if e.Heard = rules.Answer(&s, e.Action); e.Heard.Answer == Yes || !slices.Contains(h.Events, e) {
			h.Events = append(h.Events, e)
		}
	}
	return h, s
}

// mishear changes what was said.
func mishear(r *rand.Rand, e *Event) {
	switch r.IntN(3) {
	case 0:
		e.Heard = Percept{Answer: e.Heard.Answer}.WithCapture(Square(r.IntN(64)))
	case 1:
		e.Heard = Percept{Answer: e.Heard.Answer, Checks: e.Heard.Checks ^ 1<<r.IntN(5)}
	default:
		if e.By == White {
			e.Heard = Percept{Answer: map[Answer]Answer{Yes: No, No: Yes}[e.Heard.Answer]}
		}
	}
}

// refuse says no to some of White's tries: each may be refused, but perhaps not all of them.
func refuse(r *rand.Rand, h *History, s State) {
	var l chess.Moves
	h.Rules.Tries(&s, &l)
	for range min(l.Len(), 10-len(h.Events)) {
		m := l.Slice()[r.IntN(l.Len())]
		h.Events = append(h.Events, Event{By: White, Action: Action(m), Heard: Percept{Answer: No}})
	}
}

// turnAt is whose turn it is at an event, by the moves that were made before it.
func turnAt(h *History, event int) Color {
	c := h.Start.ToMove()
	for _, e := range h.Events[:event] {
		if e.Heard.Answer == Yes {
			c = c.Other()
		}
	}
	return c
}

// TestConflict compares with the truth about every subset of what was heard: the conflict
// cannot be, and leaving any of it out can.
func TestConflict(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 0))
	sizes := map[int]int{}
	for i := range 60 {
		fen := []string{"4k3/2p5/8/3p4/8/4P3/2P5/4K2R w - - 0 1", "8/1p1k4/8/2p5/1P6/8/4K1n1/7R w - - 0 1", "4k3/1p1p1p2/8/2P1P3/8/8/8/4K3 b - - 0 1"}[i%3]
		h, last := garbled(t, r, []Rules{Berkeley(), English()}[i%2], fen)
		c := h.Conflict(t.Context(), last)
		kept := uint(0)
		for _, e := range c.Events {
			kept |= 1 << e
		}
		if c.Events[len(c.Events)-1] != last || possible(&h, last, kept) {
			t.Fatalf("%s\n%v are no conflict", h.Log(), c.Events)
		}
		for _, e := range c.Events {
			if e != last && c.Minimal && !possible(&h, last, kept&^(1<<e)) {
				t.Fatalf("%s\n%v are a conflict also without %d", h.Log(), c.Events, e)
			}
		}
		if !c.Minimal {
			t.Errorf("%s\nso short, and not settled", h.Log())
		}
		sizes[len(c.Events)]++
	}
	t.Logf("conflicts of sizes %v", sizes)
	if sizes[1]+sizes[2] == 60 {
		t.Errorf("only small conflicts: %v", sizes)
	}
}

// TestConflictOfLog: lines that cannot all be right.
func TestConflictOfLog(t *testing.T) {
	for text, want := range map[string][]int{
		// The pawn on c3 is in nobody's way, whatever was said before.
		"ruleset berkeley\nW e2e4 yes\nB moved\nW d2d4 yes\nB takes e4\nW c2c3 no\n": {4},
		"ruleset berkeley\nW e2e4 yes\nB takes e4\n":                                 {1},
		// A pawn can take, but neither to the left nor to the right.
		"ruleset english\nW e2e4 yes\nB moved\nW any? yes\nW e4d5 no\nW e4f5 no\n": {2, 3, 4},
	} {
		h, err := ParseLog(text)
		if err != nil {
			t.Fatal(err)
		}
		_, err = Estimate(t.Context(), &h, Limits{})
		heard, ok := errors.AsType[*HeardError](err)
		if !ok {
			t.Fatalf("%q is possible: %v", text, err)
		}
		if c := h.Conflict(t.Context(), heard.Event); !c.Minimal || !slices.Equal(c.Events, want) {
			t.Errorf("%q: %+v, want %v", text, c, want)
		}
	}
}
