// SPDX-License-Identifier: BSD-3-Clause

package identify_test

import (
	"math/bits"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"github.com/veilplan/veil/internal/rusage"
	"github.com/veilplan/veil/search/identify"
)

// mastermind returns the game with all its symmetries.
func mastermind(pegs, colours int) *identify.Problem {
	codes := 1
	for range pegs {
		codes *= colours
	}
	digits := func(c int) []int {
		d := make([]int, pegs)
		for i := range d {
			d[i], c = c%colours, c/colours
		}
		return d
	}
	number := func(d []int) int32 {
		c := 0
		for i := pegs - 1; i >= 0; i-- {
			c = c*colours + d[i]
		}
		return int32(c)
	}
	p := &identify.Problem{MustFind: true}
	for g := range codes {
		t := identify.Test{Cost: 1, Reads: make([]uint16, codes)}
		for c := range codes {
			t.Reads[c] = answer(digits(g), digits(c), colours)
		}
		p.Tests, p.Weights = append(p.Tests, t), append(p.Weights, 1)
	}
	generate := func(change func(d []int)) {
		m := make([]int32, codes)
		for c := range codes {
			d := digits(c)
			change(d)
			m[c] = number(d)
		}
		p.Symmetries = append(p.Symmetries, identify.Symmetry{Causes: m, Tests: m})
	}
	generate(func(d []int) { d[0], d[1] = d[1], d[0] })
	generate(func(d []int) { copy(d, append(d[1:pegs:pegs], d[0])) })
	generate(func(d []int) {
		for i, c := range d {
			d[i] = (c + 1) % colours
		}
	})
	generate(func(d []int) {
		for i, c := range d {
			if c < 2 {
				d[i] = 1 - c
			}
		}
	})
	return p
}

// answer is the reading of a guess: black pegs and white ones.
func answer(guess, code []int, colours int) uint16 {
	black, common := 0, 0
	in := func(d []int, k int) (n int) {
		for _, x := range d {
			if x == k {
				n++
			}
		}
		return n
	}
	for i := range guess {
		if guess[i] == code[i] {
			black++
		}
	}
	for k := range colours {
		common += min(in(guess, k), in(code, k))
	}
	if black == len(guess) {
		return identify.Found
	}
	return uint16(black*16 + common - black)
}

// random returns a problem with tests that read 1 for a random share of the causes; if dear, of random prices,
// and causes of random weights.
func random(seed uint64, causes, tests int, dear bool) *identify.Problem {
	r := rand.New(rand.NewPCG(seed, 7))
	p := &identify.Problem{}
	for range causes {
		w := uint64(1)
		if dear {
			w += r.Uint64N(100)
		}
		p.Weights = append(p.Weights, w)
	}
	for range tests {
		t := identify.Test{Cost: 1, Reads: make([]uint16, causes)}
		if dear {
			t.Cost += r.Uint64N(20)
		}
		share := r.Float64()
		for i := range t.Reads {
			if r.Float64() < share {
				t.Reads[i] = 1
			}
		}
		p.Tests = append(p.Tests, t)
	}
	return p
}

// pools returns group testing: any of n items may be bad, each with odds of 1 to so many, and a pool of them
// reads whether one is.
func pools(n int, odds uint64) *identify.Problem {
	p := &identify.Problem{}
	for c := range 1 << n {
		w := uint64(1)
		for range n - bits.OnesCount(uint(c)) {
			w *= odds
		}
		p.Weights = append(p.Weights, w)
	}
	for pool := 1; pool < 1<<n; pool++ {
		t := identify.Test{Cost: 1, Reads: make([]uint16, 1<<n)}
		for c := range t.Reads {
			if c&pool != 0 {
				t.Reads[c] = 1
			}
		}
		p.Tests = append(p.Tests, t)
	}
	for _, change := range []func(c int) int{
		func(c int) int { return c&^3 | c&1<<1 | c>>1&1 },
		func(c int) int { return c>>1 | c&1<<(n-1) },
	} {
		y := identify.Symmetry{}
		for c := range 1 << n {
			y.Causes = append(y.Causes, int32(change(c)))
			if c > 0 {
				y.Tests = append(y.Tests, int32(change(c)-1))
			}
		}
		p.Symmetries = append(p.Symmetries, y)
	}
	return p
}

// TestMastermind finds the least number of guesses for every first guess of Mastermind with four pegs and six
// colours: 5625 for the best, over the 1296 codes (Koyama and Lai 1993).
func TestMastermind(t *testing.T) {
	p, want := mastermind(3, 4), uint64(206)
	if full() {
		p, want = mastermind(4, 6), 5625
	}
	at := rusage.CPU()
	s, err := identify.New(p, identify.Config{Every: true})
	if err != nil {
		t.Fatal(err)
	}
	r := s.Solve(t.Context(), 0)
	if !r.Exact() || r.Low != want {
		t.Fatalf("[%d, %d], want %d", r.Low, r.High, want)
	}
	for _, c := range r.Tests {
		if c.Low != c.High {
			t.Errorf("first guess %d: [%d, %d]", c.Test, c.Low, c.High)
		}
		t.Logf("first guess %d: %v", c.Test, r.Cost(c.Low))
	}
	t.Logf("%d sets, %.1f s CPU", r.Nodes, (rusage.CPU() - at).Seconds())
}

func full() bool { return os.Getenv("VEIL_FULL") != "" }

// TestSizes solves what engineers may have, within a second or a minute of CPU time at full size, and prints
// how far it comes. Otherwise it solves the quick ones, however long a loaded machine takes.
func TestSizes(t *testing.T) {
	for _, c := range []struct {
		name   string
		p      *identify.Problem
		second int     // at full size
		gap    float64 // the most that may be left open, in percent
	}{
		{"200 faults, 60 tests", random(1, 200, 60, false), 1, 0},
		{"400 faults, 60 tests", random(2, 400, 60, false), 1, 0},
		{"5 items in pools", pools(5, 9), 1, 0},
		{"8 items in pools", pools(8, 9), 60, 0},
		{"30 faults, 60 tests, all of their own price", random(1, 30, 60, true), 1, 0},
		{"200 faults, 60 tests, all of their own price", random(1, 200, 60, true), 60, 0},
		{"400 faults, 60 tests, all of their own price", random(2, 400, 60, true), 60, 0},
	} {
		if c.second > 1 && !full() {
			continue
		}
		at := rusage.CPU()
		s, err := identify.New(c.p, identify.Config{})
		if err != nil {
			t.Fatal(err)
		}
		r := s.Solve(t.Context(), 1000)
		for !r.Exact() && (!full() || rusage.CPU()-at < time.Duration(c.second)*time.Second) {
			r = s.Solve(t.Context(), 1000)
		}
		gap := 100 * float64(r.High-r.Low) / float64(r.High)
		t.Logf("%s: [%d, %d], %.2f %% open, %.2f s CPU", c.name, r.Low, r.High, gap, (rusage.CPU() - at).Seconds())
		if gap > c.gap {
			t.Errorf("%s: %.1f %% are open, want at most %v", c.name, gap, c.gap)
		}
	}
}
