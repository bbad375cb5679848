// SPDX-License-Identifier: BSD-3-Clause

package chess

import (
	"errors"
	"fmt"
	"strings"
)

// Start returns the initial position.
func Start() Position {
	p, err := ParseFEN("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
	if err != nil {
		panic(err) // a constant that does not parse is a fault of this package
	}
	return p
}

// ParseFEN reads a position in Forsyth-Edwards notation. Only the men are required; White moves
// unless "b" is given, castling rights and en-passant square default to none, and the two counters
// are ignored. The position must be possible: one king per side, the side that just moved not in
// check, no pawn on the first or last rank, at most 16 men per side and no more promoted men than
// missing pawns.
func ParseFEN(s string) (Position, error) {
	fields := strings.Fields(s)
	if len(fields) == 0 || len(s) > 128 {
		return Position{}, errors.New("not a FEN: want men, side, castling rights and en-passant square")
	}
	p, err := ParseMen(fields[0])
	if err != nil {
		return Position{}, err
	}
	fields = append(fields, make([]string, 3)...)
	switch fields[1] {
	case "", "w":
	case "b":
		p.side = Black
	default:
		return Position{}, fmt.Errorf("side to move %q; write w or b", fields[1])
	}
	if err := p.setRights(fields[2]); err != nil {
		return Position{}, err
	}
	if err := p.setEnPassant(fields[3]); err != nil {
		return Position{}, err
	}
	return p, p.Validate()
}

// ParseMen reads the first field of a FEN, the men on the board, and checks only that there are
// eight ranks of eight squares. White is to move.
func ParseMen(s string) (Position, error) {
	var p Position
	file, rank := 0, 7
	for i := range len(s) {
		c := s[i]
		switch {
		case c == '/':
			if file != 8 || rank == 0 {
				return p, fmt.Errorf("column %d: rank %d has %d squares, want 8 ranks of 8", i+1, rank+1, file)
			}
			file, rank = 0, rank-1
		case c >= '1' && c <= '8' && file+int(c-'0') <= 8:
			file += int(c - '0')
		case KindOf(c) != NoKind && file < 8:
			side := White
			if c >= 'a' {
				side = Black
			}
			p.Put(NewSquare(file, rank), side, KindOf(c))
			file++
		default:
			return p, fmt.Errorf("column %d: unexpected %q on rank %d; men are KQRBNP kqrbnp, digits are empty squares", i+1, c, rank+1)
		}
	}
	if file != 8 || rank != 0 {
		return p, fmt.Errorf("column %d: the board ends on rank %d after %d squares", len(s)+1, rank+1, file)
	}
	return p, nil
}

// rightsTable lists the castling rights in the order of a FEN.
func rightsTable() [4]struct {
	letter     byte
	right      uint8
	king, rook Square
	side       Color
} {
	return [4]struct {
		letter     byte
		right      uint8
		king, rook Square
		side       Color
	}{
		{'K', whiteShort, e1, h1, White},
		{'Q', whiteLong, e1, a1, White},
		{'k', blackShort, e8, h8, Black},
		{'q', blackLong, e8, a8, Black},
	}
}

// setRights sets castling rights; the king and the rook must be on their home squares.
func (p *Position) setRights(s string) error {
	if s == "-" || s == "" {
		return nil
	}
	rest := s
	for _, r := range rightsTable() {
		if rest == "" || rest[0] != r.letter {
			continue
		}
		rest = rest[1:]
		men := p.Men(r.side)
		if p.KindAt(r.king) != King || p.KindAt(r.rook) != Rook || men&r.king.Bit() == 0 || men&r.rook.Bit() == 0 {
			return fmt.Errorf("castling right %c needs the king on %v and a rook on %v", r.letter, r.king, r.rook)
		}
		p.rights |= r.right
	}
	if rest != "" {
		return fmt.Errorf("castling rights %q; write letters of KQkq in this order, or -", s)
	}
	return nil
}

// setEnPassant reads the en-passant square: the pawn that passed it must be beyond it, and its home
// square empty.
func (p *Position) setEnPassant(s string) error {
	if s == "-" || s == "" {
		return nil
	}
	sq, err := ParseSquare(s)
	if err != nil {
		return err
	}
	by := p.side.Other()
	home := forward(p.side, sq.Bit()) // where the pawn started
	pawn := sq ^ 8                    // where it stands now
	want := 2
	if by == Black {
		want = 5
	}
	if sq.Rank() != want || p.Occupied()&(sq.Bit()|home) != 0 ||
		p.KindAt(pawn) != Pawn || p.Men(by)&pawn.Bit() == 0 {
		return fmt.Errorf("en-passant square %v: no %v pawn has just passed it", sq, by)
	}
	p.side = by // passed looks from the side that moved
	p.passed(sq)
	p.side = by.Other()
	return nil
}

// Validate reports why the position cannot occur in a game, by the conditions of [ParseFEN].
func (p *Position) Validate() error {
	if p.All(Pawn)&(rank1|rank8) != 0 {
		return errors.New("a pawn stands on the first or last rank")
	}
	for _, c := range [2]Color{White, Black} {
		if err := p.validateSide(c); err != nil {
			return err
		}
	}
	q := p.WithToMove(p.side.Other())
	if q.Checkers() != 0 {
		return fmt.Errorf("%v is in check but %v is to move", q.side, p.side)
	}
	return nil
}

func (p *Position) validateSide(c Color) error {
	men := p.Men(c)
	n := func(k Kind) int { return popCount(p.All(k) & men) }
	if kings := n(King); kings != 1 {
		return fmt.Errorf("%v has %d kings, want one", c, kings)
	}
	if popCount(men) > 16 {
		return fmt.Errorf("%v has %d men, at most 16 are possible", c, popCount(men))
	}
	promoted := max(0, n(Queen)-1) + max(0, n(Rook)-2) + max(0, n(Bishop)-2) + max(0, n(Knight)-2)
	if n(Pawn)+promoted > 8 {
		return fmt.Errorf("%v has %d pawns and %d promoted men, at most 8 together are possible", c, n(Pawn), promoted)
	}
	return nil
}

// Placement returns the men in the notation of [ParseMen].
func (p *Position) Placement() string {
	var b []byte
	for rank := 7; rank >= 0; rank-- {
		empty := byte(0)
		for file := range 8 {
			s := NewSquare(file, rank)
			k := p.KindAt(s)
			if k == NoKind {
				empty++
				continue
			}
			if empty > 0 {
				b = append(b, '0'+empty)
				empty = 0
			}
			letter := k.Letter()
			if p.white&s.Bit() != 0 {
				letter -= 0x20
			}
			b = append(b, letter)
		}
		if empty > 0 {
			b = append(b, '0'+empty)
		}
		if rank > 0 {
			b = append(b, '/')
		}
	}
	return string(b)
}

// Rights returns the castling rights as in a FEN, "-" for none.
func (p *Position) Rights() string {
	var b []byte
	for _, r := range rightsTable() {
		if p.rights&r.right != 0 {
			b = append(b, r.letter)
		}
	}
	if b == nil {
		return "-"
	}
	return string(b)
}

// String returns the position as a FEN with its counters at "0 1".
func (p *Position) String() string {
	ep := NoSquare
	if p.ep != 0 {
		ep = p.ep
	}
	return fmt.Sprintf("%s %c %s %v 0 1", p.Placement(), p.side.String()[0], p.Rights(), ep)
}
