// SPDX-License-Identifier: BSD-3-Clause

package changes

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const top = "../../../.."

// TestFragments: the fragments of this repository and its changelog can be joined.
func TestFragments(t *testing.T) {
	news, _, err := fragments(top)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(top, changelog))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := join(string(text), news, "1.0.0", "2026-11-17"); err != nil {
		t.Errorf("%s: %v", changelog, err)
	}
}

// TestPlantedFragments: fragments of another form are refused.
func TestPlantedFragments(t *testing.T) {
	for _, c := range []struct{ name, text string }{
		{"a.md", ""},
		{"a.md", "\n"},
		{"a.md", "a change\n"},
		{"a.md", "Fixed a change\n"},
		{"a.md", "Mended: a change\n"},
		{"a.md", "Fixed: \n"},
		{"a.md", "- Fixed: a change\n"},
		{"a.md", "Fixed: a change\n  that goes over two lines\n"},
		{"A b.md", "Fixed: a change\n"},
		{"a.txt", "Fixed: a change\n"},
	} {
		if err := (groups{}).add(c.name, c.text); err == nil {
			t.Errorf("%s: %q: no error", c.name, c.text)
		}
	}
}

// plant makes a repository of a changelog and two fragments.
func plant(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, folder), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		changelog:           "# Changelog\n\nNewest first.\n\n## Unreleased\n\n### Fixed\n\n- Old fix\n  of two lines.\n\n## 0.9.0 (2026-01-02)\n\n### Added\n\n- All.\n",
		"changes/README.md": "How to.\n",
		"changes/a.md":      "Fixed: new fix\nAdded: [a page](../docs/x.md)!\n",
		"changes/b-2.md":    "Removed: " + strings.Repeat("long ", 30) + "\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestRelease: what is unreleased moves under the version, new changes first, and fragments are deleted.
func TestRelease(t *testing.T) {
	dir := plant(t)
	if err := release(dir, "1.0.0", "2026-11-17"); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, changelog))
	if err != nil {
		t.Fatal(err)
	}
	want := "# Changelog\n\nNewest first.\n\n## Unreleased\n\n## 1.0.0 (2026-11-17)\n\n### Added\n\n- [a page](docs/x.md)!\n\n### Fixed\n\n- New fix.\n- Old fix of two lines.\n\n" +
		"### Removed\n\n- L" + strings.Repeat("ong l", 22) + "ong\n " + strings.Repeat(" long", 7) + ".\n\n## 0.9.0 (2026-01-02)\n\n### Added\n\n- All.\n"
	if string(text) != want {
		t.Errorf("changelog\n%s\nwant\n%s", text, want)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, folder, "*")); len(left) != 1 || filepath.Base(left[0]) != readme {
		t.Errorf("left: %q", left)
	}
	if err := release(dir, "1.0.1", "2026-11-18"); err == nil || !strings.Contains(err.Error(), "nothing has changed") {
		t.Errorf("a release without changes: %v", err)
	}
}

// TestReleaseRefused: nothing is written or deleted if a part cannot be read.
func TestReleaseRefused(t *testing.T) {
	for name, plantIn := range map[string]func(dir string) error{
		"fragment":  func(dir string) error { return os.WriteFile(filepath.Join(dir, "changes/c.md"), []byte("x\n"), 0o600) },
		"changelog": func(dir string) error { return os.WriteFile(filepath.Join(dir, changelog), []byte("# x\n"), 0o600) },
		"bullets": func(dir string) error {
			return os.WriteFile(filepath.Join(dir, changelog), []byte("## Unreleased\n\n- no group\n"), 0o600)
		},
	} {
		dir := plant(t)
		if err := plantIn(dir); err != nil {
			t.Fatal(err)
		}
		if err := release(dir, "1.0.0", "2026-11-17"); err == nil {
			t.Errorf("%s: no error", name)
		}
		if _, err := os.Stat(filepath.Join(dir, "changes/a.md")); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := release(plant(t), "next", "2026-11-17"); err == nil {
		t.Error("a version without numbers: no error")
	}
}

// TestPrint: without a version the fragments are only printed.
func TestPrint(t *testing.T) {
	dir := plant(t)
	t.Chdir(dir)
	var out bytes.Buffer
	if err := Command(flag.NewFlagSet("", flag.ContinueOnError))(t.Context(), &out, &out); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(out.String(), "\n### Added\n\n- [a page](docs/x.md)!\n\n### Fixed\n") {
		t.Errorf("printed %q", out.String())
	}
	if _, err := os.Stat("changes/a.md"); err != nil {
		t.Error(err)
	}
}
