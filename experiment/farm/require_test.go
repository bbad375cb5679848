// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/veilplan/veil/internal/testsize"
)

// TestRequirement: a worker that is too old ends when the farm's keys say so; a newer one, and one
// without a released version, continue. What a stranger or another farm has signed, and what has
// expired, ends nobody.
func TestRequirement(t *testing.T) {
	t.Parallel()
	now := time.Now()
	keyring, err := OpenKeyring(t.TempDir(), now)
	if err != nil {
		t.Fatal(err)
	}
	other, err := OpenKeyring(t.TempDir(), now)
	if err != nil {
		t.Fatal(err)
	}
	sign := func(k *Keyring, version string, until time.Time) string {
		text, err := k.sign(Requirement{Version: version, Until: until})
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	tomorrow := now.Add(24 * time.Hour)
	good := sign(keyring, "v1.4.0", tomorrow)
	for _, c := range []struct {
		what, have, text, farm string
		ends                   bool
	}{
		{"too old", "v1.3.9", good, keyring.Farm(), true},
		{"too old by a major version", "v0.9.9", good, keyring.Farm(), true},
		{"a build before", "v1.3.9-0.20260101000000-abcdefabcdef", good, keyring.Farm(), true},
		{"just new enough", "v1.4.0", good, keyring.Farm(), false},
		{"newer", "v2.0.0", good, keyring.Farm(), false},
		{"not comparable", "devel", good, keyring.Farm(), false},
		{"another farm", "v1.0.0", sign(other, "v1.4.0", tomorrow), keyring.Farm(), false},
		{"no keys", "v1.0.0", good, "", false},
		{"expired", "v1.0.0", sign(keyring, "v1.4.0", now), keyring.Farm(), false},
		{"changed", "v1.3.9", strings.Replace(good, "v1.4.0", "v1.5.0", 1), keyring.Farm(), false},
		{"nothing", "v1.0.0", "", keyring.Farm(), false},
	} {
		w := &Worker{Version: c.have, me: &identity{farm: c.farm}, Log: testLog(t)}
		err := w.required(c.text, now)
		if outdated, ok := errors.AsType[*OutdatedError](err); ok != c.ends || ok && (outdated.Want != "v1.4.0" || outdated.Have != c.have) {
			t.Errorf("%s: %v", c.what, err)
		}
	}
	if _, err := keyring.sign(Requirement{Version: "1.4", Until: tomorrow}); err == nil {
		t.Error("a requirement of no version")
	}
}

// TestRequire: the holder of the keys ends the workers that are too old, and no others.
func TestRequire(t *testing.T) {
	t.Parallel()
	now := time.Now()
	keyring, err := OpenKeyring(t.TempDir(), now)
	if err != nil {
		t.Fatal(err)
	}
	text, err := keyring.Credentials([]string{"127.0.0.1"}, now)
	if err != nil {
		t.Fatal(err)
	}
	credentials, err := ReadCredentials(text)
	if err != nil {
		t.Fatal(err)
	}
	s := startServer(t, ServerConfig{Credentials: credentials})
	ended := map[string]chan error{}
	for name, version := range map[string]string{"old": "v1.0.0", "new": "v1.4.0"} {
		invitation, err := keyring.Invite(RoleWorker, name, now.Add(time.Hour))
		if err != nil {
			t.Fatal(err)
		}
		nc := connect(t, Access{Servers: s.URL(), Invitation: invitation, Name: name})
		w := &Worker{Name: name, Version: version, Build: testBuild, Invitation: invitation, Clock: clock(), Now: time.Now, Log: testLog(t), Resolve: resolve}
		ended[name] = make(chan error, 1)
		go func() { ended[name] <- w.Work(t.Context(), nc) }()
	}
	testsize.Await(t, "the old worker ends", func() bool {
		if err := keyring.Require(t.Context(), s.URL(), Requirement{Version: "v1.2.0", Until: now.Add(time.Hour)}, now); err != nil {
			t.Fatal(err)
		}
		return len(ended["old"]) > 0
	})
	if _, ok := errors.AsType[*OutdatedError](<-ended["old"]); !ok || len(ended["new"]) > 0 {
		t.Error("the wrong worker has ended, or for another reason")
	}
}

// FuzzRequirement: whatever comes, only what the farm has signed is a requirement.
func FuzzRequirement(f *testing.F) {
	keyring, err := OpenKeyring(f.TempDir(), time.Now())
	if err != nil {
		f.Fatal(err)
	}
	until := time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC)
	text, err := keyring.sign(Requirement{Version: "v1.4.0", Until: until})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(text))
	f.Add("{}\n")
	f.Fuzz(func(t *testing.T, changed string) {
		r, err := readRequirement(changed, keyring.Farm(), someDay())
		if err != nil && !errors.Is(err, ErrMessage) || err == nil && (!strings.EqualFold(changed, string(text)) || r.Version != "v1.4.0") {
			t.Errorf("%s: %v", changed, err)
		}
	})
}
