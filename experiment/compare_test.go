// SPDX-License-Identifier: BSD-3-Clause

package experiment_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/veilplan/veil/experiment"
	"github.com/veilplan/veil/experiment/stats"
)

// TestComparingTwoRunsIsComparingInOne: policies in runs of their own, of different
// length, compare as they do in one run of the common episodes.
func TestComparingTwoRunsIsComparingInOne(t *testing.T) {
	both := run(t, t.TempDir(), plan(t, toySpec, toys{}), experiment.Options{})
	open := func(text string) *experiment.Dir {
		dir := t.TempDir()
		run(t, dir, plan(t, text, toys{}), experiment.Options{})
		d, err := experiment.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	looker := open(strings.Replace(toySpec, "{id: guesser}, ", "", 1))
	guesser := open(strings.NewReplacer(", {id: looker}", "", "700", "900").Replace(toySpec))
	test := &experiment.Test{SPRT: stats.SPRT{H0: 0, H1: 0.2, Alpha: 0.05, Beta: 0.05}}
	c, err := experiment.Compare(looker, guesser, "looker", "guesser", test)
	if err != nil {
		t.Fatal(err)
	}
	want := both.Pairs[0]
	if c.Episodes != 700 || !c.Judged || !reflect.DeepEqual(c.Pair, want) {
		t.Errorf("%d episodes: %v %v, want %v %v", c.Episodes, c.Pair.Pairs, c.Pair.WinDiff, want.Pairs, want.WinDiff)
	}
	if c.SPRT.Verdict != stats.AcceptH1 || c.Failed() {
		t.Errorf("the test says %v", c.SPRT.Verdict)
	}
	turned, err := experiment.Compare(guesser, looker, "guesser", "looker", test)
	if err != nil || turned.Pair.WinDiff.Value != -want.WinDiff.Value || !turned.Failed() {
		t.Errorf("turned round: %v, %v", turned.Pair.WinDiff, err)
	}
	other := open(strings.Replace(toySpec, "seed: 42", "seed: 1", 1))
	if _, err := experiment.Compare(looker, other, "looker", "looker", nil); !errors.Is(err, experiment.ErrNotPaired) {
		t.Errorf("other seeds: %v", err)
	}
	if _, err := experiment.Compare(looker, guesser, "looker", "nobody", nil); err == nil {
		t.Error("nobody was compared")
	}
	var out strings.Builder
	if err := c.Report(&out); err != nil || !strings.Contains(out.String(), "discordant") || !strings.Contains(out.String(), "accepted H1") {
		t.Errorf("%v\n%s", err, &out)
	}
}
