// SPDX-License-Identifier: BSD-3-Clause

package server

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"sync"
	"time"

	"github.com/andybalholm/brotli"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/web/packed"
)

// asset is a text that is sent often, in the best form that a client reads. Forms that are not
// there are made when they are first asked for, and kept: no client can make that happen twice.
type asset struct {
	kind, tag string
	forms     map[string]contents // by content encoding; "" is plain
}

type contents func() ([]byte, error)

func given(text []byte) contents { return func() ([]byte, error) { return text, nil } }

// newAsset is a text that is sent as it is.
func newAsset(kind string, text []byte) *asset {
	return &asset{kind, packed.Tag(text), map[string]contents{"": given(text)}}
}

// newSmallAsset is a text of which only the compressed form is there. The tag is that of the text.
func newSmallAsset(kind, tag string, small []byte) *asset {
	a := &asset{kind, tag, map[string]contents{"": sync.OnceValues(func() ([]byte, error) { return unpack(small) })}}
	a.compressed(small)
	return a
}

// compressed adds the compressed form of a text. One that is worth that is worth gzip too.
func (a *asset) compressed(small []byte) {
	a.forms[packed.Brotli().Encoding] = given(small)
	a.zip()
}

// zip adds the form for clients that read nothing better.
func (a *asset) zip() {
	plain := a.forms[""]
	a.forms["gzip"] = sync.OnceValues(func() ([]byte, error) {
		text, err := plain()
		if err != nil {
			return nil, err
		}
		var small bytes.Buffer
		z := gzip.NewWriter(&small)
		_, err = z.Write(text)
		err = errors.Join(err, z.Close()) // which writes the rest
		return small.Bytes(), err
	})
}

// largest bounds what a compressed file may become.
const largest = 64 << 20

// unpack returns a text from its compressed form.
func unpack(small []byte) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(brotli.NewReader(bytes.NewReader(small)), largest+1))
	if err == nil && len(text) > largest {
		err = errors.New("a file of the page is too large")
	}
	return text, err
}

// ReadFile reads a file of a page, plain or compressed.
func ReadFile(files fs.FS, name string) ([]byte, error) {
	text, err := fs.ReadFile(files, name)
	if err == nil {
		return text, nil
	}
	small, missing := fs.ReadFile(files, name+packed.Brotli().Suffix)
	if missing != nil {
		return nil, err
	}
	return unpack(small)
}

// ServeHTTP serves the form that the client reads, unless it has it.
func (a *asset) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	encoding := a.choose(r.Header.Get("Accept-Encoding"))
	text, err := a.forms[encoding]()
	if err != nil {
		NewProblem(http.StatusInternalServerError, api.Internal, "this file cannot be unpacked", "This program is damaged: install it anew.").Write(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Type", a.kind)
	h.Add("Vary", "Accept-Encoding")
	h.Set("ETag", `"`+a.tag+encoding+`"`)
	h.Set("Cache-Control", "no-cache")
	if encoding != "" {
		h.Set("Content-Encoding", encoding)
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(text))
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
