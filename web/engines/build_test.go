// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package engines

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// fakeGo puts a go command into PATH that is a shell script, and a version of the program into its module cache.
func fakeGo(t *testing.T, script, mod string) (cache string) {
	t.Helper()
	bin, modules := t.TempDir(), t.TempDir()
	head := "#!/bin/sh\nmodules=" + modules + "\nif [ \"$1\" = env ]; then echo go1.26.3; echo $modules; exit; fi\n"
	if err := os.WriteFile(filepath.Join(bin, "go"), []byte(head+script), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+":/usr/bin:/bin")
	if mod != "" {
		dir := filepath.Join(modules, "cache", "download", "github.com", "veilplan", "veil", "@v")
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		put(t, dir, this.Version+".mod", mod)
	}
	return t.TempDir()
}

const found = `if [ "$1" = mod ]; then echo '{"Dir":"/","Sum":"h1:of-the-sources"}'; exit; fi` + "\n"

// TestBuildRefuses: what cannot be built is said with the command that helps, and nothing is left that could be read.
func TestBuildRefuses(t *testing.T) {
	const mod = "module github.com/veilplan/veil\n\ngo 1.26.0\n"
	for _, c := range []struct{ what, script, mod, says, do string }{
		{"no source", "", "", "the sources of veil v1.2.3 are not on this machine", "go install github.com/veilplan/veil/cmd/veil@v1.2.3"},
		{"half a source", `echo '{"Error":"no zip"}'; exit 1`, mod, "not on this machine: no zip", "go install github.com/veilplan/veil/cmd/veil@v1.2.3"},
		{"an old Go", "", "go 1.27\n", "is go1.26.3, and veil v1.2.3 needs go1.27", "GOTOOLCHAIN=go"},
		{"other sources", `echo '{"Dir":"/x","Sum":"h1:others"}'`, mod, "their sum is h1:others, want h1:of-the-sources", "go install"},
		{"a lost dependency", found + "echo 'brotli: module lookup disabled by GOPROXY=off' >&2; exit 1", mod, "module lookup disabled", "go install"},
		{"a compiler that fails", found + "echo no room >&2; exit 3", mod, "exit status 3", "no room"},
	} {
		cache := fakeGo(t, c.script, c.mod)
		err := Build(t.Context(), cache, this, func(string) {})
		f, ok := errors.AsType[*Failure](err)
		if !ok || !strings.Contains(f.What, c.says) || !strings.Contains(strings.Join(f.Notes, "\n"), c.do) {
			t.Errorf("%s: %v %+v", c.what, err, f)
		}
		empty(t, c.what, cache)
	}
	t.Setenv("PATH", t.TempDir())
	if err := Build(t.Context(), t.TempDir(), this, func(string) {}); err == nil || !strings.Contains(err.Error(), "no go command") {
		t.Errorf("no go command: %v", err)
	}
}

func empty(t *testing.T, what, cache string) {
	t.Helper()
	if entries, err := os.ReadDir(home(cache)); err != nil || len(entries) > 0 {
		t.Errorf("%s leaves %v, %v", what, entries, err)
	}
}

// TestBuildInterrupted: a build that is told to stop ends its command and leaves nothing.
func TestBuildInterrupted(t *testing.T) {
	cache := fakeGo(t, found+"exec sleep 600", "go 1.26\n")
	ctx, stop := context.WithCancel(t.Context())
	err := Build(ctx, cache, this, func(string) { stop() })
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	empty(t, "an interrupted build", cache)
}

// TestSweep: what a killed build left goes after an hour; a build that may still run is left alone.
func TestSweep(t *testing.T) {
	dir := t.TempDir()
	for name, age := range map[string]time.Duration{unfinished + "1": 2 * old, unfinished + "2": 0, this.Version: 2 * old} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
		when := time.Now().Add(-age)
		if err := os.Chtimes(filepath.Join(dir, name), when, when); err != nil {
			t.Fatal(err)
		}
	}
	sweep(dir)
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 2 || left[0].Name() != unfinished+"2" || left[1].Name() != this.Version {
		t.Errorf("%v, %v", left, err)
	}
}

// TestInstall: a damaged directory gives way.
func TestInstall(t *testing.T) {
	cache := built(t, this)
	put(t, this.Dir(cache), "veil.wasm", "damaged")
	work := t.TempDir()
	if err := os.Rename(this.Dir(built(t, this)), filepath.Join(work, "page")); err != nil {
		t.Fatal(err)
	}
	if err := install(work, cache, this); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(cache, this); err != nil {
		t.Error(err)
	}
}
