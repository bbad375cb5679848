// SPDX-License-Identifier: BSD-3-Clause

package server

import (
	"strings"
	"testing"
	"testing/fstest"
)

// browser is what browsers send when somebody follows a link.
const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"

// TestErrorsForPeople: who reads pages gets a page, and a program the same as a document;
// both with the same status and headers.
func TestErrorsForPeople(t *testing.T) {
	page := fstest.MapFS{"index.html": file("<p>"), "404.html": file("<main>" + firstMark + "static</p>" + lastMark + "</p></main>")}
	s := newToy(t, Config{Page: page}, nothing)
	for _, c := range []struct {
		method, path, accept string
		status               int
		page                 bool
	}{
		{"GET", "/<b>nowhere", browser, 404, true},
		{"GET", "/nowhere", "TEXT/HTML", 404, true},
		{"GET", "/nowhere", "*/*", 404, false},
		{"GET", "/nowhere", "application/json", 404, false},
		{"GET", "/v1/nowhere", browser, 404, true},
		{"GET", "/v1/short", browser, 405, true},
		{"GET", "/v1/short", "application/json", 405, false},
		{"POST", "/", browser, 405, true},
	} {
		status, text, header := s.Call(t, c.method, c.path, "", "Accept", c.accept)
		kind, start := "application/problem+json", "{"
		if c.page {
			kind, start = "text/html; charset=utf-8", "<main><p class=\"status\">"
		}
		if status != c.status || header.Get("Content-Type") != kind || !strings.HasPrefix(text, start) || strings.Contains(text, "static") {
			t.Errorf("%s %s for %s: %d %v %s", c.method, c.path, c.accept, status, header, text)
		}
		if (status == 405) != (header.Get("Allow") != "") || !strings.Contains(strings.Join(header.Values("Vary"), ","), "Accept") {
			t.Errorf("%s %s: %v", c.method, c.path, header)
		}
	}
}

// TestErrorForm: a page without an error page, or one without marks, answers with documents.
func TestErrorForm(t *testing.T) {
	for _, page := range []fstest.MapFS{{"index.html": file("<p>")}, {"404.html": file("<p>no marks")}, {"404.html": file(firstMark + " half")}} {
		s := newToy(t, Config{Page: page}, nothing)
		if _, text, header := s.Call(t, "GET", "/nowhere", "", "Accept", browser); header.Get("Content-Type") != "application/problem+json" {
			t.Errorf("%v: %s", page, text)
		}
	}
}

// TestErrorIsText: what is wrong is text, never markup of whoever asked.
func TestErrorIsText(t *testing.T) {
	s := newToy(t, Config{Page: fstest.MapFS{"404.html": file(firstMark + lastMark)}}, nothing)
	if status, text, _ := s.Call(t, "GET", "/", "", "Accept", browser, "Origin", "http://<img>"); status != 403 || strings.Contains(text, "<img>") || !strings.Contains(text, "&lt;img&gt;") {
		t.Errorf("%d %s", status, text)
	}
}
