// SPDX-License-Identifier: BSD-3-Clause

package repo_test

import (
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
)

// pendingFile lists the faults that pages have until they are rewritten, as "check page", with how many
// there may be. UPDATE=1 lowers the counts and takes out what was mended; only a hand edit adds a line.
// Once it is empty, delete it, and let hold fail for every fault.
const pendingFile = "testdata/over.tsv"

// fault is a rule of the documentation that is broken: by which page or phrase, what to mend, and by
// how much, such as the words over a budget.
type fault struct {
	key, what string
	amount    int
}

// hold fails for each key with more faults than the pending list allows for a check.
func hold(t *testing.T, check string, faults []fault) {
	t.Helper()
	got, what := map[string]int{}, map[string][]string{}
	for _, f := range faults {
		key := check + " " + f.key
		got[key] += f.amount
		what[key] = append(what[key], f.what)
	}
	ours, theirs := pending(t, check)
	rises, falls, now := shrink(ours, got)
	for _, r := range rises {
		t.Errorf("%s: %d, allowed %d in %s\n%s", r.key, r.got, r.allowed, pendingFile, strings.Join(what[r.key], "\n"))
	}
	if os.Getenv("UPDATE") != "" && len(falls) > 0 {
		list := append(theirs, nonzero(now)...)
		slices.SortFunc(list, func(a, b allowance) int { return strings.Compare(a.key, b.key) })
		writeAllowances(t, pendingFile, list)
		return
	}
	for _, fall := range falls {
		if fall.got == 0 {
			t.Errorf("%s is mended; take it out: UPDATE=1 go test -run %s ./internal/repo", fall.key, t.Name())
		}
	}
}

// pending reads the lines of a check in the list, and those of the other checks.
func pending(t *testing.T, check string) (ours, theirs []allowance) {
	t.Helper()
	if _, err := os.Stat(pendingFile); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, a := range readAllowances(t, pendingFile) {
		if strings.HasPrefix(a.key, check+" ") {
			ours = append(ours, a)
		} else {
			theirs = append(theirs, a)
		}
	}
	return ours, theirs
}

func nonzero(list []allowance) (some []allowance) {
	for _, a := range list {
		if a.count > 0 {
			some = append(some, a)
		}
	}
	return some
}

// documents reads the pages of a tree under docs, by their paths.
func documents(t *testing.T, tree fs.FS) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := fs.WalkDir(tree, "docs", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(name, ".md") {
			return err
		}
		text, err := fs.ReadFile(tree, name)
		all[name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
