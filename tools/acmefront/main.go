// SPDX-License-Identifier: BSD-3-Clause

//go:build tools

// Command acmefront lets Pebble, the test server of Let's Encrypt, stand in for Let's Encrypt in a
// network without the internet. Pebble has its directory at another path:
//
//	acmefront 127.0.0.2:443 cert.pem key.pem https://127.0.0.2:14000
//
// Pebble has the same certificate.
package main

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"time"
)

func main() {
	if len(os.Args) != 5 {
		fmt.Fprintln(os.Stderr, "usage: acmefront ADDRESS CERTIFICATE KEY PEBBLE")
		os.Exit(2)
	}
	if err := serve(os.Args[1], os.Args[2], os.Args[3], os.Args[4]); err != nil {
		fmt.Fprintln(os.Stderr, "acmefront:", err)
		os.Exit(1)
	}
}

func serve(address, cert, key, pebble string) error {
	target, err := url.Parse(pebble)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(cert)
	if err != nil {
		return err
	}
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(text) {
		return errors.New(cert + ": no certificate")
	}
	front := &httputil.ReverseProxy{
		Rewrite:   func(r *httputil.ProxyRequest) { forward(r, target) },
		Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}},
	}
	server := &http.Server{Addr: address, Handler: front, ReadHeaderTimeout: 10 * time.Second}
	return server.ListenAndServeTLS(cert, key)
}

// forward keeps the name of the host: Pebble builds its addresses with it.
func forward(r *httputil.ProxyRequest, target *url.URL) {
	r.SetURL(target)
	r.Out.Host = r.In.Host
	if r.In.URL.Path == "/directory" {
		r.Out.URL.Path = "/dir"
	}
}
