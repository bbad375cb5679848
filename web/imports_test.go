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

// TestPageImports: no two sources of the page import each other, by whatever way, and a folder imports only itself,
// the one it is in, shared and words.
func TestPageImports(t *testing.T) {
	imports := pageImports(t)
	for file, list := range imports {
		for _, other := range list {
			from, to := path.Dir(file), path.Dir(other)
			if from != "." && to != from && !strings.HasPrefix(from, to+"/") && to != "shared" && to != "words" {
				t.Errorf("web/page/%s imports %s", file, other)
			}
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
	from := regexp.MustCompile(`from "(\.[^"]*)\.js"`)
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
