// SPDX-License-Identifier: BSD-3-Clause

package engines

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/veilplan/veil/web/packed"
)

var this = Program{"github.com/veilplan/veil", "v1.2.3", "h1:of-the-sources"}

// built returns a cache with engines of a program.
func built(t *testing.T, p Program) (cache string) {
	t.Helper()
	cache = t.TempDir()
	dir := p.Dir(cache)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range append(Files(), packed.ListName) {
		put(t, dir, name, "content of "+name)
	}
	if err := writeList(dir, p); err != nil {
		t.Fatal(err)
	}
	return cache
}

func put(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestRead: what was built is returned, and a file that was added later is not.
func TestRead(t *testing.T) {
	cache := built(t, this)
	put(t, this.Dir(cache), "index.html", "not listed")
	files, err := Read(cache, this)
	if err != nil || len(files) != len(Files())+1 || string(files["krieg.wasm"]) != "content of krieg.wasm" || files["index.html"] != nil {
		t.Errorf("%d files, %v", len(files), err)
	}
	other := Program{this.Module, "v1.2.4", this.Sum}
	if _, err := Read(cache, other); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("never built: %v", err)
	}
}

// TestReadRefuses: one byte, one file or one line that is wrong, and nothing is returned; the error names the file,
// and is not the one that says that nothing was built.
func TestReadRefuses(t *testing.T) {
	for _, c := range []struct {
		what, file, says string
		damage           func(t *testing.T, dir string)
	}{
		{"a changed byte", "krieg.wasm", "SHA-256", func(t *testing.T, dir string) { put(t, dir, "krieg.wasm", "content of krieg.wasn") }},
		{"an empty file", Loader, "SHA-256", func(t *testing.T, dir string) { put(t, dir, Loader, "") }},
		{"a lost file", "diag.wasm", "missing", func(t *testing.T, dir string) { remove(t, dir, "diag.wasm") }},
		{"a lost list", listName, "missing", func(t *testing.T, dir string) { remove(t, dir, listName) }},
		{"a list that ends early", listName, "JSON", func(t *testing.T, dir string) { put(t, dir, listName, `{"version":"v1.2.3",`) }},
		{"another version", listName, "for veil v1.2.2", func(t *testing.T, dir string) {
			relist(t, dir, Program{Version: "v1.2.2", Sum: this.Sum})
		}},
		{"other sources of this version", listName, "h1:others", func(t *testing.T, dir string) {
			relist(t, dir, Program{Version: this.Version, Sum: "h1:others"})
		}},
		{"an engine that is not listed", listName, "play.wasm is not listed", func(t *testing.T, dir string) {
			remove(t, dir, "play.wasm")
			relist(t, dir, this)
		}},
		{"a name outside", "../secret", "escapes", func(t *testing.T, dir string) {
			edit(t, dir, `"files": {`, `"files": { "../secret": "",`)
		}},
	} {
		cache := built(t, this)
		c.damage(t, this.Dir(cache))
		files, err := Read(cache, this)
		want := filepath.Join(this.Dir(cache), c.file)
		if files != nil || err == nil || errors.Is(err, fs.ErrNotExist) || !strings.HasPrefix(err.Error(), want+": ") || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %d files, %v", c.what, len(files), err)
		}
	}
}

func remove(t *testing.T, dir, name string) {
	t.Helper()
	if err := os.Remove(filepath.Join(dir, name)); err != nil {
		t.Fatal(err)
	}
}

// relist lists what is there now, for a program.
func relist(t *testing.T, dir string, p Program) {
	t.Helper()
	remove(t, dir, listName)
	if err := writeList(dir, p); err != nil {
		t.Fatal(err)
	}
}

func edit(t *testing.T, dir, old, now string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, listName))
	if err != nil || !strings.Contains(string(text), old) {
		t.Fatalf("%v: %s", err, text)
	}
	put(t, dir, listName, strings.Replace(string(text), old, now, 1))
}

// TestInstalled: only a program with the sum of its sources was installed.
func TestInstalled(t *testing.T) {
	main := debug.Module{Path: this.Module, Version: this.Version, Sum: this.Sum}
	if p, ok := Installed(&debug.BuildInfo{Main: main}); !ok || p != this {
		t.Errorf("%v, %v", p, ok)
	}
	main.Sum = ""
	for _, build := range []*debug.BuildInfo{nil, {Main: main}} {
		if p, ok := Installed(build); ok {
			t.Errorf("%v was installed: %v", build, p)
		}
	}
}

// TestPages: without the loader no page works, without one engine only its own.
func TestPages(t *testing.T) {
	if got := Pages([]string{"diag.wasm"}); got != "Find the fault" {
		t.Error(got)
	}
	if got := Pages([]string{Loader}); !strings.Contains(got, "Minesweeper") || !strings.HasSuffix(got, "Kriegspiel games, Find the fault") {
		t.Error(got)
	}
}
