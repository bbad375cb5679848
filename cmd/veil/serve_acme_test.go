// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/binary"
	"encoding/json"
	"encoding/pem"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/veilplan/veil/internal/testsize"
)

// acmeServer is Pebble, the test server of Let's Encrypt, as a real process.
type acmeServer struct {
	directory string         // its URL
	roots     *x509.CertPool // of the certificates that it issues
	end       func()
}

// newACME builds and starts Pebble. It issues certificates for the given number of seconds and calls
// back at tlsPort; it refuses blocked.example.
func newACME(t *testing.T, validity int, tlsPort string) *acmeServer {
	t.Helper()
	ca := newAuthority(t)
	cert, key := ca.issue(t)
	api, management := freeAddress(t), freeAddress(t)
	config := filepath.Join(t.TempDir(), "pebble.json")
	writeJSON(t, config, map[string]any{"pebble": map[string]any{
		"listenAddress": api, "managementListenAddress": management, "certificate": cert, "privateKey": key,
		"httpPort": 1, "tlsPort": json.Number(tlsPort), "domainBlocklist": []string{"blocked.example"}, "keyAlgorithm": "ecdsa",
		"retryAfter": map[string]int{"authz": 1, "order": 1},
		"profiles":   map[string]any{"default": map[string]any{"description": "of a test", "validityPeriod": validity}},
	}})
	var log bytes.Buffer
	cmd := exec.CommandContext(context.Background(), buildPebble(t), "-config", config, "-dnsserver", newNames(t))
	cmd.Env, cmd.Stdout, cmd.Stderr = append(os.Environ(), "PEBBLE_VA_NOSLEEP=1"), &log, &log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	end := func() {
		_ = cmd.Process.Kill() // it may have ended
		_ = cmd.Wait()
	}
	t.Cleanup(func() {
		end()
		if t.Failed() {
			t.Logf("Pebble:\n%s", &log)
		}
	})
	trustFile := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(trustFile, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: ca.cert.Raw}), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("SSL_CERT_FILE", trustFile) // of the server that asks it
	return &acmeServer{"https://" + api + "/dir", rootsOf(t, ca, "https://"+management+"/roots/0"), end}
}

func buildPebble(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "pebble")
	cmd := exec.CommandContext(t.Context(), "go", "build", "-modfile=tools.mod", "-o", program, "github.com/letsencrypt/pebble/v2/cmd/pebble")
	cmd.Dir = rootDir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}

