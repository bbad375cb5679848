// SPDX-License-Identifier: BSD-3-Clause

package veil_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/veilplan/veil"
)

func exact(num, den int64) veil.Value { return veil.ExactValue(big.NewInt(num), big.NewInt(den)) }

func TestPercentRoundsTowardsCaution(t *testing.T) {
	for _, tc := range []struct {
		num, den int64
		decimals int
		want     string
	}{
		{9997, 10000, 2, "99.97"},
		{9997, 10000, 1, "99.9"},
		{9997, 10000, 0, "99"},
		{999999999, 1000000000, 2, "99.99"},
		{1, 1, 2, "100.00"},
		{660, 660, 0, "100"},
		{1, 1000000000, 2, "0.01"},
		{1, 1000000000, 0, "1"},
		{0, 7, 2, "0.00"},
		{0, 7, 0, "0"},
		{379, 660, 2, "57.42"},
		{379, 660, 0, "57"},
		{1, 2, 0, "50"},
		{1, 8, 1, "12.5"},
		{1, 8, 0, "13"},
		{1, 3, 4, "33.3333"},
		{1, 30, 2, "3.33"},
		{1, 16, 2, "6.25"},
	} {
		got := veil.Percent(big.NewInt(tc.num), big.NewInt(tc.den), tc.decimals)
		if got != tc.want {
			t.Errorf("Percent(%d, %d, %d) = %s, want %s", tc.num, tc.den, tc.decimals, got, tc.want)
		}
	}
}

// What fmt prints is right except at the two certainties, so it is the dumb twin.
func TestPercentAgreesWithFloats(t *testing.T) {
	const den = 1 << 10 // fractions that floats hold exactly, ties included
	for num := int64(0); num <= den; num++ {
		want := fmt.Sprintf("%.2f", 100*float64(num)/den+1e-9) // half away from zero
		if got := veil.Percent(big.NewInt(num), big.NewInt(den), 2); got != want {
			t.Errorf("Percent(%d, %d, 2) = %s, want %s", num, den, got, want)
		}
	}
}

func TestPercentOfHugeCounts(t *testing.T) {
	den := new(big.Int).Lsh(big.NewInt(1), 400)
	num := new(big.Int).Sub(den, big.NewInt(1))
	if got := veil.Percent(num, den, 1); got != "99.9" {
		t.Errorf("almost certain prints as %s", got)
	}
	if got := veil.Percent(big.NewInt(1), den, 1); got != "0.1" {
		t.Errorf("barely possible prints as %s", got)
	}
}

func TestValueString(t *testing.T) {
	for _, tc := range []struct {
		value veil.Value
		want  string
	}{
		{veil.Value{}, "not computed"},
		{exact(379, 660), "57.42% (379/660)"},
		{exact(99999, 100000), "99.99% (99999/100000)"},
		{veil.BoundsValue(0.5618, 0.5791), "[56.1, 58.0]%"},
		{veil.BoundsValue(0, 0.99991), "[0.0, 100.0]%"},
		{veil.EstimateValue(0.573, 0.569, 0.577, 40000, 1), "57.3% ±0.4 (95%, n=40000)"},
		{veil.EstimateValue(0.573, 0.50, 0.577, 40, 1), "57.3% [50.0, 57.7] (95%, n=40)"},
		{veil.EstimateValue(0.9997, 0.99, 1, 400, 1), "99.9% [99.0, 100.0] (95%, n=400)"},
		{veil.EstimateValue(0.0003, 0, 0.01, 400, 1), "0.1% [0.0, 1.0] (95%, n=400)"},
		{veil.EstimateValue(0.5, 0.5, 0.5, 400, 1), "50.0% ±0.0 (95%, n=400)"},
		{veil.EstimateValue(1, 0.99, 1, 400, 1), "100.0% [99.0, 100.0] (95%, n=400)"},
		{veil.EstimateValue(0.98, 0.94, 1.02, 400, 1), "98.0% ±4.0 (95%, n=400)"},
		{exact(13, 4), "3.25 (13/4)"},
		{exact(1, 2).As(veil.Cost), "0.50 (1/2)"},
		{exact(-3, 1).As(veil.Reward), "-3"},
		{veil.BoundsValue(19.314, 19.411), "[19.31, 19.42]"},
		{veil.BoundsValue(-0.001, 0.5), "[-0.01, 0.50]"},
		{veil.BoundsValue(0.2, 0.5).As(veil.Reward), "[0.20, 0.50]"},
		{veil.EstimateValue(0.668, 0, 1, 81430, 1), "66.8% (no interval, n=81430)"},
		{veil.EstimateValue(0.668, -0.1, 0.9, 40, 1), "66.8% [-10.0, 90.0] (95%, n=40)"},
		{veil.EstimateValue(0.5, 0.44, 0.6, 40, 1), "50.0% ±10.0 (95%, n=40)"},
		{veil.EstimateValue(0.5, 0.46, 0.6, 40, 1), "50.0% [46.0, 60.0] (95%, n=40)"},
		{veil.EstimateValue(-2, -9, -1, 3, 1), "-2.00 [-9.00, -1.00] (95%, n=3)"},
		{veil.EstimateValue(0.5, math.Inf(-1), math.Inf(1), 1, 1).As(veil.Reward), "0.50 (no interval, n=1)"},
		{veil.EstimateValue(-2.377, -2.653, -2.1, 230, 1), "-2.38 ±0.28 (95%, n=230)"},
		{veil.EstimateValue(0.5, 0.4, 0.6, 10, 1).As(veil.Cost), "0.50 ±0.10 (95%, n=10)"},
		{veil.Value{}.As(veil.Cost), "not computed"},
	} {
		if got := tc.value.String(); got != tc.want {
			t.Errorf("got %q, want %q", got, tc.want)
		}
	}
}

