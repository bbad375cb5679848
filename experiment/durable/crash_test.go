// SPDX-License-Identifier: BSD-3-Clause

package durable_test

import (
	"slices"
	"testing"

	"github.com/veilplan/veil/experiment/crashfs"
	"github.com/veilplan/veil/experiment/durable"
)

// after collects what may be in a file after a crash.
func after(f *crashfs.FS, name string) (texts []string) {
	for seed := range uint64(200) {
		text, _ := f.Crash(seed).Read(name)
		if !slices.Contains(texts, string(text)) {
			texts = append(texts, string(text))
		}
	}
	return texts
}

// TestReplaceAndCrash: with all its syncs a file is either the old or the new one; without one of
// them it may be anything.
func TestReplaceAndCrash(t *testing.T) {
	base := crashfs.New()
	base.Write("d/a", []byte("old"))
	whole := base.Clone(crashfs.Plan{})
	if err := durable.WriteText(whole, "d/a", []byte("new")); err != nil {
		t.Fatal(err)
	}
	if got := after(whole, "d/a"); !slices.Equal(got, []string{"new"}) {
		t.Errorf("%q", got)
	}
	if len(whole.Sites()) != 3 {
		t.Errorf("%v", whole.Sites())
	}
	for site := range whole.Sites() {
		f := base.Clone(crashfs.Plan{Ignore: site})
		if err := durable.WriteText(f, "d/a", []byte("new")); err != nil {
			t.Fatal(err)
		}
		if got := after(f, "d/a"); slices.Equal(got, []string{"new"}) {
			t.Errorf("without %s: %q", site, got)
		}
	}
	for at := range whole.Count(crashfs.Crash) {
		f := base.Clone(crashfs.Plan{Fault: crashfs.Crash, At: at + 1})
		if err := durable.WriteText(f, "d/a", []byte("new")); err == nil {
			t.Error("no crash")
		}
		for _, text := range after(f, "d/a") {
			if text != "old" && text != "new" {
				t.Errorf("crash %d: %q", at+1, text)
			}
		}
	}
}
