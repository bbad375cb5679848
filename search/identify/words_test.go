// SPDX-License-Identifier: BSD-3-Clause

package identify_test

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/veilplan/veil/internal/rusage"
	"github.com/veilplan/veil/search/identify"
)

// words returns the game in which a hidden word is found by guesses from the same list: each letter of a guess is
// in its place, elsewhere in the word, or not in it.
func words(list []string) *identify.Problem {
	p := &identify.Problem{MustFind: true}
	for _, guess := range list {
		t := identify.Test{Cost: 1, Reads: make([]uint16, len(list))}
		for i, word := range list {
			t.Reads[i] = colours(guess, word)
		}
		p.Tests, p.Weights = append(p.Tests, t), append(p.Weights, 1)
	}
	return p
}

// colours is the reading of a guess: one digit in base 3 for each letter.
func colours(guess, word string) (reading uint16) {
	if guess == word {
		return identify.Found
	}
	var left [256]int
	for i := range len(word) {
		if guess[i] != word[i] {
			left[word[i]]++
		}
	}
	for i := range len(guess) {
		reading *= 3
		if guess[i] == word[i] {
			reading += 2
		} else if left[guess[i]] > 0 {
			left[guess[i]]--
			reading++
		}
	}
	return reading
}

// fives returns the words of five small letters in a file of words.
func fives(t *testing.T, file string) (list []string) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Skip(err)
	}
	for w := range strings.FieldsSeq(string(text)) {
		if len(w) == 5 && plain(w) {
			list = append(list, w)
		}
	}
	return list
}

func plain(w string) bool {
	for _, c := range w {
		if c < 'a' || c > 'z' {
			return false
		}
	}
	return true
}

// invented returns words of consonants and vowels in turn.
func invented(n int) (list []string) {
	r := rand.New(rand.NewPCG(5, 5))
	seen := map[string]bool{}
	for len(list) < n {
		w := make([]byte, 5)
		for i := range w {
			from := "bcdfglmnprst"
			if i%2 == 1 {
				from = "aeiou"
			}
			w[i] = from[r.IntN(len(from))]
		}
		if !seen[string(w)] {
			seen[string(w)] = true
			list = append(list, string(w))
		}
	}
	return list
}

// TestWords bounds the guesses for a list of words, to within 3 percent: a few invented ones, or at full size all of five letters in
// the file VEIL_WORDS (Debian's package wamerican has one).
func TestWords(t *testing.T) {
	list, sets := invented(150), 20000
	if file := os.Getenv("VEIL_WORDS"); full() && file != "" {
		list, sets = fives(t, file), 500000
	}
	s, err := identify.New(words(list), identify.Config{MaxBytes: 4 << 30})
	if err != nil {
		t.Fatal(err)
	}
	at, gap := rusage.CPU(), 100.0
	for used := 0; gap > 3 && used < sets; {
		r := s.Solve(t.Context(), 2000)
		used += r.Nodes
		gap = 100 * float64(r.High-r.Low) / float64(r.High)
		t.Logf("%d words: [%d, %d], %.2f %% open, begin with %s; %.1f s CPU", len(list), r.Low, r.High, gap, list[r.Best], (rusage.CPU() - at).Seconds())
	}
	if gap > 3 {
		t.Errorf("%.2f %% are open, want at most 3", gap)
	}
}

// TestGuessing compares small games of guesses with the naive recursion.
func TestGuessing(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 11))
		n, readings := 2+r.IntN(10), 1+r.IntN(4)
		p := &identify.Problem{MustFind: true, Weights: make([]uint64, n)}
		for g := range n + r.IntN(4) { // some guesses cannot be right
			t := identify.Test{Cost: 1 + seed%2, Reads: make([]uint16, n)}
			for i := range t.Reads {
				p.Weights[i] = 1 + seed%3
				if t.Reads[i] = uint16(r.IntN(readings)); i == g {
					t.Reads[i] = identify.Found
				}
			}
			p.Tests = append(p.Tests, t)
		}
		s, err := identify.New(p, identify.Config{Every: true})
		if err != nil {
			t.Fatal(err)
		}
		if seed%4 != 0 {
			s.PeekFrom(0)
		}
		got := s.Solve(t.Context(), 0)
		dumb := naive{p, map[position]uint64{}}
		if want := dumb.value(1<<n-1, 0); !got.Exact() || got.Low != want {
			t.Fatalf("seed %d: [%d, %d], want %d", seed, got.Low, got.High, want)
		}
		plan, err := s.Plan()
		if err != nil {
			t.Fatal(err)
		}
		sum := uint64(0)
		for i, w := range p.Weights {
			sum += w * follow(t, p, plan, i)
		}
		if sum != got.High {
			t.Fatalf("seed %d: the plan costs %d, not %d", seed, sum, got.High)
		}
	}
}
