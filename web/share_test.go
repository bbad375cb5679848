// SPDX-License-Identifier: BSD-3-Clause

package web_test

import (
	"bytes"
	"image/png"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/veilplan/veil/web/server"
)

// TestShare: a shared position is a page that other sites can show, with a picture of it, and
// that leads to the position itself.
func TestShare(t *testing.T) {
	s := serve(t, server.Config{})
	for _, c := range []struct{ path, title, to string }{
		{"/share/mines/4x4-4-safe-1_______________", "Which cell is best?", "/mines/#p=NHg0LTQtc2FmZS0xX19fX19fX19fX19fX19f"},
		{"/share/problems/hist-3-1087", "Hollow Island", "/problems/#hist-3-1087"},
	} {
		status, text, header := s.Call(t, "GET", c.path, "")
		if status != http.StatusOK || !strings.Contains(text, `og:title" content="`+c.title) || !strings.Contains(text, `url=`+c.to) {
			t.Fatalf("%s: %d %v %s", c.path, status, header, text)
		}
		image := regexp.MustCompile(`og:image" content="(http://[^"]+)"`).FindStringSubmatch(text)
		if image == nil || !strings.HasPrefix(image[1], s.URL) {
			t.Fatalf("%s: no address of a picture: %s", c.path, text)
		}
		status, text, header = s.Call(t, "GET", strings.TrimPrefix(image[1], s.URL), "")
		if _, err := png.Decode(bytes.NewReader([]byte(text))); err != nil || status != http.StatusOK || header.Get("Cross-Origin-Resource-Policy") != "cross-origin" {
			t.Errorf("%s: %d %v %v", image[1], status, header, err)
		}
	}
	for _, path := range []string{
		"/share/mines/nonsense", "/share/mines/%3Cscript%3E", "/og/mines/4x4-4-safe-1_______________", "/og/mines/.png",
		"/share/problems/none", "/og/problems/none.png",
	} {
		if status, text, _ := s.Call(t, "GET", path, ""); status != http.StatusNotFound || strings.Contains(text, "<script") {
			t.Errorf("%s: %d %s", path, status, text)
		}
	}
}

// TestPicturesNeedTokens: on a server with tokens nothing is computed without one, whatever the
// path; the page is for everybody.
func TestPicturesNeedTokens(t *testing.T) {
	s := serve(t, server.Config{Tokens: []string{"secret"}})
	for _, path := range []string{"/og/mines/4x4-4-safe-1_______________.png", "/og/problems/hist-3-1087.png"} {
		status, text, header := s.Call(t, "GET", path, "")
		if status != http.StatusUnauthorized || header.Get("WWW-Authenticate") == "" || strings.HasPrefix(text, "\x89PNG") {
			t.Errorf("%s without a token: %d %v", path, status, header)
		}
		if status, text, _ := s.Call(t, "GET", path, "", "Authorization", "Bearer secret"); status != http.StatusOK || !strings.HasPrefix(text, "\x89PNG") {
			t.Errorf("%s with a token: %d", path, status)
		}
	}
	if status, _, _ := s.Call(t, "GET", "/", ""); status != http.StatusOK {
		t.Errorf("the page: %d", status)
	}
}
