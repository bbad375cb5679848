// SPDX-License-Identifier: BSD-3-Clause

package commands

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"log/slog"
	"math/big"
	"strings"
	"testing"
	"time"
)

// TestIssuerReports: what happens to a certificate is logged once, and that it is not renewed in
// time, too: nobody else would notice before it ends.
func TestIssuerReports(t *testing.T) {
	var log bytes.Buffer
	i := &issuer{log: slog.New(slog.NewTextHandler(&log, nil)), known: map[string]string{}}
	of := func(serial int64, left time.Duration) *tls.Certificate {
		end := time.Now().Add(left)
		return &tls.Certificate{Leaf: &x509.Certificate{SerialNumber: big.NewInt(serial), NotBefore: end.Add(-90 * time.Hour), NotAfter: end}}
	}
	for _, step := range []struct {
		cert *tls.Certificate
		err  error
		want string // logged, or empty for nothing
	}{
		{nil, errors.New("refused"), "error=refused"},
		{nil, errors.New("refused"), ""},
		{of(1, 80*time.Hour), nil, "level=INFO msg=certificate name=a.example"},
		{of(1, 31*time.Hour), nil, ""},
		{of(1, 17*time.Hour), nil, `level=ERROR msg="certificate not renewed" name=a.example`},
		{of(1, 16*time.Hour), nil, ""},
		{of(2, 90*time.Hour), nil, "level=INFO msg=certificate"},
	} {
		log.Reset()
		i.report("a.example", step.cert, step.err)
		if got := log.String(); (got == "") != (step.want == "") || !strings.Contains(got, step.want) {
			t.Errorf("%v, %v: logged %q, want %q", step.cert, step.err, got, step.want)
		}
	}
}
