// SPDX-License-Identifier: BSD-3-Clause

package repo_test

import (
	"path"
	"regexp"
	"strings"
	"testing"
)

// whatsNew is the page that people share, so its figures are compared with those of other pages.
const whatsNew = "docs/explanation/whats-new.md"

// TestWhatsNew: every row has a command, and every figure of it is on the page of the nightly
// checks or on a page to which the row leads.
func TestWhatsNew(t *testing.T) {
	rows := 0
	for line := range strings.Lines(read(t, whatsNew)) {
		cells := strings.Split(strings.TrimSpace(line), " | ")
		if len(cells) != 3 || cells[0] == "| new" || strings.HasPrefix(line, "|---") {
			continue
		}
		rows++
		if !strings.HasPrefix(cells[2], "`tools/nightly ") {
			t.Errorf("%s: no command: %s", whatsNew, line)
		}
		for _, missing := range figuresMissing(cells[1], evidence(t, cells[0])) {
			t.Errorf("%s: %s is on no page to which its row leads: %s", whatsNew, missing, line)
		}
	}
	if rows < 8 {
		t.Errorf("%s: only %d rows: is the search broken?", whatsNew, rows)
	}
}

// TestPlantedFigures: a figure that no page has is found.
func TestPlantedFigures(t *testing.T) {
	if got := figuresMissing("12 of 345, 6.5 MB", "of 345, and 126.5"); len(got) != 2 || got[0] != "12" || got[1] != "6.5" {
		t.Errorf("missing: %q, want 12 and 6.5", got)
	}
}

var (
	figure = regexp.MustCompile(`[0-9][0-9,.e-]*[0-9]|[0-9]`)
	toPage = regexp.MustCompile(`\]\(([^)#]+\.md)`)
)

// figuresMissing returns the figures of a text that another does not contain.
func figuresMissing(text, in string) (missing []string) {
	has := map[string]bool{}
	for _, f := range figure.FindAllString(in, -1) {
		has[f] = true
	}
	for _, f := range figure.FindAllString(text, -1) {
		if !has[f] {
			missing = append(missing, f)
		}
	}
	return missing
}

// evidence returns the nightly checks and the pages to which a text leads.
func evidence(t *testing.T, text string) string {
	t.Helper()
	all := read(t, "docs/results/nightly.md")
	for _, match := range toPage.FindAllStringSubmatch(text, -1) {
		all += read(t, path.Join("docs/explanation", match[1]))
	}
	return all
}
