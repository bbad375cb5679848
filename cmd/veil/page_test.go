// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package main

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/veilplan/veil/internal/testsize"
	"github.com/veilplan/veil/web"
	"github.com/veilplan/veil/web/engines"
)

// installedVersion is that of the veil that the test installs.
const installedVersion = "v0.0.1-check"

// user is somebody who has Go and nothing of veil.
type user struct {
	t       *testing.T
	dir     string
	program string
	modules string // the module cache of this machine
}

// newUser is alone with a module proxy of files: the variables are those of the whole test.
func newUser(t *testing.T) user {
	t.Helper()
	dir := t.TempDir()
	u := user{t, dir, filepath.Join(dir, "bin", "veil"), goEnv(t, "GOMODCACHE")}
	cache := goEnv(t, "GOCACHE")
	u.publish()
	for name, value := range map[string]string{
		"HOME": u.dir, "XDG_CACHE_HOME": u.in("cache"), "VEIL_BINARY": u.program, "GOPATH": u.in("go"), "GOMODCACHE": u.in("mod"), "GOBIN": u.in("bin"), "GOCACHE": cache,
		"GOPROXY": "file://" + u.in("proxy") + ",file://" + u.modules + "/cache/download",
		// -trimpath lets the build cache serve modules wherever they are, and a release shares it.
		"GOFLAGS": "-trimpath -modcacherw", "GOSUMDB": "off", "CGO_ENABLED": "0", "GOWORK": "off", "GOTOOLCHAIN": "local",
		// Whoever fetches anything fails.
		"HTTP_PROXY": "http://127.0.0.1:9", "HTTPS_PROXY": "http://127.0.0.1:9", "ALL_PROXY": "http://127.0.0.1:9",
	} {
		t.Setenv(name, value)
	}
	return u
}

func goEnv(t *testing.T, name string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", "env", name).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

func (u user) in(name string) string { return filepath.Join(u.dir, name) }

// publish writes the sources as a module proxy has them.
func (u user) publish() {
	u.t.Helper()
	var sources bytes.Buffer
	z := zip.NewWriter(&sources)
	proxy := tree{u.t, u.in("proxy/github.com/veilplan/veil/@v")}
	eachSource(u.t, func(name string, data []byte) {
		w, err := z.Create("github.com/veilplan/veil@" + installedVersion + "/" + name)
		if err == nil {
			_, err = w.Write(data)
		}
		if err != nil {
			u.t.Fatal(err)
		}
		if name == "go.mod" {
			proxy.write(installedVersion+".mod", string(data))
		}
	})
	if err := z.Close(); err != nil {
		u.t.Fatal(err)
	}
	proxy.write(installedVersion+".zip", sources.String())
	proxy.write(installedVersion+".info", fmt.Sprintf("{%q: %q}", "Version", installedVersion))
}

// run runs a command to its end.
func (u user) run(env []string, name string, args ...string) result {
	u.t.Helper()
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(u.t.Context(), name, args...)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = u.dir, append(os.Environ(), env...), &stdout, &stderr
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		u.t.Fatal(err)
	}
	return result{cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()}
}

// expect runs veil and compares its exit code and words.
func (u user) expect(code int, words string, env []string, args ...string) {
	u.t.Helper()
	if got := u.run(env, u.program, args...); got.code != code || !strings.Contains(got.out+got.errors, words) {
		u.t.Errorf("veil %s: exit %d, want %d and %q\n%s%s", strings.Join(args, " "), got.code, code, words, got.out, got.errors)
	}
}

// kept is the directory of the engines.
func (u user) kept() string { return u.in("cache/veil/page/" + installedVersion) }

// serves starts a server and compares files with what they should be; nil is a file that is not there. It returns what
// the server said.
func (u user) serves(want map[string][]byte) string {
	u.t.Helper()
	s := serve(u.t)
	for name, bytes := range want {
		status, body, _ := s.Call(u.t, "GET", "/"+name, "")
		if bytes == nil && status != 404 || bytes != nil && (status != 200 || body != string(bytes)) {
			u.t.Errorf("%s: status %d, %d bytes, want %d", name, status, len(body), len(bytes))
		}
	}
	if err := s.cmd.Process.Signal(os.Interrupt); err != nil {
		u.t.Fatal(err)
	}
	testsize.Receive(u.t, "the server ends", s.logged)
	return s.log.String()
}

