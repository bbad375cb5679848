// SPDX-License-Identifier: BSD-3-Clause

package commands

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"net/netip"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"

	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/internal/text"
)

// acmeFlags are the flags about certificates from an ACME server.
type acmeFlags struct{ dir, server, email string }

// acmeNames returns the names to ask certificates for: those in --host.
func acmeNames(hosts []string) ([]string, error) {
	for _, name := range hosts {
		if _, err := netip.ParseAddr(name); err == nil || !strings.Contains(name, ".") || strings.Contains(name, "*") {
			return nil, frame.Usage(fmt.Sprintf("--acme: no certificate can be issued for --host %q", name), "want a full name, such as veil.example.org")
		}
	}
	if len(hosts) == 0 {
		return nil, frame.Usage("--acme: no name to ask a certificate for", "name this server with --host")
	}
	return hosts, nil
}

// issued returns a configuration for HTTPS with certificates from an ACME server. They are kept in a
// directory, which is made at once, so that mistakes are reported before the server listens.
func (a *app) issued(s serveFlags, log *slog.Logger) (*tls.Config, *issuer, error) {
	names, err := acmeNames(s.hosts)
	if err != nil {
		return nil, nil, err
	}
	dir := a.Path(s.acme.dir)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, nil, frame.Usage(fmt.Sprintf("--acme %s: %v", s.acme.dir, text.FileCause(err)), "want a directory that veil may write, for certificates and keys")
	}
	i := &issuer{names: names, log: log, known: map[string]string{}, manager: &autocert.Manager{
		Prompt: autocert.AcceptTOS, Cache: autocert.DirCache(dir), HostPolicy: autocert.HostWhitelist(names...), Email: s.acme.email,
		Client: &acme.Client{DirectoryURL: s.acme.server, UserAgent: "veil/" + a.Version},
	}}
	config := i.manager.TLSConfig()
	config.GetCertificate, config.MinVersion = i.current, tls.VersionTLS12
	return config, i, nil
}

// issuer obtains and renews certificates, and logs how that went: the manager itself reports a
// failure only to the client whose handshake fails.
type issuer struct {
	manager *autocert.Manager
	names   []string
	log     *slog.Logger

	mu    sync.Mutex
	known map[string]string // what was logged last about each name
}

// obtain asks for the certificates before the first visitor needs them. The server must listen
// already: the authority calls it.
func (i *issuer) obtain() {
	for _, name := range i.names {
		hello := &tls.ClientHelloInfo{
			ServerName: name, CipherSuites: []uint16{tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256}, SupportedCurves: []tls.CurveID{tls.CurveP256},
			SignatureSchemes: []tls.SignatureScheme{tls.ECDSAWithP256AndSHA256}, SupportedVersions: []uint16{tls.VersionTLS13},
		}
		_, _ = i.current(hello) // logged
	}
}

func (i *issuer) current(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
	cert, err := i.manager.GetCertificate(hello)
	challenge := slices.Contains(hello.SupportedProtos, acme.ALPNProto)
	if slices.Contains(i.names, hello.ServerName) && !challenge { // strangers may send any name
		i.report(hello.ServerName, cert, err)
	}
	return cert, err
}

// report logs the state of a name's certificate, if it is news.
func (i *issuer) report(name string, cert *tls.Certificate, err error) {
	if err != nil {
		i.say(name, err.Error(), func() { i.log.Error("no certificate", "name", name, "error", err) })
		return
	}
	leaf := cert.Leaf
	serial := leaf.SerialNumber.String()
	if late := leaf.NotAfter.Add(-leaf.NotAfter.Sub(leaf.NotBefore) / 5); time.Now().After(late) { // it is renewed after two thirds of its life
		i.say(name, "late "+serial, func() { i.log.Error("certificate not renewed", "name", name, "until", leaf.NotAfter) })
		return
	}
	i.say(name, serial, func() { i.log.Info("certificate", "name", name, "until", leaf.NotAfter) })
}

// say logs something about a name unless it was the last thing logged about it.
func (i *issuer) say(name, what string, log func()) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.known[name] != what {
		i.known[name] = what
		log()
	}
}
