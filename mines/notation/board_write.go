// SPDX-License-Identifier: BSD-3-Clause

package notation

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/veilplan/veil/mines"
)

// writeBoard writes a .board file. Keys that are not in the standard, and the section [moves], are
// veil's; the standard asks readers to ignore unknown keys.
func writeBoard(d Document, o WriteOptions) ([]byte, error) {
	if d.View.Mines == mines.UnknownMines {
		return nil, needsMines(FormatBoard)
	}
	cells, render := glyphs{hidden: "U", flag: "F", mine: "X"}, "ascii"
	real := glyphs{mine: "*"}
	if o.Emoji {
		cells, render = glyphs{hidden: "⬜", flag: "🚩", mine: "💥", emoji: true}, "emoji"
		real = glyphs{mine: "💣", emoji: true}
	}
	text := fmt.Appendf(nil, "%s %s\n# Render: %s\nrows: %d\ncolumns: %d\nmines: %d\n",
		boardTitle, boardVersion, render, d.View.Height, d.View.Width, d.View.Mines)
	text, err := d.appendMeta(text)
	if err != nil {
		return nil, err
	}
	if d.Layout != nil {
		text = append(text, "[real]\n"...)
		text = real.appendRows(text, d.Layout.Revealed(d.View.Rules))
	}
	text = append(text, "[view]\n"...)
	text = cells.appendRows(text, d.View)
	if len(d.Moves) > 0 && !o.Strict {
		text = append(text, "[moves]\n"...)
		text = append(text, WriteMoves(d.View.Rules, d.Moves)...)
	}
	return text, nil
}

func (d Document) appendMeta(text []byte) ([]byte, error) {
	if !slices.ContainsFunc(d.Meta, func(f Field) bool { return f.Key == "game_mode" }) {
		text = append(text, "game_mode: classic\n"...)
	}
	text = fmt.Appendf(text, "first: %v\n", d.View.First)
	if d.Seed != nil {
		by := Field{"generator", cmp.Or(d.By, mines.Generator)}
		if !by.fits() || strings.Contains(by.Value, "#") {
			return nil, fmt.Errorf("format %s cannot write the generator %q", FormatBoard, by.Value)
		}
		text = fmt.Appendf(text, "seed: %d\ngenerator: %s\n", *d.Seed, by.Value)
	}
	for _, f := range d.Meta {
		if !f.fits() || reservedKey(f.Key) {
			return nil, fmt.Errorf("format %s cannot write the metadata %q: %q", FormatBoard, f.Key, f.Value)
		}
		text = fmt.Appendf(text, "%s: %s\n", f.Key, f.Value)
	}
	return text, nil
}

// fits reports whether a line of metadata would be read back unchanged.
func (f Field) fits() bool {
	return f.Key != "" && f.Key == strings.TrimSpace(f.Key) && f.Value == strings.TrimSpace(f.Value) &&
		!strings.ContainsAny(f.Key, ":\n") && !strings.ContainsAny(f.Key[:1], "#[") && !strings.Contains(f.Value, "\n") &&
		utf8.ValidString(f.Key) && utf8.ValidString(f.Value)
}
