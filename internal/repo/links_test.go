// SPDX-License-Identifier: BSD-3-Clause

package repo_test

import (
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// pages reads the documents for people, by their paths from the root. Templates of pages
// are under cmd.
func pages(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := fs.WalkDir(os.DirFS(root), ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && slices.Contains([]string{".git", "node_modules", "testdata", "cmd", "bin", "dist", "runs", "vendor"}, entry.Name()):
			return fs.SkipDir
		case strings.HasSuffix(name, ".md"):
			text, err := os.ReadFile(filepath.Join(root, name))
			all[name] = string(text)
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 40 {
		t.Fatalf("only %d pages: is the search broken?", len(all))
	}
	return all
}

// TestLinks: every link of a page leads to a file of the repository and to a heading that
// is there, or is the address of a web page.
func TestLinks(t *testing.T) {
	all, links := pages(t), 0
	for name, text := range all {
		for _, link := range linksOf(text) {
			links++
			if fault := linkFault(all, name, link); fault != "" {
				t.Errorf("%s: link %s: %s", name, link, fault)
			}
		}
	}
	if links < 200 {
		t.Errorf("only %d links: is the search broken?", links)
	}
}

// TestLinksAreChecked: a page of dead links has every fault found.
func TestLinksAreChecked(t *testing.T) {
	all := map[string]string{"docs/a.md": "# A *good* day\n\n## Twice\n\n## Twice\n\n```\n# no heading\n[no](link.md)\n```\n"}
	for link, want := range map[string]string{
		"a.md": "", "#a-good-day": "", "a.md#twice-1": "", "../README.md": "", "https://pkg.go.dev/net/url": "",
		"b.md": "no such file", "#no-heading": "no such heading", "a.md#twice-2": "no such heading", "../../x": "outside the repository", "https://": "no host", "ftp://x/y": "scheme ftp",
	} {
		if got := linkFault(all, "docs/a.md", link); got != want {
			t.Errorf("%s: %q, want %q", link, got, want)
		}
	}
	if got := linksOf(all["docs/a.md"] + "[a](b.md), <https://c.org>, ![d](e.webp)"); !slices.Equal(got, []string{"b.md", "e.webp", "https://c.org"}) {
		t.Errorf("links %q", got)
	}
}

// linksOf returns where the links and pictures of a page lead. Fenced blocks have none.
func linksOf(page string) (links []string) {
	text := withoutBlocks(page)
	for _, match := range regexp.MustCompile(`\]\(([^)\s]+)[^)]*\)`).FindAllStringSubmatch(text, -1) {
		links = append(links, match[1])
	}
	for _, match := range regexp.MustCompile(`<(https?://[^>]*)>`).FindAllStringSubmatch(text, -1) {
		links = append(links, match[1])
	}
	return links
}

func withoutBlocks(page string) string {
	return regexp.MustCompile("(?ms)^```.*?^```").ReplaceAllString(page, "")
}

// linkFault says what is wrong with a link of a page, or nothing.
func linkFault(all map[string]string, from, link string) string {
	address, err := url.Parse(link)
	switch {
	case err != nil:
		return err.Error()
	case address.Scheme == "https" || address.Scheme == "http":
		if address.Host == "" {
			return "no host"
		}
		return ""
	case address.Scheme != "":
		return "scheme " + address.Scheme
	}
	target := from
	if address.Path != "" {
		target = path.Join(path.Dir(from), address.Path)
	}
	if !filepath.IsLocal(target) {
		return "outside the repository"
	}
	_, known := all[target]
	if _, err := os.Stat(filepath.Join(root, target)); err != nil && !known {
		return "no such file"
	}
	if address.Fragment != "" && !slices.Contains(headings(all[target]), address.Fragment) {
		return "no such heading"
	}
	return ""
}

// headings returns the anchors of a page, as GitHub makes them: small letters, hyphens for
// spaces, no punctuation, and a number if there are several of the same name.
func headings(page string) (anchors []string) {
	seen := map[string]int{}
	for _, match := range regexp.MustCompile(`(?m)^#+ +(.*)$`).FindAllStringSubmatch(withoutBlocks(page), -1) {
		text := regexp.MustCompile(`\[([^]]*)\]\([^)]*\)`).ReplaceAllString(match[1], "$1")
		anchor := regexp.MustCompile(`[^\p{L}\p{N}_\- ]`).ReplaceAllString(strings.ToLower(text), "")
		anchor = strings.ReplaceAll(anchor, " ", "-")
		n := seen[anchor]
		if seen[anchor]++; n > 0 {
			anchor += "-" + strconv.Itoa(n)
		}
		anchors = append(anchors, anchor)
	}
	return anchors
}

// TestNamedPaths: a path of the repository that a page names in backticks is there. Records
// of decisions and the changelog may name what is gone.
func TestNamedPaths(t *testing.T) {
	entries, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	tops := map[string]bool{}
	for _, entry := range entries {
		made := slices.Contains([]string{"bin", "dist", "runs"}, entry.Name())
		tops[entry.Name()] = entry.IsDir() && !made
	}
	named := 0
	for name, text := range pages(t) {
		if strings.HasPrefix(name, "docs/explanation/adr/") || name == "CHANGELOG.md" {
			continue
		}
		for _, match := range regexp.MustCompile("`([\\w.-]+/[\\w./-]*)`").FindAllStringSubmatch(withoutBlocks(text), -1) {
			top, _, _ := strings.Cut(match[1], "/")
			if !tops[top] {
				continue
			}
			named++
			if !isPath(match[1]) {
				t.Errorf("%s: there is no %s", name, match[1])
			}
		}
	}
	if named < 40 {
		t.Errorf("only %d paths: is the search broken?", named)
	}
}

// isPath reports whether there is such a file or folder, or a package before the last dot
// of a name such as search/uct.Improve.
func isPath(name string) bool {
	if _, err := os.Stat(filepath.Join(root, name)); err == nil {
		return true
	}
	folder, symbol, qualified := strings.Cut(name, ".")
	_, err := os.Stat(filepath.Join(root, folder))
	return qualified && err == nil && regexp.MustCompile(`^[A-Z]`).MatchString(symbol)
}

// TestIndex: the README leads to the index of the documents, and each folder's index to
// every page in it, so that nothing is further than two clicks from the index.
func TestIndex(t *testing.T) {
	all := pages(t)
	if !slices.Contains(linksOf(all["README.md"]), "docs/README.md") {
		t.Error("README.md does not link to docs/README.md")
	}
	linked := map[string]bool{}
	for _, folder := range []string{"docs", "docs/explanation/adr", "docs/reference/cli"} {
		for _, link := range linksOf(all[folder+"/README.md"]) {
			file, _, _ := strings.Cut(link, "#")
			linked[path.Join(folder, file)] = true
		}
	}
	for name := range all {
		if strings.HasPrefix(name, "docs/") && name != "docs/README.md" && name != "docs/problems.md" && !linked[name] {
			t.Errorf("no index of a folder links to %s", name)
		}
	}
}
