// SPDX-License-Identifier: BSD-3-Clause

package figure

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// svg writes the figure as SVG. The fonts it names have letters of the same widths.
func (f *Figure) svg(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, `<svg xmlns="http://www.w3.org/2000/svg" width="%g" height="%g" viewBox="0 0 %g %g" `+
		`font-family="Liberation Sans, Arial, Helvetica, sans-serif">`+"\n", f.size.X, f.size.Y, f.size.X, f.size.Y)
	fmt.Fprint(out, darkStyle())
	fmt.Fprintf(out, `<rect width="100%%" height="100%%" fill="%s"/>`+"\n", paper.css())
	for _, s := range f.shapes {
		fmt.Fprintf(out, `<path d="%s"%s/>`+"\n", s.path(), s.look())
	}
	for _, t := range f.texts {
		fmt.Fprintf(out, `<text x="%s" y="%s" font-size="%g" fill="%s"%s>`, short(t.at.X), short(t.at.Y), t.size, t.color.css(), t.look())
		if err := xml.EscapeText(out, []byte(t.text)); err != nil {
			return err
		}
		fmt.Fprintln(out, "</text>")
	}
	fmt.Fprintln(out, "</svg>")
	return out.Flush()
}

// path returns the path of a shape.
func (s shape) path() string {
	var b strings.Builder
	for i, p := range s.points {
		b.WriteByte("ML"[min(i, 1)])
		b.WriteString(short(p.X) + " " + short(p.Y))
	}
	if s.closed {
		b.WriteByte('Z')
	}
	return b.String()
}

func (s shape) look() string {
	look := ` fill="none"`
	if s.fill != 0 {
		look = fmt.Sprintf(` fill="%s"`, s.fill.css())
		if alpha := s.fill & 0xff; alpha != 0xff {
			look += fmt.Sprintf(` fill-opacity="%.2f"`, float64(alpha)/0xff)
		}
	}
	if s.line != 0 {
		look += fmt.Sprintf(` stroke="%s" stroke-width="%g" stroke-linejoin="round"`, s.line.css(), s.width)
	}
	if len(s.dash) > 0 {
		look += fmt.Sprintf(` stroke-dasharray="%s"`, strings.Trim(fmt.Sprint(s.dash), "[]"))
	}
	return look
}

func (t words) look() (look string) {
	switch t.anchor {
	case 0.5:
		look = ` text-anchor="middle"`
	case 1:
		look = ` text-anchor="end"`
	}
	if t.bold {
		look += ` font-weight="bold"`
	}
	return look
}

func (c ink) css() string { return fmt.Sprintf("#%06x", uint32(c)>>8) }

// short formats a coordinate with at most two decimals.
func short(x float64) string {
	s := strings.TrimRight(strconv.FormatFloat(x, 'f', 2, 64), "0")
	if s = strings.TrimRight(s, "."); s == "-0" {
		return "0"
	}
	return s
}
