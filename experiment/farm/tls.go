// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"io/fs"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"time"
)

// authority signs the certificates of a farm's servers. Its own certificate is part of
// every invitation.
type authority struct {
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
	text []byte // the certificate, without the secret
}

// openAuthority reads the authority in a directory, and creates it if there is none.
func openAuthority(dir string, now time.Time) (*authority, error) {
	name := filepath.Join(dir, "authority.pem")
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		text, err = newAuthority(now)
		if err == nil {
			err = os.WriteFile(name, text, 0o600)
		}
	}
	if err != nil {
		return nil, err
	}
	return parseAuthority(text)
}

func newAuthority(now time.Time) ([]byte, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	template := &x509.Certificate{
		SerialNumber: serial(), Subject: pkix.Name{CommonName: "a veil farm"},
		NotBefore: now.Add(-time.Hour), NotAfter: now.AddDate(10, 0, 0),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	cert, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return nil, err
	}
	secret, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		return nil, err
	}
	return append(block("CERTIFICATE", cert), block("EC PRIVATE KEY", secret)...), nil
}

func parseAuthority(text []byte) (*authority, error) {
	public, rest := pem.Decode(text)
	secret, _ := pem.Decode(rest)
	if public == nil || secret == nil {
		return nil, errors.New("authority.pem is damaged; without it nobody who was invited can connect")
	}
	cert, err := x509.ParseCertificate(public.Bytes)
	if err != nil {
		return nil, err
	}
	key, err := x509.ParseECPrivateKey(secret.Bytes)
	return &authority{cert, key, block("CERTIFICATE", public.Bytes)}, err
}

func block(kind string, content []byte) []byte {
	return pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: content})
}

func serial() *big.Int { return new(big.Int).SetBytes([]byte(rand.Text())) }

// certify creates the certificate of a server that is reachable under some names or addresses.
func (a *authority) certify(hosts []string, now time.Time) (cert, secret []byte, err error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, nil, err
	}
	template := &x509.Certificate{
		SerialNumber: serial(), Subject: pkix.Name{CommonName: "a server of a veil farm"},
		NotBefore: now.Add(-time.Hour), NotAfter: a.cert.NotAfter,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	for _, host := range hosts {
		if ip := net.ParseIP(host); ip != nil {
			template.IPAddresses = append(template.IPAddresses, ip)
		} else {
			template.DNSNames = append(template.DNSNames, host)
		}
	}
	if cert, err = x509.CreateCertificate(rand.Reader, template, a.cert, key.Public(), a.key); err != nil {
		return nil, nil, err
	}
	secret, err = x509.MarshalECPrivateKey(key)
	return cert, secret, err
}
