// SPDX-License-Identifier: BSD-3-Clause

package arch_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// designPage has the list and the table of packages.
const designPage = "../../docs/explanation/design.md"

const (
	designBegin = "<!-- packages: written by UPDATE=1 go test ./internal/arch -->\n"
	designEnd   = "<!-- end of packages -->\n"
)

// TestDesignPage compares the page with the table. UPDATE=1 rewrites it.
func TestDesignPage(t *testing.T) {
	page, err := os.ReadFile(designPage)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok1 := strings.Cut(string(page), designBegin)
	_, after, ok2 := strings.Cut(rest, designEnd)
	if !ok1 || !ok2 {
		t.Fatalf("%s lacks the lines %q and %q", designPage, designBegin, designEnd)
	}
	want := before + designBegin + packageList() + "\n" + importTable() + designEnd + after
	if want == string(page) {
		return
	}
	if os.Getenv("UPDATE") == "" {
		t.Fatalf("%s is not what internal/arch/house_test.go says: UPDATE=1 go test ./internal/arch", designPage)
	}
	if err := os.WriteFile(designPage, []byte(want), 0o600); err != nil {
		t.Fatal(err)
	}
}

// packageList is a line for each package: its path and its job.
func packageList() string {
	var b strings.Builder
	b.WriteString("```\n")
	for i, r := range house {
		if i > 0 && roomOf(house[i-1].path) != roomOf(r.path) {
			b.WriteString("\n")
		}
		fmt.Fprintf(&b, "%-32s %s\n", shown(r.path)+"/", r.job)
	}
	b.WriteString("```\n")
	return strings.ReplaceAll(b.String(), fmt.Sprintf("%-32s", "veil (root)/"), fmt.Sprintf("%-32s", "veil (root)"))
}

// importTable is a row for each rule; neighbours with one rule share a row.
func importTable() string {
	var b strings.Builder
	b.WriteString("| package | may import (inside the module) |\n|---|---|\n")
	for i := 0; i < len(house); {
		names := []string{shown(house[i].path)}
		j := i + 1
		for ; j < len(house) && house[j].may == house[i].may; j++ {
			names = append(names, shown(house[j].path))
		}
		fmt.Fprintf(&b, "| %s | %s |\n", strings.Join(names, ", "), allowed(house[i].may))
		i = j
	}
	return b.String()
}

func shown(pkg string) string {
	if pkg == "." {
		return "veil (root)"
	}
	return pkg
}

func allowed(may string) string {
	if may == "" {
		return "nothing"
	}
	words := strings.Fields(may)
	for i, w := range words {
		if w == "." {
			words[i] = "root"
		}
	}
	return strings.Join(words, ", ")
}
