// SPDX-License-Identifier: BSD-3-Clause

//go:build tools

package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// made is a release whose programs are no programs, with all that is made of them.
func made(t *testing.T) string {
	t.Helper()
	t.Chdir("../..") // where the bill of materials is
	b := small(t)
	for _, system := range []string{"linux", "darwin", "windows"} {
		for _, arch := range []string{"amd64", "arm64"} {
			of := build{b.release, b.flavour, system, arch}
			if err := os.MkdirAll(filepath.Dir(of.program()), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(of.program(), []byte(system+arch), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := of.pack(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := b.finish(); err != nil {
		t.Fatal(err)
	}
	return b.out
}

// TestVerify: a release agrees with itself until one of its files is another.
func TestVerify(t *testing.T) {
	dir := made(t)
	check := func(of func(string, map[string]string) error) error {
		t.Helper()
		sums, err := (&release{out: dir}).sums()
		if err != nil {
			t.Fatal(err)
		}
		return of(dir, sums)
	}
	checks := map[string]func(string, map[string]string) error{sumsName: verifySums, formulaName: verifyFormula, manifestName: verifyManifest}
	for name, of := range checks {
		if err := check(of); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for file, found := range map[string]string{
		"veil_1.2.3_darwin_arm64.tar.gz": sumsName + formulaName, "veil_1.2.3_windows_amd64.zip": sumsName + manifestName, "veil_1.2.3_linux_arm64.rpm": sumsName,
	} {
		restore := edit(t, filepath.Join(dir, file), func(text []byte) []byte { return append(text, 0) })
		for name, of := range checks {
			if err := check(of); (err != nil) != strings.Contains(found, name) {
				t.Errorf("%s changed: %s says %v", file, name, err)
			}
		}
		restore()
	}
	for name, wrong := range map[string][2]string{formulaName: {"download/v1.2.3/", "download/1.2.3/"}, manifestName: {"veil.exe", "veil"}} {
		restore := edit(t, filepath.Join(dir, name), func(text []byte) []byte { return bytes.ReplaceAll(text, []byte(wrong[0]), []byte(wrong[1])) })
		if err := check(checks[name]); err == nil {
			t.Errorf("%s with %s for %s passes", name, wrong[1], wrong[0])
		}
		restore()
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
		if err := check(checks[name]); err == nil {
			t.Errorf("%s is not missed", name)
		}
	}
}

// TestVerifyProgram: neither text nor a program of another system is what an archive's name says.
func TestVerifyProgram(t *testing.T) {
	b := small(t)
	if err := errors.Join(b.pack(), verifyProgram(b.out, filepath.Base(b.archive()))); err == nil {
		t.Error("text is taken for a program")
	}
	here, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(here)
	if err != nil {
		t.Fatal(err)
	}
	b.system = "plan9"
	if err := errors.Join(os.MkdirAll(filepath.Dir(b.program()), 0o755), os.WriteFile(b.program(), text, 0o600), b.pack()); err != nil {
		t.Fatal(err)
	}
	if err := verifyProgram(b.out, filepath.Base(b.archive())); err == nil || !strings.Contains(err.Error(), "GOOS") {
		t.Errorf("got %v", err)
	}
}

// edit changes a file, and returns what changes it back.
func edit(t *testing.T, name string, change func([]byte) []byte) (restore func()) {
	t.Helper()
	write := func(text []byte) {
		if err := os.WriteFile(name, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	write(change(bytes.Clone(text)))
	return func() { write(text) }
}
