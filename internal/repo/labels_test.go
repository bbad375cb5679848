// SPDX-License-Identifier: BSD-3-Clause

package repo_test

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// italicsFile lists italics that begin with a capital letter and are no labels: titles of papers.
const italicsFile = "testdata/italics.txt"

// TestLabels: italics that begin with a capital letter are words on the screen, so they are among the
// strings of the web app. Emphasis is bold.
func TestLabels(t *testing.T) {
	labels := labelsIn(t, os.DirFS(root))
	if len(labels) < 500 {
		t.Fatalf("only %d labels: is the search broken?", len(labels))
	}
	titles := strings.Split(strings.TrimSpace(read(t, "internal/repo/"+italicsFile)), "\n")
	faults, used := labelFaults(documents(t, os.DirFS(root)), labels, titles)
	hold(t, faults)
	for _, title := range titles {
		if !used[title] {
			t.Errorf("%s: no page has *%s*: delete the line", italicsFile, title)
		}
	}
}

// TestPlantedLabels: labels that are on no screen are found; placeholders stand for a word.
func TestPlantedLabels(t *testing.T) {
	labels := labelsIn(t, fstestOf(map[string]string{
		"web/page/words/en.json":      "{\n \"a\": \"Review\",\n \"b\": \"Mate in {n}, proved.\",\n \"c\": \"{n}\"\n}\n",
		"web/page/words/play/en.json": "{\n \"a\": \"Are there any?\"\n}\n",
		"web/page/words/de.json":      "{\n \"a\": \"Nochmal\"\n}\n",
	}))
	page := "*Review*, *Review*. *Mate in 2,\nproved*; *Are there any?*, *Are there any*, **Bold**, *emphasis*, `*Code*`, 2*X*3\n\n* A list\n* Another *Review this game*\n" +
		"```\n*Fenced*\n```\n*Nochmal* and *A title*\n\n| *Gone* |\n\n*Mate in 3* *Reviews*, *Mate in a few, proved*\n"
	faults, used := labelFaults(map[string]string{"docs/a.md": page}, labels, []string{"A title", "Other"})
	var got []string
	for _, f := range faults {
		got = append(got, f.what)
	}
	want := []string{
		"docs/a.md:5: *Review this game*", "docs/a.md:9: *Nochmal*", "docs/a.md:11: *Gone*", "docs/a.md:13: *Mate in 3*", "docs/a.md:13: *Reviews*",
		"docs/a.md:13: *Mate in a few, proved*",
	}
	if !slices.Equal(got, want) || !used["A title"] || used["Other"] {
		t.Errorf("found\n%q, want\n%q; titles %v", got, want, used)
	}
}

// labelsIn returns patterns of the strings that the web app shows.
func labelsIn(t *testing.T, tree fs.FS) (labels []*regexp.Regexp) {
	t.Helper()
	for _, line := range proseIn(t, tree) {
		if path.Base(line.file) != "en.json" || !regexp.MustCompile(`\pL`).MatchString(placeholder.ReplaceAllString(line.text, "")) {
			continue
		}
		labels = append(labels, regexp.MustCompile("^"+placeholder.ReplaceAllString(regexp.QuoteMeta(unpunctuated(line.text)), `\S+`)+"$"))
	}
	return labels
}

// placeholder is a part of a string that the web app fills in, also where it is quoted for a pattern. It
// stands for one word: with more, "{n} of {all}" would match any title.
var placeholder = regexp.MustCompile(`\\?\{\w+\\?\}`)

func unpunctuated(label string) string { return strings.TrimRight(label, ".,;:!?… ") }

// italic is a phrase between single asterisks that begins with a capital letter.
var italic = regexp.MustCompile(`(?:^|[^*\pL\pN])\*(\p{Lu}[^*]*)\*`)

// labelFaults lists the labels of pages that are not on the screen, and which titles were met.
func labelFaults(all map[string]string, labels []*regexp.Regexp, titles []string) (faults []fault, used map[string]bool) {
	used = map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		for _, phrase := range italicsOf(all[name]) {
			known := slices.ContainsFunc(labels, func(l *regexp.Regexp) bool { return l.MatchString(unpunctuated(phrase.text)) })
			switch {
			case slices.Contains(titles, phrase.text):
				used[phrase.text] = true
			case !known:
				faults = append(faults, fault{"*" + phrase.text + "*", fmt.Sprintf("%s:%d: *%s*", name, phrase.number, phrase.text), 1})
			}
		}
	}
	return faults, used
}

// italicsOf returns the italics of a page that begin with a capital letter; they may go over the end of a line.
func italicsOf(page string) (phrases []proseLine) {
	var text strings.Builder
	var numbers []int // of the line, for each byte
	for _, line := range pageLines(page) {
		if line.fenced || line.kind == generated {
			continue
		}
		words := others.ReplaceAllString(strings.TrimPrefix(strings.TrimSpace(line.text), "* "), "``")
		if words == "" {
			words = "**" // no phrase goes over the end of a paragraph
		}
		text.WriteString(words + " ")
		numbers = append(numbers, slices.Repeat([]int{line.number}, len(words)+1)...)
	}
	for _, at := range italic.FindAllStringSubmatchIndex(text.String(), -1) {
		phrases = append(phrases, proseLine{number: numbers[at[2]], text: text.String()[at[2]:at[3]]})
	}
	return phrases
}
