// SPDX-License-Identifier: BSD-3-Clause

package testsize

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

// Stored compares a file with the content that a test found. With UPDATE=1 it writes the file first.
func Stored(tb testing.TB, name string, want []byte) {
	tb.Helper()
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(name, want, 0o644); err != nil {
			tb.Fatal(err)
		}
	}
	got, err := os.ReadFile(name)
	if err != nil {
		tb.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		tb.Errorf("%s differs; if the change is meant, UPDATE=1 writes it; it has\n%s\nwant\n%s", name, short(got), short(want))
	}
}

// short returns as much of a file as a person reads in a failure.
func short(text []byte) []byte {
	const most = 4000
	if len(text) > most {
		return append(text[:most:most], "\n…"...)
	}
	return text
}

// Section returns a page with another text between its marks <!-- label --> and <!-- /label -->.
func Section(tb testing.TB, page, label, text string) string {
	tb.Helper()
	from, to := "<!-- "+label+" -->\n", "<!-- /"+label+" -->\n"
	head, rest, opened := strings.Cut(page, from)
	_, tail, closed := strings.Cut(rest, to)
	if !opened || !closed {
		tb.Fatalf("the page has no marks %s", label)
	}
	return head + from + text + to + tail
}
