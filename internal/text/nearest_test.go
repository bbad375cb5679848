// SPDX-License-Identifier: BSD-3-Clause

package text

import "testing"

func TestNearest(t *testing.T) {
	words := []string{"solve", "why", "check", "hint", "gen", "convert"}
	for word, want := range map[string]string{
		"slove": "solve", "sove": "solve", "chek": "check", "hnit": "hint", "cnovert": "convert",
		"wyh": "why", "zebra": "", "solve": "", "x": "",
	} {
		if got, ok := Nearest(word, words); ok != (want != "") || ok && got != want {
			t.Errorf("%s: got %q %v, want %q", word, got, ok, want)
		}
	}
}
