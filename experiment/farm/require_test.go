// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

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

// TestRequire: the holder of the keys ends the workers that are too old, and no others: those that
// are connected, those that connect later, and those that connect again. The last statement counts.
func TestRequire(t *testing.T) {
	t.Parallel()
	s, keyring := guarded(t)
	require := func(version string) {
		now := time.Now()
		if err := keyring.Require(t.Context(), s.URL(), Requirement{Version: version, Until: now.Add(time.Hour)}, now); err != nil {
			t.Fatal(err)
		}
	}
	start := func(name, version string) (*nats.Conn, chan error) {
		invitation := invite(t, keyring, RoleWorker, name, time.Hour)
		nc := connect(t, Access{Servers: s.URL(), Invitation: invitation, Name: name})
		w := &Worker{Name: name, Version: version, Build: testBuild, Invitation: invitation, Clock: clock(), Now: time.Now, Log: testLog(t), Resolve: resolve}
		ended := make(chan error, 1)
		go func() { ended <- w.Work(t.Context(), nc) }()
		return nc, ended
	}
	outdated := func(what string, ended chan error) {
		if err, ok := errors.AsType[*OutdatedError](testsize.Receive(t, what, ended)); !ok || err.Want != "v1.2.0" {
			t.Errorf("%s: %v", what, err)
		}
	}
	_, connected := start("connected", "v1.0.0")
	_, recent := start("new", "v1.4.0")
	require("v1.2.0")
	outdated("a worker that is connected", connected)
	_, later := start("later", "v1.0.0")
	outdated("a worker that connects later", later)
	require("v0.0.0")
	nc, again := start("again", "v1.0.0")
	r := invitedRunner(t, s, keyring, "owner")
	testsize.Await(t, "both workers answer", func() bool {
		crew, err := Ask(t.Context(), r.Conn, 200*time.Millisecond, "")
		return err == nil && len(crew) == 2
	})
	god := (&stage{T: t, server: s, keyring: keyring}).god()
	text, err := keyring.sign(Requirement{Version: "v1.2.0", Until: time.Now().Add(time.Hour)})
	if err == nil {
		err = storeRequirement(t.Context(), god, text) // unheard, as behind a broken connection
	}
	if err == nil {
		err = nc.ForceReconnect()
	}
	if err != nil {
		t.Fatal(err)
	}
	outdated("a worker that connects again", again)
	if len(recent) > 0 {
		t.Errorf("a newer worker has ended: %v", <-recent)
	}
	if status, err := StatusOf(t.Context(), r.Conn, r.Invitation); err != nil || len(status.Quarantine) > 0 {
		t.Errorf("in quarantine are %v (%v)", status.Quarantine, err)
	}
}

// TestRequireRestarted: a server that starts sends the requirement that it has stored to workers
// that were faster than its own connection.
func TestRequireRestarted(t *testing.T) {
	t.Parallel()
	s, keyring := guarded(t)
	now := time.Now()
	if err := keyring.Require(t.Context(), s.URL(), Requirement{Version: "v1.2.0", Until: now.Add(time.Hour)}, now); err != nil {
		t.Fatal(err)
	}
	nc := connect(t, Access{Servers: s.URL(), Invitation: invite(t, keyring, RoleWorker, "ann", time.Hour), Name: "ann"})
	heard, err := nc.SubscribeSync(pingSubject)
	if err == nil {
		err = nc.Flush()
	}
	if err != nil {
		t.Fatal(err)
	}
	js, err := jetstream.New(s.own)
	if err == nil {
		err = tellRequirement(js, s.own) // as at its start
	}
	if err != nil {
		t.Fatal(err)
	}
	m, err := heard.NextMsg(testsize.Patience)
	if err != nil || !strings.Contains(string(m.Data), "v1.2.0") {
		t.Errorf("heard %s (%v)", m.Data, err)
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
