// SPDX-License-Identifier: BSD-3-Clause

package picture

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func near(img image.Image, x, y int, want uint32) bool {
	r, g, b, _ := img.At(x, y).RGBA()
	w := rgb(want)
	return r>>8 == uint32(w.R) && g>>8 == uint32(w.G) && b>>8 == uint32(w.B)
}

// TestCardShows: an open cell is paper, a hidden one a tile, and white men are drawn where
// the position has them.
func TestCardShows(t *testing.T) {
	board, err := ReadMines("2x2-1-safe-01F_")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		board Board
		at    map[[2]int]uint32
	}{
		"mines": {board, map[[2]int]uint32{{100, 100}: surface, {100, 400}: hidden, {540, 540}: hidden, {10, 10}: ground}},
		"chess": {&Chess{Men: "8/8/8/8/8/8/8/R6r", Heat: map[string]float64{"d4": 1}}, map[[2]int]uint32{
			{60, 60}: light, {125, 60}: dark, {88, 546}: surface, {541, 546}: ink, {56 + 227, 56 + 291}: heat,
		}},
	} {
		text, err := Card{Title: "A title that is long enough for two lines", Lines: []string{"x"}, Board: c.board}.PNG()
		if err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(bytes.NewReader(text))
		if err != nil || img.Bounds() != image.Rect(0, 0, Width, Height) {
			t.Fatalf("%s: %v", name, err)
		}
		for at, want := range c.at {
			if !near(img, at[0], at[1], want) {
				t.Errorf("%s: %v is %v, want %06x", name, at, img.At(at[0], at[1]), want)
			}
		}
		if dir := os.Getenv("PICTURES"); dir != "" {
			_ = os.WriteFile(filepath.Join(dir, name+".png"), text, 0o600)
		}
	}
}

// TestReadRefuses: what is no position is no picture.
func TestReadRefuses(t *testing.T) {
	for _, code := range []string{"", "4x4", "2x2-1-safe-0", "2x2-1-sure-0000", "200x200-1-any-" + strings.Repeat("_", 40000), "0x0-1-any-"} {
		if _, err := ReadMines(code); err == nil {
			t.Errorf("%.30q is read", code)
		}
	}
	for _, men := range []string{"", "8/8", "8/8/8/8/8/8/8/7x"} {
		if _, err := (Card{Board: &Chess{Men: men}}).PNG(); err == nil {
			t.Errorf("%q is drawn", men)
		}
	}
}

// TestMenAreDrawn: every man has a path that the pen follows, and no two look alike.
func TestMenAreDrawn(t *testing.T) {
	seen := map[string]string{}
	for _, letter := range "kqrbnpKQRBNP" {
		c, err := newCanvas(96, 96)
		if err != nil {
			t.Fatal(err)
		}
		if err := (&Chess{Men: string(letter) + "7/8/8/8/8/8/8/8"}).draw(c, 0, 0, 768); err != nil {
			t.Fatal(err)
		}
		if other, ok := seen[string(c.Pix)]; ok {
			t.Errorf("%c looks like %s", letter, other)
		}
		seen[string(c.Pix)] = string(letter)
	}
}
