// SPDX-License-Identifier: BSD-3-Clause

package mastermind_test

import (
	"testing"

	"github.com/veilplan/veil/problems/mastermind"
	"github.com/veilplan/veil/veiltest"
)

func TestContract(t *testing.T) {
	m, err := mastermind.New(3, 3)
	if err != nil {
		t.Fatal(err)
	}
	veiltest.Model(t, m, veiltest.Config[mastermind.State, mastermind.Code, mastermind.Answer]{})
}

// code reads letters.
func code(text string) (c mastermind.Code) {
	for i := range text {
		c |= mastermind.Code(text[i]-'a'+1) << (4 * i)
	}
	return c
}

func TestAnswers(t *testing.T) {
	for _, c := range []struct{ guess, code, want string }{
		{"aabb", "aabb", "4+0"},
		{"aabb", "bbaa", "0+4"},
		{"aabc", "abca", "1+3"},
		{"aaaa", "abcd", "1+0"},
		{"abcd", "aaaa", "1+0"},
		{"abca", "dddd", "0+0"},
		{"aabb", "baaa", "1+2"},
	} {
		if got := mastermind.Compare(code(c.guess), code(c.code)); got.String() != c.want {
			t.Errorf("%s against %s: %v, want %s", c.guess, c.code, got, c.want)
		}
	}
	m, err := mastermind.New(4, 6)
	if err != nil || len(m.Codes()) != 1296 || m.Codes()[0].String() != "aaaa" {
		t.Error(err)
	}
	if _, err := mastermind.New(6, 6); err == nil {
		t.Error("46656 codes are not refused")
	}
}
