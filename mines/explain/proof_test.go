// SPDX-License-Identifier: BSD-3-Clause

package explain

import (
	"maps"
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/certcheck"
)

// stepChecker has the independent checker confirm every step of a proof: what a step
// settles must follow from the numbers it names and the cells it rests on, nothing else.
type stepChecker struct {
	t     *testing.T
	q     *clues
	steps int
}

// follow checks the steps in a position and returns it with what they settle.
func (k *stepChecker) follow(value map[mines.Cell]bool, steps []proofStep) {
	k.t.Helper()
	value = maps.Clone(value)
	for _, s := range steps {
		k.steps++
		for _, c := range s.from {
			if _, ok := value[c]; !ok {
				k.t.Fatalf("%+v rests on %s, which is not settled", s, k.q.view.Name(c))
			}
		}
		switch s.kind {
		case forced, paired:
			for _, c := range s.cells {
				k.confirm(value, s, c)
			}
		case refuted:
			supposed := maps.Clone(value)
			supposed[s.cells[0]] = !s.mine
			k.follow(supposed, s.sub)
			if end := s.sub[len(s.sub)-1]; end.kind < shortage {
				k.t.Fatalf("%+v does not end in a clash", s)
			}
		default:
			k.confirm(value, s, noCell)
		}
		for _, c := range s.cells {
			value[c] = s.mine
		}
	}
}

// confirm checks that the step's numbers and premises settle c, or clash if it is noCell.
func (k *stepChecker) confirm(value map[mines.Cell]bool, s proofStep, c mines.Cell) {
	k.t.Helper()
	var numbers []mines.Cell
	for _, i := range s.by {
		numbers = append(numbers, k.q.list[i].at)
	}
	p, name := premises(k.q.view, numbers, false)
	for _, d := range s.from {
		fact := certcheck.Clue{Cells: []int{name[d]}}
		if value[d] {
			fact.Mines = 1
		}
		p.Clues = append(p.Clues, fact)
	}
	claim := certcheck.Claim{}
	switch {
	case c == noCell:
	case s.mine:
		claim = certcheck.Claim{Kind: certcheck.Mine, Cell: name[c]}
	default:
		claim = certcheck.Claim{Kind: certcheck.Safe, Cell: name[c]}
	}
	if got, err := certcheck.Check(p, claim); got != certcheck.Implied || err != nil {
		k.t.Fatalf("%+v about cell %d: %v, %v", s, c, got, err)
	}
}

// sparseView shows numbers of a random layout, each with the given chance, so that many
// neighbouring cells stay hidden and the deductions get long.
func sparseView(r *rand.Rand, rules mines.Rules, chance float64) mines.View {
	layout := make(mines.Layout, rules.Cells())
	for _, c := range r.Perm(rules.Cells())[:rules.Mines] {
		layout[c] = true
	}
	v := mines.NewView(rules)
	for c, mine := range layout {
		if !mine && r.Float64() < chance {
			v.Marks[c] = mines.Mark(layout.Number(rules, mines.Cell(c)))
		}
	}
	return v
}

func TestEveryStepOfAProofFollows(t *testing.T) {
	positions := 600
	if testing.Short() {
		positions = 150
	}
	r := rand.New(rand.NewPCG(9, 0))
	checker := stepChecker{t: t}
	proofs, suppositions, givenUp := 0, 0, 0
	for range positions {
		rules := mines.Rules{Width: 6 + r.IntN(5), Height: 6 + r.IntN(5), Mines: mines.UnknownMines}
		rules.Mines = rules.Cells()/6 + r.IntN(rules.Cells()/8)
		v := sparseView(r, rules, 0.2+0.6*r.Float64())
		v.Mines = mines.UnknownMines
		reasons, err := NewReasoner(t.Context(), v)
		if err != nil {
			t.Fatal(err)
		}
		certs, err := reasons.Certificates()
		if err != nil {
			t.Fatal(err)
		}
		checker.q = reasons.q
		for _, cert := range certs {
			proofs++
			p := prover{q: reasons.q, use: reasons.q.at(cert.Numbers)}
			if steps, ok := p.direct(cert.Cell); ok {
				checker.follow(map[mines.Cell]bool{}, steps)
				last := steps[len(steps)-1]
				if last.mine != cert.Mine || last.cells[0] != cert.Cell || len(last.cells) != 1 {
					t.Fatalf("%+v ends in %+v", cert, last)
				}
				continue
			}
			suppositions++
			steps, ok := p.suppose(cert.Cell, !cert.Mine)
			if !ok {
				givenUp++
				continue
			}
			checker.follow(map[mines.Cell]bool{}, []proofStep{{kind: refuted, cells: []mines.Cell{cert.Cell}, mine: cert.Mine, sub: steps}})
		}
	}
	t.Logf("%d proofs with %d steps, every step confirmed by the checker; %d by supposition; %d given up", proofs, checker.steps, suppositions, givenUp)
	if suppositions == 0 || givenUp*100 > proofs {
		t.Error("too few suppositions, or too many proofs given up")
	}
}