// TestGoInstall: a veil that go install built says what it lacks, builds that from the module cache alone, and serves
// the bytes that make wasm makes, unless one of them is damaged.
func TestGoInstall(t *testing.T) {
	if !full() {
		t.Skip("builds veil and its engines: VEIL_FULL=1, or tools/nightly full")
	}
	u := newUser(t)
	if got := u.run(nil, "go", "install", "github.com/veilplan/veil/cmd/veil@"+installedVersion); got.code != 0 {
		t.Fatal(got.errors)
	}
	nothing := map[string][]byte{"veil.wasm": nil, "krieg.wasm": nil, "play.wasm": nil, "diag.wasm": nil}
	u.killedWhileBuilding()
	if said := u.serves(nothing); !strings.Contains(said, strings.Join(engines.Files(), ", ")) || !strings.Contains(said, "Build them with: veil page build") {
		t.Errorf("without engines: %s", said)
	}
	u.expect(2, "go install github.com/veilplan/veil/cmd/veil@"+installedVersion, []string{"GOMODCACHE=" + u.in("none"), "GOPRIVATE=github.com"}, "page", "build")

	u.expect(0, "built for "+installedVersion+": "+u.kept(), []string{"GOPRIVATE=github.com"}, "page", "build")
	u.expect(0, "already built for "+installedVersion+": "+u.kept(), []string{"PATH="}, "page", "build") // it is there: no Go is needed
	if said := u.serves(u.made()); strings.Contains(said, "engine") {
		t.Errorf("with engines: %s", said)
	}

	name := filepath.Join(u.kept(), "krieg.wasm.br")
	damage(t, name)
	if said := u.serves(nothing); !strings.Contains(said, "damaged, and not used: "+name) {
		t.Errorf("with a damaged engine: %s", said)
	}
	u.expect(1, "damaged: "+name, nil, "doctor")
}

// made returns what make wasm makes of the same sources.
func (u user) made() map[string][]byte {
	u.t.Helper()
	if got := u.run([]string{"GOMODCACHE=" + u.modules, "MAKEFLAGS=", "MAKELEVEL="}, "make", "-C", absolute(u.t, rootDir), "wasm", "DIST="+u.in("dist"), "VERSION="+installedVersion); got.code != 0 {
		u.t.Fatal(got.errors)
	}
	files := map[string][]byte{}
	for _, name := range append(engines.Files(), "endings.bin", "minor.bin") {
		text, err := os.ReadFile(u.in("dist/" + name))
		if err != nil {
			u.t.Fatal(err)
		}
		files[name] = text
	}
	return files
}

func absolute(t *testing.T, name string) string {
	t.Helper()
	full, err := filepath.Abs(name)
	if err != nil {
		t.Fatal(err)
	}
	return full
}

// killedWhileBuilding kills a build when its first engine is there, and nothing else: its children may work on.
func (u user) killedWhileBuilding() {
	u.t.Helper()
	cmd := exec.CommandContext(context.Background(), u.program, "page", "build")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		u.t.Fatal(err)
	}
	testsize.Await(u.t, "the first engine", func() bool {
		files, err := filepath.Glob(u.in("cache/veil/page/.build-*/made/veil.wasm"))
		return err == nil && len(files) > 0
	})
	if err := cmd.Process.Kill(); err != nil {
		u.t.Fatal(err)
	}
	_ = cmd.Wait()                                      // it was killed
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // its children, if any work on
	if _, err := os.Stat(u.kept()); err == nil {
		u.t.Error("a build that was killed left engines")
	}
}

// damage changes one byte in the middle of a file.
func damage(t *testing.T, name string) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	text[len(text)/2] ^= 1
	if err := os.WriteFile(name, text, 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestPageBuildInACheckout: a program without a version has no sources in the module cache.
func TestPageBuildInACheckout(t *testing.T) {
	code, words := 2, "run: make build"
	if len(web.MissingEngine()) == 0 { // after make assets
		code, words = 0, "included"
	}
	if got := try(testEnv(t.TempDir(), "page", "build")); got.code != code || !strings.Contains(got.out+got.errors, words) {
		t.Errorf("exit %d, %s", got.code, got.errors)
	}
}
