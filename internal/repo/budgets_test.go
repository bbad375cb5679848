// SPDX-License-Identifier: BSD-3-Clause

package repo_test

import (
	"fmt"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const (
	// budgetsFile has how many words each page under docs may have.
	budgetsFile = "docs/budgets.tsv"
	// mostWords is how many words all pages together may have: 36,000 for the tree as it was
	// planned, and the budgets of guides/tests-that-err.md, results/three-theses.md,
	// results/farm-scale.md, reference/environments.md and guides/use-with-assistants.md; what
	// guides/run-an-experiment.md and reference/experiment-spec.md say about tuning; two
	// sections of reference/web-app.md, and what it says of figures and proofs;
	// results/equilibrium-search.md, explanation/whats-new.md, and a
	// line of reference/diag-table.md.
	mostWords = 36_000 + 450 + 600 + 280 + 330 + 280 + 320 + 160 + 120 + 840 + 200 + 20
)

// TestBudgets: each page has a budget of words and keeps it, and all pages together stay readable.
// Tables, generated text and what commands print are not counted.
func TestBudgets(t *testing.T) {
	budgets, err := parseBudgets(read(t, budgetsFile))
	if err != nil {
		t.Fatalf("%s: %v", budgetsFile, err)
	}
	words := map[string]int{}
	for name, page := range documents(t, os.DirFS(root)) {
		words[strings.TrimPrefix(name, "docs/")] = wordsOf(page)
	}
	t.Logf("%d words in all; the budgets are %d", sum(words), sum(budgets))
	hold(t, budgetFaults(budgets, words, mostWords))
}

// TestPlantedBudgets: pages over their budget, without one, and budgets without a page are found.
func TestPlantedBudgets(t *testing.T) {
	budgets, err := parseBudgets("a.md\t10\nb/c.md\t20\ncli/*.md\t5\ngone.md\t5\n")
	if err != nil {
		t.Fatal(err)
	}
	faults := budgetFaults(budgets, map[string]int{"a.md": 10, "b/c.md": 23, "cli/x.md": 5, "cli/y.md": 6, "new.md": 7}, 50)
	for i := range faults {
		faults[i].what = ""
	}
	if want := []fault{{"all", "", 1}, {"b/c.md", "", 3}, {"cli/y.md", "", 1}, {"gone.md", "", 1}, {"new.md", "", 7}}; !slices.Equal(faults, want) {
		t.Errorf("faults %v, want %v", faults, want)
	}
	for _, text := range []string{"a.md 10\n", "a.md\tten\n", "a.md\t1\na.md\t2\n", "b.md\t1\na.md\t1\n", "a.md\t0\n"} {
		if _, err := parseBudgets(text); err == nil {
			t.Errorf("%q: no error", text)
		}
	}
}

// TestWordsOf: words are those that the author wrote.
func TestWordsOf(t *testing.T) {
	for page, want := range map[string]int{
		"# A title\n\n- one – **two** [three](four.md)\n": 5,
		"| a | b |\n\nx\n": 1,
		"```console\n$ veil mines solve\nprinted by it\n```\n":                 3,
		"```go\nx := 1\n```\n":                                                 2,
		"<!-- generated: by x -->\nmade\n<!-- end -->\nnot made\n":             2,
		"<!-- SPDX-License-Identifier: BSD -->\n<details open>x</details> y\n": 2,
		"```console\n$ veil --help\nour words\n```\n":                          2,
	} {
		if got := wordsOf(page); got != want {
			t.Errorf("%q: %d words, want %d", page, got, want)
		}
	}
}

var (
	tag  = regexp.MustCompile(`<!--.*?-->|</?[a-z][^>]*>`)
	word = regexp.MustCompile(`[\pL\pN]`)
)

// wordsOf counts the words of a page that its author wrote, outside tables.
func wordsOf(page string) (n int) {
	for _, line := range pageLines(page) {
		if line.kind != written && line.kind != quoted {
			continue
		}
		for field := range strings.FieldsSeq(tag.ReplaceAllString(line.text, " ")) {
			if word.MatchString(field) {
				n++
			}
		}
	}
	return n
}

// parseBudgets reads pages and their budgets, in the order of the names.
func parseBudgets(text string) (map[string]int, error) {
	budgets, last := map[string]int{}, ""
	for line := range strings.Lines(text) {
		page, number, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 || page <= last {
			return nil, fmt.Errorf("%q: want a page, a tab and its words, in the order of the names", line)
		}
		budgets[page], last = n, page
	}
	return budgets, nil
}

func sum(words map[string]int) (n int) {
	for _, count := range words {
		n += count
	}
	return n
}

// budgetOf returns the budget of a page: its own, or that of all pages of a folder, such as cli/*.md.
func budgetOf(budgets map[string]int, page string) int {
	if own, ok := budgets[page]; ok {
		return own
	}
	return budgets[path.Dir(page)+"/*.md"]
}

// isPage reports whether a line of the budgets is about a page.
func isPage(line, page string) bool { return line == page || line == path.Dir(page)+"/*.md" }

// budgetFaults compares the words of pages with their budgets. A page without one has none.
func budgetFaults(budgets, words map[string]int, most int) (faults []fault) {
	for _, page := range slices.Sorted(maps.Keys(words)) {
		if over := words[page] - budgetOf(budgets, page); over > 0 {
			faults = append(faults, fault{page, fmt.Sprintf("docs/%s has %d words, %s allows %d", page, words[page], budgetsFile, budgetOf(budgets, page)), over})
		}
	}
	for page := range budgets {
		if !slices.ContainsFunc(slices.Collect(maps.Keys(words)), func(name string) bool { return isPage(page, name) }) {
			faults = append(faults, fault{page, fmt.Sprintf("%s: there is no docs/%s", budgetsFile, page), 1})
		}
	}
	if n := sum(words); n > most {
		faults = append(faults, fault{"all", fmt.Sprintf("docs has %d words, want at most %d", n, most), n - most})
	}
	slices.SortFunc(faults, func(a, b fault) int { return strings.Compare(a.key, b.key) })
	return faults
}
