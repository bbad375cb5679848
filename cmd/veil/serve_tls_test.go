// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/web/webtest"
)

// authority signs the certificates of a test.
type authority struct {
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

func newKey(t *testing.T) *ecdsa.PrivateKey {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// sign makes a certificate of key, signed by the authority, or by itself if that is zero.
func (a authority) sign(t *testing.T, what *x509.Certificate, key *ecdsa.PrivateKey) *x509.Certificate {
	t.Helper()
	what.NotBefore, what.NotAfter = time.Now().Add(-time.Minute), time.Now().Add(time.Hour)
	if a.cert == nil {
		a = authority{what, key}
	}
	der, err := x509.CreateCertificate(rand.Reader, what, a.cert, &key.PublicKey, a.key)
	if err != nil {
		t.Fatal(err)
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return cert
}

func newAuthority(t *testing.T) authority {
	t.Helper()
	key := newKey(t)
	return authority{authority{}.sign(t, &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "an authority"},
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}, key), key}
}

// issue writes the files of a server of this machine and of veil.example.
func (a authority) issue(t *testing.T) (certFile, keyFile string) {
	t.Helper()
	key := newKey(t)
	cert := a.sign(t, &x509.Certificate{
		SerialNumber: big.NewInt(2), DNSNames: []string{"localhost", "veil.example", "veil.example.org"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}, key)
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	certFile, keyFile = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	for name, block := range map[string]*pem.Block{certFile: {Type: "CERTIFICATE", Bytes: cert.Raw}, keyFile: {Type: "PRIVATE KEY", Bytes: der}} {
		if err := os.WriteFile(name, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return certFile, keyFile
}

// client reaches servers that the authority vouches for, and no others.
func (a authority) client(t *testing.T) *http.Transport {
	t.Helper()
	roots := x509.NewCertPool()
	roots.AddCert(a.cert)
	over := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}, ForceAttemptHTTP2: true}
	t.Cleanup(over.CloseIdleConnections)
	return over
}

// TestServeTLS: a real certificate is shown and verified, the protocol is HTTP/2, and what
// guards the API and streams its answers does so there too.
func TestServeTLS(t *testing.T) {
	ca := newAuthority(t)
	cert, key := ca.issue(t)
	s := serve(t, "--tls-cert", cert, "--tls-key", key, "--tokens", tokenFile(t, 1), "--origin", "https://good.example", "--host", "veil.example")
	s.Over = ca.client(t)
	if !strings.HasPrefix(s.URL, "https://127.0.0.1:") {
		t.Fatalf("it listens on %s", s.URL)
	}
	bearer := []string{"Authorization", "Bearer client-0"}
	for _, c := range []struct {
		name, method, path string
		headers            []string
		status             int
		allowed            string
	}{
		{"page", "GET", "/", nil, 200, ""},
		{"no token", "POST", "/v1/mines/checks", nil, 401, ""},
		{"token", "POST", "/v1/mines/checks", bearer, 200, ""},
		{"its own page", "POST", "/v1/mines/checks", slices.Concat(bearer, []string{"Origin", s.URL}), 200, ""},
		{"a friend", "POST", "/v1/mines/checks", slices.Concat(bearer, []string{"Origin", "https://good.example"}), 200, "https://good.example"},
		{"another site", "POST", "/v1/mines/checks", slices.Concat(bearer, []string{"Origin", "https://evil.example"}), 403, ""},
		{"a friend asks first", "OPTIONS", "/v1/mines/checks", []string{"Origin", "https://good.example"}, 204, "https://good.example"},
		{"another name", "GET", "/", []string{"Host", "evil.example"}, 421, ""},
	} {
		body := ""
		if c.method == "POST" {
			body = webtest.Question(webtest.Hero)
		}
		status, got, header := s.Call(t, c.method, c.path, body, c.headers...)
		if status != c.status || header.Get("Access-Control-Allow-Origin") != c.allowed {
			t.Errorf("%s: %d %v %.200s", c.name, status, header, got)
		}
	}
	s.streamsOver(t, bearer)
}

// streamsOver follows an analysis on an HTTP/2 connection of which every certificate was verified.
func (s *server) streamsOver(t *testing.T, bearer []string) {
	t.Helper()
	status, body, header := s.Call(t, "POST", "/v1/mines/analyses", webtest.Question(webtest.Slow, `,"budget":{"max_layouts":50000,"nodes":3000},"wait_ms":0`), bearer...)
	if status != 202 {
		t.Fatalf("%d %.200s", status, body)
	}
	r, err := http.NewRequestWithContext(t.Context(), "GET", s.URL+header.Get("Location")+"/events", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set(bearer[0], bearer[1])
	answer, err := s.Over.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.ProtoMajor != 2 || answer.TLS == nil || len(answer.TLS.VerifiedChains) == 0 || answer.TLS.Version < tls.VersionTLS12 {
		t.Errorf("%s, %+v", answer.Proto, answer.TLS)
	}
	var text bytes.Buffer
	if _, err := text.ReadFrom(answer.Body); err != nil || !strings.Contains(text.String(), "\nevent: done\ndata: {\"schema\":\"mines.analysis/2\"") {
		t.Errorf("%v: %.300s", err, text.String())
	}
}

// TestServeTLSRefuses: whoever does not know the authority hangs up, and whoever speaks plain
// HTTP is told so.
func TestServeTLSRefuses(t *testing.T) {
	ca := newAuthority(t)
	cert, key := ca.issue(t)
	s := serve(t, "--tls-cert", cert, "--tls-key", key)
	s.Over = newAuthority(t).client(t)
	if _, _, _, err := s.Try(t.Context(), "GET", "/", ""); err == nil || !strings.Contains(err.Error(), "unknown authority") {
		t.Errorf("a stranger: %v", err)
	}
	plain := &server{Client: webtest.Client{URL: strings.Replace(s.URL, "https:", "http:", 1)}}
	if status, body, _ := plain.Call(t, "GET", "/", ""); status != 400 || !strings.Contains(body, "HTTP request to an HTTPS server") {
		t.Errorf("plain HTTP: %d %q", status, body)
	}
	s.Over = ca.client(t)
	if status, _, _ := s.Call(t, "GET", "/healthz", ""); status != 200 {
		t.Errorf("afterwards: %d", status)
	}
}

// shown returns the certificate that a new connection is shown.
func (s *server) shown(t *testing.T, ca authority) []byte {
	t.Helper()
	conn, err := (&tls.Dialer{Config: ca.client(t).TLSClientConfig}).DialContext(t.Context(), "tcp", strings.TrimPrefix(s.URL, "https://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close() //nolint:errcheck // the test is over
	return conn.(*tls.Conn).ConnectionState().PeerCertificates[0].Raw
}

// TestServeTLSReload: a renewed certificate is shown without a restart. While its files do not
// belong together or cannot be read, the former one is.
func TestServeTLSReload(t *testing.T) {
	ca := newAuthority(t)
	cert, key := ca.issue(t)
	newCert, newKey := ca.issue(t)
	s := serve(t, "--tls-cert", cert, "--tls-key", key)
	first := s.shown(t, ca)
	for _, step := range []struct {
		name    string
		change  func() error
		changed bool
	}{
		{"only the certificate is replaced", func() error { return os.Rename(newCert, cert) }, false},
		{"the key too", func() error { return os.Rename(newKey, key) }, true},
		{"an unreadable certificate", func() error { return os.WriteFile(cert, []byte("not a certificate"), 0o600) }, true},
		{"no key", func() error { return os.Remove(key) }, true},
	} {
		if err := step.change(); err != nil {
			t.Fatal(err)
		}
		if changed := !bytes.Equal(s.shown(t, ca), first); changed != step.changed {
			t.Errorf("%s: another certificate is shown: %t, want %t", step.name, changed, step.changed)
		}
	}
	s.kill()
	<-s.logged
	if log := s.log.String(); strings.Count(log, "certificate replaced") != 1 || strings.Count(log, "certificate not replaced") != 3 {
		t.Errorf("log:\n%s", log)
	}
}

// TestServeTLSMistakes: a pair of files that cannot serve is told before the server listens.
func TestServeTLSMistakes(t *testing.T) {
	ca := newAuthority(t)
	cert, key := ca.issue(t)
	_, other := ca.issue(t)
	dir := filepath.Dir(cert)
	if err := os.WriteFile(filepath.Join(dir, "empty.pem"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ cert, key, want string }{
		{"cert.pem", "", "--tls-cert and --tls-key: want both or none"},
		{"", "key.pem", "--tls-cert and --tls-key: want both or none"},
		{"cert.pem", "kez.pem", "cannot read kez.pem: no such file or directory\n  did you mean key.pem?"},
		{"crt.pem", "key.pem", "cannot read crt.pem"},
		{"cert.pem", other, "private key does not match public key\n  --tls-cert takes"},
		{"key.pem", "cert.pem", "--tls-key the private key that belongs to it"},
		{"empty.pem", "key.pem", "--tls-cert takes the certificate in PEM form"},
		{"cert.pem", key + "/", "cannot read"},
	} {
		got := try(testEnv(dir, "serve", "--listen", "127.0.0.1:0", "--tls-cert", c.cert, "--tls-key", c.key))
		if got.code != int(frame.ExitUsage) || !strings.Contains(got.errors, c.want) || strings.Contains(got.errors, "listening") {
			t.Errorf("%s, %s: exit %d\n%s", c.cert, c.key, got.code, got.errors)
		}
	}
}
