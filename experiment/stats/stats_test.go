// SPDX-License-Identifier: BSD-3-Clause

package stats_test

import (
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/veilplan/veil/experiment/stats"
)

func TestGolden(t *testing.T) {
	text, err := os.ReadFile("testdata/golden.txt")
	if err != nil {
		t.Fatal(err)
	}
	vectors := 0
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		call, rest, _ := strings.Cut(strings.TrimSpace(line), " = ")
		values, _, _ := strings.Cut(rest, "   ")
		name, args := numbers(t, call)
		for i, want := range strings.Fields(values) {
			got := compute(t, name, args)[i]
			if !printsAs(got, want) {
				t.Errorf("%s: value %d is %.9g, want %s", call, i+1, got, want)
			}
		}
		vectors++
	}
	if vectors < 50 {
		t.Errorf("only %d vectors", vectors)
	}
}

func numbers(t *testing.T, call string) (string, []float64) {
	t.Helper()
	words := strings.Fields(call)
	args := make([]float64, len(words)-1)
	for i, word := range words[1:] {
		x, err := strconv.ParseFloat(word, 64)
		if err != nil {
			t.Fatal(call, err)
		}
		args[i] = x
	}
	return words[0], args
}

func compute(t *testing.T, name string, x []float64) []float64 {
	t.Helper()
	both := func(in stats.Interval) []float64 { return []float64{in.Lo, in.Hi} }
	switch name {
	case "wilson":
		return both(stats.Wilson(int(x[0]), int(x[1]), x[2]))
	case "clopper-pearson":
		return both(stats.ClopperPearson(int(x[0]), int(x[1]), x[2]))
	case "student": // a sample whose mean is 0 and whose standard error is 1
		n := int(x[0]) + 1
		m := stats.Moments{N: n, M2: float64(n) * float64(n-1)}
		return []float64{m.Interval(x[1]).Hi}
	case "tango":
		return both(stats.Pairs{First: int(x[0]), Other: int(x[1]), N: int(x[2])}.Interval(x[3]))
	case "mcnemar":
		return []float64{stats.Pairs{First: int(x[0]), Other: int(x[1]), N: int(x[0] + x[1])}.McNemar()}
	case "llr":
		return []float64{stats.SPRT{H0: x[3], H1: x[4]}.LLR(stats.Pairs{First: int(x[0]), Other: int(x[1]), N: int(x[2])})}
	default:
		t.Fatalf("no statistic %q", name)
		return nil
	}
}

// printsAs reports whether x, rounded like the text, is the text, give or take half a
// unit of its last digit.
func printsAs(x float64, text string) bool {
	want, err := strconv.ParseFloat(text, 64)
	mantissa, exponent, _ := strings.Cut(text, "e")
	_, decimals, _ := strings.Cut(mantissa, ".")
	scale, _ := strconv.Atoi(exponent)
	return err == nil && math.Abs(x-want) <= 0.51*math.Pow10(scale-len(decimals))
}

func TestPrintsAs(t *testing.T) {
	for _, c := range []struct {
		x    float64
		text string
		want bool
	}{{0.25534, "0.2553", true}, {0.2554, "0.2553", false}, {1.5625e-2, "1.562e-02", true}, {1.6e-2, "1.562e-02", false}} {
		if printsAs(c.x, c.text) != c.want {
			t.Errorf("%v %s", c.x, c.text)
		}
	}
}

func TestMomentsAreThoseOfTheDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	var m stats.Moments
	var xs []float64
	for range 1000 {
		xs = append(xs, 1e6+r.NormFloat64())
		m.Add(xs[len(xs)-1])
	}
	mean, m2 := 0.0, 0.0
	for _, x := range xs {
		mean += x / 1000
	}
	for _, x := range xs {
		m2 += (x - mean) * (x - mean)
	}
	if math.Abs(m.Mean-mean) > 1e-8 || math.Abs(m.Variance()-m2/999) > 1e-6 {
		t.Errorf("mean %v variance %v, want %v %v", m.Mean, m.Variance(), mean, m2/999)
	}
}

func TestHistogram(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	var all, left, right stats.Histogram
	xs := make([]uint64, 10_000)
	for i := range xs {
		xs[i] = r.Uint64() >> r.UintN(64)
		all.Add(xs[i])
		[]*stats.Histogram{&left, &right}[i%2].Add(xs[i])
	}
	left.Merge(&right)
	if left != all {
		t.Error("merged halves are not the whole")
	}
	slices.Sort(xs)
	for _, q := range []float64{0, 0.01, 0.5, 0.95, 0.999} {
		got, want := float64(all.Quantile(q)), float64(xs[int(q*10_000)])
		if got < want || got > want*17/16 {
			t.Errorf("quantile %v is %v, want %v or one part in 16 more", q, got, want)
		}
	}
	if all.Quantile(1) != xs[len(xs)-1] || all.Max != xs[len(xs)-1] {
		t.Error("the largest number is lost")
	}
	for bin := range len(all.Counts) - 1 {
		_, hi := stats.BinEdges(bin)
		if lo, _ := stats.BinEdges(bin + 1); lo != hi+1 {
			t.Fatalf("bin %d ends at %d, the next starts at %d", bin, hi, lo)
		}
	}
}

// TestCalibrationOfARightPredictor walks a fair random walk to 0 or 1, which is its own
// winning chance, and demands that the truth lies in nine of ten 99% intervals; and
// that a predictor which is off by a tenth is caught.
func TestCalibrationOfARightPredictor(t *testing.T) {
	var right, wrong stats.Calibration
	r := rand.New(rand.NewPCG(3, 3))
	for range 4000 {
		var said, off []float64
		at := 10
		for ; at > 0 && at < 20; at += 1 - 2*r.IntN(2) {
			said = append(said, float64(at)/20)
			off = append(off, min(float64(at)/20+0.1, 1))
		}
		right.Add(said, at == 20)
		wrong.Add(off, at == 20)
	}
	if n := misses(right); n > 1 {
		t.Errorf("a right predictor misses %d bins: %+v", n, right)
	}
	if n := misses(wrong); n < 6 {
		t.Errorf("a wrong predictor misses only %d bins: %+v", n, wrong)
	}
}

func misses(c stats.Calibration) (n int) {
	for _, b := range c {
		if in := stats.Wilson(b.Won, b.N, 0.99); b.Predicted < in.Lo || b.Predicted > in.Hi {
			n++
		}
	}
	return n
}
