// SPDX-License-Identifier: BSD-3-Clause

//go:build tools

package main

import (
	"bytes"
	"html/template"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
)

// document is a page for the template.
type document struct {
	Name, Title, Description string // Name is its path below the folder of pages
	Body                     template.HTML
	Here                     []link // the headings of the page
	Contents                 []section

	folder   string            // of the source, below docs
	files    []string          // of each fenced block the name of its file, or ""
	found    indexed           // what the search knows
	pictures map[string]string // see site
}

// Docs returns the way to the folder of pages.
func (d document) Docs() string {
	if depth := strings.Count(d.Name, "/"); depth > 0 {
		return strings.Repeat("../", depth)
	}
	return "./"
}

// Root returns the way to the top of the site.
func (d document) Root() string { return strings.TrimPrefix(d.Docs(), "./") + "../" }

// Landing reports whether it is the first page, which lists all others itself.
func (d document) Landing() bool { return d.Name == "index.html" }

// In reports whether a section of the table of contents lists this page, or an index that does.
func (d document) In(s section) bool {
	index := path.Dir(d.Name) + "/"
	return slices.ContainsFunc(s.Links, func(l link) bool { return d.Is(l.To) || l.To == index })
}

// Is reports whether a link of the table of contents leads to this page.
func (d document) Is(to string) bool { return to == strings.TrimSuffix(d.Name, "index.html") }

// link is a link and what stands beside it.
type link struct{ Title, To, About string }

// section is a part of the table of contents.
type section struct {
	Title string
	Links []link
}

// markdown is GitHub's, with tables that need no style attribute: the page's policy forbids it. HTML is kept
// for <details>; the sources are our own.
func markdown() goldmark.Markdown {
	return goldmark.New(
		goldmark.WithExtensions(extension.Linkify, extension.Strikethrough, extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute))),
		goldmark.WithParserOptions(parser.WithAutoHeadingID()),
		goldmark.WithRendererOptions(html.WithUnsafe()),
	)
}

// render fills a document from its source.
func (d *document) render(source []byte) error {
	md := markdown()
	root := md.Parser().Parse(text.NewReader(source))
	err := ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			d.see(n, source)
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		return err
	}
	d.found = d.index(root, source)
	var out bytes.Buffer
	err = md.Renderer().Render(&out, source, root)
	// A block that is wider than the screen scrolls, so the keyboard must reach it.
	body := d.liven(d.named(strings.ReplaceAll(out.String(), "<pre>", `<pre tabindex="0">`)))
	body = served.ReplaceAllString(body, `$0 (<a href="`+d.Root()+`$1">open it here</a>)`)
	if d.Landing() {
		body = parts(body)
	}
	d.Body = template.HTML(body) // our own text
	return err
}

// served matches pages of a server on the reader's machine. Who reads this on a site is on one that has them.
var served = regexp.MustCompile(`<code>http://127\.0\.0\.1:8080/([a-z/]+)</code>`)

// parts puts what is below each heading of the second level into a section, so that sections can stand side by side. A
// rule ends the last.
func parts(body string) string {
	body, foot, _ := strings.Cut(body, "<hr>")
	head, rest, _ := strings.Cut(body, "<h2")
	sections := strings.ReplaceAll("<section><h2"+rest, "\n<h2", "\n</section>\n<section><h2")
	return head + `<div class="parts">` + sections + "</section></div>\n<hr>" + foot
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
			d.Here = append(d.Here, link{Title: name, To: "#" + string(id.([]byte))})
		}
	case *ast.FencedCodeBlock:
		d.files = append(d.files, fileOf(n, source))
	case *ast.CodeBlock:
		d.files = append(d.files, "")
	case *ast.Paragraph:
		if d.Description == "" && d.Title != "" {
			d.Description = brief(plain(n, source))
		}
	case *ast.Link:
		n.Destination = []byte(d.target(string(n.Destination)))
	case *ast.Image:
		n.Destination = []byte(d.picture(string(n.Destination)))
		n.SetAttributeString("loading", []byte("lazy"))
	}
}

// fileOf returns the name of the file that a fenced block is to be saved as, which stands behind its language.
func fileOf(n *ast.FencedCodeBlock, source []byte) string {
	if n.Info == nil {
		return ""
	}
	_, name, _ := strings.Cut(string(n.Info.Segment.Value(source)), " ")
	if !strings.Contains(name, ".") {
		return ""
	}
	return name
}

// named puts the name of its file before each fenced block that has one.
func (d *document) named(body string) string {
	i := 0
	return fenced.ReplaceAllStringFunc(body, func(block string) string {
		i++
		if i > len(d.files) || d.files[i-1] == "" {
			return block
		}
		return `<p class="file">` + template.HTMLEscapeString(d.files[i-1]) + "</p>\n" + block
	})
}

// brief is a text as search engines show it.
func brief(text string) string {
	if len(text) <= 160 {
		return text
	}
	return text[:strings.LastIndexByte(text[:158], ' ')] + " …"
}

const sources = "https://github.com/veilplan/veil/tree/main/"

// target is where a link of a source leads on the page: to another page, to a picture, or to the repository.
func (d *document) target(to string) string {
	file, anchor, _ := strings.Cut(to, "#")
	if anchor != "" {
		anchor = "#" + anchor
	}
	at := path.Join("docs", d.folder, file) // from the root of the repository
	switch {
	case file == "" || strings.Contains(file, "://"):
		return to
	case besides()[at] != "":
		return d.Docs() + besides()[at] + anchor
	case strings.HasPrefix(at, "docs/") && strings.HasSuffix(file, ".md"):
		return d.Docs() + strings.TrimSuffix(htmlOf(strings.TrimPrefix(at, "docs/")), "index.html") + anchor
	case strings.HasSuffix(file, ".svg"):
		return d.picture(to)
	default:
		return sources + at + anchor
	}
}

// picture is where a picture is put, beside the pages or under files/ if the repository has it elsewhere.
func (d *document) picture(to string) string {
	if strings.Contains(to, "://") {
		return to
	}
	at := path.Join("docs", d.folder, to)
	name, below := strings.CutPrefix(at, "docs/")
	if !below {
		name = "files/" + at
	}
	d.pictures[at] = name
	return d.Docs() + name
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

// readContents reads the lists of all pages, which are the headings of the third level and the links below each. What
// a list says beside a link, here or above, is kept with it.
func readContents(name string) ([]section, error) {
	source, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var list []section
	about := map[string]string{}
	root := markdown().Parser().Parse(text.NewReader(source))
	err = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Heading:
			if entering && n.Level == 3 {
				list = append(list, section{Title: plain(n, source)})
			}
		case *ast.ThematicBreak:
			return ast.WalkStop, nil // after it is the foot
		case *ast.Link:
			if !entering {
				break
			}
			to := strings.TrimPrefix((&document{folder: ".", pictures: map[string]string{}}).target(string(n.Destination)), "./")
			if len(list) == 0 {
				about[to] += plain(n.Parent(), source) + " "
				break
			}
			s := &list[len(list)-1]
			s.Links = append(s.Links, link{plain(n, source), to, about[to]})
		}
		return ast.WalkContinue, nil
	})
	return list, err
}
