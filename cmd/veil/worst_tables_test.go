// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/diag/isolation"
	"github.com/veilplan/veil/internal/worst"
)

// machineRanges are those of a table: faults, tests, readings of a test, how the readings are spread, priors, and a seed.
func machineRanges(more ...worst.Range) []worst.Range {
	return append([]worst.Range{{1, 2000}, {1, 300}, {1, 12}, {0, 3}, {0, 2}, {0, 1 << 20}}, more...)
}

const machineNumbers = 6

// machine makes a table.
func machine(p []int) (text string, other []int) {
	r := rand.New(rand.NewPCG(uint64(p[5]), 5))
	var b strings.Builder
	b.WriteString("fault,prior")
	for test := range p[1] {
		fmt.Fprintf(&b, ",t%d", test)
	}
	b.WriteString("\n")
	for fault := range p[0] {
		if b.Len() > 250<<10 {
			return "", p[machineNumbers:]
		}
		fmt.Fprintf(&b, "f%d,%d", fault, []int{1, 1 + fault, 1 + r.IntN(1000)}[p[4]])
		for test := range p[1] {
			fmt.Fprintf(&b, ",%d", reading(p, r, fault, test))
		}
		b.WriteString("\n")
	}
	return b.String(), p[machineNumbers:]
}

func reading(p []int, r *rand.Rand, fault, test int) int {
	switch p[3] {
	case 0:
		return r.IntN(p[2])
	case 1: // a test for every bit
		return fault >> (test % 12) & 1
	case 2: // a test finds one fault
		return min(1, max(0, 1-(fault-test)*(fault-test)))
	default:
		return (fault * (test + 1)) % p[2]
	}
}

// problemRanges are those of a problem with rewards: states, actions, observations, discount, how it is written, and a seed.
func problemRanges(more ...worst.Range) []worst.Range {
	return append([]worst.Range{{1, 3000}, {1, 60}, {1, 300}, {0, 3}, {0, 3}, {0, 1 << 20}}, more...)
}

const problemNumbers = 6

// problem makes a problem in the format of pomdp-solve.
func problem(p []int) (text string, other []int) {
	r := rand.New(rand.NewPCG(uint64(p[5]), 5))
	var b strings.Builder
	fmt.Fprintf(&b, "discount: %s\nstates: %d\nactions: %d\nobservations: %d\n", []string{"0.5", "0.95", "0.999", "1"}[p[3]], p[0], p[1], p[2])
	switch p[4] {
	case 0:
		b.WriteString("T: *\nuniform\nO: *\nuniform\nR: * : * : * : * 1\n")
	case 1:
		b.WriteString("T: *\nidentity\nO: *\nuniform\nR: 0 : * : * : * 5\n")
	default:
		b.WriteString("T: *\nuniform\nO: *\nuniform\n")
		for range 50 {
			from := r.IntN(p[0])
			fmt.Fprintf(&b, "T: %d : %d\n", r.IntN(p[1]), from)
			row := make([]string, p[0])
			for i := range row {
				row[i] = "0"
			}
			row[r.IntN(p[0])] = "1"
			b.WriteString(strings.Join(row, " ") + "\n")
			fmt.Fprintf(&b, "R: %d : %d : * : * %d\n", r.IntN(p[1]), from, r.IntN(100)-50)
			if b.Len() > 250<<10 {
				break
			}
		}
	}
	return b.String(), p[problemNumbers:]
}

func tableSpaces() map[string]worst.Space {
	return map[string]worst.Space{
		"diag.next": {Ranges: machineRanges(worst.Range{0, 3}), Make: func(p []int) []byte {
			text, q := machine(p)
			return question("diag.next", api.DiagQuestion{Table: text, Seen: seenTests(q[0])})
		}},
		"diag.solve": {Ranges: machineRanges(), Make: func(p []int) []byte {
			text, _ := machine(p)
			return question("diag.solve", api.DiagQuestion{Table: text})
		}},
		"diag.check": {Ranges: machineRanges(worst.Range{0, 3}), Make: func(p []int) []byte {
			text, q := machine(p)
			return question("diag.check", api.DiagQuestion{Table: text, Seen: seenTests(q[0])})
		}},
		"diag.prove": {Ranges: machineRanges(worst.Range{1, 40}), Make: func(p []int) []byte {
			text, q := machine(p)
			return question("diag.prove", api.DiagProveQuestion{Table: text, Within: q[0]})
		}},
		"diag.replay": {Ranges: machineRanges(worst.Range{1, 40}), Make: func(p []int) []byte {
			text, q := machine(append([]int{1 + p[0]%60, 1 + p[1]%30}, p[2:]...))
			service := isolation.Service{Limits: api.Limits{Nodes: 1000, Time: 300 * time.Millisecond}}
			proof, err := service.Prove(context.Background(), api.DiagProveQuestion{Table: text, Within: q[0]})
			if err != nil {
				return nil
			}
			return question("diag.replay", api.DiagReplayQuestion{Table: text, Proof: *proof})
		}},
		"pomdp.info": {Ranges: problemRanges(), Make: func(p []int) []byte {
			text, _ := problem(p)
			return question("pomdp.info", api.PomdpInfoQuestion{Problem: text})
		}},
		"pomdp.solve": {Ranges: problemRanges(), Make: func(p []int) []byte {
			text, _ := problem(p)
			return question("pomdp.solve", api.PomdpSolveQuestion{Problem: text, Budget: api.PomdpBudget{MemoryMB: 256}})
		}},
		"pomdp.play": {Ranges: problemRanges(worst.Range{1, 60}), Make: func(p []int) []byte {
			text, q := problem(p)
			return question("pomdp.play", api.PomdpPlayQuestion{Problem: text, Episodes: q[0], Budget: api.PomdpBudget{Walks: 3, MemoryMB: 256}})
		}},
	}
}

func seenTests(n int) []string {
	var seen []string
	for i := range n {
		seen = append(seen, fmt.Sprintf("t%d=0", i))
	}
	return seen
}
