// SPDX-License-Identifier: BSD-3-Clause

package pomdpx_test

import (
	"bytes"
	"errors"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/veilplan/veil/pomdp/cassandra"
	"github.com/veilplan/veil/pomdp/pomdpx"
)

func text(t testing.TB, name string) string {
	t.Helper()
	b, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestSameProblem reads problems in both formats: they are the same, whether their functions are tables or diagrams.
func TestSameProblem(t *testing.T) {
	for name, other := range map[string]string{
		"tiger.pomdpx":         "tiger.pomdp",
		"rocksample.pomdpx":    "rocksample.pomdp",
		"rocksample-dd.pomdpx": "rocksample.pomdp",
	} {
		got, err := pomdpx.Read(strings.NewReader(text(t, name)))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		want, err := cassandra.Parse(text(t, other))
		if err != nil {
			t.Fatalf("%s: %v", other, err)
		}
		if !reflect.DeepEqual(got, want) {
			var a, b bytes.Buffer
			if err := errors.Join(cassandra.Write(&a, got), cassandra.Write(&b, want)); err != nil {
				t.Fatal(err)
			}
			t.Errorf("%s is not %s:\n%s\n%s", name, other, a.String(), b.String())
		}
	}
}

// TestFaultsAreLocated spoils the tiger's file in one place each.
func TestFaultsAreLocated(t *testing.T) {
	tiger := text(t, "tiger.pomdpx")
	for _, c := range []struct {
		old, new     string
		line, column int
		says         string
	}{
		{"0.95", "much", 5, 13, "want a number"},
		{"0.95", "1.5", 5, 13, "at most 1"},
		{"<Discount>0.95</Discount>", "", 3, 1, "has no Discount"},
		{"left right", "left left", 7, 71, "listed twice"},
		{"<RewardVar vname=\"pay\"/>", "", 6, 3, "RewardVar"},
		{"do tiger_0", "do tiger_9", 20, 36, "cannot be a parent"},
		{"do tiger_0", "do heard", 20, 36, "cannot be a parent"},
		{"* - -", "* -", 22, 16, "2 values, want 3"},
		{"listen - -", "shout - -", 23, 26, "not a value of do"},
		{"0.5 0.5", "0.5 0.4", 31, 57, "heard: open-left left: probabilities sum to 0.9, not 1"},
		{"0.5 0.5", "0.5", 31, 42, "1 numbers, want 2"},
		{"identity", "identical", 23, 47, "1 numbers, want 4"},
		{"<Var>pay", "<Var>tip", 38, 12, "no RewardVar"},
		{"type=\"TBL\"", "type=\"XYZ\"", 15, 7, "want TBL or DD"},
		{"</Func>", "", 46, 20, "</RewardFunction>"},
		{"ISO-8859-1", "EBCDIC", 1, 0, "encoding"},
	} {
		_, err := pomdpx.Parse(strings.Replace(tiger, c.old, c.new, 1))
		var fault *cassandra.Error
		if !errors.As(err, &fault) {
			t.Errorf("%s for %s: %v", c.new, c.old, err)
			continue
		}
		if !strings.Contains(fault.Message, c.says) || fault.Line != c.line || c.column > 0 && fault.Column != c.column {
			t.Errorf("%s for %s: line %d, column %d: %s", c.new, c.old, fault.Line, fault.Column, fault.Message)
		}
	}
}

// TestHugeProblemsAreRefused: a short text may ask for more than fits anywhere.
func TestHugeProblemsAreRefused(t *testing.T) {
	tiger := text(t, "tiger.pomdpx")
	for name, huge := range map[string]string{
		"states": strings.Replace(tiger, "<ValueEnum>left right</ValueEnum>", "<NumValues>1000000</NumValues>", 1),
		"deep":   "<pomdpx>" + strings.Repeat("<a>", 200) + strings.Repeat("</a>", 200) + "</pomdpx>",
		"self": strings.Replace(text(t, "rocksample-dd.pomdpx"), `<SubDAGTemplate id="stay"><SubDAG type="persistent" var="rover_1"/>`,
			`<SubDAGTemplate id="stay"><SubDAG type="template" idref="stay"/>`, 1),
	} {
		if _, err := pomdpx.Parse(huge); err == nil {
			t.Errorf("%s: was read", name)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, name := range []string{"tiger.pomdpx", "rocksample.pomdpx", "rocksample-dd.pomdpx"} {
		f.Add(text(f, name))
	}
	f.Add("&\n")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := pomdpx.Parse(text)
		if err == nil {
			if p == nil {
				t.Fatal("nothing was read")
			}
			return
		}
		var fault *cassandra.Error
		if !errors.As(err, &fault) || fault.Line < 1 || fault.Column < 1 {
			t.Fatalf("%v has no place", err)
		}
	})
}
