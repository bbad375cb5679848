// SPDX-License-Identifier: BSD-3-Clause

package chess

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// SAN returns m in standard algebraic notation, unambiguous among the given moves: the
// legal moves, or the tries of a player who sees only their own men. It
// ends in + or # if p is the real board and m gives check or mate.
func (p *Position) SAN(m Move, among []Move) string {
	s := p.san(m, among)
	if !p.IsLegal(m) {
		return s
	}
	q := *p
	q.Make(m)
	if q.Checkers() == 0 {
		return s
	}
	var l Moves
	if q.Legal(&l); l.n == 0 {
		return s + "#"
	}
	return s + "+"
}

func (p *Position) san(m Move, among []Move) string {
	kind := p.KindAt(m.From())
	if kind == King && castles(m.From(), m.To()) {
		if m.To().File() == 6 {
			return "O-O"
		}
		return "O-O-O"
	}
	capture := ""
	if p.Occupied()&m.To().Bit() != 0 || p.IsPawnCapture(m) {
		capture = "x"
	}
	if kind != Pawn {
		return string(rune(kind.Letter()-0x20)) + p.disambiguate(m, among) + capture + m.To().String()
	}
	s := m.To().String()
	if capture != "" {
		s = m.From().String()[:1] + "x" + s
	}
	if k := m.Promotion(); k != NoKind {
		s += "=" + string(rune(k.Letter()-0x20))
	}
	return s
}

// disambiguate returns the file, rank or square that singles out the man that moves.
func (p *Position) disambiguate(m Move, among []Move) string {
	var others, sameFile, sameRank bool
	for _, o := range among {
		if o == m || o.To() != m.To() || o.From() == m.From() || p.KindAt(o.From()) != p.KindAt(m.From()) {
			continue
		}
		others = true
		sameFile = sameFile || o.From().File() == m.From().File()
		sameRank = sameRank || o.From().Rank() == m.From().Rank()
	}
	from := m.From().String()
	switch {
	case !others:
		return ""
	case !sameFile:
		return from[:1]
	case !sameRank:
		return from[1:]
	default:
		return from
	}
}

var errNotSAN = errors.New("not a move; write e4, Nf3, exd5, e8=Q, O-O or e2e4")

// ParseMoveIn reads a move in standard algebraic notation or in coordinates and returns the one of
// among that it denotes. Signs of capture, check and quality are ignored.
func (p *Position) ParseMoveIn(s string, among []Move) (Move, error) {
	if m, err := ParseMove(s); err == nil {
		if slices.Contains(among, m) {
			return m, nil
		}
		return 0, fmt.Errorf("%s: no such move here", s)
	}
	w, err := parseSAN(s)
	if err != nil {
		return 0, fmt.Errorf("%q: %w", s, err)
	}
	var found Move
	for _, m := range among {
		if !p.matches(m, w) {
			continue
		}
		if found != 0 {
			return 0, fmt.Errorf("%s: %v or %v?", s, found, m)
		}
		found = m
	}
	if found == 0 {
		return 0, fmt.Errorf("%s: no such move here", s)
	}
	return found, nil
}

// sanMove holds the parts of a move in algebraic notation.
type sanMove struct {
	kind       Kind
	promote    Kind
	to         Square
	file, rank int // of the square left, -1 where not given
	castle     int // the file the king goes to, 0 for no castling
}

func parseSAN(s string) (sanMove, error) {
	w := sanMove{kind: Pawn, file: -1, rank: -1}
	s = strings.TrimRight(s, "+#!?")
	switch strings.ReplaceAll(s, "0", "O") {
	case "O-O":
		w.castle, w.kind = 6, King
		return w, nil
	case "O-O-O":
		w.castle, w.kind = 2, King
		return w, nil
	}
	if s != "" && strings.IndexByte("NBRQK", s[0]) >= 0 {
		w.kind, s = KindOf(s[0]), s[1:]
	}
	if n := len(s); n > 2 && strings.IndexByte("NBRQ", s[n-1]) >= 0 {
		w.promote = KindOf(s[n-1])
		s = strings.TrimSuffix(s[:n-1], "=")
	}
	if len(s) < 2 {
		return w, errNotSAN
	}
	to, err := ParseSquare(s[len(s)-2:])
	if err != nil {
		return w, errNotSAN
	}
	w.to = to
	return w, w.parseFrom(strings.TrimSuffix(s[:len(s)-2], "x"))
}

func (w *sanMove) parseFrom(s string) error {
	if s != "" && s[0] >= 'a' && s[0] <= 'h' {
		w.file, s = int(s[0]-'a'), s[1:]
	}
	if s != "" && s[0] >= '1' && s[0] <= '8' {
		w.rank, s = int(s[0]-'1'), s[1:]
	}
	if s != "" {
		return errNotSAN
	}
	return nil
}

func (p *Position) matches(m Move, w sanMove) bool {
	from := m.From()
	if p.KindAt(from) != w.kind {
		return false
	}
	castling := w.kind == King && castles(from, m.To())
	if castling || w.castle != 0 {
		return castling && m.To().File() == w.castle
	}
	if w.kind == Pawn && w.file < 0 && from.File() != m.To().File() {
		return false // a pawn's capture names its file
	}
	return m.To() == w.to && m.Promotion() == w.promote &&
		(w.file < 0 || from.File() == w.file) && (w.rank < 0 || from.Rank() == w.rank)
}
