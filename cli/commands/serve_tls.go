// SPDX-License-Identifier: BSD-3-Clause

package commands

import (
	"crypto/tls"
	"fmt"
	"os"

	"github.com/veilplan/veil/cli/frame"
)

// certificate reads the two files for HTTPS, or returns nil if none was given. It runs before the
// server listens, so that mistakes are reported at once.
func (a *app) certificate(s serveFlags) (*tls.Config, error) {
	if (s.cert == "") != (s.key == "") {
		return nil, frame.Usage("--tls-cert and --tls-key: want both or none")
	}
	if s.cert == "" {
		return nil, nil //nolint:nilnil // plain HTTP is fine
	}
	var pem [2][]byte
	for i, name := range []string{s.cert, s.key} {
		var err error
		if pem[i], err = os.ReadFile(a.Path(name)); err != nil {
			return nil, a.Unreadable(name, err)
		}
	}
	pair, err := tls.X509KeyPair(pem[0], pem[1])
	if err != nil {
		return nil, frame.Usage(fmt.Sprintf("cannot serve HTTPS with %s and %s: %v", s.cert, s.key, err),
			"--tls-cert takes the certificate in PEM form, followed by those of its issuers; --tls-key the private key that belongs to it")
	}
	return &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}, nil
}
