// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// vtScreen is a small terminal: it keeps what a person would see. A sequence that it
// does not know is a fault, so that no test passes on a screen that was misread.
type vtScreen struct {
	width, height int
	cells         [][]rune
	row, col      int
	last          rune
	modes         map[string]bool // private modes that are set, such as 1049
	faults        []string
	pending       []byte // a sequence that is not complete yet
	colors        int    // sequences that chose a colour
}

func newVTScreen(width, height int) *vtScreen {
	s := &vtScreen{modes: map[string]bool{"25": true}}
	s.resize(width, height)
	return s
}

// resize clears the screen, as the program under test draws it again.
func (s *vtScreen) resize(width, height int) {
	s.width, s.height, s.row, s.col = width, height, 0, 0
	s.cells = nil
	for range height {
		s.cells = append(s.cells, blank(width))
	}
}

func blank(width int) []rune { return slices.Repeat([]rune{' '}, width) }

// String returns the screen, lines without trailing spaces.
func (s *vtScreen) String() string {
	var text strings.Builder
	for _, line := range s.cells {
		text.WriteString(strings.TrimRight(string(line), " ") + "\n")
	}
	return text.String()
}

// Write takes in what the program sends.
func (s *vtScreen) Write(data []byte) (int, error) {
	text := append(s.pending, data...)
	s.pending = nil
	for len(text) > 0 {
		n := s.take(text)
		if n == 0 {
			s.pending = slices.Clone(text)
			break
		}
		text = text[n:]
	}
	return len(data), nil
}

// take consumes one character or sequence, or returns 0 if it is not complete.
func (s *vtScreen) take(text []byte) int {
	switch c := text[0]; {
	case c == 0x1b:
		return s.escape(text)
	case c < ' ':
		s.control(c)
		return 1
	case !utf8.FullRune(text):
		return 0
	}
	r, n := utf8.DecodeRune(text)
	s.print(r)
	return n
}

func (s *vtScreen) print(r rune) {
	if s.col >= s.width {
		s.col = 0
		s.lineFeed()
	}
	s.cells[s.row][s.col] = r
	s.col++
	s.last = r
}

func (s *vtScreen) control(c byte) {
	switch c {
	case '\r':
		s.col = 0
	case '\n':
		s.lineFeed()
	case '\b':
		s.col = max(0, s.col-1)
	case '\t':
		s.col = min(s.width-1, s.col/8*8+8)
	case 0x07: // bell
	default:
		s.fault("control %#x", c)
	}
}

func (s *vtScreen) lineFeed() {
	if s.row < s.height-1 {
		s.row++
		return
	}
	s.cells = append(s.cells[1:], blank(s.width))
}

func (s *vtScreen) fault(format string, args ...any) {
	s.faults = append(s.faults, fmt.Sprintf(format, args...))
}

func (s *vtScreen) escape(text []byte) int {
	if len(text) < 2 {
		return 0
	}
	switch text[1] {
	case '[':
		end := slices.IndexFunc(text[2:], func(c byte) bool { return c >= 0x40 && c <= 0x7e })
		if end < 0 {
			return 0
		}
		s.csi(string(text[2:2+end]), text[2+end])
		return 3 + end
	case ']', 'P': // titles and queries: nothing to see
		for _, terminator := range []string{"\x1b\\", "\x07"} {
			if i := strings.Index(string(text[2:]), terminator); i >= 0 {
				return 2 + i + len(terminator)
			}
		}
		return 0
	case 'M': // reverse index
		if s.row == 0 {
			s.cells = append([][]rune{blank(s.width)}, s.cells[:s.height-1]...)
		} else {
			s.row--
		}
	case '=', '>': // keypad
	default:
		s.fault("escape %q", text[1])
	}
	return 2
}

// csi is a control sequence: parameters and a final letter.
func (s *vtScreen) csi(params string, final byte) {
	if private, ok := strings.CutPrefix(params, "?"); ok && (final == 'h' || final == 'l') {
		for mode := range strings.SplitSeq(private, ";") {
			s.modes[mode] = final == 'h'
		}
		return
	}
	if strings.ContainsAny(params, "?>=<$ ") { // queries and keyboard modes: nothing to see
		return
	}
	n := s.numbers(params)
	one := max(1, n[0])
	switch final {
	case 'A':
		s.row = max(0, s.row-one)
	case 'B':
		s.row = min(s.height-1, s.row+one)
	case 'C':
		s.col = min(s.width-1, s.col+one)
	case 'D':
		s.col = max(0, s.col-one)
	case 'Z':
		for range one {
			s.col = max(0, (s.col-1)/8*8)
		}
	case 'G', '`':
		s.col = min(s.width, one) - 1
	case 'd':
		s.row = min(s.height, one) - 1
	case 'H', 'f':
		s.row, s.col = min(s.height, one)-1, 0
		if len(n) > 1 {
			s.col = min(s.width, max(1, n[1])) - 1
		}
	case 'm':
		s.style(params)
	default:
		s.edit(n[0], final)
	}
}

// edit erases, inserts, deletes and scrolls.
func (s *vtScreen) edit(n int, final byte) {
	one := max(1, n)
	line := s.cells[s.row]
	col := min(s.col, s.width-1)
	switch final {
	case 'J':
		s.eraseScreen(n)
	case 'K':
		from, to := [...]int{col, 0, 0}[n], [...]int{s.width, col + 1, s.width}[n]
		copy(line[from:to], blank(to-from))
	case 'X':
		copy(line[col:], blank(min(one, s.width-col)))
	case 'P':
		s.cells[s.row] = append(slices.Delete(line, col, min(s.width, col+one)), blank(min(one, s.width-col))...)
	case '@':
		s.cells[s.row] = slices.Insert(line, col, blank(one)...)[:s.width]
	case 'b':
		for range one {
			s.print(s.last)
		}
	case 'L':
		for range min(one, s.height-s.row) {
			s.cells = slices.Insert(s.cells, s.row, blank(s.width))[:s.height]
		}
	case 'M':
		for range min(one, s.height-s.row) {
			s.cells = append(slices.Delete(s.cells, s.row, s.row+1), blank(s.width))
		}
	default:
		s.fault("control sequence %d %c", n, final)
	}
}

func (s *vtScreen) eraseScreen(n int) {
	switch n {
	case 0:
		s.edit(0, 'K')
		for row := s.row + 1; row < s.height; row++ {
			s.cells[row] = blank(s.width)
		}
	case 2:
		for row := range s.cells {
			s.cells[row] = blank(s.width)
		}
	default:
		s.fault("erase %d", n)
	}
}

// style only notes whether a colour was chosen.
func (s *vtScreen) style(params string) {
	for _, p := range strings.FieldsFunc(params, func(r rune) bool { return r == ';' || r == ':' }) {
		if len(p) >= 2 && strings.ContainsRune("349", rune(p[0])) && p != "39" && p != "49" {
			s.colors++
		}
	}
}

func (s *vtScreen) numbers(params string) []int {
	var list []int
	for part := range strings.SplitSeq(params, ";") {
		n, err := strconv.Atoi(part)
		if err != nil && part != "" && !strings.Contains(part, ":") {
			s.fault("parameter %q", part)
		}
		list = append(list, n)
	}
	return list
}
