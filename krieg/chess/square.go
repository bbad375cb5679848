// SPDX-License-Identifier: BSD-3-Clause

package chess

import "fmt"

// Square is a square of the board: a1 is 0, h1 is 7, h8 is 63.
type Square uint8

// NoSquare is the absence of a square.
const NoSquare Square = 64

// NewSquare returns the square on a file and rank, both counted from 0.
func NewSquare(file, rank int) Square { return Square(rank<<3 | file) }

// File returns 0 for the a-file up to 7 for the h-file.
func (s Square) File() int { return int(s & 7) }

// Rank returns 0 for the first rank up to 7 for the eighth.
func (s Square) Rank() int { return int(s >> 3) }

// Bit returns the set that contains only s.
func (s Square) Bit() uint64 { return 1 << s }

// String returns the algebraic name, or "-" for NoSquare.
func (s Square) String() string {
	if s >= NoSquare {
		return "-"
	}
	return string([]byte{'a' + byte(s&7), '1' + byte(s>>3)})
}

// ParseSquare reads an algebraic name such as "e4".
func ParseSquare(s string) (Square, error) {
	if len(s) != 2 || s[0] < 'a' || s[0] > 'h' || s[1] < '1' || s[1] > '8' {
		return NoSquare, fmt.Errorf("%q is not a square; write a1 to h8", s)
	}
	return NewSquare(int(s[0]-'a'), int(s[1]-'1')), nil
}

// Color is a side.
type Color uint8

// The two sides.
const (
	White Color = iota
	Black
)

// Other returns the opposing side.
func (c Color) Other() Color { return c ^ 1 }

// String returns "white" or "black".
func (c Color) String() string {
	if c == White {
		return "white"
	}
	return "black"
}

// Kind is a kind of man. The values are the plane codes of a [Position].
type Kind uint8

// The kinds of men. Code 4 is not a man: [Side] uses it as a marker.
const (
	NoKind Kind = 0
	Pawn   Kind = 1
	Knight Kind = 2
	King   Kind = 3
	Bishop Kind = 5
	Rook   Kind = 6
	Queen  Kind = 7
)

const kindLetters = "?pnk?brq"

// Letter returns the lower-case FEN letter of the kind, '?' for none.
func (k Kind) Letter() byte { return kindLetters[k&7] }

// KindOf returns the kind with this FEN letter, in either case, or NoKind.
func KindOf(letter byte) Kind {
	switch letter | 0x20 {
	case 'p':
		return Pawn
	case 'n':
		return Knight
	case 'b':
		return Bishop
	case 'r':
		return Rook
	case 'q':
		return Queen
	case 'k':
		return King
	default:
		return NoKind
	}
}

// Move is a move: from, to and the kind promoted to. Castling is the king's move
// of two files. The zero value is no move.
type Move uint16

// NewMove returns the move; promote is NoKind unless a pawn promotes.
func NewMove(from, to Square, promote Kind) Move {
	return Move(from) | Move(to)<<6 | Move(promote)<<12
}

// From returns the square the man leaves.
func (m Move) From() Square { return Square(m & 63) }

// To returns the square the man goes to.
func (m Move) To() Square { return Square(m >> 6 & 63) }

// Promotion returns the kind promoted to, or NoKind.
func (m Move) Promotion() Kind { return Kind(m >> 12 & 7) }

// String returns the move in coordinates, such as "e2e4" or "a7a8q".
func (m Move) String() string {
	s := m.From().String() + m.To().String()
	if k := m.Promotion(); k != NoKind {
		s += string(rune(k.Letter()))
	}
	return s
}

// ParseMove reads coordinates such as "e2e4" or "a7a8q". It does not check whether any man could
// make the move.
func ParseMove(s string) (Move, error) {
	if len(s) != 4 && len(s) != 5 {
		return 0, fmt.Errorf("%q is not a move; write it as e2e4 or a7a8q", s)
	}
	from, err := ParseSquare(s[:2])
	if err != nil {
		return 0, err
	}
	to, err := ParseSquare(s[2:4])
	if err != nil {
		return 0, err
	}
	var promote Kind
	if len(s) == 5 {
		promote = KindOf(s[4])
		if promote == NoKind || promote == Pawn || promote == King {
			return 0, fmt.Errorf("%q promotes to no kind of man; use q, r, b or n", s)
		}
	}
	if from == to {
		return 0, fmt.Errorf("%q: from and to are the same square", s)
	}
	return NewMove(from, to, promote), nil
}

// Moves is a list of moves with room for any position that [ParseFEN] accepts.
type Moves struct {
	n   int
	buf [256]Move
}

// Slice returns the moves; it is overwritten by the next generation into l.
func (l *Moves) Slice() []Move { return l.buf[:l.n] }

// Len returns the number of moves.
func (l *Moves) Len() int { return l.n }

// Filter keeps the moves for which keep is true, in their order.
func (l *Moves) Filter(keep func(Move) bool) {
	n := 0
	for _, m := range l.Slice() {
		if keep(m) {
			l.buf[n] = m
			n++
		}
	}
	l.n = n
}

// add appends a move. The conversion to uint8 spares a bounds check.
func (l *Moves) add(m Move) {
	l.buf[uint8(l.n)] = m
	l.n++
}
