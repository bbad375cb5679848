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

// asset is a text that is sent often, in the smallest form that a client accepts. Missing forms are
// made on the first request and kept: no client can cause that work twice.
type asset struct {
	kind, tag string
	forms     map[string]contents // by content encoding; "" is plain
}

type contents func() ([]byte, error)

func given(text []byte) contents { return func() ([]byte, error) { return text, nil } }

// newAsset returns an asset with its plain text.
func newAsset(kind string, text []byte) *asset {
	return &asset{kind, packed.Tag(text), map[string]contents{"": given(text)}}
}

// newSmallAsset returns an asset stored in compressed form only. The tag is that of the plain text.
func newSmallAsset(kind, tag string, small []byte) *asset {
	a := &asset{kind, tag, map[string]contents{"": sync.OnceValues(func() ([]byte, error) { return unpack(small) })}}
	a.compressed(small)
	return a
}

// compressed adds the compressed form of a text. A text that has one gets a gzip form on demand as well.
func (a *asset) compressed(small []byte) {
	a.forms[packed.Brotli().Encoding] = given(small)
	a.zip()
}

// zip adds the gzip form, for clients that accept nothing smaller.
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
		err = errors.Join(err, z.Close()) // Close flushes
		return small.Bytes(), err
	})
}

// largest bounds the decompressed size of a file, in bytes.
const largest = 64 << 20

// unpack decompresses a text.
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

// ServeHTTP sends the smallest form that the client accepts, or 304 if the client has it.
func (a *asset) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	encoding := a.choose(r.Header.Get("Accept-Encoding"))
	text, err := a.forms[encoding]()
	if err != nil {
		NewProblem(http.StatusInternalServerError, api.Internal, "this file cannot be unpacked", "This program is damaged: reinstall it.").Write(w, r)
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

// choose returns the smallest form that the client accepts.
func (a *asset) choose(accept string) string {
	for _, f := range packed.Forms() {
		if a.forms[f.Encoding] != nil && accepts(accept, f.Encoding) {
			return f.Encoding
		}
	}
	return ""
}
