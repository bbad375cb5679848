// SPDX-License-Identifier: BSD-3-Clause

package repro

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTheses: the page and its pictures are what the data says, and no sentence lacks its result.
// UPDATE=1 rewrites them.
func TestTheses(t *testing.T) {
	all, err := theses(t.Context(), rootDir)
	if err != nil || len(all) != 3 {
		t.Fatal(len(all), err)
	}
	for _, one := range all {
		if os.Getenv("UPDATE") != "" {
			if err := one.write(rootDir, io.Discard); err != nil {
				t.Fatal(err)
			}
		}
		checkThesis(t, one)
	}
	page, err := os.ReadFile(filepath.Join(rootDir, thesesPage))
	if err != nil {
		t.Fatal(err)
	}
	_, boards, _ := strings.Cut(all[1].sentences[0], " alone on ")
	if boards, _, _ = strings.Cut(boards, ":"); !strings.Contains(string(page), "2012: yes on "+boards+";") {
		t.Errorf("the answer of the page is not %s", boards)
	}
}

func checkThesis(t *testing.T, one thesis) {
	t.Helper()
	page, err := os.ReadFile(filepath.Join(rootDir, thesesPage))
	if err != nil {
		t.Fatal(err)
	}
	if want, err := marked(string(page), one.name, one.section()); err != nil || want != string(page) {
		t.Errorf("%s of %s is not what the data says (go run ./cmd/veil-dev repro %[1]s writes it): %v", one.name, thesesPage, err)
	}
	svg, err := one.picture()
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(rootDir, papersDir, one.name+".svg"))
	if err != nil || string(got) != string(svg) {
		t.Errorf("%s.svg is not what the data says: %v", one.name, err)
	}
	for _, s := range append(one.sentences[:], one.caveat) {
		if s == "" || strings.Contains(s, missing) || strings.Contains(s, "NaN") {
			t.Errorf("%s: %q", one.name, s)
		}
	}
	for _, p := range one.panels {
		for _, s := range p.Series {
			if len(s.Points) == 0 {
				t.Errorf("%s: %s is not drawn in %s", one.name, s.Name, p.Title)
			}
		}
	}
}

// TestWithin: a limit that a run did not reach is unknown, and one that it needed exactly suffices.
func TestWithin(t *testing.T) {
	runs := []proofRun{{100, true}, {500, false}}
	for limit, want := range map[float64]int{99: 0, 100: 1, 500: 1, 501: -1} {
		n, known := within(runs, limit)
		if !known {
			n = -1
		}
		if n != want {
			t.Errorf("within %v: %d, want %d", limit, n, want)
		}
	}
	if _, known := within(nil, 1); known {
		t.Error("known without runs")
	}
}

// TestMarked: the text between two marks is replaced, and a page without them is refused.
func TestMarked(t *testing.T) {
	const page = "a\n<!-- x -->\nold<!-- /x -->\nz\n"
	if got, err := marked(page, "x", "new\n"); err != nil || got != "a\n<!-- x -->\nnew\n<!-- /x -->\nz\n" {
		t.Errorf("%q, %v", got, err)
	}
	for _, bad := range []string{"", "<!-- x -->\n", "<!-- /x -->"} {
		if _, err := marked(bad, "x", ""); err == nil {
			t.Errorf("%q was accepted", bad)
		}
	}
}
