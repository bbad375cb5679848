// SPDX-License-Identifier: BSD-3-Clause

package experiment_test

import (
	"bytes"
	"errors"
	"path"
	"strings"
	"testing"

	"github.com/veilplan/veil/experiment"
	"github.com/veilplan/veil/experiment/crashfs"
)

// TestForgottenStaysForgotten damages the line that says which episodes of a forger do
// not count: a repair must not bring them back.
func TestForgottenStaysForgotten(t *testing.T) {
	l := newLab(t)
	f := crashfs.New()
	if err := l.run(f, l.whole, 0, "ann", "bob"); err != nil {
		t.Fatal(err)
	}
	if err := l.create(f, l.whole, func(d *experiment.Dir) error { return d.Forget("bob") }); err != nil {
		t.Fatal(err)
	}
	name := path.Join(runDir, "episodes/000002.jsonl")
	text, _ := f.Read(name)
	text[bytes.Index(text, []byte("forget"))] ^= 1
	f.Write(name, text)
	if _, err := experiment.SealOn(f, runDir, true); err != nil {
		t.Fatal(err)
	}
	if err := l.run(f, l.whole, 0); err != nil {
		t.Fatal(err)
	}
	got, err := l.outcome(f)
	if err != nil || !bytes.Equal(got[1], l.want[1]) {
		t.Errorf("forged episodes are back (%v)", err)
	}
}

// TestRepairKeepsWhatItCan repairs each file of a run in turn.
func TestRepairKeepsWhatItCan(t *testing.T) {
	l := newLab(t)
	whole := crashfs.New()
	if err := l.run(whole, l.whole, 2); err != nil {
		t.Fatal(err)
	}
	if err := l.run(whole, l.whole, 0); err != nil {
		t.Fatal(err)
	}
	for file, kept := range map[string]uint64{
		"seal.json": 12, "summary.json": 12, "times.jsonl": 12, "episodes/000001.jsonl": 11, "episodes/000002.jsonl": 11,
	} {
		f := whole.Clone(crashfs.Plan{})
		text, _ := f.Read(path.Join(runDir, file))
		text[len(text)-40] ^= 1
		f.Write(path.Join(runDir, file), text)
		if _, err := experiment.SealOn(f, runDir, true); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		d, err := experiment.OpenOn(f, runDir)
		if err != nil || d.Have() != kept {
			t.Fatalf("%s: %d episodes kept, want %d (%v)", file, d.Have(), kept, err)
		}
		if err := l.run(f, l.whole, 0); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if got, err := l.outcome(f); err != nil || !bytes.Equal(got[1], l.want[1]) || !bytes.Equal(got[0], l.want[0]) {
			t.Errorf("%s: another result (%v)", file, err)
		}
	}
}

// TestSegmentOfAnotherSession puts an earlier segment in the place of one that is not
// sealed yet.
func TestSegmentOfAnotherSession(t *testing.T) {
	l := newLab(t)
	f := crashfs.New()
	if err := l.run(f, l.half, 0); err != nil {
		t.Fatal(err)
	}
	if err := l.abandon(f); err != nil {
		t.Fatal(err)
	}
	text, _ := f.Read(path.Join(runDir, "episodes/000001.jsonl"))
	f.Write(path.Join(runDir, "episodes/000002.jsonl"), text)
	if _, err := experiment.OpenOn(f, runDir); !errors.Is(err, experiment.ErrCorrupt) || !strings.Contains(err.Error(), "000002.jsonl: byte 0: this is segment 1") {
		t.Errorf("got %v", err)
	}
}

// TestNothingIsStoredAfterAFailure: a second try may succeed on a disk that has lost what
// the first one wrote.
func TestNothingIsStoredAfterAFailure(t *testing.T) {
	l := newLab(t)
	calm := crashfs.New()
	if err := l.create(calm, l.whole, func(*experiment.Dir) error { return nil }); err != nil {
		t.Fatal(err)
	}
	for at := 1; at <= calm.Count(crashfs.BadSync)+6; at++ {
		f := crashfs.New().Clone(crashfs.Plan{Seed: uint64(at), Fault: crashfs.BadSync, At: at})
		d, _, err := experiment.CreateOn(f, runDir, l.whole, madeBy())
		if err != nil {
			continue
		}
		var failed error
		for first := uint64(0); first < 12; first += 3 {
			err := d.Store(l.chunk(first, first+3, "ann"), nil)
			if failed != nil && err == nil {
				t.Errorf("sync %d: stored after %v", at, failed)
			}
			failed = err
		}
	}
}
