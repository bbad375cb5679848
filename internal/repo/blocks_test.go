// SPDX-License-Identifier: BSD-3-Clause

package repo_test

import (
	"go/format"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// goBlock is a fenced block of Go.
var goBlock = regexp.MustCompile("(?s)```go[^\n]*\n(.*?)```")

// TestGoBlocks: whole files of Go in pages are formatted, because a reader who copies one runs make quick.
func TestGoBlocks(t *testing.T) {
	pages, err := filepath.Glob(filepath.Join(root, "docs", "*", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	files := 0
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		found, faults := unformatted(string(text))
		files += found
		for _, fault := range faults {
			t.Errorf("%s: not formatted: %s", page, fault)
		}
	}
	if files < 3 {
		t.Errorf("only %d files of Go in the pages: is the search broken?", files)
	}
}

func TestPlantedGoBlocks(t *testing.T) {
	n, faults := unformatted("```go a.go\npackage a\n\nimport (\n\t\"b\"\n\t\"a\"\n)\n```\n```go\nx := 1 +2\n```\n```go\npackage a\n```\n")
	if n != 2 || len(faults) != 1 {
		t.Errorf("%d files, faults %q", n, faults)
	}
}

// unformatted counts the blocks that are whole files, and returns the beginnings of those that gofmt changes.
func unformatted(page string) (files int, faults []string) {
	for _, block := range goBlock.FindAllStringSubmatch(page, -1) {
		if !strings.HasPrefix(block[1], "package ") && !strings.HasPrefix(block[1], "// SPDX") {
			continue
		}
		files++
		if now, err := format.Source([]byte(block[1])); err != nil || string(now) != block[1] {
			faults = append(faults, block[1][:min(60, len(block[1]))])
		}
	}
	return files, faults
}
