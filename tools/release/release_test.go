// SPDX-License-Identifier: BSD-3-Clause

//go:build tools

package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// small is a release of a program that is no program.
func small(t *testing.T) build {
	t.Helper()
	r := &release{out: t.TempDir(), work: t.TempDir(), version: "1.2.3", when: time.Unix(1700000000, 0).UTC(), flavours: flavours()}
	b := build{r, r.flavours[0], "linux", "amd64"}
	for name, text := range map[string]string{b.program(): "program", filepath.Join(r.work, "LICENSE"): "licence", filepath.Join(r.work, "veil.1"): ".TH"} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r.extras = []entry{{filepath.Join(r.work, "LICENSE"), "LICENSE", 0o644}, {filepath.Join(r.work, "veil.1"), "man1/veil.1", 0o644}}
	return b
}

// TestArchives: two of the same are the same bytes, whenever their files were written, and modes and times are those of the release.
func TestArchives(t *testing.T) {
	b := small(t)
	for name, write := range map[string]func(io.Writer) error{
		"tar": b.tar, "zip": b.zip,
		"deb": func(w io.Writer) error { return b.distribute("deb", w) },
		"rpm": func(w io.Writer) error { return b.distribute("rpm", w) },
	} {
		var first, second bytes.Buffer
		if err := write(&first); err != nil {
			t.Fatal(name, err)
		}
		later := time.Now().Add(time.Hour)
		for _, e := range b.files() {
			if err := os.Chtimes(e.from, later, later); err != nil {
				t.Fatal(err)
			}
		}
		if err := write(&second); err != nil || !bytes.Equal(first.Bytes(), second.Bytes()) || first.Len() == 0 {
			t.Errorf("%s: %v, or two of them differ", name, err)
		}
		if name == "tar" {
			checkTar(t, &first)
		}
	}
}

func checkTar(t *testing.T, r io.Reader) {
	t.Helper()
	z, err := gzip.NewReader(r)
	if err != nil {
		t.Fatal(err)
	}
	files := tar.NewReader(z)
	var got []string
	for {
		h, err := files.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if h.ModTime.Unix() != 1700000000 || h.Uid != 0 || strings.HasSuffix(h.Name, "/veil") != (h.Mode == 0o755) {
			t.Errorf("%+v", h)
		}
		got = append(got, h.Name)
	}
	if want := "veil_1.2.3_linux_amd64/veil veil_1.2.3_linux_amd64/LICENSE veil_1.2.3_linux_amd64/man1/veil.1"; strings.Join(got, " ") != want {
		t.Errorf("got %v, want %s", got, want)
	}
}

// TestContents: a file without a place in a package is not dropped silently.
func TestContents(t *testing.T) {
	b := small(t)
	b.extras = append(b.extras, entry{b.extras[0].from, "NEW", 0o644})
	if _, err := b.contents("deb"); err == nil || !strings.Contains(err.Error(), "NEW") {
		t.Errorf("got %v", err)
	}
}

// TestService: both packages have the unit and its user; archives for other systems and the small
// program have neither.
func TestService(t *testing.T) {
	b := small(t)
	b.extras = append(b.extras, entry{"systemd/veil.service", "systemd/veil.service", 0o644}, entry{"systemd/veil.conf", "systemd/veil.conf", 0o644})
	for _, format := range []string{"deb", "rpm"} {
		list, err := b.contents(format)
		var places []string
		for _, c := range list {
			places = append(places, c.Destination)
		}
		for _, want := range []string{"/usr/lib/systemd/system/veil.service", "/usr/lib/sysusers.d/veil.conf"} {
			if err != nil || !slices.Contains(places, want) {
				t.Errorf("%s: %v, no %s in %v", format, err, want, places)
			}
		}
	}
	b.system = "windows"
	for _, e := range b.files() {
		if strings.HasPrefix(e.name, "systemd/") {
			t.Errorf("%s is for Windows", e.name)
		}
	}
	if _, err := exec.LookPath("systemd-analyze"); err != nil {
		t.Log("NOT RUN: systemd-analyze verify, because it is not installed")
	} else if out, err := exec.CommandContext(t.Context(), "systemd-analyze", "security", "--offline=yes", "--threshold=40", "systemd/veil.service").CombinedOutput(); err != nil {
		t.Errorf("the unit protects little: %v\n%s", err, out)
	}
}

// TestManifests: Homebrew and Scoop get the sums of their files, and nothing if one is lacking.
func TestManifests(t *testing.T) {
	r := &release{version: "1.2.3"}
	sums := map[string]string{}
	for _, name := range []string{"darwin_arm64.tar.gz", "darwin_amd64.tar.gz", "linux_arm64.tar.gz", "linux_amd64.tar.gz", "windows_amd64.zip", "windows_arm64.zip"} {
		if text, err := r.manifest(sums); text != "" || err != nil {
			t.Errorf("before %s: %q, %v", name, text, err)
		}
		if text := r.formula(sums); text != "" && strings.HasSuffix(name, ".tar.gz") {
			t.Errorf("before %s: %q", name, text)
		}
		sums["veil_1.2.3_"+name] = "sum of " + name
	}
	text, err := r.manifest(sums)
	if err != nil || !json.Valid([]byte(text)) || !strings.Contains(text, `"hash": "sum of windows_arm64.zip"`) {
		t.Errorf("%v: %s", err, text)
	}
	for file, sum := range sums {
		line := "      url \"" + homepage + "/releases/download/v1.2.3/" + file + "\"\n      sha256 \"" + sum + "\"\n"
		if strings.HasSuffix(file, ".tar.gz") != strings.Contains(r.formula(sums), line) {
			t.Errorf("%s: %s", file, r.formula(sums))
		}
	}
}

// TestJoined: a version is refused while a change is not in the changelog; a build of no version is not.
func TestJoined(t *testing.T) {
	dir := t.TempDir()
	write := func(name string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("README.md")
	if err := (&release{version: "1.2.3"}).joined(dir); err != nil {
		t.Error(err)
	}
	write("left.md")
	if err := (&release{version: "1.2.3"}).joined(dir); err == nil || !strings.Contains(err.Error(), "left.md") {
		t.Errorf("a change that is left: %v", err)
	}
	if err := (&release{version: "0.0.0-dev"}).joined(dir); err != nil {
		t.Error(err)
	}
}
