// SPDX-License-Identifier: BSD-3-Clause

package engines

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Failure reports why engines could not be built, and what to do.
type Failure struct { //nolint:errname // read by people
	What  string
	Notes []string
}

func (f *Failure) Error() string { return f.What }

// level is the brotli level: 11 takes ten times as long, for files that are a seventh smaller.
const level = "9"

// Build builds the engines of a program with the go command, from the sources in the module cache,
// into the user's cache directory. It downloads nothing. The directory appears complete or not at
// all: the build works under another name. show receives each step as it begins.
func Build(ctx context.Context, cache string, p Program, show func(step string)) error {
	if err := os.MkdirAll(home(cache), 0o755); err != nil {
		return err
	}
	sweep(home(cache))
	work, err := os.MkdirTemp(home(cache), unfinished+"*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work) //nolint:errcheck // the next build removes leftovers
	g, err := findGo(ctx, work, p)
	if err != nil {
		return err
	}
	source, err := g.source(ctx)
	if err != nil {
		return err
	}
	if err := g.make(ctx, source, show); err != nil {
		return err
	}
	if err := writeList(filepath.Join(work, "page"), p); err != nil {
		return err
	}
	return install(work, cache, p)
}

// make performs the steps of make assets, with the program of the same sources: its flags are those
// of this version.
func (g *goTool) make(ctx context.Context, source string, show func(step string)) error {
	in := func(name string) string { return filepath.Join(g.work, name) }
	if err := os.Mkdir(in("page"), 0o755); err != nil {
		return err
	}
	pack := in("pack.exe") // one system needs the suffix, and the others ignore it
	for _, step := range []struct {
		name string
		args []string
	}{
		{"building the packer", []string{g.path, "build", "-o", pack, "./cmd/pack"}},
		{"building the engines", []string{pack, "-wasm", "-go", g.path, "-version", g.program.Version, in("made")}},
		{"listing the files", []string{pack, "-files", filepath.Join(source, "web", "static"), in("made")}},
		{"compressing", []string{pack, "-level", level, "-from", in("made"), "-but", "endings.bin,minor.bin", in("page")}},
	} {
		show(step.name)
		if _, err := g.run(ctx, source, &lines{show: show}, step.args...); err != nil {
			return err
		}
	}
	return nil
}

// install renames the finished directory. An existing one is damaged, or comes from a faster process.
func install(work, cache string, p Program) error {
	made, dir := filepath.Join(work, "page"), p.Dir(cache)
	err := os.Rename(dir, filepath.Join(work, "damaged"))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if err := os.Rename(made, dir); err != nil {
		if _, damaged := Read(cache, p); damaged != nil {
			return err
		}
	}
	return nil
}

// unfinished is the prefix of the directories of running builds.
const unfinished = ".build-"

// old is longer than any build takes.
const old = time.Hour

// sweep removes the directories of killed builds.
func sweep(dir string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return // the build reports the error
	}
	for _, e := range entries {
		if info, err := e.Info(); err == nil && strings.HasPrefix(e.Name(), unfinished) && time.Since(info.ModTime()) > old {
			_ = os.RemoveAll(filepath.Join(dir, e.Name())) // leftovers do no harm
		}
	}
}

// lines passes every complete line that is written to it.
type lines struct {
	show func(string)
	rest []byte
}

func (l *lines) Write(text []byte) (int, error) {
	l.rest = append(l.rest, text...)
	for {
		line, rest, whole := bytes.Cut(l.rest, []byte("\n"))
		if !whole {
			return len(text), nil
		}
		l.show(string(line))
		l.rest = rest
	}
}
