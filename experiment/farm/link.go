// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"
)

// Link is an invitation with the address of its farm, as one text: it is all that a worker needs.
// It contains the secret of the invitation.
type Link struct {
	Servers    string `json:"servers"` // URLs, separated by commas
	Invitation string `json:"invitation"`
}

// linkMark precedes the content of a link. It is in the fragment of a URL, which browsers send to
// no server.
const linkMark = "#join=1."

// maxLink bounds a link, in bytes.
const maxLink = 32 << 10

// ErrLink reports a text that is not a link of a farm.
var ErrLink = errors.New("not an invitation link: want https://…" + linkMark + "…, as veil farm invite --link prints it")

// URL returns the link. The page at base shows how to use it.
func (l Link) URL(base string) (string, error) {
	u, err := url.Parse(base)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.Fragment != "" {
		return "", fmt.Errorf("%s: want the address of a web server, such as https://farm.example.org/", Quote(base))
	}
	text, err := json.Marshal(l)
	if err != nil {
		return "", err
	}
	link := strings.TrimSuffix(base, "/") + "/experiments/" + linkMark + base64.RawURLEncoding.EncodeToString(text)
	_, err = ParseLink(link)
	return link, err
}

// ParseLink parses a link.
func ParseLink(text string) (l Link, err error) {
	_, code, ok := strings.Cut(text, linkMark)
	if !ok || len(text) > maxLink {
		return l, ErrLink
	}
	body, err := base64.RawURLEncoding.DecodeString(code)
	if err == nil {
		err = strict(body, &l)
	}
	if err == nil {
		err = l.check()
	}
	if err != nil {
		return Link{}, fmt.Errorf("%w: %w", ErrLink, quoted{err})
	}
	return l, nil
}

// check reports addresses that no farm has, and an invitation that cannot be read.
func (l Link) check() error {
	for server := range strings.SplitSeq(l.Servers, ",") {
		u, err := url.Parse(server)
		if err != nil || u.Scheme != "tls" && u.Scheme != "nats" || u.Host == "" {
			return fmt.Errorf("server %s: want tls://HOST:PORT or nats://HOST:PORT", Quote(server))
		}
	}
	_, err := Invited([]byte(l.Invitation))
	return err
}
