// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/internal/testsize"
)

// background runs a command until the test ends, and returns how to end it sooner.
func background(t *testing.T, dir string, args ...string) (stop func() result) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	e := testEnv(dir, args...)
	var out, errs bytes.Buffer
	e.Stdout, e.Stderr = &out, &errs
	done := make(chan int, 1)
	go func() { done <- run(ctx, e) }()
	stop = func() result {
		cancel()
		code := <-done
		done <- code
		return result{code, out.String(), errs.String()}
	}
	t.Cleanup(func() { stop() })
	return stop
}

// startFarm runs a server and returns its address.
func startFarm(t *testing.T, dir string, args ...string) (url string) {
	t.Helper()
	said := filepath.Join(t.TempDir(), "said.txt")
	background(t, dir, append([]string{"farm", "up", "--listen", "127.0.0.1:0", "-o", said, "-q"}, args...)...)
	var text []byte
	testsize.Await(t, "the farm starts", func() bool {
		text, _ = os.ReadFile(said) // missing at first
		return strings.HasSuffix(string(text), "\n")
	})
	return strings.TrimSpace(strings.TrimPrefix(string(text), "the farm is at "))
}

// TestFarmCommands runs the same experiment on a farm for friends, on one for invited
// people, and alone: with the same bytes.
func TestFarmCommands(t *testing.T) {
	dir := t.TempDir()
	spec := "{name: doors, domain: tiger, policies: [{id: random}, {id: listener}], episodes: 400, seed: 1}"
	if err := os.WriteFile(filepath.Join(dir, "doors.yaml"), []byte(spec), 0o600); err != nil {
		t.Fatal(err)
	}
	must := func(args ...string) string {
		t.Helper()
		got := try(testEnv(dir, args...))
		if got.code != 0 {
			t.Fatalf("%v: exit %d\n%s", args, got.code, got.errors)
		}
		return got.out
	}
	must("exp", "run", "doors.yaml", "--runs", "alone")
	want, err := os.ReadFile(filepath.Join(dir, "alone", "doors", "summary.json"))
	if err != nil {
		t.Fatal(err)
	}
	must("farm", "credentials", "--dir", "elsewhere", "-o", "server.credentials")
	for _, c := range []struct {
		name               string
		up, worker, runner []string
	}{
		{name: "open"},
		{"invited", []string{"--invited"}, []string{"--invitation", "ann"}, []string{"--invitation", "bob"}},
		{"elsewhere", []string{"--credentials", "server.credentials"}, []string{"--invitation", "ann"}, []string{"--invitation", "bob"}},
	} {
		url := startFarm(t, dir, append(c.up, "--dir", c.name)...)
		if c.up != nil {
			must("farm", "invite", "ann", "--dir", c.name, "-o", "ann")
			must("farm", "invite", "bob", "--dir", c.name, "--role", "runner", "-o", "bob")
			refused := try(testEnv(dir, "farm", "status", "--servers", url))
			if refused.code != int(frame.ExitUsage) || !strings.Contains(refused.errors, "veil farm invite --help") {
				t.Errorf("a stranger: exit %d\n%s", refused.code, refused.errors)
			}
		}
		stop := background(t, dir, append([]string{"farm", "work", "--servers", url, "--threads", "2", "-q"}, c.worker...)...)
		must(append([]string{"exp", "run", "doors.yaml", "--runs", c.name, "--farm", url}, c.runner...)...)
		got, err := os.ReadFile(filepath.Join(dir, c.name, "doors", "summary.json"))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: the summary differs (%v)", c.name, err)
		}
		status := must(append([]string{"farm", "status", "--servers", url}, c.runner...)...)
		if !strings.Contains(status, "workers   1, with 2 threads, 0 of them playing\nchunks    0 waiting") {
			t.Errorf("%s: status\n%s", c.name, status)
		}
		found := must(append([]string{"doctor", "--farm", url}, c.runner...)...)
		if !strings.Contains(found, "results stored on 1 server\n") || !regexp.MustCompile(`(?m)^ok +workers +1 connected$`).MatchString(found) {
			t.Errorf("%s: doctor\n%s", c.name, found)
		}
		if c.up != nil {
			got := try(testEnv(dir, "farm", "revoke", "eve", "--dir", c.name, "--servers", url))
			if got.code != int(frame.ExitUsage) || !strings.Contains(got.errors, "nobody was invited") {
				t.Errorf("revoking nobody: exit %d\n%s", got.code, got.errors)
			}
			must("farm", "invite", "dan", "--dir", c.name, "-o", "dan")
			must("farm", "revoke", "dan", "--dir", c.name, "--servers", url)
			if got := try(testEnv(dir, "farm", "work", "--servers", url, "--invitation", "dan")); got.code != int(frame.ExitUsage) {
				t.Errorf("after a revocation: exit %d\n%s", got.code, got.errors)
			}
		}
		if r := stop(); r.code != 0 || r.errors != "" {
			t.Errorf("%s: the worker ended with %d\n%s", c.name, r.code, r.errors)
		}
	}
}

// TestNoFarm: without a farm, the error says what to do.
func TestNoFarm(t *testing.T) {
	for _, args := range [][]string{
		{"farm", "work", "--servers", "nats://127.0.0.1:1"},
		{"farm", "status", "--servers", "nats://127.0.0.1:1"},
	} {
		got := try(testEnv(t.TempDir(), args...))
		if got.code != int(frame.ExitUsage) || !strings.Contains(got.errors, "no farm at nats://127.0.0.1:1") || !strings.Contains(got.errors, "veil farm up") {
			t.Errorf("%v: exit %d\n%s", args, got.code, got.errors)
		}
	}
	if got := try(testEnv(t.TempDir(), "doctor", "--farm", "nats://127.0.0.1:1")); got.code != int(frame.ExitNo) || !strings.Contains(got.out, "problem  connection") {
		t.Errorf("doctor: exit %d\n%s", got.code, got.out)
	}
	got := try(testEnv(t.TempDir(), "farm", "up", "--listen", "0.0.0.0:4222"))
	if got.code != int(frame.ExitUsage) || !strings.Contains(got.errors, "needs keys and TLS") {
		t.Errorf("an open server: exit %d\n%s", got.code, got.errors)
	}
}

// TestRevokeMakesNoKeys: in the wrong directory revoke says so, and leaves nothing behind.
func TestRevokeMakesNoKeys(t *testing.T) {
	dir := t.TempDir()
	got := try(testEnv(dir, "farm", "revoke", "ann"))
	if got.code != int(frame.ExitUsage) || !strings.Contains(got.errors, "cannot read the keys of the farm") || !strings.Contains(got.errors, "--dir DIR") {
		t.Errorf("%+v", got)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
}
