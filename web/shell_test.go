// SPDX-License-Identifier: BSD-3-Clause

package web

import (
	"html/template"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// shell is what the HTML of a page says of it. The rest is the same for all pages: the script
// fills them by their names.
type shell struct {
	Path, Name, Title, Description string
	Krieg                          bool // it has the script and style of Kriegspiel
	Engine                         bool // it computes in the browser
	Old                            bool // it has the style of before veil.css
}

func shells() []shell {
	return []shell{
		{"", "home", "veil", "Act optimally when you cannot see everything.", false, true, false},
		{"mines", "mines", "Minesweeper · veil", "Play and analyse Minesweeper: the exact winning chance of every move.", false, true, false},
		{"mines/review", "review", "Review · veil", "What was a mistake and what was luck in a game of Minesweeper.", false, true, false},
		{"mines/train", "train", "Train · veil", "Positions of Minesweeper where the safest move is not the best.", false, true, false},
		{"krieg", "lab", "Kriegspiel lab · veil", "Kriegspiel: what the opponent may have, and what a try would teach.", true, true, true},
		{"krieg/proof", "proof", "Proof explorer · veil", "Walk the proof of a forced mate in Kriegspiel.", true, true, true},
		{"problems", "problems", "Problems · veil", "Kriegspiel problems: force mate against men you cannot see.", true, true, true},
		{"experiments", "experiments", "Experiments · veil", "Runs of experiments: what they have shown so far, and how to make them again.", false, false, true},
	}
}

// Root returns the way from the page to the top of the site.
func (s shell) Root() string {
	if s.Path == "" {
		return ""
	}
	return strings.Repeat("../", 1+strings.Count(s.Path, "/"))
}

// TestShells: the HTML of every page is made from web/page/shell.html. UPDATE=1 writes it.
func TestShells(t *testing.T) {
	form, err := template.ParseFiles(filepath.Join("page", "shell.html"))
	if err != nil {
		t.Fatal(err)
	}
	made := map[string]bool{}
	for _, s := range shells() {
		var want strings.Builder
		if err := form.Execute(&want, s); err != nil {
			t.Fatal(err)
		}
		name := filepath.Join("static", filepath.FromSlash(s.Path), "index.html")
		made[name] = true
		if os.Getenv("UPDATE") != "" {
			if err := os.WriteFile(name, []byte(want.String()), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(name); err != nil || string(got) != want.String() {
			t.Errorf("web/%s is not made from web/page/shell.html (UPDATE=1 writes it): %v", filepath.ToSlash(name), err)
		}
	}
	err = filepath.WalkDir("static", func(path string, _ os.DirEntry, err error) error {
		if strings.HasSuffix(path, ".html") && !made[path] {
			t.Errorf("web/%s is no page of the list", filepath.ToSlash(path))
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}
