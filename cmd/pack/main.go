// SPDX-License-Identifier: BSD-3-Clause

// Command pack compresses the files of a page for servers that can send them compressed: name.br
// beside name, unless that saves nothing, and with -gzip name.gz for static hosts. Unchanged files
// are skipped.
//
//	go run ./cmd/pack -gzip dist/site
//
// With -from it adds the files of another directory, each in one form only, compressed if that
// saves anything: a program that embeds the page is that much smaller.
//
//	go run ./cmd/pack -from bin/page web/static
//
// With -wasm it builds the engines for browsers of the module in the working directory, with their loader: see
// [builder]. make wasm and veil page build both do that.
//
//	go run ./cmd/pack -wasm -version v1.0.0 dist
//
// With -npm it builds those of the npm package instead, compressed.
//
//	go run ./cmd/pack -npm -version v1.0.0 clients/npm/engines
//
// With -files it writes the list of all files with their digests into the last directory: see [list].
//
//	go run ./cmd/pack -files web/static bin/page
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/andybalholm/brotli"

	"github.com/veilplan/veil/web/packed"
)

func main() {
	level := flag.Int("level", brotli.BestCompression, "of brotli, 0 to 11: the last is ten times as slow as 9, and a seventh smaller")
	from := flag.String("from", "", "a directory of more files, to be added in one form each")
	but := flag.String("but", "", "the names of files that are not added, with commas between")
	zip := flag.Bool("gzip", false, "write name.gz too")
	wasm := flag.Bool("wasm", false, "build the engines for browsers")
	npm := flag.Bool("npm", false, "build the engines of the npm package, compressed")
	goTool := flag.String("go", "go", "the go command that builds them")
	version := flag.String("version", "devel", "the version that they report")
	files := flag.Bool("files", false, "list the files of one or several directories, in the last of them")
	flag.Parse()
	do := func() error { return pack(flag.Arg(0), more{*from, *but}, *level, *zip) }
	switch {
	case *files:
		do = func() error { return list(flag.Args()) }
	case flag.NArg() != 1 || *level < 0 || *level > brotli.BestCompression:
		fmt.Fprintln(os.Stderr, "usage: pack [-level 11] [-from MORE [-but FILE]] [-gzip] DIRECTORY, pack -wasm|-npm [-go GO] [-version VERSION] DIRECTORY or pack -files DIRECTORY...")
		os.Exit(2)
	case *wasm:
		do = builder{goTool: *goTool, version: *version, dir: flag.Arg(0), engines: pageEngines()}.untilInterrupted
	case *npm:
		do = builder{goTool: *goTool, version: *version, dir: flag.Arg(0), engines: npmEngines(), npm: true}.untilInterrupted
	}
	if err := do(); err != nil {
		fmt.Fprintln(os.Stderr, "pack:", err)
		os.Exit(1)
	}
}

// packer compresses the files of one directory.
type packer struct {
	root        *os.Root
	zip         bool
	before, now packed.List
}

// more is a directory of files to add, except one.
type more struct{ dir, but string }

// pack compresses the files of a directory, adds those of another one, if given, and writes the
// list of compressed files.
func pack(dir string, from more, level int, zip bool) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }() // only a handle
	p := packer{root: root, zip: zip, now: packed.List{Level: level, Tags: map[string]string{}}}
	if p.before, err = packed.Read(root.FS()); err != nil {
		return err
	}
	if from.dir != "" {
		if err := p.add(os.DirFS(from.dir), from.but); err != nil {
			return err
		}
	}
	for _, step := range []func(string) error{p.own, p.clean} {
		if err := each(root.FS(), step); err != nil {
			return err
		}
	}
	list, err := json.MarshalIndent(p.now, "", "  ")
	if err != nil {
		return err
	}
	return root.WriteFile(packed.ListName, append(list, '\n'), 0o644)
}

func each(files fs.FS, step func(name string) error) error {
	return fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || name == packed.ListName {
			return err
		}
		return step(name)
	})
}

// add adds the files of another directory, and removes those of an earlier call.
func (p *packer) add(files fs.FS, but string) error {
	err := each(files, func(name string) error {
		if slices.Contains(strings.Split(but, ","), name) {
			return nil
		}
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		if err := p.root.MkdirAll(path.Dir(name), 0o755); err != nil {
			return err
		}
		p.now.Alone = append(p.now.Alone, name)
		small, err := p.compress(name, text)
		if err != nil {
			return err
		}
		return p.put(name, text, !small)
	})
	for _, name := range p.before.Alone {
		if err == nil && !slices.Contains(p.now.Alone, name) {
			err = p.root.RemoveAll(name)
		}
	}
	return err
}

// own compresses a file of the page itself.
func (p *packer) own(name string) error {
	if packed.IsForm(name) || slices.Contains(p.now.Alone, name) {
		return nil
	}
	text, err := p.root.ReadFile(name)
	if err != nil {
		return err
	}
	_, err = p.compress(name, text)
	return err
}

// compress writes the missing forms of a file, and reports whether there is any.
func (p *packer) compress(name string, text []byte) (small bool, err error) {
	tag := packed.Tag(text)
	p.now.Tags[name] = tag
	done := p.before.Tags[name] == tag && p.before.Level == p.now.Level && p.has(name+packed.Brotli().Suffix)
	for _, f := range packed.Forms() {
		switch {
		case f.Encoding == "gzip" && !p.zip:
			err = p.root.RemoveAll(name + f.Suffix)
		case f.Encoding == "gzip" || !done:
			err = p.write(name, f, text)
		}
		if err != nil {
			return false, fmt.Errorf("%s%s: %w", name, f.Suffix, err)
		}
	}
	return p.has(name + packed.Brotli().Suffix), nil
}

func (p *packer) has(name string) bool {
	_, err := p.root.Stat(name)
	return err == nil
}

// write writes a form of a file.
func (p *packer) write(name string, f packed.Form, text []byte) error {
	small, err := p.shrink(f.Encoding, text)
	if err != nil {
		return err
	}
	return p.put(name+f.Suffix, small, 10*len(small) < 9*len(text))
}

// put writes a file if it saves enough, and otherwise removes a former one.
func (p *packer) put(name string, text []byte, worth bool) error {
	if !worth {
		return p.root.RemoveAll(name)
	}
	return p.root.WriteFile(name, text, 0o644)
}

func (p *packer) shrink(encoding string, text []byte) ([]byte, error) {
	var small bytes.Buffer
	var w io.WriteCloser = brotli.NewWriterOptions(&small, brotli.WriterOptions{Quality: p.now.Level, LGWin: 24})
	if encoding == "gzip" {
		var err error
		if w, err = gzip.NewWriterLevel(&small, gzip.BestCompression); err != nil {
			return nil, err
		}
	}
	if _, err := w.Write(text); err != nil {
		return nil, err
	}
	err := w.Close() // Close flushes
	return small.Bytes(), err
}

// clean removes the forms of a file that is gone.
func (p *packer) clean(name string) error {
	plain := strings.TrimSuffix(name, path.Ext(name))
	if _, ok := p.now.Tags[plain]; ok || !packed.IsForm(name) {
		return nil
	}
	return p.root.Remove(name)
}
