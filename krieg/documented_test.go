// SPDX-License-Identifier: BSD-3-Clause

package krieg_test

import (
	"os"
	"strings"
	"testing"

	"github.com/veilplan/veil/krieg"
)

// sample returns the indented lines of the comments of a file.
func sample(t *testing.T, file string) string {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for line := range strings.Lines(string(src)) {
		if text, ok := strings.CutPrefix(line, "//\t"); ok {
			b.WriteString(text)
		}
	}
	return b.String()
}

// TestDocumentedSamples reads what the documentation of the parsers shows.
func TestDocumentedSamples(t *testing.T) {
	for file, want := range map[string]krieg.Format{"log.go": krieg.FormatLog, "problem.go": krieg.FormatKS} {
		text := sample(t, file)
		if got := krieg.Recognise(text); got != want {
			t.Errorf("%s: format %q, want %q", file, got, want)
		}
		if s, err := (krieg.Reader{}).Read(t.Context(), text); err != nil || s.Belief.Len() == 0 {
			t.Errorf("%s: %v\n%s", file, err, text)
		}
	}
}

// TestLenientTexts reads other ways to write the same.
func TestLenientTexts(t *testing.T) {
	want, err := krieg.ParseLog("me white\nW e2e4 yes\nB moved\nW g1f3 yes\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		"me white\nWhite e4 yes\nBlack moved\nWhite Nf3 yes\n",
		"w e4 yes\nb moved # a comment\n\nw Nf3 yes",
		"[Filtered \"white\"]\n1. e4 {} ?? {} 2. Nf3 *",
		"[Filtered \"white\"]\n1.e4 ?? 2.Nf3",
	} {
		s, err := krieg.Reader{}.Read(t.Context(), text)
		if err != nil || s.History == nil || s.History.Log() != want.Log() {
			t.Errorf("%q: %v, want\n%s", text, err, want.Log())
		}
	}
	for text, want := range map[string]string{
		"W e2e4 yes\nX moved\n":                      `line 2: unexpected "X"; lines begin with W, B, ruleset, fen or me`,
		"[Filtered \"white\"]\n1. e4 {} ?? {oops} *": "line 2, column 13: a comment is {capture,checks:refused tries}, with the colon",
		"me: 8/8/8/8/8/8/8/K7 my men\nopp: k@e8":     `line 1: unexpected "my men" after the men; a comment begins with #`,
	} {
		if _, err := (krieg.Reader{}).Read(t.Context(), text); err == nil || err.Error() != want {
			t.Errorf("%q: error %v, want %s", text, err, want)
		}
	}
}
