// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/veilplan/veil/internal/testsize"
)

// TestRevoke: an invitation that is revoked is worthless at once, also after the server was
// started again with the credentials that it had before; other invitations stay good, and
// the same name can be invited again.
func TestRevoke(t *testing.T) {
	t.Parallel()
	keyring, err := OpenKeyring(t.TempDir(), time.Now())
	if err != nil {
		t.Fatal(err)
	}
	config := ServerConfig{Dir: t.TempDir(), Listen: freeAddress(t), Credentials: credentials(t, keyring)}
	s := startServer(t, config)
	ann := invite(t, keyring, RoleWorker, "ann", time.Hour)
	bob := invite(t, keyring, RoleWorker, "bob", time.Hour)
	options, err := invited(ann)
	if err != nil {
		t.Fatal(err)
	}
	closed := make(chan struct{})
	nc, err := nats.Connect(s.URL(), append(options, nats.NoReconnect(), nats.ClosedHandler(func(*nats.Conn) { close(closed) }))...)
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	if err := keyring.Revoke("eve"); !errors.Is(err, ErrNotInvited) {
		t.Errorf("nobody's invitation: %v", err)
	}
	time.Sleep(1100 * time.Millisecond) // statements are dated to the second
	if err := keyring.Revoke("ann"); err != nil {
		t.Fatal(err)
	}
	if n, err := keyring.Announce(t.Context(), s.URL(), time.Now()); n != 1 || err != nil {
		t.Fatalf("%d servers, %v", n, err)
	}
	testsize.Receive(t, "ann is disconnected", closed)
	again := func(what string, text []byte, good bool) {
		t.Helper()
		nc, err := Connect(t.Context(), Access{Servers: s.URL(), Invitation: text})
		if err == nil {
			nc.Close()
		}
		if (err == nil) != good {
			t.Errorf("%s: %v", what, err)
		}
	}
	again("revoked", ann, false)
	again("another", bob, true)
	s.Stop()
	s = startServer(t, config)
	again("revoked, after a restart", ann, false)
	again("another, after a restart", bob, true)
	time.Sleep(1100 * time.Millisecond)
	again("invited anew", invite(t, keyring, RoleWorker, "ann", time.Hour), true)
}

// TestNoKeysOnServers: what a server is given cannot be used to invite anybody. None of the
// farm's secrets is in it, nor in what the server writes.
func TestNoKeysOnServers(t *testing.T) {
	t.Parallel()
	keys := t.TempDir()
	keyring, err := OpenKeyring(keys, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	text, err := keyring.Credentials([]string{"127.0.0.1"}, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "credentials"), text, 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := ReadCredentials(text)
	if err != nil {
		t.Fatal(err)
	}
	startServer(t, ServerConfig{Dir: dir, Credentials: c})
	var secrets [][]byte
	for _, name := range []string{"operator.nk", "account.nk", "system.nk"} {
		seed, err := os.ReadFile(filepath.Join(keys, name))
		if err != nil {
			t.Fatal(err)
		}
		secrets = append(secrets, seed)
	}
	authority, err := os.ReadFile(filepath.Join(keys, "authority.pem"))
	if err != nil {
		t.Fatal(err)
	}
	secrets = append(secrets, authority[bytes.Index(authority, []byte("-----BEGIN EC")):])
	err = filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		for _, secret := range secrets {
			if bytes.Contains(text, secret) {
				t.Errorf("%s holds a secret of the farm", path)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
