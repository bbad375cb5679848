// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/internal/worst"
)

// erringRanges are those of a table whose tests err: faults, tests, readings of a test, percent of errors, which tests
// may be repeated, repairs, and a seed; then the results given, the confidence, and a test that is read many times.
func erringRanges() []worst.Range {
	return []worst.Range{{1, 256}, {1, 128}, {2, 64}, {0, 40}, {0, 3}, {0, 2}, {0, 1 << 20}, {0, 3}, {0, 3}, {0, 1500}}
}

// erringMachine makes a table whose tests err.
func erringMachine(p []int) string {
	r := rand.New(rand.NewPCG(uint64(p[6]), 7))
	var b strings.Builder
	line := func(name string, of func(test int) string) {
		b.WriteString(name)
		for test := range p[1] {
			b.WriteString("," + of(test))
		}
		b.WriteString("\n")
	}
	line("fault,prior,repair,wrong", func(test int) string { return fmt.Sprintf("t%d", test) })
	line("cost,,,", func(int) string { return fmt.Sprintf("%d.%d", r.IntN(5), 1+r.IntN(9)) })
	line("error,,,", func(int) string { return fmt.Sprintf("0.%02d", p[3]) })
	line("repeat,,,", func(test int) string { return []string{"", "yes"}[min(1, p[4]*(test%4)/3)] })
	line("give up,,900,", func(int) string { return "" })
	for fault := range p[0] {
		if b.Len() > 250<<10 {
			return ""
		}
		repair := []string{"", "50", fmt.Sprint(1 + r.IntN(200))}[p[5]]
		line(fmt.Sprintf("f%d,%d,%s,%d", fault, 1+r.IntN(1000), repair, 100+r.IntN(900)), func(int) string { return fmt.Sprint(r.IntN(p[2])) })
	}
	return b.String()
}

func erringSpaces() map[string]worst.Space {
	spaces := map[string]worst.Space{}
	for _, verb := range []string{"diag.advise", "diag.policy", "diag.review", "diag.sensitivity"} {
		spaces[verb] = worst.Space{Ranges: erringRanges(), Make: func(p []int) []byte {
			sure := []float64{0, 0, 0.95, 0.9999}[p[8]]
			return question(verb, api.DiagAdviceQuestion{Table: erringMachine(p), Seen: append(seenTests(p[7]), slices.Repeat([]string{"t3=0"}, max(0, p[9]-500))...), Sure: sure})
		}}
	}
	spaces["diag.testability"] = worst.Space{Ranges: erringRanges(), Make: func(p []int) []byte {
		return question("diag.testability", api.DiagTableQuestion{Table: erringMachine(p)})
	}}
	spaces["diag.table"] = worst.Space{Ranges: erringRanges(), Make: func(p []int) []byte {
		return question("diag.table", api.DiagTableQuestion{Table: erringMachine(p)})
	}}
	spaces["diag.learn"] = worst.Space{Ranges: erringRanges(), Make: func(p []int) []byte {
		return question("diag.learn", api.DiagLearnQuestion{Table: erringMachine(p), Cases: "fault,t0\n" + strings.Repeat("f0,\n", 1+10*p[9])})
	}}
	return spaces
}
