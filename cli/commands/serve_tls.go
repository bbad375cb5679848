// SPDX-License-Identifier: BSD-3-Clause

package commands

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"os"
	"sync"

	"github.com/veilplan/veil/cli/frame"
)

// secured returns the configuration for HTTPS, or nil for plain HTTP, and what is to be done as soon
// as the server listens.
func (a *app) secured(s serveFlags, log *slog.Logger) (config *tls.Config, listening func(), err error) {
	listening = func() {}
	switch {
	case s.acme.dir != "" && (s.cert != "" || s.key != ""):
		err = frame.Usage("--acme and --tls-cert: want one of them")
	case s.acme.dir != "":
		var i *issuer
		if config, i, err = a.issued(s, log); err == nil {
			listening = i.obtain
		}
	default:
		config, err = a.certificate(s, log)
	}
	return config, listening, err
}

// certificate returns the configuration for HTTPS, or nil if no files were given. It reads them
// before the server listens, so that mistakes are reported at once.
func (a *app) certificate(s serveFlags, log *slog.Logger) (*tls.Config, error) {
	if (s.cert == "") != (s.key == "") {
		return nil, frame.Usage("--tls-cert and --tls-key: want both or none")
	}
	if s.cert == "" {
		return nil, nil //nolint:nilnil // plain HTTP is fine
	}
	c := &certFiles{app: a, cert: s.cert, key: s.key, log: log}
	if err := c.load(c.stat()); err != nil {
		return nil, err
	}
	return &tls.Config{GetCertificate: c.current, MinVersion: tls.VersionTLS12}, nil
}

// certFiles is a certificate in two files, which are read again after they change. Every handshake
// compares their times and sizes, which costs a thousandth of the handshake.
type certFiles struct {
	app       *app
	cert, key string
	log       *slog.Logger

	mu   sync.Mutex
	seen [2]fileState // of the last attempt to load, successful or not
	pair *tls.Certificate
}

// fileState changes when a file is written or replaced. It is zero for an unreadable file.
type fileState struct {
	written int64 // nanoseconds
	size    int64
	file    os.FileInfo // to recognise another file of the same time and size
}

func (f fileState) same(g fileState) bool {
	return f.written == g.written && f.size == g.size && (f.file == nil) == (g.file == nil) && (f.file == nil || os.SameFile(f.file, g.file))
}

func (c *certFiles) stat() [2]fileState {
	var state [2]fileState
	for i, name := range []string{c.cert, c.key} {
		if info, err := os.Stat(c.app.Path(name)); err == nil {
			state[i] = fileState{info.ModTime().UnixNano(), info.Size(), info}
		}
	}
	return state
}

// current returns the certificate in the files. While they cannot be used, for example because only
// one of them is written yet, it returns the former certificate.
func (c *certFiles) current(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	state := c.stat()
	if state[0].same(c.seen[0]) && state[1].same(c.seen[1]) {
		return c.pair, nil
	}
	if err := c.load(state); err != nil {
		c.log.Warn("certificate not replaced; the former one is used", "error", err)
	} else {
		c.log.Info("certificate replaced", "file", c.cert, "until", c.pair.Leaf.NotAfter)
	}
	return c.pair, nil
}

// load reads the files, whose state was taken before: a change in between is noticed next time.
func (c *certFiles) load(state [2]fileState) error {
	c.seen = state
	var pem [2][]byte
	for i, name := range []string{c.cert, c.key} {
		var err error
		if pem[i], err = os.ReadFile(c.app.Path(name)); err != nil {
			return c.app.Unreadable(name, err)
		}
	}
	pair, err := tls.X509KeyPair(pem[0], pem[1])
	if err != nil {
		return frame.Usage(fmt.Sprintf("cannot serve HTTPS with %s and %s: %v", c.cert, c.key, err),
			"--tls-cert takes the certificate in PEM form, followed by those of its issuers; --tls-key the private key that belongs to it")
	}
	c.pair = &pair
	return nil
}
