// SPDX-License-Identifier: BSD-3-Clause

package service

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
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
	}, nil)
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

// TestPageDirectories: a directory has one address, with a slash at its end.
func TestPageDirectories(t *testing.T) {
	p, err := newPage(fstest.MapFS{"index.html": file("<p>"), "docs/index.html": file("<p>docs"), "docs/a.html": file("<p>a")}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		path, to string
		status   int
	}{
		{"/", "", 200},
		{"/docs", "/docs/", 308},
		{"/docs?a=b", "/docs/?a=b", 308},
		{"//docs", "/docs/", 308},
		{"/docs/", "", 200},
		{"/docs/a", "", 200},
		{"/docs/a.html", "", 200},
		{"//elsewhere", "", 404},
	} {
		w := httptest.NewRecorder()
		p.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://veil"+c.path, nil))
		if w.Code != c.status || w.Header().Get("Location") != c.to {
			t.Errorf("%s: %d %q", c.path, w.Code, w.Header().Get("Location"))
		}
	}
}
