// SPDX-License-Identifier: BSD-3-Clause

package krieg

import (
	"errors"
	"fmt"
	"math/bits"
	"strings"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/krieg/chess"
)

// ksItem is one hidden man: its possible kinds and squares.
type ksItem struct {
	maybe bool
	kinds []chess.Kind
	where uint64
}

func (k *ksParser) addItems(value string) error {
	for word := range strings.FieldsSeq(strings.ReplaceAll(value, ", ", ",")) {
		item, err := parseItem(word)
		if err != nil {
			return err
		}
		if k.items = append(k.items, item); len(k.items) > 16 {
			return errors.New("opp: more than 16 men")
		}
	}
	return nil
}

func parseItem(word string) (ksItem, error) {
	rest, maybe := strings.CutPrefix(word, "?")
	kinds, where, ok := strings.Cut(rest, "@")
	if !ok {
		return ksItem{}, fmt.Errorf("%q is not a man; write kind@where, such as k@a4 or q|r@{a1,b2}", word)
	}
	item := ksItem{maybe: maybe}
	for letter := range strings.SplitSeq(kinds, "|") {
		if len(letter) != 1 || chess.KindOf(letter[0]) == chess.NoKind {
			return item, fmt.Errorf("%q: no kind of man %q; use k q r b n p", word, letter)
		}
		item.kinds = append(item.kinds, chess.KindOf(letter[0]))
	}
	squares, err := parseWhere(where)
	if err != nil {
		return item, fmt.Errorf("%q: %w", word, err)
	}
	item.where = squares
	return item, nil
}

func parseWhere(s string) (uint64, error) {
	switch {
	case s == "*":
		return ^uint64(0), nil
	case s == "dark":
		return chess.DarkSquares, nil
	case s == "light":
		return ^chess.DarkSquares, nil
	case len(s) == 5 && strings.HasPrefix(s, "rank") && s[4] >= '1' && s[4] <= '8':
		return 0xff << (8 * (s[4] - '1')), nil
	case len(s) == 5 && strings.HasPrefix(s, "file") && s[4] >= 'a' && s[4] <= 'h':
		return 0x0101010101010101 << (s[4] - 'a'), nil
	}
	list, set := strings.CutPrefix(s, "{")
	if set {
		list = strings.TrimSuffix(list, "}")
	}
	var b uint64
	for name := range strings.SplitSeq(list, ",") {
		sq, err := chess.ParseSquare(name)
		if err != nil || b != 0 && !set {
			return 0, fmt.Errorf("%q is not a place; write a square, {a1,b2}, *, dark, light, rank1 or filea", s)
		}
		b |= sq.Bit()
	}
	return b, nil
}

// expander places the hidden men in every way.
type expander struct {
	parser *ksParser
	seen   map[Position]bool
	work   int
}

// expand fills the positions of the problem from me and opp.
func (k *ksParser) expand() error {
	if len(k.items) == 0 {
		return errors.New("opp: the opponent's men are missing; for a bare king anywhere write: opp: k@*")
	}
	e := expander{parser: k, seen: map[Position]bool{}}
	if err := e.place(*k.me, k.items); err != nil {
		return err
	}
	if len(k.problem.Positions) == 0 {
		return fmt.Errorf("opp: no legal position fits: %w", veil.ErrImpossible)
	}
	return nil
}

// place puts the first of the men on each of its squares, as each of its kinds, and the others by
// recursion. It limits the placements too, since most may be rejected.
func (e *expander) place(p Position, items []ksItem) error {
	if e.work++; e.work > 4*maxPositions {
		return errTooMany
	}
	if !e.parser.meter.spend(1) {
		return e.parser.meter.err
	}
	if len(items) == 0 {
		return e.accept(p)
	}
	item := items[0]
	if item.maybe {
		if err := e.place(p, items[1:]); err != nil {
			return err
		}
	}
	for b := item.where &^ p.Occupied(); b != 0; b &= b - 1 {
		s := Square(bits.TrailingZeros64(b))
		for _, kind := range item.kinds {
			q := p
			q.Put(s, e.parser.problem.Me.Other(), kind)
			if err := e.place(q, items[1:]); err != nil {
				return err
			}
		}
	}
	return nil
}

// accept keeps a placement that is a possible position not seen before.
func (e *expander) accept(p Position) error {
	k := e.parser
	if k.captures >= 0 && bits.OnesCount64(p.Men(k.problem.Me.Other())) != 16-k.captures {
		return nil
	}
	pos, err := k.board(p)
	if err != nil || e.seen[pos] {
		return nil //nolint:nilerr // an impossible placement is skipped, not an error
	}
	if len(k.problem.Positions) == maxPositions {
		return errTooMany
	}
	e.seen[pos] = true
	k.problem.Positions = append(k.problem.Positions, pos)
	return nil
}
