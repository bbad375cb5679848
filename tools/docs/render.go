// SPDX-License-Identifier: BSD-3-Clause

//go:build tools

package main

import (
	"bytes"
	"html/template"
	"os"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// document is a page for the template.
type document struct {
	Name, Title, Description string
	Body                     template.HTML
	Here                     []link // the headings of the page
	Contents                 []section
}

// Root returns the way to the top of the site.
func (document) Root() string { return "../" }

// Is reports whether a link leads to this page.
func (d document) Is(to string) bool { return to == d.Name+".html" }

type link struct{ Title, To string }

// section is a part of the table of contents.
type section struct {
	Title string
	Links []link
}

// markdown is GitHub's, with tables that need no style attribute: the page's policy forbids it.
func markdown() goldmark.Markdown {
	return goldmark.New(
		goldmark.WithExtensions(extension.Linkify, extension.Strikethrough, extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute))),
		goldmark.WithParserOptions(parser.WithAutoHeadingID()),
	)
}

func render(source []byte) (document, error) {
	md, d := markdown(), document{}
	root := md.Parser().Parse(text.NewReader(source))
	err := ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			d.see(n, source)
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		return d, err
	}
	var out bytes.Buffer
	err = md.Renderer().Render(&out, source, root)
	// A block that is wider than the screen scrolls, so the keyboard must reach it.
	d.Body = template.HTML(strings.ReplaceAll(out.String(), "<pre>", `<pre tabindex="0">`)) // our own text
	return d, err
}

// see notes headings and turns links to sources into links to pages.
func (d *document) see(n ast.Node, source []byte) {
	switch n := n.(type) {
	case *ast.Heading:
		id, _ := n.AttributeString("id")
		switch name := plain(n, source); {
		case n.Level == 1:
			d.Title = name
		case n.Level == 2:
			d.Here = append(d.Here, link{name, "#" + string(id.([]byte))})
		}
	case *ast.Paragraph:
		if d.Description == "" && d.Title != "" {
			d.Description = brief(plain(n, source))
		}
	case *ast.Link:
		n.Destination = []byte(target(string(n.Destination)))
	case *ast.Image:
		n.SetAttributeString("loading", []byte("lazy"))
	}
}

// brief is a text as search engines show it.
func brief(text string) string {
	if len(text) <= 160 {
		return text
	}
	return text[:strings.LastIndexByte(text[:158], ' ')] + " …"
}

const sources = "https://github.com/veilplan/veil/tree/main/"

// target is where a link of the sources leads on the page.
func target(to string) string {
	file, anchor, _ := strings.Cut(to, "#")
	if anchor != "" {
		anchor = "#" + anchor
	}
	switch {
	case file == "" || strings.Contains(file, "://"):
		return to
	case file == "README.md":
		return "./" + anchor
	case strings.HasPrefix(file, "../"):
		return sources + strings.TrimPrefix(to, "../")
	case strings.HasSuffix(file, ".md") && !strings.Contains(file, "/"):
		return strings.TrimSuffix(file, ".md") + ".html" + anchor
	case strings.HasSuffix(file, ".svg"):
		return to
	default:
		return sources + "docs/" + to
	}
}

// plain is the text of a node without its marks.
func plain(n ast.Node, source []byte) string {
	var out strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if t, ok := n.(*ast.Text); ok && entering {
			out.Write(t.Segment.Value(source))
			if t.SoftLineBreak() {
				out.WriteByte(' ')
			}
		}
		return ast.WalkContinue, nil
	})
	return out.String()
}

// readContents reads the headings of a page and the links below each.
func readContents(name string) ([]section, error) {
	source, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var list []section
	root := markdown().Parser().Parse(text.NewReader(source))
	return list, ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading:
			if n.Level == 2 {
				list = append(list, section{Title: plain(n, source)})
			}
		case *ast.Link:
			if len(list) > 0 {
				s := &list[len(list)-1]
				s.Links = append(s.Links, link{plain(n, source), target(string(n.Destination))})
			}
		}
		return ast.WalkContinue, nil
	})
}
