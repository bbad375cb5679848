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

// Failure says why engines could not be built, and what to do.
type Failure struct { //nolint:errname // it is what people read
	What  string
	Notes []string
}

func (f *Failure) Error() string { return f.What }

// level is that of brotli: 11 takes ten times as long, for files that are a seventh smaller.
const level = "9"

// Build builds the engines of a program with the go command, from the sources in the module cache, into the user's
// directory for caches. It downloads nothing. The directory appears complete or not at all: until then all is below
// another name. Steps are shown as they begin.
func Build(ctx context.Context, cache string, p Program, show func(step string)) error {
	if err := os.MkdirAll(home(cache), 0o755); err != nil {
		return err
	}
	sweep(home(cache))
	work, err := os.MkdirTemp(home(cache), unfinished+"*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work) //nolint:errcheck // the next build sweeps
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

// make runs what make assets runs, by the program of the same sources: its flags are those of this version.
func (g *goTool) make(ctx context.Context, source string, show func(step string)) error {
	in := func(name string) string { return filepath.Join(g.work, name) }
	if err := os.Mkdir(in("page"), 0o755); err != nil {
		return err
	}
	pack := in("pack.exe") // one system wants the suffix, and the others do not mind
	for _, step := range []struct {
		name string
		args []string
	}{
		{"building the packer", []string{g.path, "build", "-o", pack, "./cmd/pack"}},
		{"building the engines", []string{pack, "-wasm", "-go", g.path, "-version", g.program.Version, in("made")}},
		{"listing the files", []string{pack, "-files", filepath.Join(source, "web", "static"), in("made")}},
		{"compressing", []string{pack, "-level", level, "-from", in("made"), "-but", "endings.bin", in("page")}},
	} {
		show(step.name)
		if _, err := g.run(ctx, source, &lines{show: show}, step.args...); err != nil {
			return err
		}
	}
	return nil
}

// install gives the finished directory its name. One that is there is damaged, or another process was faster.
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

// unfinished starts the names of directories that a build works in.
const unfinished = ".build-"

// old is longer than any build takes.
const old = time.Hour

// sweep removes what builds left that were killed.
func sweep(dir string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return // the build will say why
	}
	for _, e := range entries {
		if info, err := e.Info(); err == nil && strings.HasPrefix(e.Name(), unfinished) && time.Since(info.ModTime()) > old {
			_ = os.RemoveAll(filepath.Join(dir, e.Name())) // it takes room, and does no harm
		}
	}
}

// lines shows every whole line that is written to it.
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
