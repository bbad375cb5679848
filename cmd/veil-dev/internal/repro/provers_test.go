// SPDX-License-Identifier: BSD-3-Clause

package repro

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestProvers: on each question all methods that decided it give one verdict, and the table of the page is that of the
// data.
func TestProvers(t *testing.T) {
	const root = "../../../.."
	data, err := os.ReadFile(filepath.Join(root, proversData))
	if err != nil {
		t.Fatal(err)
	}
	rows := strings.Split(strings.TrimSpace(string(data)), "\n")[1:]
	verdicts := map[string]string{}
	for _, row := range rows {
		cells := strings.Split(row, "\t")
		question := cells[0] + cells[1]
		if cells[3] == "unknown" {
			continue
		}
		if old := verdicts[question]; old != "" && old != cells[3] {
			t.Errorf("%s: %s by %s, %s by another method", question, cells[3], cells[2], old)
		}
		verdicts[question] = cells[3]
	}
	sums, err := sumProvers(rows)
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(root, proversPage))
	if err != nil {
		t.Fatal(err)
	}
	if want, err := withProvers(string(page), sums); err != nil || want != string(page) {
		t.Errorf("the table of %s is not that of %s: tools/nightly provers writes both; %v", proversPage, proversData, err)
	}
	if _, err := withProvers("no marks", sums); err == nil {
		t.Error("a page without marks was accepted")
	}
}
