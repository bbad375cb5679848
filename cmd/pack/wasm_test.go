// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestHotPackagesAreThere: the compiler takes a flag for a package that does not exist without a word.
func TestHotPackagesAreThere(t *testing.T) {
	for _, pkg := range hot() {
		dir, ours := strings.CutPrefix(pkg, "github.com/veilplan/veil/")
		files, err := filepath.Glob(filepath.Join("..", "..", filepath.FromSlash(dir), "*.go"))
		if err != nil || !ours || len(files) == 0 {
			t.Errorf("%s is not a package of this module", pkg)
		}
	}
}

// TestEveryEngineHasASource: a build tag that no file names would build the engine of another page.
func TestEveryEngineHasASource(t *testing.T) {
	sources, err := filepath.Glob("../veil-wasm/*.go")
	if err != nil || len(sources) == 0 {
		t.Fatalf("no source: %v", err)
	}
	var text strings.Builder
	for _, name := range sources {
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		text.Write(source)
	}
	for _, e := range slices.Concat(pageEngines(), npmEngines()) {
		if e.tag != "" && !strings.Contains(text.String(), "//go:build "+e.tag+"\n") {
			t.Errorf("%s: no source is built with the tag %s", e.file, e.tag)
		}
	}
}
