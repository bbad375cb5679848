// SPDX-License-Identifier: BSD-3-Clause

package arch_test

import (
	"fmt"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// aliases lists the imports of veil's own packages that another name is given to, as
// "file: alias path". There may be five at most.
var aliases = []string{}

// TestNames: no two packages share a name, none is called like a standard package that the
// module uses, and imports need no aliases.
func TestNames(t *testing.T) {
	for _, fault := range misnamed(sources(t, os.DirFS("../.."))) {
		t.Error(fault)
	}
	if len(aliases) > 5 {
		t.Errorf("%d aliases, want at most five", len(aliases))
	}
}

func TestPlantedNamesAreFound(t *testing.T) {
	tree := fstest.MapFS{
		"mines/policy/a.go":  {Data: []byte("package policy\n")},
		"krieg/policy/a.go":  {Data: []byte("package policy\nimport \"strings\"\n")},
		"mines/strings/a.go": {Data: []byte("package strings\n")},
		"mines/rand/a.go":    {Data: []byte("package rand\nimport _ \"math/rand/v2\"\n")},
		"web/a.go":           {Data: []byte("package web\nimport rules \"" + module + "/mines\"\n")},
		"api/a.go":           {Data: []byte("package apis\n")},
	}
	got := misnamed(sources(t, tree))
	for _, want := range []string{"mines/policy and krieg/policy", "mines/strings has the name of the standard package strings", "mines/rand has the name of the standard package math/rand/v2", "web/a.go: rules mines", "api is package apis"} {
		if !slices.ContainsFunc(got, func(s string) bool { return strings.Contains(s, want) }) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// misnamed lists the packages and imports whose names confuse.
func misnamed(files []source) []string {
	standard := standardNames(files)
	owner := map[string]string{}
	var found []string
	for _, f := range files {
		found = append(found, aliased(f)...)
		if f.test || f.name == "main" {
			continue
		}
		if f.pkg != "." && f.name != path.Base(f.pkg) {
			found = append(found, fmt.Sprintf("%s is package %s: name both alike", f.pkg, f.name))
		}
		if std, ok := standard[f.name]; ok {
			found = append(found, fmt.Sprintf("%s has the name of the standard package %s", f.pkg, std))
		}
		if other, ok := owner[f.name]; ok && other != f.pkg {
			found = append(found, fmt.Sprintf("%s and %s, or the other way round, share the name %s: %s and %s", f.pkg, other, f.name, other, f.pkg))
		}
		owner[f.name] = f.pkg
	}
	return found
}

// standardNames returns the standard packages that are imported, by name.
func standardNames(files []source) map[string]string {
	names := map[string]string{}
	for _, f := range files {
		for _, d := range f.deps {
			first, _, _ := strings.Cut(d.path, "/")
			if d.ours || strings.Contains(first, ".") {
				continue
			}
			base := path.Base(d.path)
			if base == "v2" {
				base = path.Base(path.Dir(d.path))
			}
			names[base] = d.path
		}
	}
	return names
}

// aliased lists imports of our own packages under another name that the list does not have.
func aliased(f source) []string {
	var found []string
	for _, d := range f.deps {
		if !d.ours || d.alias == "" || d.alias == "_" {
			continue
		}
		line := fmt.Sprintf("%s: %s %s", f.file, d.alias, d.path)
		if !slices.Contains(aliases, line) {
			found = append(found, line+": import it under its own name")
		}
	}
	return found
}
