// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// TestList: every file is listed once with its digest, the later of two counts, and the list names its page.
func TestList(t *testing.T) {
	first, last := t.TempDir(), t.TempDir()
	for name, text := range map[string]string{
		first + "/sw.js": `x="veil-page-0123456789ab";`, first + "/index.html": "old", first + "/a.js": "a", first + "/a.js.br": "compressed",
		first + "/compressed.json": "{}", first + "/files.json": "older", last + "/index.html": "new",
	} {
		if err := os.WriteFile(filepath.FromSlash(name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := list([]string{first, last}); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(last, filesName))
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Page  string
		Files map[string]string
	}
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	const a, fresh = "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb", "11507a0e2f5e69d5dfa40a62a1bd7b6ee57e6bcd85c67c9b8431b36fff21c437"
	if got.Page != "veil-page-0123456789ab" || len(got.Files) != 2 || got.Files["a.js"] != a || got.Files["index.html"] != fresh {
		t.Errorf("%s", text)
	}
}

// TestListRefuses: a page whose worker has no name could never keep anything.
func TestListRefuses(t *testing.T) {
	dir := t.TempDir()
	if err := list(nil); err == nil {
		t.Error("a list of no directory")
	}
	if err := list([]string{dir}); err == nil {
		t.Error("a page without a worker")
	}
	if err := os.WriteFile(filepath.Join(dir, workerName), []byte("veil-page-"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := list([]string{dir}); err == nil {
		t.Error("a worker without a name")
	}
}
