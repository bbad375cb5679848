// SPDX-License-Identifier: BSD-3-Clause

package server

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/andybalholm/brotli"

	"github.com/veilplan/veil/web/packed"
)

func file(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }

// shrunk returns the compressed form of a text.
func shrunk(t *testing.T, text string) string {
	t.Helper()
	var small bytes.Buffer
	w := brotli.NewWriter(&small)
	if _, err := w.Write([]byte(text)); err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	return small.String()
}

// compressedPage has one file that is compressed, one whose compressed form is of an
// older content, one of which there is only the compressed form, one that is damaged, and one that nobody lists.
func compressedPage(t *testing.T) *page {
	t.Helper()
	list, err := json.Marshal(packed.List{
		Tags: map[string]string{
			"a.js": packed.Tag([]byte("plain")), "b.wasm": packed.Tag([]byte("old")),
			"c.wasm": packed.Tag([]byte("engine")), "d.wasm": packed.Tag([]byte("damaged")), "e.js": packed.Tag([]byte("not alone")),
		},
		Alone: []string{"c.wasm", "d.wasm"},
	})
	if err != nil {
		t.Fatal(err)
	}
	p, err := newPage(fstest.MapFS{
		"a.js": file("plain"), "a.js.br": file("BR"), "a.js.gz": file("not read"),
		"b.wasm": file("new"), "b.wasm.br": file("of old"),
		"c.wasm.br": file(shrunk(t, "engine")), "d.wasm.br": file("\xff\xff"), "e.js.br": file("not alone"), "index.html": file("<p>"), packed.ListName: file(string(list)),
	}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestPageMore: files from elsewhere are served like those of the page, compressed by their own list, and a list
// that cannot be read is an error.
func TestPageMore(t *testing.T) {
	more := map[string][]byte{"c.wasm.br": []byte(shrunk(t, "engine")), "d.js": []byte("plain"), packed.ListName: []byte(`{"tags":{"c.wasm":"tag"},"alone":["c.wasm"]}`)}
	p, err := newPage(fstest.MapFS{"index.html": file("<p>")}, more, nil)
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{"/c.wasm": "engine", "/d.js": "plain", "/": "<p>"} {
		w := httptest.NewRecorder()
		p.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil))
		if w.Code != 200 || w.Body.String() != want {
			t.Errorf("%s: %d %q, want %q", path, w.Code, w.Body, want)
		}
	}
	more[packed.ListName] = []byte("{")
	if _, err := newPage(fstest.MapFS{}, more, nil); err == nil {
		t.Error("a broken list")
	}
}

// TestPageForms: everybody gets the best form that they read, under a tag of its own, and
// nobody one that is out of date.
func TestPageForms(t *testing.T) {
	p := compressedPage(t)
	tags := map[string]string{}
	for _, c := range []struct{ path, accept, encoding, body, kind string }{
		{"/a.js", "gzip, deflate, br, zstd", "br", "BR", "text/javascript; charset=utf-8"},
		{"/a.js", "GZIP;q=0.5, br;q=0", "gzip", "plain", "text/javascript; charset=utf-8"},
		{"/a.js", "br;q=0.000,gzip; q = 0", "", "plain", "text/javascript; charset=utf-8"},
		{"/a.js", "", "", "plain", "text/javascript; charset=utf-8"},
		{"/a.js", "brotli, gzipped", "", "plain", "text/javascript; charset=utf-8"},
		{"/b.wasm", "br", "", "new", "application/wasm"},
		{"/c.wasm", "br, gzip", "br", shrunk(t, "engine"), "application/wasm"},
		{"/c.wasm", "gzip", "gzip", "engine", "application/wasm"},
		{"/c.wasm", "identity", "", "engine", "application/wasm"},
		{"/c.wasm", "gzip", "gzip", "engine", "application/wasm"}, // made once
		{"/", "br", "", "<p>", "text/html; charset=utf-8"},
	} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, c.path, nil)
		r.Header.Set("Accept-Encoding", c.accept)
		w := httptest.NewRecorder()
		p.ServeHTTP(w, r)
		h, body := w.Header(), w.Body.String()
		if c.encoding == "gzip" {
			body = unzipped(t, w.Body)
		}
		if w.Code != 200 || body != c.body || h.Get("Content-Encoding") != c.encoding || h.Get("Content-Type") != c.kind || h.Get("Vary") != "Accept-Encoding" {
			t.Errorf("%s for %q: %d %q %v", c.path, c.accept, w.Code, body, h)
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
	for _, hidden := range []string{"/a.js.br", "/a.js.gz", "/c.wasm.br", "/e.js", "/e.js.br", "/" + packed.ListName} {
		w := httptest.NewRecorder()
		if p.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, hidden, nil)); w.Code != 404 {
			t.Errorf("%s: %d", hidden, w.Code)
		}
	}
}

func unzipped(t *testing.T, r io.Reader) string {
	t.Helper()
	z, err := gzip.NewReader(r)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestPageParts: a part of a file that is only there compressed is a part of the plain one for those who do not
// read brotli, and a damaged file is said to be one.
func TestPageParts(t *testing.T) {
	p := compressedPage(t)
	for _, c := range []struct {
		path, accept, body string
		status             int
	}{
		{"/c.wasm", "", "gin", 206},
		{"/c.wasm", "br", shrunk(t, "engine")[2:5], 206},
		{"/d.wasm", "br", "", 416},
		{"/d.wasm", "", "", 500},
		{"/d.wasm", "gzip", "", 500},
	} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, c.path, nil)
		r.Header.Set("Accept-Encoding", c.accept)
		r.Header.Set("Range", "bytes=2-4")
		w := httptest.NewRecorder()
		p.ServeHTTP(w, r)
		if w.Code != c.status || c.status == 206 && w.Body.String() != c.body {
			t.Errorf("%s for %q: %d %q", c.path, c.accept, w.Code, w.Body)
		}
		if etag := w.Header().Get("ETag"); c.status == 500 && etag != "" {
			t.Errorf("%s: an error with the tag %s", c.path, etag)
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
	p, err := newPage(fstest.MapFS{"index.html": file("<p>"), "docs/index.html": file("<p>docs"), "docs/a.html": file("<p>a")}, nil, nil)
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

// TestReadFile: a file is read from either form, and one that is not there is missing.
func TestReadFile(t *testing.T) {
	files := fstest.MapFS{"a.css": file("one"), "b.css.br": file(shrunk(t, "two"))}
	for name, want := range map[string]string{"a.css": "one", "b.css": "two"} {
		if got, err := ReadFile(files, name); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	if _, err := ReadFile(files, "c.css"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("c.css: %v", err)
	}
}
