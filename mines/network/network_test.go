// SPDX-License-Identifier: BSD-3-Clause

package network

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/mines/minestest"
)

func TestLogistic(t *testing.T) {
	for x := -30_000; x <= 30_000; x += 7 {
		y := min(max(float64(x)/1024, -20), 20)
		if got, want := logistic(x), 1/(1+math.Exp(-y)); math.Abs(got-want) > 1e-14 {
			t.Fatalf("logistic(%d) = %v, want %v", x, got, want)
		}
	}
}

// someSamples are positions whose value is a simple function of their features.
func someSamples(n int) []Sample {
	r := rand.New(rand.NewPCG(5, 5))
	samples := make([]Sample, n)
	for i := range samples {
		s := &samples[i]
		for range 20 {
			s.Features[r.IntN(FeatureCount)] = int16(r.IntN(2 * featureOne))
		}
		s.End = float32(1 / (1 + math.Exp(float64(s.Features[3]-s.Features[7])/300)))
		if s.Features[3] == 0 && s.Features[7] == 0 {
			s.End = 0.5
		}
	}
	return samples
}

// TestFit: a network learns a function of two features, the same bits every time, and the
// integers say what floating point says.
func TestFit(t *testing.T) {
	samples := someSamples(20_000)
	net := Fit(samples, FitConfig{Seed: 3})
	sum := 0.0
	for i := range samples {
		sum += math.Abs(net.Win(&samples[i].Features) - float64(samples[i].End))
	}
	if mean := sum / float64(len(samples)); mean > 0.02 {
		t.Errorf("mean error %.3f", mean)
	}
	first, err := net.AppendBinary(nil)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Fit(samples, FitConfig{Seed: 3}).AppendBinary(nil)
	if err != nil || !bytes.Equal(first, again) {
		t.Errorf("the same samples gave other weights (%v)", err)
	}
}

// TestAhead: in the second half of the epochs a position learns from the one after it.
func TestAhead(t *testing.T) {
	l := newLearner(rand.New(rand.NewPCG(1, 1)))
	samples := []Sample{{Survival: 0.5, End: -1}, {Survival: 0.8, End: -1}, {End: 0.25, Solved: true}, {End: 1}}
	samples[1].Features[0] = featureOne
	labels := make([]float32, 4)
	l.label(samples, labels, 1)
	if want := [4]float32{0.1, 0.2, 0.25, 1}; !near(labels, want[:]) {
		t.Errorf("outcomes %v, want %v", labels, want)
	}
	l.label(samples, labels, 0.6)
	v := l.win(&samples[1].Features)
	if want := []float32{float32(0.5 * (0.4*v + 0.6*0.2)), 0.2, 0.25, 1}; !near(labels, want) {
		t.Errorf("ahead %v, want %v", labels, want)
	}
	// A game that ended by opening safe cells: the position before learns what the network thinks
	// of the last one, for it cannot know that the cells would turn out so well.
	lucky := []Sample{{Survival: 0.5, End: -1}, {End: 1}}
	lucky[1].Features[0] = featureOne
	l.label(lucky, labels, 0.6)
	if want := []float32{float32(0.5 * (0.4*v + 0.6)), 1}; !near(labels[:2], want) {
		t.Errorf("ahead of a lucky end %v, want %v", labels[:2], want)
	}
}

// TestFrom: to begin with a network and learn nothing leaves it as it is.
func TestFrom(t *testing.T) {
	net, err := Standard()
	if err != nil {
		t.Fatal(err)
	}
	l := newLearner(rand.New(rand.NewPCG(1, 1)))
	l.load(net)
	if *l.quantized() != *net {
		t.Error("a network changed on the way through floating point")
	}
}

func near(a, b []float32) bool {
	for i := range a {
		if math.Abs(float64(a[i]-b[i])) > 1e-6 {
			return false
		}
	}
	return true
}

// TestWeights: the file that is built in is the one that training wrote, and damage is found.
func TestWeights(t *testing.T) {
	sum := sha256.Sum256(weights)
	if got := hex.EncodeToString(sum[:]); got != Digest {
		t.Errorf("the weights have the digest %s, want %s", got, Digest)
	}
	net, err := Standard()
	if err != nil {
		t.Fatal(err)
	}
	if again, err := net.AppendBinary(nil); err != nil || !bytes.Equal(again, weights) {
		t.Errorf("the weights are written differently (%v)", err)
	}
	for _, i := range []int{0, 20, 5000, len(weights) - 1} {
		damaged := bytes.Clone(weights)
		damaged[i] ^= 1
		if _, err := Read(damaged); err == nil {
			t.Errorf("damage at byte %d went unnoticed", i)
		}
	}
	if _, err := Read(weights[:len(weights)-1]); err == nil {
		t.Error("a short file was read")
	}
}

// TestFeaturesFit: no feature leaves its range, and mirror images are described alike.
func TestFeaturesFit(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for i := range 300 {
		rules := mines.Rules{Width: 5 + i%25, Height: 5 + i%12, Mines: 5 + i%20, First: mines.Any}
		v := minestest.SomeView(t, r, rules)
		mirror := mines.NewView(rules)
		for c, m := range v.Marks {
			row, col := rules.RowCol(mines.Cell(c))
			mirror.Marks[rules.Cell(row, rules.Width-1-col)] = m
		}
		a, b := lookAt(t, v), lookAt(t, mirror)
		for k := range a {
			if d := int(a[k]) - int(b[k]); d < -1 || d > 1 {
				t.Fatalf("%v: feature %d is %d, mirrored %d", rules, k, a[k], b[k])
			}
			if a[k] < 0 {
				t.Fatalf("%v: feature %d is %d", rules, k, a[k])
			}
		}
	}
}

func lookAt(t *testing.T, v mines.View) Features {
	t.Helper()
	s := count.NewSolver(v.Rules, count.Limit{})
	if err := s.Load(v); err != nil {
		t.Fatal(err)
	}
	f, err := NewDescriber(v.Rules).Look(s)
	if err != nil {
		t.Fatal(err)
	}
	return *f
}
