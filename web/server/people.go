// SPDX-License-Identifier: BSD-3-Clause

package server

import (
	"bytes"
	"fmt"
	"html"
	"io/fs"
	"net/http"
	"strings"
)

// errorPage is the file with the error page. Static hosts send it unchanged; this server replaces
// the elements from the first mark to the last one. The marks are elements, because html/template,
// which makes the page, drops comments.
const (
	errorPage = "404.html"
	firstMark = `<p class="status" data-what="first">`
	lastMark  = `<p data-what="last">`
)

// form is the part of the error page before the text, and the part after it.
type form struct{ head, tail []byte }

// formKey is the context key of the error page.
type formKey struct{}

// readForm splits the error page at its marks. It returns nil for a page without marks.
func readForm(files fs.FS) *form {
	text, err := fs.ReadFile(files, errorPage)
	if err != nil {
		return nil
	}
	head, rest, ok := bytes.Cut(text, []byte(firstMark))
	end := bytes.Index(rest, []byte(lastMark))
	if !ok || end < 0 {
		return nil
	}
	return &form{head, rest[end:]}
}

// forPeople reports whether a request comes from a person: browsers accept text/html, programs do not.
func forPeople(r *http.Request) bool {
	for part := range strings.SplitSeq(r.Header.Get("Accept"), ",") {
		kind, _, _ := strings.Cut(part, ";")
		if strings.EqualFold(strings.TrimSpace(kind), "text/html") {
			return true
		}
	}
	return false
}

// page writes a problem as an HTML page, and reports whether it could.
func (p *Problem) page(w http.ResponseWriter, r *http.Request) bool {
	f, ok := r.Context().Value(formKey{}).(*form)
	if !ok || f == nil || !forPeople(r) {
		return false
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(p.Status)
	title := strings.ToUpper(p.Title[:1]) + p.Title[1:] + "."
	text := fmt.Sprintf("<p class=\"status\">%d</p>\n<h1>%s</h1>\n<p>%s</p>\n", p.Status, html.EscapeString(title), html.EscapeString(p.Detail))
	_, _ = w.Write(bytes.Join([][]byte{f.head, f.tail}, []byte(text))) // the client is gone if this fails
	return true
}
