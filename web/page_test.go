// SPDX-License-Identifier: BSD-3-Clause

package web

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/veilplan/veil/web/packed"
	"github.com/veilplan/veil/web/server"
)

func file(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }

// TestPageLacks: a page without its engines gets a loader that says so, one that has them the
// loader itself, and the words name what is lacking.
func TestPageLacks(t *testing.T) {
	for _, c := range []struct {
		files   fstest.MapFS
		lacking string
		loader  string
		engines map[string][]byte // from elsewhere
	}{
		{fstest.MapFS{"index.html": file("<p>")}, "veil.wasm krieg.wasm play.wasm diag.wasm wasm_exec.js", `throw "This veil has no engines for browsers (veil.wasm, krieg.wasm, play.wasm, diag.wasm, wasm_exec.js). Pages that do not work: Play, Review`, nil},
		{fstest.MapFS{"wasm_exec.js": file("Go"), "krieg.wasm": file(""), "play.wasm": file(""), "diag.wasm": file("")}, "veil.wasm", `throw "This veil has no engines for browsers (veil.wasm). Pages`, nil},
		{fstest.MapFS{"wasm_exec.js": file("Go"), "veil.wasm": file("")}, "krieg.wasm play.wasm diag.wasm", "Go", nil},
		{fstest.MapFS{"wasm_exec.js": file("Go"), "veil.wasm": file(""), "krieg.wasm": file(""), "play.wasm": file(""), "diag.wasm": file("")}, "", "Go", nil},
		{fstest.MapFS{"index.html": file("<p>")}, "diag.wasm", "Go", map[string][]byte{
			"wasm_exec.js": []byte("Go"), "veil.wasm.br": []byte("1"), "krieg.wasm": []byte("2"), "play.wasm.br": []byte("3"), packed.ListName: []byte(`{"alone":["veil.wasm"]}`),
		}},
	} {
		s, err := New(Config{Config: server.Config{Page: c.files}, Engines: c.engines, Remedy: "Ask for them."})
		if err != nil {
			t.Fatal(err)
		}
		w, r := httptest.NewRecorder(), httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/wasm_exec.js", nil)
		r.Host = "localhost"
		s.ServeHTTP(w, r)
		if got := strings.Join(s.Lacks(), " "); got != c.lacking || !strings.HasPrefix(w.Body.String(), c.loader) || w.Code != 200 ||
			strings.HasPrefix(c.loader, "throw") && !strings.HasSuffix(w.Body.String(), "Ask for them.\";\n") {
			t.Errorf("%v: lacks %q, %d %q", c.files, got, w.Code, w.Body)
		}
	}
}

// TestPageIsMade: the files of the page are those that make page makes of its sources.
func TestPageIsMade(t *testing.T) {
	if testing.Short() {
		t.Skip("needs no race detector")
	}
	dir := t.TempDir()
	cmd := exec.CommandContext(t.Context(), "make", "-C", "..", "page", "STATIC="+dir)
	cmd.Env = append(os.Environ(), "MAKEFLAGS=", "MAKELEVEL=")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("make page: %v\n%s", err, out)
	}
	made, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(made) < 7 {
		t.Fatalf("make page made %v, %v", made, err)
	}
	for _, name := range made {
		want, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join("static", filepath.Base(name)))
		if err != nil || string(got) != string(want) {
			t.Errorf("web/static/%s is not what its sources say (run: make page)", filepath.Base(name))
		}
	}
}
