// SPDX-License-Identifier: BSD-3-Clause

package krieg_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
)

// This file estimates states a second time, as simply as can be: boards are 64 bytes,
// what is heard is found by comparing the board before and after, lines are walked square
// by square, and a belief is a Go map. Only the legal moves are shared with the
// estimators under test; they have oracles of their own.

type naiveBoard [64]byte

func boardOf(p *krieg.Position) (b naiveBoard) {
	s := 56
	for _, c := range []byte(p.Placement()) {
		switch {
		case c == '/':
			s -= 16
		case c >= '1' && c <= '8':
			s += int(c - '0')
		default:
			b[s] = c
			s++
		}
	}
	return b
}

func isWhite(c byte) bool         { return c >= 'A' && c <= 'Z' }
func isBlack(c byte) bool         { return c >= 'a' }
func own(c byte, white bool) bool { return white && isWhite(c) || !white && isBlack(c) }

// naivePercept says what is heard when m is made in p.
func naivePercept(r krieg.Rules, p krieg.Position, m krieg.Move) (string, krieg.Position) {
	white := p.ToMove() == krieg.White
	before := boardOf(&p)
	q := p
	q.Make(m)
	after := boardOf(&q)
	words := []string{"yes"}
	for s := range before {
		if own(before[s], !white) && !own(after[s], !white) {
			words = append(words, naiveCapture(r, before, m, s)...)
		}
	}
	if r.AnnouncePromotion && m.Promotion() != chess.NoKind {
		words = append(words, "promotes")
	}
	checks := naiveChecks(after, !white)
	if checks != "" {
		words = append(words, "check", checks)
	}
	return strings.Join(append(words, naiveEnd(r, &q, after, checks != "")...), " "), q
}

func naiveCapture(r krieg.Rules, before naiveBoard, m krieg.Move, s int) []string {
	enPassant := s != int(m.To())
	square := krieg.Square(s)
	if enPassant && r.AnnounceEnPassant {
		square = m.To()
	}
	class := map[bool]string{true: "pawn", false: "piece"}
	words := []string{"takes", square.String()}
	if r.CapturedClass {
		words = append(words, class[before[s]|0x20 == 'p'])
	}
	if r.CapturerClass {
		words = append(words, "by", class[before[m.From()]|0x20 == 'p'])
	}
	if enPassant && r.AnnounceEnPassant {
		words = append(words, "ep")
	}
	return words
}

// naiveChecks walks from the king of one side in all directions.
func naiveChecks(b naiveBoard, white bool) string {
	king := slices.Index(b[:], map[bool]byte{true: 'K', false: 'k'}[white])
	found := map[string]bool{}
	length := func(df, dr int) int {
		n := 1
		for _, sign := range []int{1, -1} {
			f, r := king%8+sign*df, king/8+sign*dr
			for ; f >= 0 && f < 8 && r >= 0 && r < 8; f, r = f+sign*df, r+sign*dr {
				n++
			}
		}
		return n
	}
	for df := -2; df <= 2; df++ {
		for dr := -2; dr <= 2; dr++ {
			c, steps := look(b, king, df, dr)
			if c == 0 || own(c, white) {
				continue
			}
			kind := c | 0x20
			forward := map[bool]int{true: 1, false: -1}[white]
			switch {
			case df*df+dr*dr == 5:
				found["knight"] = found["knight"] || kind == 'n' && steps == 1
			case df == 0 && (kind == 'r' || kind == 'q'):
				found["file"] = true
			case dr == 0 && (kind == 'r' || kind == 'q'):
				found["rank"] = true
			case df*dr != 0 && (kind == 'b' || kind == 'q' || kind == 'p' && steps == 1 && dr == forward):
				name := "short"
				if length(df, dr) > length(df, -dr) {
					name = "long"
				}
				found[name] = true
			}
		}
	}
	var words []string
	for _, w := range []string{"file", "rank", "long", "short", "knight"} {
		if found[w] {
			words = append(words, w)
		}
	}
	return strings.Join(words, " ")
}

// look returns the first man seen from s in a direction, and how many steps away. A
// knight looks one leap far.
func look(b naiveBoard, s, df, dr int) (byte, int) {
	straight := df*df <= 1 && dr*dr <= 1 && (df != 0 || dr != 0)
	if !straight && df*df+dr*dr != 5 {
		return 0, 0
	}
	f, r := s%8+df, s/8+dr
	for n := 1; f >= 0 && f < 8 && r >= 0 && r < 8; n++ {
		if c := b[r*8+f]; c != 0 || !straight {
			return c, n
		}
		f, r = f+df, r+dr
	}
	return 0, 0
}

