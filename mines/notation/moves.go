// SPDX-License-Identifier: BSD-3-Clause

package notation

import (
	"fmt"
	"strings"
	"time"

	"github.com/veilplan/veil/mines"
)

// maxSeconds keeps every time that is read inside a [time.Duration].
const maxSeconds = 999_999_999

// ParseMoves reads moves as text, one per line: "open r2c4 @1.204", "flag r1c1". The
// time, in seconds, is optional; # begins a comment.
func ParseMoves(r mines.Rules, text []byte) ([]mines.Move, error) {
	if len(text) > MaxText {
		return nil, &mines.SyntaxError{Message: fmt.Sprintf("%d bytes are more than the limit of %d", len(text), MaxText)}
	}
	var moves []mines.Move
	for i, line := range textLines(string(text)) {
		m, ok, err := parseMove(r, line)
		if err != nil {
			return nil, onLine(err, i+1)
		}
		if ok {
			moves = append(moves, m)
		}
	}
	return moves, nil
}

// WriteMoves writes moves as text.
func WriteMoves(r mines.Rules, moves []mines.Move) []byte {
	var text []byte
	for _, m := range moves {
		text = append(text, m.Kind.String()+" "+r.Name(m.Cell)...)
		if m.Timed {
			text = append(text, " @"+seconds(m.At)...)
		}
		text = append(text, '\n')
	}
	return text
}

// parseMove reads one line; ok is false if there is no move on it.
func parseMove(r mines.Rules, line string) (m mines.Move, ok bool, err error) {
	content, _, _ := strings.Cut(line, "#")
	fields := strings.Fields(content)
	switch len(fields) {
	case 0:
		return mines.Move{}, false, nil
	case 2, 3:
	default:
		return mines.Move{}, false, &mines.SyntaxError{Message: fmt.Sprintf("move %.40q", line), Expected: "open, flag or chord, a cell, and perhaps @seconds"}
	}
	if err := m.Kind.UnmarshalText([]byte(fields[0])); err != nil {
		return mines.Move{}, false, err
	}
	if m.Cell, err = r.ParseCell(fields[1]); err != nil {
		return mines.Move{}, false, err
	}
	if len(fields) == 3 {
		text, marked := strings.CutPrefix(fields[2], "@")
		if m.At, m.Timed = parseSeconds(text); !m.Timed || !marked {
			return mines.Move{}, false, &mines.SyntaxError{Message: fmt.Sprintf("time %.40q", fields[2]), Expected: "seconds such as @1.204"}
		}
	}
	return m, true, nil
}

// seconds writes a time exactly, with at least three decimals.
func seconds(d time.Duration) string {
	text := fmt.Sprintf("%d.%09d", d/time.Second, d%time.Second)
	milli := len(text) - 6
	return text[:milli] + strings.TrimRight(text[milli:], "0")
}

// parseSeconds reads a time of at most nine decimals.
func parseSeconds(text string) (time.Duration, bool) {
	whole, part, fraction := strings.Cut(text, ".")
	n, ok := mines.ParseDigits(whole)
	if !ok || n > maxSeconds || len(part) > 9 {
		return 0, false
	}
	d := time.Duration(n) * time.Second
	if fraction {
		n, ok = mines.ParseDigits(part + strings.Repeat("0", 9-len(part)))
		d += time.Duration(n)
	}
	return d, ok && (part != "" || !fraction)
}
