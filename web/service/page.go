// SPDX-License-Identifier: BSD-3-Clause

package service

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io/fs"
	"mime"
	"net/http"
	"net/url"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/veilplan/veil/web/packed"
)

// page serves static files: a path is a file, a file without its .html, or a directory with
// an index.html. A file beside it that ends in .br or .gz is the same, compressed, and is
// sent to whoever can read it.
type page struct {
	files map[string]*asset
	form  *form // of what cannot be shown; nil if there is none
}

type asset struct {
	kind, tag string
	forms     map[string][]byte // by content encoding; "" is plain
}

// newPage reads all files at once: they are few, and reading them later could fail. Those of
// instead replace others of their names.
func newPage(files fs.FS, instead map[string][]byte) (*page, error) {
	list, err := packed.Read(files)
	if err != nil {
		return nil, err
	}
	p := &page{files: map[string]*asset{}, form: readForm(files)}
	err = fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || packed.IsForm(name) || name == packed.ListName {
			return err
		}
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		a := &asset{kindOf(name), packed.Tag(text), map[string][]byte{"": text}}
		p.files[name] = a
		if list.Tags[name] != a.tag {
			return nil
		}
		return a.pack(files, name)
	})
	for name, text := range instead {
		p.files[name] = &asset{kindOf(name), packed.Tag(text), map[string][]byte{"": text}}
	}
	return p, err
}

// pack reads the compressed forms of a file.
func (a *asset) pack(files fs.FS, name string) error {
	for _, f := range packed.Forms() {
		text, err := fs.ReadFile(files, name+f.Suffix)
		if err == nil {
			a.forms[f.Encoding] = text
		} else if !errors.Is(err, fs.ErrNotExist) { // some are not worth it
			return err
		}
	}
	return nil
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
	name := nameOf(urlPath)
	for _, candidate := range []string{name, name + ".html", path.Join(name, "index.html")} {
		if a, ok := p.files[candidate]; ok {
			return a, true
		}
	}
	return nil, false
}

// nameOf returns the file or directory that a path names.
func nameOf(urlPath string) string { return strings.Trim(path.Clean("/"+urlPath), "/") }

// directory returns the address of a directory that was asked for without its last slash: the links
// of its page are relative to it.
func (p *page) directory(r *http.Request) (string, bool) {
	name := nameOf(r.URL.Path)
	_, isFile := p.files[name]
	_, isPage := p.files[name+".html"]
	_, isDirectory := p.files[path.Join(name, "index.html")]
	if name == "" || isFile || isPage || !isDirectory || strings.HasSuffix(r.URL.Path, "/") {
		return "", false
	}
	to := url.URL{Path: "/" + name + "/", RawQuery: r.URL.RawQuery}
	return to.String(), true
}

// ServeHTTP serves a file.
func (p *page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		NewProblem(http.StatusMethodNotAllowed, notAllowed, "only GET is possible here", "").Write(w, r)
		return
	}
	if to, ok := p.directory(r); ok {
		http.Redirect(w, r, to, http.StatusPermanentRedirect)
		return
	}
	a, ok := p.find(r.URL.Path)
	if !ok {
		NewProblem(http.StatusNotFound, NotFound, "there is no such page", "The address may be mistyped, or the page has moved.").Write(w, r)
		return
	}
	a.ServeHTTP(w, r)
}

// newAsset compresses a text that is sent often.
func newAsset(kind string, text []byte) *asset {
	var small bytes.Buffer
	z := gzip.NewWriter(&small)
	if _, err := z.Write(text); err != nil || z.Close() != nil {
		panic("a buffer that cannot be written")
	}
	return &asset{kind, packed.Tag(text), map[string][]byte{"": text, "gzip": small.Bytes()}}
}

// ServeHTTP serves the form that the client reads, unless it has it.
func (a *asset) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	encoding := a.choose(r.Header.Get("Accept-Encoding"))
	h.Set("Content-Type", a.kind)
	h.Add("Vary", "Accept-Encoding")
	h.Set("ETag", `"`+a.tag+encoding+`"`)
	h.Set("Cache-Control", "no-cache")
	if encoding != "" {
		h.Set("Content-Encoding", encoding)
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(a.forms[encoding]))
}

// choose picks the best form that the client reads.
func (a *asset) choose(accept string) string {
	for _, f := range packed.Forms() {
		if a.forms[f.Encoding] != nil && accepts(accept, f.Encoding) {
			return f.Encoding
		}
	}
	return ""
}

// accepts reports whether an Accept-Encoding header names an encoding, and not with weight 0.
func accepts(header, encoding string) bool {
	for part := range strings.SplitSeq(header, ",") {
		name, weight, _ := strings.Cut(part, ";")
		if !strings.EqualFold(strings.TrimSpace(name), encoding) {
			continue
		}
		_, value, _ := strings.Cut(weight, "=")
		q, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
		return err != nil || q > 0
	}
	return false
}
