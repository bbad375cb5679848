// SPDX-License-Identifier: BSD-3-Clause

//go:build tools

// Command docs makes the pages of the documentation: docs TEMPLATES FROM TO, such as
// web/page docs web/static/docs. The list in README.md is the table of contents.
package main

import (
	"fmt"
	"html/template"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: docs TEMPLATES FROM TO")
		os.Exit(2)
	}
	if err := build(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, "docs:", err)
		os.Exit(1)
	}
}

// build writes every page and the pictures that pages show.
func build(forms, from, to string) error {
	tmpl, err := template.ParseFiles(filepath.Join(forms, "doc.html"), filepath.Join(forms, "top.html"), filepath.Join(forms, "foot.html"))
	if err != nil {
		return err
	}
	contents, err := readContents(filepath.Join(from, "README.md"))
	if err != nil {
		return err
	}
	names, err := filepath.Glob(filepath.Join(from, "*.md"))
	if err != nil {
		return err
	}
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	for _, name := range names {
		if err := page(tmpl, contents, name, to); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return copyPictures(from, to)
}

// page writes one page.
func page(tmpl *template.Template, contents []section, name, to string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	d, err := render(text)
	if err != nil {
		return err
	}
	d.Name = strings.TrimSuffix(filepath.Base(name), ".md")
	if d.Name == "README" {
		d.Name = "index"
	}
	d.Contents = contents
	out, err := os.Create(filepath.Join(to, d.Name+".html"))
	if err != nil {
		return err
	}
	if err := tmpl.Execute(out, d); err != nil {
		return err
	}
	return out.Close()
}

// copyPictures copies what pages show.
func copyPictures(from, to string) error {
	for _, pattern := range []string{"img/*", "figures/*.svg", "data/*.svg"} {
		names, err := filepath.Glob(filepath.Join(from, pattern))
		if err != nil {
			return err
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			at := filepath.Join(to, strings.TrimPrefix(name, from))
			if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
				return err
			}
			if err := os.WriteFile(at, text, 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}