func naiveEnd(r krieg.Rules, q *krieg.Position, b naiveBoard, check bool) []string {
	var l chess.Moves
	q.Legal(&l)
	switch {
	case l.Len() == 0 && check:
		return []string{"mate"}
	case l.Len() == 0:
		return []string{"stalemate"}
	case naiveDead(b):
		return []string{"draw"}
	}
	takes := map[string]bool{}
	from := map[string]bool{}
	for _, m := range l.Slice() {
		if b[m.From()]|0x20 == 'p' && m.From().File() != m.To().File() {
			takes[m.From().String()+m.To().String()] = true
			from[m.From().String()] = true
		}
	}
	switch r.PawnTries {
	case krieg.TriesCount:
		return []string{"tries", fmt.Sprint(len(takes))}
	case krieg.TriesWhether:
		return []string{"tries", map[bool]string{true: "yes", false: "no"}[len(takes) > 0]}
	case krieg.TriesSquares:
		var names []string
		for s := range krieg.Square(64) {
			if from[s.String()] {
				names = append(names, s.String())
			}
		}
		if names == nil {
			names = []string{"none"}
		}
		return []string{"tries", strings.Join(names, ",")}
	default:
		return nil
	}
}

func naiveDead(b naiveBoard) bool {
	men := ""
	colours := map[int]bool{}
	for s, c := range b {
		if c != 0 && c|0x20 != 'k' {
			men += string(c | 0x20)
			if c|0x20 == 'b' {
				colours[(s%8+s/8)%2] = true
			}
		}
	}
	return men == "" || men == "n" || strings.Trim(men, "b") == "" && len(colours) == 1
}

// naiveTries lists the moves of the side to move on a board with its own men only.
func naiveTries(p *krieg.Position) []krieg.Move {
	white := p.ToMove() == krieg.White
	b := boardOf(p)
	for s, c := range b {
		if !own(c, white) {
			b[s] = 0
		}
	}
	var out []krieg.Move
	for from, c := range b {
		for to := range b {
			if c != 0 && b[to] == 0 && naiveReach(b, p.Rights(), from, to, white) {
				out = append(out, withPromotions(c, from, to)...)
			}
		}
	}
	return out
}

func withPromotions(c byte, from, to int) []krieg.Move {
	if c|0x20 != 'p' || to/8 != 0 && to/8 != 7 {
		return []krieg.Move{chess.NewMove(krieg.Square(from), krieg.Square(to), chess.NoKind)}
	}
	var out []krieg.Move
	for _, k := range []chess.Kind{chess.Queen, chess.Rook, chess.Bishop, chess.Knight} {
		out = append(out, chess.NewMove(krieg.Square(from), krieg.Square(to), k))
	}
	return out
}

func naiveReach(b naiveBoard, rights string, from, to int, white bool) bool {
	df, dr := to%8-from%8, to/8-from/8
	forward := map[bool]int{true: 1, false: -1}[white]
	size := max(df, -df, dr, -dr)
	straight := df == 0 || dr == 0
	diagonal := df == dr || df == -dr
	clear := func() bool {
		for i := 1; i < size; i++ {
			if b[from+i*(dr/size*8+df/size)] != 0 {
				return false
			}
		}
		return true
	}
	switch b[from] | 0x20 {
	case 'p':
		home := map[bool]int{true: 1, false: 6}[white]
		return dr == forward && df*df <= 1 || df == 0 && dr == 2*forward && from/8 == home && clear()
	case 'n':
		return df*df+dr*dr == 5
	case 'b':
		return diagonal && clear()
	case 'r':
		return straight && clear()
	case 'q':
		return (straight || diagonal) && clear()
	}
	if size == 1 {
		return true
	}
	letter := map[int]string{2: "k", -2: "q"}[df]
	if white {
		letter = strings.ToUpper(letter)
	}
	if dr != 0 || letter == "" || !strings.Contains(rights, letter) {
		return false
	}
	return clear() && (df == 2 || b[from-3] == 0)
}

