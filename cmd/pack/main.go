// SPDX-License-Identifier: BSD-3-Clause

// Pack compresses the files of a page for a server that can send them so: name.br and
// name.gz beside name, unless that saves nothing. What has not changed is not done again.
//
//	go run ./cmd/pack -level 11 web/static
//
// With -join it makes wasm files smaller to send, in place: see [join].
//
//	go run ./cmd/pack -join web/static/veil.wasm
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
	"strings"

	"github.com/andybalholm/brotli"

	"github.com/veilplan/veil/web/packed"
)

func main() {
	level := flag.Int("level", brotli.BestCompression, "of brotli, 0 to 11: the last is ten times as slow as 9, and a seventh smaller")
	joins := flag.Bool("join", false, "join the data of wasm files")
	flag.Parse()
	if *joins {
		if err := joinFiles(flag.Args()); err != nil {
			fmt.Fprintln(os.Stderr, "pack:", err)
			os.Exit(1)
		}
		return
	}
	if flag.NArg() != 1 || *level < 0 || *level > brotli.BestCompression {
		fmt.Fprintln(os.Stderr, "usage: pack [-level 11] DIRECTORY, or pack -join FILE.wasm...")
		os.Exit(2)
	}
	if err := pack(flag.Arg(0), *level); err != nil {
		fmt.Fprintln(os.Stderr, "pack:", err)
		os.Exit(1)
	}
}

// packer compresses the files of one directory.
type packer struct {
	root        *os.Root
	before, now packed.List
}

// pack compresses the files of a directory and lists what was compressed.
func pack(dir string, level int) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }() // it is only a handle
	p := packer{root: root, now: packed.List{Level: level, Tags: map[string]string{}}}
	if p.before, err = packed.Read(root.FS()); err != nil {
		return err
	}
	for _, step := range []func(string) error{p.compress, p.clean} {
		if err := p.each(step); err != nil {
			return err
		}
	}
	list, err := json.MarshalIndent(p.now, "", "  ")
	if err != nil {
		return err
	}
	return root.WriteFile(packed.ListName, append(list, '\n'), 0o644)
}

func (p *packer) each(step func(name string) error) error {
	return fs.WalkDir(p.root.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || name == packed.ListName {
			return err
		}
		return step(name)
	})
}

// compress writes the forms of a file, unless they are there.
func (p *packer) compress(name string) error {
	if packed.IsForm(name) {
		return nil
	}
	text, err := p.root.ReadFile(name)
	if err != nil {
		return err
	}
	tag := packed.Tag(text)
	p.now.Tags[name] = tag
	if p.before.Tags[name] == tag && p.before.Level == p.now.Level {
		return nil
	}
	for _, f := range packed.Forms() {
		small, err := p.shrink(f.Encoding, text)
		if err != nil {
			return fmt.Errorf("%s%s: %w", name, f.Suffix, err)
		}
		if err := p.put(name+f.Suffix, small, 10*len(small) < 9*len(text)); err != nil {
			return err
		}
	}
	return nil
}

// put writes a file that is worth it, and makes sure that there is none else.
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
	err := w.Close() // which writes the rest
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
