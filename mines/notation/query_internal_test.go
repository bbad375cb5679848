// SPDX-License-Identifier: BSD-3-Clause

package notation

import (
	"net/url"
	"testing"
)

// FuzzParseQuery compares with the standard library.
func FuzzParseQuery(f *testing.F) {
	for _, query := range []string{"b=2&m=00a", "analysis=9x9x10%0A1_+", "a=%4&b=%zz", "%41=%+1&&=&a;b", "a=1&a=2", "a=%", "a=%-1"} {
		f.Add(query)
	}
	f.Fuzz(func(t *testing.T, query string) {
		want, wrong := url.ParseQuery(query)
		got, err := parseQuery(query)
		if (err != nil) != (wrong != nil) {
			t.Fatalf("%q: %v, want %v", query, err, wrong)
		}
		if err != nil {
			return
		}
		if len(got) != len(want) {
			t.Fatalf("%q: %v, want %v", query, got, want)
		}
		for name := range want {
			if got[name] != want.Get(name) {
				t.Fatalf("%q: %q is %q, want %q", query, name, got[name], want.Get(name))
			}
		}
	})
}