// naiveStep returns the boards after event e, where t is the turn's events so far.
func naiveStep(r krieg.Rules, me krieg.Color, boards map[krieg.Position]bool, turn []krieg.Event, e krieg.Event) map[krieg.Position]bool {
	out := map[krieg.Position]bool{}
	for p := range boards {
		var l chess.Moves
		p.Legal(&l)
		legal := l.Slice()
		any := slices.ContainsFunc(legal, p.IsPawnCapture)
		switch e.Heard.Answer {
		case krieg.AnyYes:
			if any {
				out[p] = true
			}
		case krieg.AnyNo:
			if !any {
				out[p] = true
			}
		case krieg.No:
			if e.By == me && !slices.Contains(legal, krieg.Move(e.Action)) ||
				e.By != me && naiveRefused(r, p, legal, append(slices.Clone(turn), e)) {
				out[p] = true
			}
		default:
			owing := slices.ContainsFunc(turn, func(e krieg.Event) bool { return e.Heard.Answer == krieg.AnyYes })
			paid := r.Any == krieg.AnyTry && turn != nil && turn[len(turn)-1].Heard.Answer == krieg.No
			for _, m := range legal {
				if e.By == me && m != krieg.Move(e.Action) || e.By != me && owing && !paid && !p.IsPawnCapture(m) {
					continue
				}
				if heard, q := naivePercept(r, p, m); heard == e.Heard.Describe(r) {
					out[q] = true
				}
			}
		}
	}
	return out
}

// naiveRefused searches for tries of the opponent that explain the refusals of a turn,
// one after the other, as the referee would have taken them.
func naiveRefused(r krieg.Rules, p krieg.Position, legal []krieg.Move, turn []krieg.Event) bool {
	var pawns, others int // illegal tries not used yet
	can := slices.ContainsFunc(legal, p.IsPawnCapture)
	for _, m := range naiveTries(&p) {
		if slices.Contains(legal, m) {
			continue
		}
		if !p.IsPawnCapture(m) {
			others++
		} else if r.PawnTries == krieg.NoTries || r.PawnTries == krieg.TriesCount ||
			r.PawnTries == krieg.TriesWhether && can ||
			r.PawnTries == krieg.TriesSquares && slices.ContainsFunc(legal, func(l krieg.Move) bool {
				return l.From() == m.From() && p.IsPawnCapture(l)
			}) {
			pawns++
		}
	}
	return naiveSequence(r, turn, pawns, others, false, krieg.NotAsked)
}

func naiveSequence(r krieg.Rules, turn []krieg.Event, pawns, others int, usedPawn bool, asked krieg.Asked) bool {
	if len(turn) == 0 {
		return true
	}
	rest := turn[1:]
	switch turn[0].Heard.Answer {
	case krieg.AnyYes:
		return naiveSequence(r, rest, pawns, others, usedPawn, krieg.Owing)
	case krieg.AnyNo:
		return naiveSequence(r, rest, pawns, others, usedPawn, krieg.AnsweredNo)
	default:
	}
	if asked == krieg.Owing && r.Any == krieg.AnyTry {
		return usedPawn && naiveSequence(r, rest, pawns, others, true, krieg.Free) ||
			pawns > 0 && naiveSequence(r, rest, pawns-1, others, true, krieg.Free)
	}
	if pawns > 0 && asked != krieg.AnsweredNo && naiveSequence(r, rest, pawns-1, others, true, asked) {
		return true
	}
	return others > 0 && asked != krieg.Owing && naiveSequence(r, rest, pawns, others-1, usedPawn, asked)
}

// naiveEstimate returns the boards after everything in h, or nil if there were ever more
// than limit.
func naiveEstimate(h *krieg.History, limit int) map[krieg.Position]bool {
	boards := map[krieg.Position]bool{h.Start: true}
	var turn []krieg.Event
	for _, e := range h.Events {
		if boards = naiveStep(h.Rules, h.Me, boards, turn, e); len(boards) > limit {
			return nil
		}
		turn = append(turn, e)
		if e.Heard.Answer == krieg.Yes {
			turn = nil
		}
	}
	return boards
}

// TestEstimatorsAgree compares both estimators with the naive one: 2,000 histories with
// VEIL_FULL=1.
func TestEstimatorsAgree(t *testing.T) {
	n, limit := 200, 200
	if os.Getenv("VEIL_FULL") != "" {
		n, limit = 2_000, 1_000
	}
	if testing.Short() {
		n, limit = 30, 60
	}
	r := newRand(21)
	done, events, states := 0, 0, 0
	for i := 0; done < n; i++ {
		rules := krieg.Rulesets()[i%7]
		full := play(r, rules, start(r, t), 1+r.IntN(40)).History()
		h := full.Filter(krieg.Color(r.IntN(2)))
		want := naiveEstimate(&h, limit)
		for want == nil { // too many boards: hear less
			h.Events = h.Events[:len(h.Events)*2/3]
			want = naiveEstimate(&h, limit)
		}
		compareEstimates(t, &h, want, r)
		done++
		events += len(h.Events)
		states += len(want)
	}
	t.Logf("%d histories, %d events, %d boards", done, events, states)
}

