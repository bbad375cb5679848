// SPDX-License-Identifier: BSD-3-Clause

package web

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"regexp"
	"strings"
	"time"
)

//go:embed static
var builtIn embed.FS

// page serves static files: a path is a file, a file without its .html, or a directory with
// an index.html. A file beside it that ends in .br or .gz is the same, compressed, and is
// sent to whoever can read it.
type page struct {
	files map[string]*asset
}

type asset struct {
	kind, tag string
	forms     map[string][]byte // by content encoding; "" is plain
	forever   bool              // its name changes with its content
}

// hashed matches the names of files that never change.
var hashed = regexp.MustCompile(`[.-][0-9a-zA-Z]{8,}\.[a-z0-9]+$`)

// newPage reads all files at once: they are few, and reading them later could fail.
func newPage(files fs.FS) (*page, error) {
	if files == nil {
		static, err := fs.Sub(builtIn, "static")
		if err != nil {
			return nil, err
		}
		files = static
	}
	p := &page{files: map[string]*asset{}}
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(files, name)
		if err == nil {
			p.add(name, text)
		}
		return err
	})
	return p, err
}

func (p *page) add(name string, text []byte) {
	encoding := ""
	for suffix, e := range map[string]string{".br": "br", ".gz": "gzip"} {
		if plain, ok := strings.CutSuffix(name, suffix); ok {
			name, encoding = plain, e
		}
	}
	a := p.files[name]
	if a == nil {
		a = &asset{kind: kindOf(name), forms: map[string][]byte{}, forever: hashed.MatchString(name)}
		p.files[name] = a
	}
	a.forms[encoding] = text
	if encoding == "" {
		sum := sha256.Sum256(text)
		a.tag = hex.EncodeToString(sum[:12])
	}
}

func kindOf(name string) string {
	switch ext := path.Ext(name); ext {
	case ".wasm":
		return "application/wasm"
	case ".js", ".mjs":
		return "text/javascript; charset=utf-8"
	case ".webmanifest":
		return "application/manifest+json"
	default:
		if kind := mime.TypeByExtension(ext); kind != "" {
			return kind
		}
		return "application/octet-stream"
	}
}

// find returns the file of a path.
func (p *page) find(urlPath string) (*asset, bool) {
	name := strings.Trim(path.Clean("/"+urlPath), "/")
	for _, candidate := range []string{name, name + ".html", path.Join(name, "index.html")} {
		if a, ok := p.files[candidate]; ok && len(a.forms[""]) > 0 {
			return a, true
		}
	}
	return nil, false
}

// ServeHTTP serves a file.
func (p *page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		newProblem(http.StatusMethodNotAllowed, notFound, "only GET is possible here", "").write(w, r)
		return
	}
	a, ok := p.find(r.URL.Path)
	if !ok {
		newProblem(http.StatusNotFound, notFound, "there is no such page", "").write(w, r)
		return
	}
	h := w.Header()
	encoding := a.choose(r.Header.Get("Accept-Encoding"))
	h.Set("Content-Type", a.kind)
	h.Add("Vary", "Accept-Encoding")
	h.Set("ETag", `"`+a.tag+encoding+`"`)
	h.Set("Cache-Control", "no-cache")
	if a.forever {
		h.Set("Cache-Control", immutable)
	}
	if encoding != "" {
		h.Set("Content-Encoding", encoding)
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(a.forms[encoding]))
}

// choose picks the best form that the client reads.
func (a *asset) choose(accept string) string {
	for _, encoding := range []string{"br", "gzip"} {
		if a.forms[encoding] != nil && accepts(accept, encoding) {
			return encoding
		}
	}
	return ""
}

func accepts(header, encoding string) bool {
	for part := range strings.SplitSeq(header, ",") {
		name, weight, _ := strings.Cut(strings.TrimSpace(part), ";")
		if name == encoding && strings.ReplaceAll(weight, " ", "") != "q=0" {
			return true
		}
	}
	return false
}
