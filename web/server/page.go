// SPDX-License-Identifier: BSD-3-Clause

package server

import (
	"errors"
	"io/fs"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/veilplan/veil/web/packed"
)

// page serves static files: a path is a file, a file without its .html, or a directory with
// an index.html.
type page struct {
	files map[string]*asset
	form  *form // of the error page; nil if there is none
}

// newPage reads all files at once: they are few, and reading them later could fail. Those of
// more are added, and those of instead replace others of their names.
func newPage(files fs.FS, more, instead map[string][]byte) (*page, error) {
	list, err := packed.Read(files)
	if err != nil {
		return nil, err
	}
	p := &page{files: map[string]*asset{}, form: readForm(files)}
	err = fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || name == packed.ListName {
			return err
		}
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		p.read(list, name, text)
		return nil
	})
	err = errors.Join(err, p.add(more))
	for name, text := range instead {
		p.files[name] = newAsset(kindOf(name), text)
	}
	return p, err
}

// add takes files from elsewhere in.
func (p *page) add(more map[string][]byte) error {
	if more == nil {
		return nil
	}
	list, err := packed.Parse(more[packed.ListName])
	for _, name := range slices.Sorted(maps.Keys(more)) {
		if name != packed.ListName {
			p.read(list, name, more[name])
		}
	}
	return err
}

// read takes a file in. Directories are read in the order of names, so a file comes before
// its compressed form.
func (p *page) read(list packed.List, name string, text []byte) {
	plain, small := strings.CutSuffix(name, packed.Brotli().Suffix)
	a, tag := p.files[plain], list.Tags[plain]
	switch {
	case !small && !packed.IsForm(name):
		p.files[name] = newAsset(kindOf(name), text)
	case small && a == nil && slices.Contains(list.Alone, plain):
		p.files[plain] = newSmallAsset(kindOf(plain), tag, text)
	case small && a != nil && a.tag == tag: // otherwise it is the form of an older content
		a.compressed(text)
	}
}

// kindOf returns the media type of a file. The types in the switch are fixed; those of package
// mime depend on the system's tables.
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

// directory returns the address with a final slash, if a directory was requested without it: the
// links of its page are relative to it.
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