// compareLimits estimates within the largest belief on the way, and within one board less.
func compareLimits(t *testing.T, h *krieg.History, want *krieg.Belief) {
	t.Helper()
	b, err := krieg.NewBelief(h.Rules, h.Me, []krieg.Position{h.Start})
	most := 1
	for i := 0; i < len(h.Events) && err == nil; i++ {
		b, err = b.Hear(t.Context(), h.Events[i], krieg.Limits{})
		most = max(most, b.Len())
	}
	if err != nil {
		t.Fatal(err)
	}
	if within, err := krieg.Estimate(t.Context(), h, krieg.Limits{Boards: most}); err != nil || !reflect.DeepEqual(within, want) {
		t.Fatalf("within %d boards: %v\n%s", most, err, h.Log())
	}
	if _, err := krieg.Estimate(t.Context(), h, krieg.Limits{Boards: most - 1}); most > 1 && !errors.Is(err, veil.ErrTooHard) {
		t.Fatalf("within %d boards, where %d are needed: %v\n%s", most-1, most, err, h.Log())
	}
}

func compareEstimates(t *testing.T, h *krieg.History, want map[krieg.Position]bool, r *rand.Rand) {
	t.Helper()
	b, err := krieg.Estimate(t.Context(), h, krieg.Limits{})
	if err != nil {
		t.Fatalf("%v\n%s", err, h.Log())
	}
	compareLimits(t, h, b)
	seen := map[krieg.Position]bool{}
	for p := range b.Boards() {
		if seen[p] || !want[p] {
			t.Fatalf("breadth-first: %v, twice %v\n%s", &p, seen[p], h.Log())
		}
		seen[p] = true
	}
	if len(seen) != len(want) {
		t.Fatalf("breadth-first: %d boards, want %d\n%s", len(seen), len(want), h.Log())
	}
	configs := []krieg.StreamConfig{{}, {Rand: r}}
	if len(h.Events) <= 6 {
		configs = append(configs, krieg.StreamConfig{Memo: 7}) // forgetful: walks again and again
	}
	for _, cfg := range configs {
		clear(seen)
		for p := range krieg.Stream(t.Context(), h, cfg) {
			if !want[p] || seen[p] && cfg.Memo == 0 {
				t.Fatalf("depth-first: %v, twice %v\n%s", &p, seen[p], h.Log())
			}
			seen[p] = true
		}
		if len(seen) != len(want) {
			t.Fatalf("depth-first: %d boards, want %d\n%s", len(seen), len(want), h.Log())
		}
	}
}

// TestDamagedHistoriesAgree changes one thing that was heard. The estimators must agree
// on whether that is still possible.
func TestDamagedHistoriesAgree(t *testing.T) {
	r := newRand(22)
	impossible := 0
	n := 200
	if testing.Short() {
		n = 60
	}
	for i := range n {
		rules := krieg.Rulesets()[i%7]
		full := play(r, rules, start(r, t), 1+r.IntN(12)).History()
		h := full.Filter(krieg.Color(r.IntN(2)))
		if len(h.Events) == 0 {
			continue
		}
		e := &h.Events[r.IntN(len(h.Events))]
		switch {
		case e.Heard.Answer != krieg.Yes:
			continue
		case r.IntN(2) == 0:
			e.Heard.Checks ^= krieg.Directions(1 << r.IntN(5))
		default:
			e.Heard = e.Heard.WithCapture(krieg.Square(r.IntN(64)))
		}
		want := naiveEstimate(&h, 2_000)
		if want == nil {
			continue
		}
		b, err := krieg.Estimate(t.Context(), &h, krieg.Limits{})
		if len(want) == 0 {
			impossible++
			if !errors.Is(err, veil.ErrImpossible) {
				t.Fatalf("error %v, want an impossible history\n%s", err, h.Log())
			}
			continue
		}
		if err != nil || b.Len() != len(want) {
			t.Fatalf("%v, want %d boards\n%s", err, len(want), h.Log())
		}
	}
	if impossible < n/4 {
		t.Errorf("only %d damaged histories were impossible", impossible)
	}
}
