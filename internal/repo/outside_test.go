// SPDX-License-Identifier: BSD-3-Clause

package repo_test

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// outside is the one file of the page that reads storage and the address. Whoever reads them elsewhere forgets one day that both
// may throw, and hold anything.
const outside = "shared/outside.ts"

// direct finds what reads them, and lookups that find what every object has: "constructor" in TABLE is true.
var direct = []struct {
	what    *regexp.Regexp
	instead string
}{
	{regexp.MustCompile(`\b(?:localStorage|sessionStorage|indexedDB|document\.cookie)\b`), "stored and store"},
	{regexp.MustCompile(`\bdecodeURI(?:Component)?\b`), "named or decoded"},
	{regexp.MustCompile(`\blocation\.(?:hash|search)\b|"hashchange"|"storage"`), "fragment, named, onFragment, onStored, follow or show"},
	{regexp.MustCompile(`\bhistory\.(?:replaceState|pushState|state)\b`), "show"},
	{regexp.MustCompile(`\batob\(`), "unpacked"},
	{regexp.MustCompile(`[\w)\]] in (?:[A-Z][A-Z_]+|values|table)\b`), "own"},
	{regexp.MustCompile(`JSON\.parse\(\s*(?:stored|e\.newValue|localStorage)`), "fields or parsed"},
}

// directUses lists what a file of the page should leave to outside.
func directUses(text string) (uses []string) {
	for i, line := range strings.Split(text, "\n") {
		code, _, _ := strings.Cut(line, " // ")
		if strings.HasPrefix(strings.TrimSpace(code), "//") {
			continue
		}
		for _, d := range direct {
			if found := d.what.FindString(code); found != "" {
				uses = append(uses, fmt.Sprintf("line %d: %s: use %s of %s", i+1, found, d.instead, outside))
			}
		}
	}
	return uses
}

// TestOutsideComesThroughOneFile: no page reads storage or its address by itself.
func TestOutsideComesThroughOneFile(t *testing.T) {
	top, seen := filepath.Join(root, "web/page"), 0
	err := filepath.WalkDir(top, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && d.Name() == "vendor" {
			return cmp.Or(err, fs.SkipDir)
		}
		file, _ := filepath.Rel(top, name)
		if d.IsDir() || !regexp.MustCompile(`\.tsx?$`).MatchString(name) || strings.HasSuffix(name, ".test.ts") || filepath.ToSlash(file) == outside {
			return nil
		}
		text, err := os.ReadFile(name)
		for _, use := range directUses(string(text)) {
			t.Errorf("web/page/%s: %s", file, use)
		}
		seen++
		return err
	})
	if err != nil || seen < 80 {
		t.Errorf("%d files were read, %v", seen, err)
	}
}

// TestDirectUses plants each.
func TestDirectUses(t *testing.T) {
	for _, line := range []string{
		`const x = localStorage.getItem("veil.x");`, `try { sessionStorage.x = 1 } catch {}`, `window["a"] = decodeURIComponent(x);`, `useState(location.hash)`,
		`const q = new URLSearchParams(location.search);`, `addEventListener("hashchange", f);`, `addEventListener("storage", f);`, `history.replaceState(null, "", x);`,
		`atob(x)`, `if (kept in DECKS)`, `(name in values ? 1 : 2)`, `JSON.parse(stored("x") ?? "{}")`, `indexedDB.open("x")`,
	} {
		if len(directUses(line)) == 0 {
			t.Errorf("nothing is found in %s", line)
		}
	}
	for _, line := range []string{`// localStorage is full`, `if ("serviceWorker" in navigator) {`, `for (const x in values2) {}`, `location.pathname + hash`, `x(); // of location.hash`} {
		if uses := directUses(line); len(uses) > 0 {
			t.Errorf("%s: %v", line, uses)
		}
	}
}
