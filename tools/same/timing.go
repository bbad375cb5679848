// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"fmt"
	"io"
	"slices"
)

const (
	rounds    = 9      // the first does not count, because it compiles
	lasting   = 80_000 // microseconds per question and round
	maxSlower = 1.05
)

// compareTimes compares the CPU time of the engines. The sides take turns at every question, because the speed of
// a machine drifts; the least of several rounds is the time of a question, because other programs only add to it.
func compareTimes(ctx context.Context, out io.Writer, before, after *side, strict bool) (ok bool, err error) {
	all, err := readLines[question]("time.jsonl")
	if err != nil {
		return false, err
	}
	var a, b []float64
	for _, name := range engineNames() {
		x, y, err := race(ctx, before, after, name, all)
		if err != nil {
			return false, err
		}
		a, b = append(a, x...), append(b, y...)
	}
	ratio := medianRatio(a, b)
	fmt.Fprintf(out, "time %d, median ratio %.3f of NEW to OLD (%.0f ms to %.0f ms in all, CPU, least of %d rounds)\n",
		len(all), ratio, sum(b)/1000, sum(a)/1000, rounds-1)
	if strict && ratio > maxSlower {
		fmt.Fprintf(out, "  NEW is slower than %.2f of OLD\n    repeat: go run ./tools/same -only time -time OLD NEW\n", maxSlower)
		return false, nil
	}
	return true, nil
}

// race returns the microseconds that both sides take for each question to an engine.
func race(ctx context.Context, before, after *side, name string, all []question) (a, b []float64, err error) {
	x, err := before.engine(ctx, name)
	if err != nil {
		return nil, nil, err
	}
	defer x.close()
	y, err := after.engine(ctx, name)
	if err != nil {
		return nil, nil, err
	}
	defer y.close()
	for _, q := range all {
		if q.Wasm != name {
			continue
		}
		s, t, err := duel(x, y, q.Body)
		if err != nil {
			return nil, nil, err
		}
		a, b = append(a, s), append(b, t)
	}
	return a, b, nil
}

// duel returns the shortest time of both engines for a question, repeated often enough to be measured.
func duel(x, y *engine, question []byte) (a, b float64, err error) {
	often := 1
	for round := range rounds {
		s, t, err := turns(x, y, question, often, round%2 == 1)
		if err != nil {
			return 0, 0, err
		}
		switch round {
		case 0:
			continue
		case 1:
			often = 1 + int(lasting/s)
			a, b = s, t
		default:
			a, b = min(a, s), min(b, t)
		}
	}
	return a, b, nil
}

// turns asks both engines, the second one first if swapped is set.
func turns(x, y *engine, question []byte, often int, swapped bool) (a, b float64, err error) {
	if swapped {
		b, a, err = turns(y, x, question, often, false)
		return a, b, err
	}
	if a, err = x.time(question, often); err != nil {
		return 0, 0, err
	}
	b, err = y.time(question, often)
	return a, b, err
}

// time returns the mean time of an answer.
func (e *engine) time(question []byte, often int) (micros float64, err error) {
	for range often {
		took, _, err := e.ask(question)
		if err != nil {
			return 0, err
		}
		micros += took / float64(often)
	}
	return micros, nil
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
