// SPDX-License-Identifier: BSD-3-Clause

package web

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// rooms returns the folders of Minesweeper from the ground up: each imports only those before it.
func rooms() []string {
	return []string{"game", "engine", "files", "model", "board", "analyse", "share", "stats", "train", "review", "keep", "play", "daily", "leaks"}
}

// mayImport reports whether the files of one folder of the page may import those of another: its own, those that it is in, shared and words.
// A room may import those before it, and the pages of Minesweeper, which are in no room, all of them.
func mayImport(from, to string) bool {
	if from == "." || to == from || strings.HasPrefix(from, to+"/") || to == "shared" || to == "words" {
		return true
	}
	to, isRoom := strings.CutPrefix(to, "mines/")
	from, inRoom := strings.CutPrefix(from, "mines/")
	return isRoom && (from == "mines" || inRoom && slices.Index(rooms(), to) < slices.Index(rooms(), from))
}

// TestPageImports: no two sources of the page import each other, by whatever way, and a folder imports only those that it may.
// Tests may look anywhere.
func TestPageImports(t *testing.T) {
	imports := pageImports(t)
	for file, list := range imports {
		for _, other := range list {
			if !strings.HasSuffix(file, ".test") && !mayImport(path.Dir(file), path.Dir(other)) {
				t.Errorf("web/page/%s imports %s", file, other)
			}
		}
		if room, is := strings.CutPrefix(path.Dir(file), "mines/"); is && !slices.Contains(rooms(), room) {
			t.Errorf("web/page/%s: its folder has no place among the rooms", file)
		}
	}
	done := map[string]bool{}
	var visit func(file string, way []string)
	visit = func(file string, way []string) {
		if at := slices.Index(way, file); at >= 0 {
			t.Errorf("web/page: a cycle: %s", strings.Join(append(way[at:], file), " → "))
			return
		}
		if done[file] {
			return
		}
		for _, other := range imports[file] {
			visit(other, append(slices.Clone(way), file))
		}
		done[file] = true
	}
	for file := range imports {
		visit(file, nil)
	}
}

// pageImports returns what every source of the page imports, by names without their endings.
func pageImports(t *testing.T) map[string][]string {
	t.Helper()
	from := regexp.MustCompile(`(?:from|import) "(\.[^"]*)\.js"`)
	root := os.DirFS("page")
	imports := map[string][]string{}
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasPrefix(name, "vendor/") || !strings.HasPrefix(path.Ext(name), ".ts") {
			return err
		}
		text, err := fs.ReadFile(root, name)
		file := strings.TrimSuffix(name, path.Ext(name))
		imports[file] = nil
		for _, found := range from.FindAllSubmatch(text, -1) {
			imports[file] = append(imports[file], path.Join(path.Dir(name), string(found[1])))
		}
		return err
	})
	if err != nil || len(imports) < 20 {
		t.Fatalf("%d sources: %v", len(imports), err)
	}
	return imports
}
