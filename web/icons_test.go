// SPDX-License-Identifier: BSD-3-Clause

package web

import (
	"bytes"
	"encoding/json"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/veilplan/veil/web/picture"
)

// icons are the pictures of the page that are drawn, by their files.
func icons(t *testing.T) map[string]image.Image {
	t.Helper()
	list := map[string]image.Image{}
	for _, size := range []int{180, 192, 512} {
		icon, err := picture.Icon(size)
		if err != nil {
			t.Fatal(err)
		}
		list["icon-"+strconv.Itoa(size)+".png"] = icon
	}
	hero, err := picture.ReadMines("4x4-4-safe-1_______________")
	if err != nil {
		t.Fatal(err)
	}
	for name, card := range map[string]picture.Card{
		"og/mines.png": {Title: "Play well when you cannot see everything", Lines: []string{"Equal risk is not equal chance."}, Board: hero},
		"og/krieg.png": {Title: "Chess against men you cannot see", Lines: []string{"What may be there, and what a try would reveal."}, Board: &picture.Chess{
			Men: "1B1N4/3N3Q/8/p2P4/P5P1/1KP2p2/3P1P2/6R1", Heat: map[string]float64{"a8": 0.8, "a6": 0.8, "c8": 0.8, "e8": 0.8, "e2": 0.8, "g5": 0.8},
		}},
	} {
		text, err := card.PNG()
		if err != nil {
			t.Fatal(err)
		}
		if list[name], err = png.Decode(bytes.NewReader(text)); err != nil {
			t.Fatal(err)
		}
	}
	return list
}

// TestIcons: the icons and cards of the page are those that package picture draws. UPDATE=1
// writes them. Their pixels are compared: how they are compressed may change with Go.
func TestIcons(t *testing.T) {
	for name, want := range icons(t) {
		file := filepath.Join("static", filepath.FromSlash(name))
		if os.Getenv("UPDATE") != "" {
			var out bytes.Buffer
			if err := png.Encode(&out, want); err != nil {
				t.Fatal(err)
			}
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, out.Bytes(), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Error(err)
			continue
		}
		if got, err := png.Decode(bytes.NewReader(text)); err != nil || !same(got, want) {
			t.Errorf("web/%s is not what is drawn (UPDATE=1 writes it): %v", file, err)
		}
	}
}

func same(a, b image.Image) bool {
	if a.Bounds() != b.Bounds() {
		return false
	}
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			r1, g1, b1, a1 := a.At(x, y).RGBA()
			r2, g2, b2, a2 := b.At(x, y).RGBA()
			if r1 != r2 || g1 != g2 || b1 != b2 || a1 != a2 {
				return false
			}
		}
	}
	return true
}

// TestManifest: the manifest names files that are there, and pages that are.
func TestManifest(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("static", "manifest.webmanifest"))
	if err != nil {
		t.Fatal(err)
	}
	var m struct {
		Start string `json:"start_url"`
		Icons []struct{ Src, Sizes string }
		Short []struct{ URL string } `json:"shortcuts"`
	}
	if err := json.Unmarshal(text, &m); err != nil {
		t.Fatal(err)
	}
	large := false
	for _, icon := range m.Icons {
		if _, err := os.Stat(filepath.Join("static", icon.Src)); err != nil {
			t.Error(err)
		}
		large = large || icon.Sizes == "512x512"
	}
	if !large || m.Start == "" || len(m.Short) < 3 {
		t.Errorf("it cannot be installed: %+v", m)
	}
	for _, s := range m.Short {
		if _, err := os.Stat(filepath.Join("static", s.URL, "index.html")); err != nil {
			t.Error(err)
		}
	}
}
