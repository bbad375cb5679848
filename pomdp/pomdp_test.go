// SPDX-License-Identifier: BSD-3-Clause

package pomdp_test

import (
	"bytes"
	"errors"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/pomdp"
	"github.com/veilplan/veil/pomdp/tabular"
)

// read returns a problem that was written and read again.
func read(t *testing.T, name string) *tabular.Problem {
	t.Helper()
	p, err := pomdp.Named(name)
	if err != nil {
		t.Fatal(err)
	}
	text, err := pomdp.Text(p)
	if err != nil {
		t.Fatal(err)
	}
	if p, err = pomdp.Read(text); err != nil {
		t.Fatal(err)
	}
	return p
}

func TestInfo(t *testing.T) {
	info, err := pomdp.Info(read(t, "rocksample-4-4"))
	if err != nil {
		t.Fatal(err)
	}
	if info.States != 16*16+1 || info.Starts != 16 || info.Actions != 9 || info.Observations != 3 || info.Classes < 16 || info.Most != 10 {
		t.Errorf("%+v", info)
	}
}

// TestInfoSeeing: who sees the tiger opens the other door in every step. Without a discount there is no bound.
func TestInfoSeeing(t *testing.T) {
	text, err := pomdp.Text(read(t, "tiger"))
	if err != nil {
		t.Fatal(err)
	}
	for discount, want := range map[string]float64{"0.95": 10 / (1 - 0.95), "0.5": 20, "1": 0} {
		p, err := pomdp.Read(bytes.Replace(text, []byte("discount: 0.95"), []byte("discount: "+discount), 1))
		if err != nil {
			t.Fatal(err)
		}
		info, err := pomdp.Info(p)
		if err != nil {
			t.Fatal(err)
		}
		if (info.Discount < 1) != (info.Seeing != nil) || info.Seeing != nil && !(*info.Seeing >= want && *info.Seeing < want+1e-6) {
			t.Errorf("discount %s: %+v, want a bound of %v", discount, info, want)
		}
	}
}

// TestSolveAndPlay solves the tiger from its file, stores the policy, reads it and plays.
func TestSolveAndPlay(t *testing.T) {
	p := read(t, "tiger")
	told := 0
	doc, policy, err := pomdp.Solve(t.Context(), p, pomdp.Question{}, api.Limits{}, func(pomdp.Progress) { told++ })
	if err != nil {
		t.Fatal(err)
	}
	if doc.State != api.Done || doc.Value.Lo > 19.3714 || doc.Value.Hi < 19.3713 || doc.Moves[0].Action != "listen" || told != doc.Work.Walks {
		t.Errorf("%+v after %d walks", doc, told)
	}
	var file bytes.Buffer
	if err := policy.Write(&file); err != nil {
		t.Fatal(err)
	}
	if policy, err = pomdp.Load(&file, p); err != nil {
		t.Fatal(err)
	}
	played, err := pomdp.Play(t.Context(), p, policy, pomdp.Match{Episodes: 400, Seed: 1, Show: true})
	if err != nil {
		t.Fatal(err)
	}
	if played.CI95[1] < doc.Value.Lo-2 || played.CI95[0] > doc.Value.Hi+2 || len(played.First) != played.Steps || played.First[0].Action != "listen" {
		t.Errorf("%+v", played)
	}
}

func TestPartial(t *testing.T) {
	p := read(t, "tag")
	doc, _, err := pomdp.Solve(t.Context(), p, pomdp.Question{Walks: 2}, api.Limits{}, nil)
	if err != nil || doc.State != api.Partial || doc.Cut {
		t.Errorf("%+v, %v", doc, err)
	}
	doc, _, err = pomdp.Solve(t.Context(), p, pomdp.Question{}, api.Limits{Time: time.Millisecond}, nil)
	if err != nil || doc.State != api.Partial || !doc.Cut {
		t.Errorf("%+v, %v", doc, err)
	}
}

func TestFaults(t *testing.T) {
	_, err := pomdp.Read([]byte("discount: 1\nstates: x y"))
	var fault *api.Problem
	if !errors.As(err, &fault) || fault.Line != 2 || fault.Type != api.Malformed {
		t.Errorf("%+v", err)
	}
	for _, name := range []string{"lion", "rocksample-9-99", "rocksample-20-16", "rocksample-07-8"} {
		if _, err := pomdp.Named(name); err == nil {
			t.Errorf("%s was found", name)
		}
	}
	if _, err := pomdp.Load(bytes.NewReader(nil), read(t, "tiger")); !errors.As(err, &fault) {
		t.Errorf("an empty policy: %v", err)
	}
}

// TestReadPomdpX: XML is recognised, and its faults have a place, too.
func TestReadPomdpX(t *testing.T) {
	file, err := os.ReadFile("pomdpx/testdata/tiger.pomdpx")
	if err != nil {
		t.Fatal(err)
	}
	p, err := pomdp.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	doc, _, err := pomdp.Solve(t.Context(), p, pomdp.Question{}, api.Limits{}, nil)
	if err != nil || doc.Value.Lo > 19.3714 || doc.Value.Hi < 19.3713 {
		t.Errorf("the tiger is worth %+v, want 19.3713 (%v)", doc, err)
	}
	var fault *api.Problem
	if _, err := pomdp.Read([]byte("<pomdpx>")); !errors.As(err, &fault) || fault.Line != 1 {
		t.Errorf("%v", err)
	}
}

// TestOthersCanRead checks what other parsers ask of a written file: no probability above 1, and rows
// that sum to 1. It reads the lines as a stranger would.
func TestOthersCanRead(t *testing.T) {
	for _, name := range []string{"tiger", "tag", "hallway", "hallway2", "rocksample-3-3"} {
		p, err := pomdp.Named(name)
		if err != nil {
			t.Fatal(err)
		}
		text, err := pomdp.Text(p)
		if err != nil {
			t.Fatal(err)
		}
		sums := map[string]float64{}
		for line := range strings.Lines(string(text)) {
			words := strings.Fields(line)
			row := ""
			switch words[0] {
			case "start:":
				row = "start"
			case "T:", "O:":
				row, words = strings.Join(words[:4], " "), words[5:]
			default:
				continue
			}
			for _, w := range words[1:] {
				x, err := strconv.ParseFloat(w, 64)
				if err != nil || x < 0 || x > 1 {
					t.Fatalf("%s: %s", name, line)
				}
				sums[row] += x
			}
		}
		for row, sum := range sums {
			if math.Abs(sum-1) > 1e-9 {
				t.Errorf("%s: %s sums to %v", name, row, sum)
			}
		}
		if len(sums) < 7 {
			t.Errorf("%s: %d rows", name, len(sums))
		}
	}
}
