// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"

	"github.com/veilplan/veil/web/packed"
)

var long = strings.Repeat("veil ", 1000)

func put(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestPack: what is compressed is the file, what has not changed is left alone, and what is
// of no use any more goes.
func TestPack(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) { put(t, dir, name, text) }
	read := func(name string) []byte {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return nil
		}
		return text
	}
	write("sub/long.js", long)
	write("short.svg", "<svg/>")
	write("gone.css.br", "of a file that is gone")
	for _, level := range []int{9, 11} {
		if err := pack(dir, more{}, level, true); err != nil {
			t.Fatal(err)
		}
		zipped, err := gzip.NewReader(bytes.NewReader(read("sub/long.js.gz")))
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range []io.Reader{zipped, brotli.NewReader(bytes.NewReader(read("sub/long.js.br")))} {
			if got, err := io.ReadAll(r); err != nil || string(got) != long {
				t.Errorf("level %d: %v, %d bytes", level, err, len(got))
			}
		}
	}
	if read("short.svg.br") != nil || read("gone.css.br") != nil {
		t.Error("files that are of no use are there")
	}
	write("sub/long.js.br", "as it was")
	if err := pack(dir, more{}, 11, true); err != nil || string(read("sub/long.js.br")) != "as it was" {
		t.Errorf("%v: what has not changed was done again", err)
	}
	write("sub/long.js", strings.Repeat("veil!", 1000))
	if err := pack(dir, more{}, 11, true); err != nil || string(read("sub/long.js.br")) == "as it was" {
		t.Errorf("%v: what has changed was not done again", err)
	}
	list, err := packed.Read(os.DirFS(dir))
	if err != nil || list.Level != 11 || list.Tags["sub/long.js"] != packed.Tag(read("sub/long.js")) || len(list.Tags) != 2 {
		t.Errorf("%+v, %v", list, err)
	}
	write(packed.ListName, "nonsense")
	if err := pack(dir, more{}, 11, true); err == nil || !strings.Contains(err.Error(), packed.ListName) {
		t.Errorf("a broken list: %v", err)
	}
}

// TestPackFrom: of the files of another directory only the compressed form is taken, or only the plain one
// where that saves nothing; what that directory has no more goes, and the file that is named is left there.
func TestPackFrom(t *testing.T) {
	dir, from := t.TempDir(), t.TempDir()
	put(t, dir, "own.js", long)
	put(t, from, "veil.wasm", long)
	put(t, from, "tables.bin", long)
	put(t, from, "docs/a.png", "short")
	put(t, from, "docs/b.html", long)
	if err := pack(dir, more{from, "tables.bin"}, 9, false); err != nil {
		t.Fatal(err)
	}
	if got, want := names(t, dir), "compressed.json docs/a.png docs/b.html.br own.js own.js.br veil.wasm.br"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if err := os.RemoveAll(filepath.Join(from, "docs")); err != nil {
		t.Fatal(err)
	}
	put(t, dir, "veil.wasm.br", "as it was")
	if err := pack(dir, more{from, "tables.bin"}, 9, false); err != nil {
		t.Fatal(err)
	}
	if got, want := names(t, dir), "compressed.json own.js own.js.br veil.wasm.br"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if text, err := os.ReadFile(filepath.Join(dir, "veil.wasm.br")); err != nil || string(text) != "as it was" {
		t.Errorf("%v: what has not changed was done again", err)
	}
	if err := os.Remove(filepath.Join(dir, "veil.wasm.br")); err != nil {
		t.Fatal(err)
	}
	if err := pack(dir, more{from, "tables.bin"}, 9, false); err != nil || !strings.HasSuffix(names(t, dir), "own.js.br veil.wasm.br") {
		t.Errorf("%v: what was removed is not made again: %s", err, names(t, dir))
	}
	for name, want := range map[string]bool{"veil.wasm": true, "own.js": true, "docs/a.png": false, "docs/b.html": false} {
		if packed.Contains(os.DirFS(dir), name) != want {
			t.Errorf("the page contains %s: %v", name, !want)
		}
	}
}

// names lists the files of a directory.
func names(t *testing.T, dir string) string {
	t.Helper()
	var list []string
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			list = append(list, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(list, " ")
}
