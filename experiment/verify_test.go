// SPDX-License-Identifier: BSD-3-Clause

package experiment_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"math"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/veilplan/veil/experiment"
	"github.com/veilplan/veil/experiment/crashfs"
)

// forged returns a run in which some episodes are forged, with all digests; and which.
func forged(t *testing.T, l *lab) (d *experiment.Dir, which []uint64) {
	t.Helper()
	f := crashfs.New()
	if err := l.run(f, l.whole, 0, "ann", "ann", "bob"); err != nil {
		t.Fatal(err)
	}
	d, err := experiment.OpenOn(f, runDir)
	if err != nil {
		t.Fatal(err)
	}
	for first := uint64(0); first < 12; first += 3 {
		if first/3%3 != 1 { // the second chunk of three is bob's
			continue
		}
		for i := first; i < first+3; i++ {
			if bytes.Contains(l.lines[i], []byte(`"lost"`)) {
				which = append(which, i)
			}
		}
	}
	return d, which
}

// TestReplay finds forged episodes exactly, and as often as it says.
func TestReplay(t *testing.T) {
	l := newLab(t)
	d, which := forged(t, l)
	r := rand.New(rand.NewPCG(1, 1))
	v, err := experiment.Verify(t.Context(), d, l.whole, 1, r)
	if err != nil || len(which) == 0 || !slices.Equal(v.Different, which) || v.Replayed != 12 {
		t.Fatalf("%v, want %v (%v)", v, which, err)
	}
	const times = 400
	found := 0
	for range times {
		v, err = experiment.Verify(t.Context(), d, l.whole, 0.25, r)
		if err != nil || v.Replayed != 3 {
			t.Fatal(v, err)
		}
		if len(v.Different) > 0 {
			found++
		}
	}
	missed := 1.0 // that none of the forged ones is among three of twelve
	for i := range 3 {
		missed *= float64(12-len(which)-i) / float64(12-i)
	}
	if got, wide := 1-float64(found)/times, 4*math.Sqrt(missed*(1-missed)/times); math.Abs(got-missed) > wide {
		t.Errorf("missed %v, want %v ± %v", got, missed, wide)
	}
	if v.Missed[0] != (experiment.MissOdds{Forged: 1, Probability: 0.75}) {
		t.Errorf("%+v", v.Missed)
	}
}

// TestVerify checks an honest run, and one whose summary is of other episodes.
func TestVerify(t *testing.T) {
	l := newLab(t)
	f := crashfs.New()
	if err := l.run(f, l.whole, 0); err != nil {
		t.Fatal(err)
	}
	d, err := experiment.OpenOn(f, runDir)
	if err != nil {
		t.Fatal(err)
	}
	v, err := experiment.Verify(t.Context(), d, l.whole, 0.5, rand.New(rand.NewPCG(1, 1)))
	sum := sha256.Sum256(l.want[1])
	if err != nil || len(v.Different) > 0 || v.Episodes != 12 || v.Content != hex.EncodeToString(sum[:]) || v.Root == "" {
		t.Errorf("%+v, %v", v, err)
	}
	other := crashfs.New()
	if err := l.create(other, l.whole, func(d *experiment.Dir) error {
		if err := l.play(d, l.whole, 0); err != nil {
			return err
		}
		if _, err := d.ReadSummary(); err == nil {
			return errors.New("an open run has a summary")
		}
		s, err := experiment.Summarize(d)
		if err != nil {
			return err
		}
		s.Policies[0].Won++
		return d.WriteSummary(s)
	}); err != nil {
		t.Fatal(err)
	}
	if d, err = experiment.OpenOn(other, runDir); err != nil {
		t.Fatal(err)
	}
	if _, err := experiment.Verify(t.Context(), d, l.whole, 0, rand.New(rand.NewPCG(1, 1))); err == nil || !strings.Contains(err.Error(), "summary.json") {
		t.Errorf("a false summary: %v", err)
	}
}

// TestChangedWhileRead exchanges two whole episodes after they were indexed.
func TestChangedWhileRead(t *testing.T) {
	l := newLab(t)
	f := crashfs.New()
	if err := l.run(f, l.whole, 0); err != nil {
		t.Fatal(err)
	}
	d, err := experiment.OpenOn(f, runDir)
	if err != nil {
		t.Fatal(err)
	}
	name := path.Join(runDir, "episodes/000001.jsonl")
	text, _ := f.Read(name)
	lines := bytes.SplitAfter(text, []byte("\n"))
	swapped := 0
	for i := 1; i+3 < len(lines) && swapped == 0; i += 2 {
		if a, b := lines[i:i+2], lines[i+2:i+4]; bytes.HasPrefix(a[0], []byte(`{"episode":`)) && len(a[0]) == len(b[0]) && len(a[1]) == len(b[1]) {
			a[0], b[0], a[1], b[1] = b[0], a[0], b[1], a[1]
			swapped++
		}
	}
	f.Write(name, bytes.Join(lines, nil))
	if _, err := experiment.Summarize(d); swapped == 0 || !errors.Is(err, experiment.ErrCorrupt) {
		t.Errorf("%d exchanged: %v", swapped, err)
	}
}

// TestReadWhileWriting opens a run again and again while sessions start, store, are
// interrupted and end.
func TestReadWhileWriting(t *testing.T) {
	dir := t.TempDir()
	done := make(chan int)
	stop := make(chan struct{})
	run(t, dir, plan(t, strings.Replace(toySpec, "700", "10", 1), toys{}), experiment.Options{})
	go func() {
		reads := 0
		for {
			select {
			case <-stop:
				done <- reads
				return
			default:
			}
			d, err := experiment.Open(dir)
			if err == nil {
				_, err = experiment.Summarize(d)
			}
			if err != nil {
				t.Error(err)
			}
			reads++
		}
	}()
	for n := 40; n <= 700; n += 60 {
		p := plan(t, strings.Replace(toySpec, "700", "1", 1), toys{})
		p.Spec.Episodes = uint64(n)
		run(t, dir, p, experiment.Options{Workers: 2, Chunk: 5})
	}
	close(stop)
	if reads := <-done; reads < 10 {
		t.Errorf("only %d reads", reads)
	}
}
