// SPDX-License-Identifier: BSD-3-Clause

package web

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
)

// TestWorkerKeepsScripts: the service worker keeps the scripts and styles of every page that it keeps at once, so that the page
// works without a network after the first visit to any of them.
func TestWorkerKeepsScripts(t *testing.T) {
	source, err := os.ReadFile(filepath.Join("page", "sw.ts"))
	if err != nil {
		t.Fatal(err)
	}
	list := regexp.MustCompile(`const FILES = \[(.*)\]`).FindSubmatch(source)
	if list == nil {
		t.Fatal("web/page/sw.ts has no list FILES")
	}
	var files []string
	for _, name := range regexp.MustCompile(`"([^"]+)"`).FindAllSubmatch(list[1], -1) {
		files = append(files, string(name[1]))
	}
	needs, checked := regexp.MustCompile(`(?:src|href)="([^":]+\.(?:js|css))"`), 0
	for _, name := range files {
		if path.Ext(name) != ".html" {
			continue
		}
		text, err := os.ReadFile(filepath.Join("static", filepath.FromSlash(name)))
		if err != nil {
			t.Error(err)
		}
		for _, other := range needs.FindAllSubmatch(text, -1) {
			checked++
			if file := path.Join(path.Dir(name), string(other[1])); !slices.Contains(files, file) {
				t.Errorf("web/page/sw.ts keeps %s, and not %s, which it needs", name, file)
			}
		}
	}
	if checked < 15 {
		t.Errorf("%d scripts and styles in %v", checked, files)
	}
}
