// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package play_test

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/veilplan/veil/play"
)

// outside is a directory with everything that a document may try to open.
func outside(t *testing.T) (top, allowed string) {
	t.Helper()
	top = t.TempDir()
	allowed = filepath.Join(top, "allowed")
	for name, text := range map[string]string{"secret": "xyzzy", "allowed/policy": "alpha", "allowed/below/policy": "beta"} {
		name = filepath.Join(top, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o700), os.WriteFile(name, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	err := errors.Join(
		syscall.Mkfifo(filepath.Join(allowed, "pipe"), 0o600),
		os.Symlink("/dev/zero", filepath.Join(allowed, "zero")),
		os.Symlink(filepath.Join(top, "secret"), filepath.Join(allowed, "link")),
		os.Symlink("../secret", filepath.Join(allowed, "up")),
		os.Symlink("..", filepath.Join(allowed, "parent")),
		os.WriteFile(filepath.Join(allowed, "sparse"), nil, 0o600),
		os.Truncate(filepath.Join(allowed, "sparse"), 20<<30),
	)
	if err != nil {
		t.Fatal(err)
	}
	return top, allowed
}

// TestAccess: a document reaches a file only in the directory that was allowed, only if it is a
// regular one of a moderate size, and only if it is the one that the document means.
func TestAccess(t *testing.T) {
	top, allowed := outside(t)
	sum := sha256.Sum256([]byte("alpha"))
	right := hex.EncodeToString(sum[:])
	for _, c := range []struct{ name, sha, want string }{
		{"policy", "", ""},
		{"policy", right, ""},
		{"below/../policy", right, ""},
		{filepath.Join(allowed, "policy"), "", ""},
		{"below/policy", "", ""},
		{"policy", strings.Repeat("0", 64), "another file"},
		{"pipe", "", "not a regular file"},
		{"below", "", "not a regular file"},
		{"sparse", "", "too large: more than 100 bytes"},
		{"none", "", "no such file"},
		{"zero", "", "would be opened: not in"},
		{"link", "", "would be opened: not in"},
		{"up", "", "would be opened: not in"},
		{"parent/secret", "", "would be opened: not in"},
		{"../secret", "", "--allow-files names"},
		{filepath.Join(top, "secret"), "", "--allow-files names"},
		{"/dev/zero", "", "--allow-files names"},
		{"", "", "would be opened"},
	} {
		text, _, err := play.Access{Files: allowed}.Read(play.File{Name: c.name, SHA256: c.sha, Most: 100})
		if c.want == "" && (err != nil || len(text) < 4) || c.want != "" && (text != nil || err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%q: %q %v, want %q", c.name, text, err, c.want)
		}
		_, _, err = play.Access{Programs: true}.Read(play.File{Name: c.name, SHA256: c.sha, Most: 100})
		if _, refused := errors.AsType[*play.RefusedError](err); !refused || !strings.Contains(err.Error(), "--allow-files DIR") {
			t.Errorf("%q, nothing allowed: %v", c.name, err)
		}
	}
}

// TestTypedAccess: what a person types is opened wherever it is, but what never ends is not.
func TestTypedAccess(t *testing.T) {
	top, _ := outside(t)
	for name, want := range map[string]string{
		"secret": "", "allowed/up": "", filepath.Join(top, "secret"): "",
		"/dev/zero": "not a regular file", "allowed/pipe": "not a regular file", "allowed/sparse": "too large", "none": fs.ErrNotExist.Error()[:4],
	} {
		text, _, err := play.Typed(top).Read(play.File{Name: name, Most: 100})
		if want == "" && string(text) != "xyzzy" || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %q %v, want %q", name, text, err, want)
		}
	}
}

// TestAccessPrograms: a document starts no program, and learns nothing about the files that its
// command names, unless that was allowed.
func TestAccessPrograms(t *testing.T) {
	top, allowed := outside(t)
	for _, a := range []play.Access{{}, {Files: top}, {Dir: top}} {
		cmd, err := a.Command([]string{"sh", "evil.sh"})
		if _, refused := errors.AsType[*play.RefusedError](err); cmd != nil || !refused ||
			!strings.Contains(err.Error(), "the program sh evil.sh would be started") || !strings.Contains(err.Error(), "--allow-exec") {
			t.Errorf("%+v: %v", a, err)
		}
		if found, err := a.Digests([]string{"secret"}); err == nil {
			t.Errorf("%+v: %v", a, found)
		}
	}
	a := play.Access{Programs: true, Dir: allowed}
	cmd, err := a.Command([]string{"./run", "policy"})
	if err != nil || cmd.Path != filepath.Join(allowed, "run") || cmd.Dir != allowed {
		t.Errorf("%v %v", cmd, err)
	}
	found, err := a.Digests([]string{"cat", "policy", "pipe", "zero", "-n"})
	if err != nil || len(found) != 1 || len(found["policy"]) != 64 {
		t.Errorf("%v %v", found, err)
	}
	if _, err := a.Digests([]string{"cat", "sparse"}); !errors.Is(err, play.ErrTooLarge) {
		t.Errorf("a sparse file: %v", err)
	}
}

// FuzzAccess: whatever a document names, nothing outside of the directory is read.
func FuzzAccess(f *testing.F) {
	for _, name := range []string{"policy", "../secret", "link", "/etc/passwd", "below/../../secret", "parent/secret", "a\x00b", "zero", "./up"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		_, allowed := outside(t)
		text, _, err := play.Access{Files: allowed}.Read(play.File{Name: name, Most: 100})
		if err == nil && string(text) != "alpha" && string(text) != "beta" {
			t.Errorf("%q was read: %q", name, text)
		}
	})
}

// TestQuote: a name in a message cannot steer a terminal, and is not long.
func TestQuote(t *testing.T) {
	for name, want := range map[string]string{
		"sh -c x": "sh -c x", "": `""`, "a\x1b[2Jb": `"a\x1b[2Jb"`, "a\nb": `"a\nb"`, `a"b`: `"a\"b"`, "größe": "größe",
		"a\u202eb": `"a\u202eb"`, strings.Repeat("x", 300): strings.Repeat("x", 200) + "…",
	} {
		if got := play.Quote(name); got != want {
			t.Errorf("%q: %s, want %s", name, got, want)
		}
	}
}
