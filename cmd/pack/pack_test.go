// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"

	"github.com/veilplan/veil/web/packed"
)

// TestPack: what is compressed is the file, what has not changed is left alone, and what is
// of no use any more goes.
func TestPack(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	read := func(name string) []byte {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return nil
		}
		return text
	}
	write("sub/long.js", strings.Repeat("veil ", 1000))
	write("short.svg", "<svg/>")
	write("gone.css.br", "of a file that is gone")
	for _, level := range []int{9, 11} {
		if err := pack(dir, level); err != nil {
			t.Fatal(err)
		}
		zipped, err := gzip.NewReader(bytes.NewReader(read("sub/long.js.gz")))
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range []io.Reader{zipped, brotli.NewReader(bytes.NewReader(read("sub/long.js.br")))} {
			if got, err := io.ReadAll(r); err != nil || string(got) != strings.Repeat("veil ", 1000) {
				t.Errorf("level %d: %v, %d bytes", level, err, len(got))
			}
		}
	}
	if read("short.svg.br") != nil || read("gone.css.br") != nil {
		t.Error("files that are of no use are there")
	}
	write("sub/long.js.br", "as it was")
	if err := pack(dir, 11); err != nil || string(read("sub/long.js.br")) != "as it was" {
		t.Errorf("%v: what has not changed was done again", err)
	}
	write("sub/long.js", strings.Repeat("veil!", 1000))
	if err := pack(dir, 11); err != nil || string(read("sub/long.js.br")) == "as it was" {
		t.Errorf("%v: what has changed was not done again", err)
	}
	list, err := packed.Read(os.DirFS(dir))
	if err != nil || list.Level != 11 || list.Tags["sub/long.js"] != packed.Tag(read("sub/long.js")) || len(list.Tags) != 2 {
		t.Errorf("%+v, %v", list, err)
	}
	write(packed.ListName, "nonsense")
	if err := pack(dir, 11); err == nil || !strings.Contains(err.Error(), packed.ListName) {
		t.Errorf("a broken list: %v", err)
	}
}
