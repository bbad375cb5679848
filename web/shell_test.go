// SPDX-License-Identifier: BSD-3-Clause

package web

import (
	"errors"
	"html/template"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// shell is what the HTML of a page says of it. The rest is the same for all pages: the script
// fills them by their names.
type shell struct {
	Path, Name, Title, Description string
	Krieg                          bool // it has the script and style of Kriegspiel
	Engine                         bool // it computes in the browser
}

func shells() []shell {
	return []shell{
		{"", "home", "veil", "Play well when you cannot see everything.", false, true},
		{"mines", "mines", "Minesweeper · veil", "Play and analyse Minesweeper: the exact winning chance of every move.", false, true},
		{"mines/review", "review", "Review · veil", "What was a mistake, and what was luck, in a game of Minesweeper.", false, true},
		{"mines/train", "train", "Train · veil", "Positions of Minesweeper where the safest move is not the best.", false, true},
		{"mines/daily", "daily", "Board of the day · veil", "A Minesweeper board a day for everybody: without a guess, or with guesses that are forgiven and priced.", false, true},
		{"mines/leaks", "leaks", "Where you lose points · veil", "What your own decisions cost in Minesweeper, beside luck, and which patterns you miss.", false, true},
		{"prove", "prove", "Proof · veil", "Can this Minesweeper board be won without a guess? Every step has its reason, and is checked.", false, true},
		{"krieg", "lab", "Kriegspiel lab · veil", "Kriegspiel: what the opponent may have, and what a try would reveal.", true, true},
		{"krieg/play", "duel", "Play Kriegspiel · veil", "Play Kriegspiel against veil: you see your own men, and the referee says the rest.", true, true},
		{"krieg/proof", "proof", "Proof explorer · veil", "Step through the proof of a forced mate in Kriegspiel.", true, true},
		{"problems", "problems", "Problems · veil", "Kriegspiel problems: force mate against men you cannot see.", true, true},
		{"problems/daily", "problems", "Problem of the day · veil", "Today's Kriegspiel problem: force mate against men you cannot see.", true, true},
		{"diag", "diag", "Find a fault · veil", "Which test finds the fault in a machine at the least expected cost, and why.", false, true},
		{"api", "api", "API · veil", "Every question of the HTTP API, to try in the browser.", false, false},
		{"experiments", "experiments", "Experiments · veil", "Runs of experiments: results so far, and how to reproduce them.", false, false},
	}
}

// Root returns the way from the page to the top of the site.
func (s shell) Root() string {
	if s.Path == "" {
		return ""
	}
	return strings.Repeat("../", 1+strings.Count(s.Path, "/"))
}

// Duel reports whether it is the game of Kriegspiel, which has a script and style of its own.
func (s shell) Duel() bool { return s.Name == "duel" }

// Script returns the name of its script.
func (s shell) Script() string {
	switch {
	case s.Duel():
		return "play"
	case s.Krieg:
		return "krieg"
	case slices.Contains([]string{"api", "diag", "review", "train", "prove", "daily", "leaks"}, s.Name):
		return s.Name
	default:
		return "veil"
	}
}

// Core reports whether its script needs core.js, which is fetched beside it and not after it.
func (s shell) Core() bool {
	return slices.Contains([]string{"veil", "review", "train", "prove", "daily", "leaks"}, s.Script())
}

// Card returns the name of the picture that other sites show beside a link to it.
func (s shell) Card() string {
	if s.Krieg {
		return "krieg"
	}
	return "mines"
}

// shellOfErrors is the page for what is not there, at any depth.
type shellOfErrors struct{}

// Root is the top of the server: nobody knows how deep the missing page would be.
func (shellOfErrors) Root() string { return "/" }

// TestShells: the HTML of every page is made from web/page/shell.html. UPDATE=1 writes it.
func TestShells(t *testing.T) {
	parts := []string{filepath.Join("page", "top.html"), filepath.Join("page", "foot.html")}
	form, err := template.ParseFiles(append(parts, filepath.Join("page", "shell.html"), filepath.Join("page", "404.html"))...)
	if err != nil {
		t.Fatal(err)
	}
	made := map[string]bool{}
	make := func(name, from string, s any) {
		var want strings.Builder
		if err := form.ExecuteTemplate(&want, from, s); err != nil {
			t.Fatal(err)
		}
		name = filepath.Join("static", filepath.FromSlash(name))
		made[name] = true
		if os.Getenv("UPDATE") != "" {
			if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(want.String()), 0o600)); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(name); err != nil || string(got) != want.String() {
			t.Errorf("web/%s is not made from web/page/%s (UPDATE=1 writes it): %v", filepath.ToSlash(name), from, err)
		}
	}
	for _, s := range shells() {
		make(s.Path+"/index.html", "shell.html", s)
	}
	make("404.html", "404.html", shellOfErrors{})
	err = filepath.WalkDir("static", func(path string, _ os.DirEntry, err error) error {
		docs := strings.HasPrefix(filepath.ToSlash(path), "static/docs/") // made by make docs
		if strings.HasSuffix(path, ".html") && !made[path] && !docs {
			t.Errorf("web/%s is no page of the list", filepath.ToSlash(path))
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}