func TestValueKeepsItsUnit(t *testing.T) {
	for _, unit := range []veil.Unit{veil.Chance, veil.Reward, veil.Cost} {
		for _, v := range []veil.Value{exact(1, 2), veil.BoundsValue(0, 1), veil.EstimateValue(1, 0, 2, 9, 8)} {
			text, err := json.Marshal(v.As(unit))
			if err != nil {
				t.Fatal(err)
			}
			var back veil.Value
			if err := json.Unmarshal(text, &back); err != nil || back.Unit() != unit || back.String() != v.As(unit).String() {
				t.Errorf("%s reads back as %v %v: %v", text, back.Unit(), back, err)
			}
			if strings.Contains(string(text), "unit") != (unit != veil.Chance) {
				t.Errorf("a %v is written as %s", unit, text)
			}
		}
	}
	var v veil.Value
	if err := json.Unmarshal([]byte(`{"kind":"none","unit":"apples"}`), &v); err == nil || !strings.Contains(err.Error(), `unit "apples": want chance, reward or cost`) {
		t.Errorf("apples: %v", err)
	}
}

func TestValueKeepsWhatItWasGiven(t *testing.T) {
	num, den := exact(6, 8).Fraction()
	if num.Int64() != 6 || den.Int64() != 8 {
		t.Errorf("6/8 became %v/%v: the denominator is a count and is not reduced", num, den)
	}
	if lo, hi := exact(6, 8).Interval(); lo != 0.75 || hi != 0.75 {
		t.Errorf("interval of 6/8 is [%v, %v]", lo, hi)
	}
	if n, seed := veil.EstimateValue(0.5, 0.4, 0.6, 9, 1<<63).Sample(); n != 9 || seed != 1<<63 {
		t.Errorf("sample is n=%d seed=%d", n, seed)
	}
}

func TestRat(t *testing.T) {
	v := exact(6, 8)
	if got := v.Rat(); got.Cmp(big.NewRat(3, 4)) != 0 {
		t.Errorf("6/8 is %v", got)
	}
	v.Rat().SetInt64(7)
	if num, den := v.Fraction(); num.Int64() != 6 || den.Int64() != 8 {
		t.Errorf("changing the result of Rat made the value %v/%v", num, den)
	}
	for _, v := range []veil.Value{{}, veil.BoundsValue(0.5, 0.5), veil.EstimateValue(0.5, 0.5, 0.5, 1, 1)} {
		if got := v.Rat(); got != nil {
			t.Errorf("%v has the fraction %v", v, got)
		}
	}
}

func TestCompareExact(t *testing.T) {
	for a := int64(0); a <= 6; a++ {
		for b := int64(1); b <= 6; b++ {
			for c := int64(0); c <= 6; c++ {
				for d := int64(1); d <= 6; d++ {
					got, want := exact(a, b).Compare(exact(c, d)), big.NewRat(a, b).Cmp(big.NewRat(c, d))
					if got != want {
						t.Errorf("%d/%d against %d/%d: %d, want %d", a, b, c, d, got, want)
					}
				}
			}
		}
	}
	huge := new(big.Int).Lsh(big.NewInt(1), 2000)
	less := veil.ExactValue(new(big.Int).Sub(huge, big.NewInt(1)), huge)
	if less.Float() != 1 || less.Compare(exact(1, 1)) != -1 || exact(1, 1).Compare(less) != 1 {
		t.Errorf("a value below 1 that rounds to 1 is not less than 1")
	}
}

