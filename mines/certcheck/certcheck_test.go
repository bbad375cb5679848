// SPDX-License-Identifier: BSD-3-Clause

package certcheck_test

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil/mines/certcheck"
)

// enumerate decides a claim by looking at every layout.
func enumerate(p certcheck.Problem, claim certcheck.Claim) certcheck.Verdict {
	for layout := range uint(1) << p.Hidden {
		if !satisfies(p, layout) {
			continue
		}
		mine := layout>>claim.Cell&1 == 1
		if claim.Kind == certcheck.Contradiction || mine == (claim.Kind == certcheck.Safe) {
			return certcheck.NotImplied
		}
	}
	return certcheck.Implied
}

func satisfies(p certcheck.Problem, layout uint) bool {
	if p.Counted && bits.OnesCount(layout) != p.Total {
		return false
	}
	for _, c := range p.Clues {
		n := 0
		for _, cell := range c.Cells {
			n += int(layout >> cell & 1)
		}
		if n != c.Mines {
			return false
		}
	}
	return true
}

// random returns a problem that is often true of some layout and often tight.
func random(r *rand.Rand) certcheck.Problem {
	p := certcheck.Problem{Hidden: 1 + r.IntN(10)}
	truth := r.Uint64()
	for range r.IntN(6) {
		var c certcheck.Clue
		for cell := range p.Hidden {
			if r.IntN(3) == 0 {
				c.Cells = append(c.Cells, cell)
				c.Mines += int(truth >> cell & 1)
			}
		}
		if r.IntN(8) == 0 {
			c.Mines += r.IntN(3) - 1
		}
		p.Clues = append(p.Clues, c)
	}
	if r.IntN(2) == 0 {
		p.Counted = true
		p.Total = bits.OnesCount64(truth & (1<<p.Hidden - 1))
		if r.IntN(8) == 0 {
			p.Total = r.IntN(p.Hidden+3) - 1
		}
	}
	return p
}

func TestAgreesWithEnumeration(t *testing.T) {
	problems := 20_000
	if testing.Short() {
		problems = 2_000
	}
	r := rand.New(rand.NewPCG(1, 0))
	count := map[certcheck.Kind]map[certcheck.Verdict]int{}
	for i := range problems {
		p := random(r)
		claims := []certcheck.Claim{{Kind: certcheck.Contradiction}}
		for cell := range p.Hidden {
			claims = append(claims, certcheck.Claim{Kind: certcheck.Safe, Cell: cell}, certcheck.Claim{Kind: certcheck.Mine, Cell: cell})
		}
		for _, claim := range claims {
			got, err := certcheck.Check(p, claim)
			if err != nil {
				t.Fatalf("problem %d: %v", i, err)
			}
			if want := enumerate(p, claim); got != want {
				t.Fatalf("problem %d %+v: claim %+v is %v, enumeration says %v", i, p, claim, got, want)
			}
			if count[claim.Kind] == nil {
				count[claim.Kind] = map[certcheck.Verdict]int{}
			}
			count[claim.Kind][got]++
		}
	}
	for kind := certcheck.Contradiction; kind <= certcheck.Mine; kind++ {
		yes, no := count[kind][certcheck.Implied], count[kind][certcheck.NotImplied]
		t.Logf("kind %d: %d implied, %d not implied, 0 differences", kind, yes, no)
		if yes == 0 || no == 0 {
			t.Errorf("kind %d: the problems do not exercise both answers", kind)
		}
	}
}

// A search cut short may give up; it must never give the wrong answer.
func TestStepLimitNeverTurnsIntoAnAnswer(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 0))
	undecided := 0
	for i := range 3_000 {
		p := random(r)
		p.Steps = 1 + r.IntN(4)
		for cell := range p.Hidden {
			claim := certcheck.Claim{Kind: certcheck.Safe, Cell: cell}
			got, err := certcheck.Check(p, claim)
			if err != nil {
				t.Fatal(err)
			}
			if got == certcheck.Undecided {
				undecided++
			} else if want := enumerate(p, claim); got != want {
				t.Fatalf("problem %d with %d steps: %v, enumeration says %v", i, p.Steps, got, want)
			}
		}
	}
	if undecided == 0 {
		t.Error("no search was cut short")
	}
}

func TestMalformedProblemsAreErrors(t *testing.T) {
	for name, tc := range map[string]struct {
		p     certcheck.Problem
		claim certcheck.Claim
	}{
		"cell off the board":  {certcheck.Problem{Hidden: 2, Clues: []certcheck.Clue{{Cells: []int{2}}}}, certcheck.Claim{}},
		"negative cell":       {certcheck.Problem{Hidden: 2, Clues: []certcheck.Clue{{Cells: []int{-1}}}}, certcheck.Claim{}},
		"cell named twice":    {certcheck.Problem{Hidden: 2, Clues: []certcheck.Clue{{Cells: []int{1, 1}}}}, certcheck.Claim{}},
		"claim off the board": {certcheck.Problem{Hidden: 2}, certcheck.Claim{Kind: certcheck.Mine, Cell: 2}},
		"negative size":       {certcheck.Problem{Hidden: -1}, certcheck.Claim{}},
		"negative steps":      {certcheck.Problem{Hidden: 1, Steps: -1}, certcheck.Claim{}},
		"unknown kind":        {certcheck.Problem{Hidden: 1}, certcheck.Claim{Kind: 9}},
	} {
		if got, err := certcheck.Check(tc.p, tc.claim); err == nil || got != certcheck.Undecided {
			t.Errorf("%s: got %v, %v; want undecided and an error", name, got, err)
		}
	}
}

// Sixty independent pairs have 2^60 layouts; the total must not multiply them out.
func TestPartsAreSearchedApart(t *testing.T) {
	const pairs = 60
	p := certcheck.Problem{Hidden: 2*pairs + 5, Counted: true, Total: pairs}
	for i := range pairs {
		p.Clues = append(p.Clues, certcheck.Clue{Cells: []int{2 * i, 2*i + 1}, Mines: 1})
	}
	for _, tc := range []struct {
		claim certcheck.Claim
		want  certcheck.Verdict
	}{
		{certcheck.Claim{Kind: certcheck.Safe, Cell: 2 * pairs}, certcheck.Implied},
		{certcheck.Claim{Kind: certcheck.Safe, Cell: 0}, certcheck.NotImplied},
		{certcheck.Claim{Kind: certcheck.Contradiction}, certcheck.NotImplied},
	} {
		if got, err := certcheck.Check(p, tc.claim); got != tc.want || err != nil {
			t.Errorf("%+v: got %v, %v; want %v", tc.claim, got, err, tc.want)
		}
	}
	p.Total--
	if got, err := certcheck.Check(p, certcheck.Claim{}); got != certcheck.Implied || err != nil {
		t.Errorf("one mine too few: got %v, %v; want implied", got, err)
	}
}

// TestStop: a check that is told to stop decides nothing, and is not asked about a small problem.
func TestStop(t *testing.T) {
	large := certcheck.Problem{Hidden: 40_000, Counted: true, Total: 7_000}
	for i := 0; i+8 <= large.Hidden; i += 4 {
		large.Clues = append(large.Clues, certcheck.Clue{Cells: []int{i, i + 1, i + 2, i + 3, i + 4, i + 5, i + 6, i + 7}, Mines: 3})
	}
	asked := 0
	large.Stop = func() bool { asked++; return true }
	if got, err := certcheck.Check(large, certcheck.Claim{Kind: certcheck.Contradiction}); err != nil || got != certcheck.Undecided || asked != 1 {
		t.Errorf("%v, %v after %d questions", got, err, asked)
	}
}
