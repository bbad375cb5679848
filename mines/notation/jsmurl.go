// SPDX-License-Identifier: BSD-3-Clause

package notation

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/veilplan/veil/mines"
)

// parseJSMURL reads an address of JSMinesweeper, or only its query. b and m are a layout: b its
// size (1, 2 and 3 are the three usual ones, otherwise width and height in the same number of
// digits), m its mines, five cells to a base-32 digit. The parameter analysis is a position, and so
// is b if there is no m. An address of veil's web app has its position after #p=.
func parseJSMURL(text string) (Document, error) {
	query := strings.TrimSpace(text)
	if code, ok := sharedCode(query); ok {
		return parseShared(code)
	}
	if _, after, ok := strings.Cut(query, "?"); ok {
		query = after
	}
	query, _, _ = strings.Cut(query, "#")
	values, err := parseQuery(query)
	if err != nil {
		return Document{}, &mines.SyntaxError{Line: 1, Column: 1, Message: "query: " + err.Error()}
	}
	b, m, position := values["b"], values["m"], values["analysis"]
	if m == "" && position == "" {
		b, position = "", b
	}
	switch {
	case m != "":
		return parseLayoutQuery(b, m, position)
	case position != "":
		view, err := parseAnalysis(position)
		return Document{View: view}, err
	default:
		return Document{}, &mines.SyntaxError{Line: 1, Column: 1, Message: "the address holds no board", Expected: "?b=…&m=…, ?analysis=… or #p=…"}
	}
}

func parseLayoutQuery(b, m, position string) (Document, error) {
	layout, r, err := parseBM(b, m)
	if err != nil {
		return Document{}, err
	}
	d := Document{View: mines.NewView(r), Layout: layout}
	if position == "" {
		return d, nil
	}
	if d.View, err = parseAnalysis(position); err != nil {
		return Document{}, err
	}
	if d.View.Rules != r {
		return Document{}, &mines.SyntaxError{Line: 1, Column: 1, Message: fmt.Sprintf("analysis= is a board of %v, b= and m= of %v", d.View.Rules, r)}
	}
	if err := d.View.CheckLayout(layout); err != nil {
		return Document{}, &mines.SyntaxError{Line: 1, Column: 1, Message: "analysis= against m=: " + err.Error()}
	}
	return d, nil
}

// parseBM reads the layout that b and m describe.
func parseBM(b, m string) (mines.Layout, mines.Rules, error) {
	r, err := parseBoardCode(b)
	if err != nil {
		return nil, r, err
	}
	if want := (r.Cells() + 4) / 5; len(m) != want {
		return nil, r, &mines.SyntaxError{
			Line: 1, Column: 1, Message: fmt.Sprintf("m= has %s for %d cells", counted(len(m), "digit"), r.Cells()),
			Expected: counted(want, "digit"),
		}
	}
	layout := make(mines.Layout, r.Cells())
	for i := range len(m) {
		five, err := strconv.ParseUint(m[i:i+1], 32, 8)
		if err != nil {
			return nil, r, &mines.SyntaxError{Line: 1, Column: 1, Message: fmt.Sprintf("m= has %q as digit %d", m[i:i+1], i+1), Expected: "0 to 9 or a to v"}
		}
		for j := range 5 {
			mine := five>>(4-j)&1 == 1
			if c := 5*i + j; c < len(layout) {
				layout[c] = mine
			} else if mine {
				return nil, r, &mines.SyntaxError{Line: 1, Column: 1, Message: "m= has a mine behind the last cell"}
			}
		}
	}
	r.Mines = layout.Count()
	return layout, r, nil
}

// parseBoardCode reads the size.
func parseBoardCode(b string) (mines.Rules, error) {
	switch b {
	case "1":
		return mines.Rules{Width: 9, Height: 9}, nil
	case "2":
		return mines.Rules{Width: 16, Height: 16}, nil
	case "3":
		return mines.Rules{Width: 30, Height: 16}, nil
	}
	half := len(b) / 2
	width, ok1 := mines.ParseDigits(b[:half])
	height, ok2 := mines.ParseDigits(b[half:])
	if !ok1 || !ok2 || len(b)%2 != 0 {
		return mines.Rules{}, &mines.SyntaxError{
			Line: 1, Column: 1, Message: fmt.Sprintf("b=%.20s", b), Expected: "1, 2, 3, or width and height in as many digits each, such as 0812",
		}
	}
	r := mines.Rules{Width: width, Height: height}
	return r, onLine(r.Validate(), 1)
}

// writeJSMURL writes the query: the layout if it is known, and the position unless the board is
// untouched and the layout is enough.
func writeJSMURL(d Document) ([]byte, error) {
	var parts []string
	if d.Layout != nil {
		parts = append(parts, "b="+boardCode(d.View.Rules), "m="+mineCode(d.Layout))
	}
	touched := false
	for _, m := range d.View.Marks {
		touched = touched || m != mines.Hidden
	}
	if touched || d.Layout == nil {
		position, err := analysisCode(d.View)
		if err != nil {
			return nil, err
		}
		parts = append(parts, "analysis="+position)
	}
	return []byte("?" + strings.Join(parts, "&") + "\n"), nil
}

func boardCode(r mines.Rules) string {
	switch r {
	case mines.Rules{Width: 9, Height: 9, Mines: 10, First: r.First}:
		return "1"
	case mines.Rules{Width: 16, Height: 16, Mines: 40, First: r.First}:
		return "2"
	case mines.Rules{Width: 30, Height: 16, Mines: 99, First: r.First}:
		return "3"
	}
	digits := len(strconv.Itoa(max(r.Width, r.Height)))
	return fmt.Sprintf("%0*d%0*d", digits, r.Width, digits, r.Height)
}

func mineCode(l mines.Layout) string {
	var b strings.Builder
	for i := 0; i < len(l); i += 5 {
		five := int64(0)
		for j := i; j < i+5; j++ {
			five *= 2
			if j < len(l) && l[j] {
				five++
			}
		}
		b.WriteString(strconv.FormatInt(five, 32))
	}
	return b.String()
}
