// SPDX-License-Identifier: BSD-3-Clause

//go:build tools

package main

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
)

// Weights of a word by its place: a page about a word ranks before pages that mention it.
const (
	inTitle   = 12
	inContent = 4 // in the table of contents, and in headings
	inText    = 1
)

// indexed is the search entry of a page: its words with their weights.
type indexed struct {
	name, title, section, description string
	headings                          []string // id and text in turn
	words                             map[string]int
}

// index collects the words of a page.
func (d *document) index(root ast.Node, source []byte) indexed {
	p := indexed{name: d.Name, title: d.Title, section: d.section(), description: d.Description, words: map[string]int{}}
	p.add(d.Title, inTitle)
	p.add(d.listed(), inContent)
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading:
			p.heading(n, source)
			return ast.WalkSkipChildren, nil
		case *ast.FencedCodeBlock:
			p.add(d.searched(n, source), inText)
		case *ast.Text:
			p.add(string(n.Segment.Value(source)), inText)
		}
		return ast.WalkContinue, nil
	})
	return p
}

// heading records a heading below the title, so that a result can link to it.
func (p *indexed) heading(n *ast.Heading, source []byte) {
	if n.Level == 1 {
		return
	}
	id, _ := n.AttributeString("id")
	text := plain(n, source)
	p.headings = append(p.headings, string(id.([]byte)), text)
	p.add(text, inContent)
}

// searched returns the searchable text of a fenced block: the whole help of a command, and on other
// pages the commands without their output.
func (d *document) searched(n *ast.FencedCodeBlock, source []byte) string {
	var out strings.Builder
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		if text := string(line.Value(source)); d.isCommand() || strings.HasPrefix(text, "$ ") {
			out.WriteString(text)
		}
	}
	return out.String()
}

// isCommand reports whether the page is that of a command.
func (d *document) isCommand() bool { return d.folder == "reference/cli" }

// add counts the words of a text. It skips long numbers and names of cells, which nobody searches for.
func (p *indexed) add(text string, weight int) {
	for word := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if digits := strings.ContainsFunc(word, unicode.IsDigit); len(word) > 24 || digits && len(word) > 2 && weight < inContent || !digits && len(word) < 2 {
			continue
		}
		p.words[word] += weight
	}
}

// section returns the heading under which the table of contents lists the page or its index.
func (d *document) section() string {
	if d.isCommand() {
		return "Commands"
	}
	for _, s := range d.Contents {
		if d.In(s) {
			return s.Title
		}
	}
	return "Documentation"
}

// listed returns the description of the page in the table of contents.
func (d *document) listed() string {
	var all []string
	for _, s := range d.Contents {
		for _, l := range s.Links {
			if d.Is(l.To) {
				all = append(all, l.Title, l.About)
			}
		}
	}
	return strings.Join(all, " ")
}

// writeIndex writes search.json, which web/page/docs/search.ts reads: the pages, and for every word
// the pages that contain it. A word of most pages distinguishes none, so it is omitted.
func (s *site) writeIndex() error {
	delete(s.index, "index.html") // contains the words of all others
	names := slices.Sorted(maps.Keys(s.index))
	pages, words := [][]any{}, map[string]string{}
	last := map[string]int{} // the previous page, by word
	for i, name := range names {
		p := s.index[name]
		pages = append(pages, []any{strings.TrimSuffix(p.name, "index.html"), p.title, p.section, p.description, p.length(), p.headings})
		for word, n := range p.words {
			words[word] += step(i-last[word]) + level(n)
			last[word] = i
		}
	}
	maps.DeleteFunc(words, func(_, at string) bool { return len(at) > 2*len(names)*6/10 })
	text, err := json.Marshal(map[string]any{"pages": pages, "words": words})
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(s.to, "search.json"), text, 0o644)
}

// length returns the total weight of a page's words.
func (p *indexed) length() (n int) {
	for _, count := range p.words {
		n += count
	}
	return n
}

// step encodes the distance to the next page in letters.
func step(n int) string {
	if n < 26 {
		return string(rune('a' + n))
	}
	return step(n/26) + string(rune('a'+n%26))
}

// level encodes a weight as a digit: 1, 2, 3, 4, and then half as much again each time.
func level(n int) string {
	d, at := 1, 1
	for next := 2; next <= n && d < 9; next = max(at+1, at*3/2) {
		d, at = d+1, next
	}
	return string(rune('0' + d))
}