// Every value is less than those after it, whatever their badges, and equal to itself.
func TestCompareOrdersAllValues(t *testing.T) {
	huge := new(big.Int).Lsh(big.NewInt(1), 200)
	order := []veil.Value{
		{},
		veil.EstimateValue(0, 0, 0, 9, 1),
		veil.BoundsValue(0, 0),
		exact(0, 3),
		veil.ExactValue(big.NewInt(1), huge),
		veil.BoundsValue(0.25, 0.5),
		veil.EstimateValue(0.75, 0.25, 1, 9, 1),
		veil.BoundsValue(1, 1),
		veil.ExactValue(new(big.Int).Sub(huge, big.NewInt(1)), huge), // rounds to 1
		exact(3, 3),
	}
	for i, v := range order {
		for j, w := range order {
			if got, want := v.Compare(w), cmp.Compare(i, j); got != want {
				t.Errorf("%v (%v) against %v (%v): %d, want %d", v, v.Badge(), w, w.Badge(), got, want)
			}
		}
	}
}

func TestWords(t *testing.T) {
	for got, want := range map[string]string{
		veil.Open.String(): "open", veil.Won.String(): "won", veil.Lost.String(): "lost",
		veil.Exact.String(): "exact", veil.Bounds.String(): "bounds", veil.Estimate.String(): "estimate",
		veil.Unknown.String(): "not computed",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestValueJSON(t *testing.T) {
	for _, tc := range []struct {
		value veil.Value
		want  string
	}{
		{veil.Value{}, `{"kind":"none"}`},
		{exact(3, 4), `{"kind":"exact","win":0.75,"num":"3","den":"4"}`},
		{exact(0, 4), `{"kind":"exact","win":0,"num":"0","den":"4"}`},
		{veil.BoundsValue(0, 0.5), `{"kind":"bounds","lo":0,"hi":0.5}`},
		{
			veil.EstimateValue(0.5, 0.25, 0.75, 12, 1<<63),
			`{"kind":"estimate","win":0.5,"ci95":[0.25,0.75],"n":12,"seed":"9223372036854775808"}`,
		},
	} {
		got, err := json.Marshal(tc.value)
		if err != nil || string(got) != tc.want {
			t.Errorf("got %s (%v), want %s", got, err, tc.want)
		}
		var back veil.Value
		if err := json.Unmarshal(got, &back); err != nil {
			t.Errorf("%s: %v", got, err)
		}
		if again, err := json.Marshal(back); err != nil || string(again) != tc.want {
			t.Errorf("%s reads back as %s (%v)", got, again, err)
		}
	}
}

func TestNullIsNotComputed(t *testing.T) {
	v := exact(1, 2)
	if err := json.Unmarshal([]byte("null"), &v); err != nil || v.Badge() != veil.Unknown {
		t.Errorf("%v, %v", v, err)
	}
}

func TestValueJSONRefuses(t *testing.T) {
	for _, text := range []string{
		`{}`, `{"kind":""}`, `7`, `{"kind":"certain"}`, `{"kind":"exact","win":0.5}`,
		`{"kind":"exact","num":"1","den":"0"}`, `{"kind":"exact","num":"x","den":"2"}`,
		`{"kind":"bounds","lo":0.5}`, `{"kind":"bounds","lo":0.5,"hi":0.4}`,
		`{"kind":"estimate","win":0.5,"n":3}`, `{"kind":"estimate","win":0.5,"ci95":[0,1],"seed":"-1"}`,
	} {
		var v veil.Value
		if err := json.Unmarshal([]byte(text), &v); err == nil {
			t.Errorf("%s was read as %v", text, v)
		} else if !strings.Contains(err.Error(), "value") {
			t.Errorf("%s: %v does not say what is wrong", text, err)
		}
	}
}

// TestRatio: the nearest float64 without reducing the fraction is that of the reduced one, also of long, tiny and
// denormal ones.
func TestRatio(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	long := func(bits int) *big.Int {
		n := new(big.Int)
		for range bits/64 + 1 {
			n.Lsh(n, 64).Or(n, new(big.Int).SetUint64(r.Uint64()))
		}
		return n.Rsh(n, uint(r.IntN(bits+1)))
	}
	half := new(big.Int).Lsh(big.NewInt(1<<54+2), 200) // just between two numbers, and a little more
	for _, num := range []*big.Int{half, new(big.Int).Add(half, big.NewInt(1)), new(big.Int).Sub(half, big.NewInt(1))} {
		den := new(big.Int).Lsh(big.NewInt(1), 200)
		want, _ := new(big.Rat).SetFrac(num, den).Float64()
		if got := veil.Ratio(num, den); got != want {
			t.Errorf("%v/%v: %v, want %v", num, den, got, want)
		}
	}
	for range 20_000 {
		num, den := long(1+r.IntN(1200)), long(1+r.IntN(2400))
		if r.IntN(2) == 0 {
			num.Neg(num)
		}
		if den.Sign() == 0 {
			continue
		}
		want, _ := new(big.Rat).SetFrac(num, den).Float64()
		if got := veil.Ratio(num, den); got != want {
			t.Fatalf("%v/%v: %v, want %v", num, den, got, want)
		}
	}
}