func writeJSON(t *testing.T, name string, value any) {
	t.Helper()
	text, err := json.Marshal(value)
	if err == nil {
		err = os.WriteFile(name, text, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// rootsOf waits until Pebble answers, and returns the root of its certificates.
func rootsOf(t *testing.T, ca authority, url string) *x509.CertPool {
	t.Helper()
	roots := x509.NewCertPool()
	client := &http.Client{Transport: ca.client(t)}
	testsize.Await(t, "Pebble", func() bool {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		response, err := client.Do(request)
		if err != nil {
			return false
		}
		defer response.Body.Close() //nolint:errcheck // it was read
		text, err := io.ReadAll(response.Body)
		return err == nil && roots.AppendCertsFromPEM(text)
	})
	return roots
}

func freeAddress(t *testing.T) string {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close() //nolint:errcheck // the test is over
	return listener.Addr().String()
}

// newNames starts a name server for which every name is this machine. Pebble asks it over TCP.
func newNames(t *testing.T) string {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go answerNames(conn)
		}
	}()
	return listener.Addr().String()
}

// answerNames answers questions; over TCP each message has its length before it (RFC 1035, 4.2.2).
func answerNames(conn net.Conn) {
	defer conn.Close() //nolint:errcheck // the test is over
	var size [2]byte
	for {
		if _, err := io.ReadFull(conn, size[:]); err != nil {
			return
		}
		question := make([]byte, binary.BigEndian.Uint16(size[:]))
		if _, err := io.ReadFull(conn, question); err != nil {
			return
		}
		answer := thisMachine(question)
		_, _ = conn.Write(append(binary.BigEndian.AppendUint16(nil, uint16(len(answer))), answer...)) // Pebble asks again
	}
}

// thisMachine answers a question for an A record with 127.0.0.1, and others with nothing (RFC 1035, 4.1).
func thisMachine(question []byte) []byte {
	end := 12
	for question[end] != 0 {
		end += 1 + int(question[end])
	}
	end += 5
	answer := bytes.Clone(question[:end])
	isA := binary.BigEndian.Uint16(question[end-4:]) == 1
	copy(answer[2:], []byte{0x81, 0x80, 0, 1, 0, 0, 0, 0, 0, 0})
	if !isA {
		return answer
	}
	answer[7] = 1
	return append(answer, 0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 1)
}

// needsPebble skips a test whose server takes half a minute to build from nothing.
func needsPebble(t *testing.T) {
	t.Helper()
	if !full() {
		t.Skip("VEIL_FULL is not set: Pebble is not built, so no certificate is issued")
	}
}

// handshake returns the verified certificate that a name is shown.
func (a *acmeServer) handshake(t *testing.T, address, name string) (*x509.Certificate, error) {
	t.Helper()
	dialer := &tls.Dialer{Config: &tls.Config{RootCAs: a.roots, ServerName: name, MinVersion: tls.VersionTLS12}}
	conn, err := dialer.DialContext(t.Context(), "tcp", address)
	if err != nil {
		return nil, err
	}
	defer conn.Close() //nolint:errcheck // the test is over
	return conn.(*tls.Conn).ConnectionState().PeerCertificates[0], nil
}

// await returns the first verified certificate of veil.example that is not the former one.
func (a *acmeServer) await(t *testing.T, address string, former *x509.Certificate) *x509.Certificate {
	t.Helper()
	var cert *x509.Certificate
	testsize.Await(t, "a certificate", func() bool {
		var err error
		cert, err = a.handshake(t, address, "veil.example")
		return err == nil && (former == nil || !cert.Equal(former))
	})
	return cert
}

// TestACME: a certificate is issued and kept for the next start. What the authority refuses is
// logged with its reason and disturbs no other name; names of strangers are not asked for.
func TestACME(t *testing.T) {
	needsPebble(t)
	address := freeAddress(t)
	_, port, _ := net.SplitHostPort(address)
	authority, dir := newACME(t, 7776000, port), filepath.Join(t.TempDir(), "acme")
	args := []string{"--listen", address, "--host", "veil.example,blocked.example", "--acme", dir, "--acme-server", authority.directory}
	s := serve(t, args...)
	cert := authority.await(t, address, nil)
	for _, name := range []string{"blocked.example", "stranger.example"} {
		if got, err := authority.handshake(t, address, name); err == nil {
			t.Errorf("%s is shown %v", name, got.DNSNames)
		}
	}
	authority.end()
	s.kill()
	<-s.logged
	log := s.log.String()
	for _, want := range []string{"msg=certificate name=veil.example", `msg="no certificate" name=blocked.example`, "rejectedIdentifier"} {
		if !strings.Contains(log, want) {
			t.Errorf("the log lacks %q:\n%s", want, log)
		}
	}
	if strings.Contains(log, "stranger.example") {
		t.Errorf("a stranger writes to the log:\n%s", log)
	}
	serve(t, args...)
	if got := authority.await(t, address, nil); !got.Equal(cert) {
		t.Error("after a restart, another certificate is shown")
	}
}

// TestACMERenews: a certificate is replaced before it ends, without a restart.
func TestACMERenews(t *testing.T) {
	needsPebble(t)
	address := freeAddress(t)
	_, port, _ := net.SplitHostPort(address)
	authority := newACME(t, 12, port)
	serve(t, "--listen", address, "--host", "veil.example", "--acme", t.TempDir(), "--acme-server", authority.directory)
	first := authority.await(t, address, nil)
	second := authority.await(t, address, first)
	if !second.NotBefore.Before(first.NotAfter) || !second.NotAfter.After(first.NotAfter) {
		t.Errorf("renewed from %v to %v, after %v", second.NotBefore, second.NotAfter, first.NotAfter)
	}
}

// TestACMEMistakes: mistakes are reported before the server listens.
func TestACMEMistakes(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ args, want string }{
		{"--acme certs", "--acme: no name to ask a certificate for\n  name this server with --host"},
		{"--acme certs --host *", `--host "*"`},
		{"--acme certs --host 192.0.2.1", `no certificate can be issued for --host "192.0.2.1"`},
		{"--acme certs --host server", "want a full name, such as veil.example.org"},
		{"--acme certs --host veil.example --tls-cert c.pem --tls-key k.pem", "--acme and --tls-cert: want one of them"},
		{"--acme file --host veil.example", "--acme file: not a directory"},
	} {
		got := try(testEnv(dir, append([]string{"serve", "--listen", "127.0.0.1:0"}, strings.Fields(c.args)...)...))
		if got.code != 2 || !strings.Contains(got.errors, c.want) {
			t.Errorf("%s: exit %d, want %q\n%s", c.args, got.code, c.want, got.errors)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "certs")); err == nil {
		t.Error("a refused start leaves a directory behind")
	}
}
