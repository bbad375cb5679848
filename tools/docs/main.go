// SPDX-License-Identifier: BSD-3-Clause

//go:build tools

// Command docs builds the pages of the documentation: docs TEMPLATES FROM TO [MADE], such as
// web/page docs web/static/docs. The lists of all pages in README.md are the table of contents;
// redirects.tsv lists former addresses. Sources in MADE take precedence over those of the same name in FROM.
package main

import (
	"fmt"
	"html/template"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

func main() {
	if len(os.Args) < 4 || len(os.Args) > 5 {
		fmt.Fprintln(os.Stderr, "usage: docs TEMPLATES FROM TO [MADE]")
		os.Exit(2)
	}
	if err := build(os.Args[1], os.Args[3], os.Args[2], os.Args[4:]...); err != nil {
		fmt.Fprintln(os.Stderr, "docs:", err)
		os.Exit(1)
	}
}

// site is the state of a build.
type site struct {
	from, to string   // folders
	made     []string // folders that take precedence over from
	tmpl     *template.Template
	contents []section
	pictures map[string]string  // the target of a picture, by its path from the root of the repository
	index    map[string]indexed // search entries, by page
}

// build writes every page, the pictures that pages show, the index of the search, and the redirects.
func build(forms, to, from string, made ...string) error {
	tmpl, err := template.ParseFiles(filepath.Join(forms, "doc.html"), filepath.Join(forms, "moved.html"), filepath.Join(forms, "top.html"), filepath.Join(forms, "foot.html"))
	if err != nil {
		return err
	}
	contents, err := readContents(filepath.Join(from, "README.md"))
	if err != nil {
		return err
	}
	s := &site{from: from, to: to, made: made, tmpl: tmpl, contents: contents, pictures: map[string]string{}, index: map[string]indexed{}}
	if err := s.pages(); err != nil {
		return err
	}
	if err := s.copyPictures(); err != nil {
		return err
	}
	if err := s.writeIndex(); err != nil {
		return err
	}
	return s.redirects()
}

// pages writes the pages of all sources; those in made come last and so replace committed ones.
func (s *site) pages() error {
	for _, folder := range append([]string{s.from}, s.made...) {
		err := fs.WalkDir(os.DirFS(folder), ".", func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !strings.HasSuffix(name, ".md") {
				return err
			}
			return s.page(folder, name)
		})
		if err != nil {
			return err
		}
	}
	for source, name := range besides() {
		if err := s.convert(filepath.Join(s.from, "..", source), name, path.Join("..", path.Dir(source))); err != nil {
			return err
		}
	}
	return nil
}

// besides returns pages whose sources are outside docs, from the root of the repository: a reader of a client
// has its page here, also without a network.
func besides() map[string]string {
	return map[string]string{"clients/python/README.md": "guides/python.html", "clients/npm/README.md": "guides/javascript.html"}
}

// page writes the page of a source below a folder.
func (s *site) page(folder, name string) error {
	return s.convert(filepath.Join(folder, name), htmlOf(name), path.Dir(name))
}

// convert writes one page. Its folder, below docs, is where the links of its source begin.
func (s *site) convert(source, name, folder string) error {
	text, err := os.ReadFile(source)
	if err != nil {
		return err
	}
	d := document{Name: name, Contents: s.contents, folder: folder, pictures: s.pictures}
	if err := d.render(text); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	s.index[d.Name] = d.found
	return s.write(d.Name, "doc.html", d)
}

// htmlOf returns the page of a source: README.md of a folder is its index.
func htmlOf(name string) string {
	if folder, file := path.Split(name); file == "README.md" {
		return folder + "index.html"
	}
	return strings.TrimSuffix(name, ".md") + ".html"
}

// write executes a template and writes the result, creating folders as needed.
func (s *site) write(name, form string, data any) error {
	at := filepath.Join(s.to, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
		return err
	}
	out, err := os.Create(at)
	if err != nil {
		return err
	}
	if err := s.tmpl.ExecuteTemplate(out, form, data); err != nil {
		return err
	}
	return out.Close()
}

// copyPictures copies the pictures that pages show.
func (s *site) copyPictures() error {
	for source, to := range s.pictures {
		text, err := os.ReadFile(filepath.Join(s.from, "..", source))
		if err != nil {
			return err
		}
		at := filepath.Join(s.to, to)
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(at, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// redirects writes a page at each former address that redirects to the present one.
func (s *site) redirects() error {
	text, err := os.ReadFile(filepath.Join(s.from, "redirects.tsv"))
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(text)) {
		former, now, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if !ok {
			return fmt.Errorf("redirects.tsv: %q: want former<TAB>present address", line)
		}
		if _, err := os.Stat(filepath.Join(s.to, now)); err != nil {
			return fmt.Errorf("redirects.tsv: %s leads to a missing page: %w", former, err)
		}
		if err := s.write(former, "moved.html", strings.TrimSuffix(now, "index.html")); err != nil {
			return err
		}
	}
	return nil
}
