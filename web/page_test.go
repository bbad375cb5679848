// SPDX-License-Identifier: BSD-3-Clause

package web

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/veilplan/veil/web/packed"
)

func file(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }

// compressedPage has one file that is compressed, and one whose compressed form is of an
// older content.
func compressedPage(t *testing.T) *page {
	t.Helper()
	list, err := json.Marshal(packed.List{Tags: map[string]string{"a.js": packed.Tag([]byte("plain")), "b.wasm": packed.Tag([]byte("old"))}})
	if err != nil {
		t.Fatal(err)
	}
	p, err := newPage(fstest.MapFS{
		"a.js": file("plain"), "a.js.br": file("BR"), "a.js.gz": file("GZ"),
		"b.wasm": file("new"), "b.wasm.br": file("of old"), "index.html": file("<p>"), packed.ListName: file(string(list)),
	})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestPageForms: everybody gets the best form that they read, under a tag of its own, and
// nobody one that is out of date.
func TestPageForms(t *testing.T) {
	p := compressedPage(t)
	tags := map[string]string{}
	for _, c := range []struct{ path, accept, encoding, body, kind string }{
		{"/a.js", "gzip, deflate, br, zstd", "br", "BR", "text/javascript; charset=utf-8"},
		{"/a.js", "GZIP;q=0.5, br;q=0", "gzip", "GZ", "text/javascript; charset=utf-8"},
		{"/a.js", "br;q=0.000,gzip; q = 0", "", "plain", "text/javascript; charset=utf-8"},
		{"/a.js", "", "", "plain", "text/javascript; charset=utf-8"},
		{"/a.js", "brotli, gzipped", "", "plain", "text/javascript; charset=utf-8"},
		{"/b.wasm", "br", "", "new", "application/wasm"},
		{"/", "br", "", "<p>", "text/html; charset=utf-8"},
	} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, c.path, nil)
		r.Header.Set("Accept-Encoding", c.accept)
		w := httptest.NewRecorder()
		p.ServeHTTP(w, r)
		h := w.Header()
		if w.Code != 200 || w.Body.String() != c.body || h.Get("Content-Encoding") != c.encoding || h.Get("Content-Type") != c.kind || h.Get("Vary") != "Accept-Encoding" {
			t.Errorf("%s for %q: %d %q %v", c.path, c.accept, w.Code, w.Body, h)
		}
		if other, ok := tags[h.Get("ETag")]; ok && other != c.body || h.Get("ETag") == "" {
			t.Errorf("%s for %q has the tag %s of %q", c.path, c.accept, h.Get("ETag"), other)
		}
		tags[h.Get("ETag")] = c.body
		r.Header.Set("If-None-Match", h.Get("ETag"))
		w = httptest.NewRecorder()
		if p.ServeHTTP(w, r); w.Code != 304 || w.Body.Len() > 0 || w.Header().Get("Vary") == "" {
			t.Errorf("%s again: %d %v", c.path, w.Code, w.Header())
		}
	}
	for _, hidden := range []string{"/a.js.br", "/a.js.gz", "/" + packed.ListName} {
		w := httptest.NewRecorder()
		if p.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, hidden, nil)); w.Code != 404 {
			t.Errorf("%s: %d", hidden, w.Code)
		}
	}
}

// TestPageLacks: a page without its engines gets a loader that says so, one that has them the
// loader itself, and the words name what is lacking.
func TestPageLacks(t *testing.T) {
	for _, c := range []struct {
		files   fstest.MapFS
		lacking string
		loader  string
	}{
		{fstest.MapFS{"index.html": file("<p>")}, "veil.wasm krieg.wasm wasm_exec.js", `throw "This veil was built without the engine for browsers (veil.wasm, krieg.wasm, wasm_exec.js).`},
		{fstest.MapFS{"wasm_exec.js": file("Go"), "krieg.wasm": file("")}, "veil.wasm", `throw "This veil was built without the engine for browsers (veil.wasm).`},
		{fstest.MapFS{"wasm_exec.js": file("Go"), "veil.wasm": file("")}, "krieg.wasm", "Go"},
		{fstest.MapFS{"wasm_exec.js": file("Go"), "veil.wasm": file(""), "krieg.wasm": file("")}, "", "Go"},
	} {
		server, err := New(Config{Page: c.files})
		if err != nil {
			t.Fatal(err)
		}
		w, r := httptest.NewRecorder(), httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/wasm_exec.js", nil)
		r.Host = "localhost"
		server.ServeHTTP(w, r)
		if got := strings.Join(server.Lacks(), " "); got != c.lacking || !strings.HasPrefix(w.Body.String(), c.loader) || w.Code != 200 {
			t.Errorf("%v: lacks %q, %d %q", c.files, got, w.Code, w.Body)
		}
	}
}

// FuzzAccepts: a header is no match for anything it does not name.
func FuzzAccepts(f *testing.F) {
	for _, seed := range []string{"br", "gzip;q=0, br", "*", ";;,=;q", "br;q=1e-400"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, header string) {
		if accepts(header, "br") && !strings.Contains(strings.ToLower(header), "br") {
			t.Errorf("%q", header)
		}
		if accepts("br;q=0,"+header, "br") {
			t.Errorf("br;q=0,%q", header)
		}
	})
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
