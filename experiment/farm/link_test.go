// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"encoding/base64"
	"errors"
	"strings"
	"testing"
	"time"
)

func someLink(tb testing.TB) (Link, string) {
	tb.Helper()
	keyring, err := OpenKeyring(tb.TempDir(), time.Now())
	if err != nil {
		tb.Fatal(err)
	}
	text, err := keyring.Invite(RoleWorker, "ann", time.Now().Add(time.Hour))
	if err != nil {
		tb.Fatal(err)
	}
	l := Link{Servers: "tls://farm.example.org:4222,tls://b:1", Invitation: string(text)}
	made, err := l.URL("https://farm.example.org/")
	if err != nil {
		tb.Fatal(err)
	}
	return l, made
}

// TestLinks: a link is read as it was made, needs no quotes beyond a pair of double ones in any shell,
// and one that is cut, changed or of another kind is refused.
func TestLinks(t *testing.T) {
	l, made := someLink(t)
	if got, err := ParseLink(made); err != nil || got != l {
		t.Errorf("read again: %v", err)
	}
	if strings.ContainsAny(made, " \"'$`\\%!") || !strings.HasPrefix(made, "https://farm.example.org/experiments/#join=1.") {
		t.Errorf("the link: %s", made)
	}
	hostile := func(json string) string {
		return "https://x/" + linkMark + base64.RawURLEncoding.EncodeToString([]byte(json))
	}
	for _, bad := range []string{
		"", "https://x/#join=", made[:len(made)-9], made + strings.Repeat("A", maxLink), hostile("{}"),
		hostile(`{"servers":"file:///etc/passwd","invitation":"x"}`), hostile(`{"servers":"tls://h:1","invitation":"x"}`),
		strings.Replace(made, "=1.", "=2.", 1),
	} {
		if _, err := ParseLink(bad); !errors.Is(err, ErrLink) {
			t.Errorf("%.60s: %v", bad, err)
		}
	}
	if _, err := l.URL("ftp://x"); err == nil {
		t.Error("a link to no web server")
	}
	l.Servers = "https://x"
	if _, err := l.URL("https://x"); err == nil {
		t.Error("a link to no farm")
	}
}

// FuzzLink: whatever somebody sends as a link is refused, or names servers and an invitation.
func FuzzLink(f *testing.F) {
	_, made := someLink(f)
	f.Add(made)
	f.Add("https://x/#join=1.e30")
	f.Fuzz(func(t *testing.T, text string) {
		l, err := ParseLink(text)
		switch {
		case err != nil && !errors.Is(err, ErrLink):
			t.Errorf("%v", err)
		case err == nil && (l.Servers == "" || l.Invitation == ""):
			t.Errorf("%+v", l)
		}
	})
}
