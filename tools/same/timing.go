// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
)

const (
	rounds    = 5
	maxSlower = 1.05
)

// compareTimes compares the CPU time of the engines. The sides take turns, because the speed of a machine drifts; the
// least of several rounds is the time of a question, because other programs only ever add to it.
func compareTimes(ctx context.Context, out io.Writer, before, after *side, strict bool) (ok bool, err error) {
	all, err := readLines[question]("time.jsonl")
	if err != nil {
		return false, err
	}
	least := map[*side][]float64{}
	for i := range 2 * rounds {
		s := before
		if i%4 == 1 || i%4 == 2 { // old, new, new, old
			s = after
		}
		times, err := s.times(ctx, all)
		if err != nil {
			return false, err
		}
		least[s] = leastOf(least[s], times)
	}
	ratio := medianRatio(least[before], least[after])
	fmt.Fprintf(out, "time %d, median ratio %.3f of NEW to OLD (%.0f ms to %.0f ms in all, CPU, least of %d rounds)\n",
		len(all), ratio, sum(least[after])/1000, sum(least[before])/1000, rounds)
	if strict && ratio > maxSlower {
		fmt.Fprintf(out, "  NEW is slower than %.2f of OLD\n    repeat: go run ./tools/same -only time -time OLD NEW\n", maxSlower)
		return false, nil
	}
	return true, nil
}

// times returns the microseconds of each question.
func (s *side) times(ctx context.Context, all []question) (list []float64, err error) {
	for _, name := range engineNames() {
		lines, err := s.node(ctx, name, "timed", all)
		if err != nil {
			return nil, err
		}
		for _, line := range lines {
			t, err := strconv.ParseFloat(string(line), 64)
			if err != nil {
				return nil, err
			}
			list = append(list, t)
		}
	}
	return list, nil
}

// leastOf returns the smaller times, question by question.
func leastOf(a, b []float64) []float64 {
	if a == nil {
		return b
	}
	for i := range a {
		a[i] = min(a[i], b[i])
	}
	return a
}

// medianRatio returns the median over the questions of what b takes relative to a.
func medianRatio(a, b []float64) float64 {
	var list []float64
	for i := range a {
		list = append(list, b[i]/a[i])
	}
	slices.Sort(list)
	n := len(list)
	return (list[(n-1)/2] + list[n/2]) / 2
}

func sum(list []float64) (total float64) {
	for _, x := range list {
		total += x
	}
	return total
}
