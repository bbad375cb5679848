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

// TestForeignBatches: two sessions of one experiment that did not end have segments of the
// same number and spec. Neither the whole nor a part of one is taken for the other's.
func TestForeignBatches(t *testing.T) {
	l := newLab(t)
	name := path.Join(runDir, "episodes/000002.jsonl")
	abandoned := func(chunks int) *crashfs.FS {
		f := crashfs.New()
		if err := errors.Join(l.run(f, l.half, chunks), l.abandon(f)); err != nil {
			t.Fatal(err)
		}
		return f
	}
	ours, theirs := abandoned(0), abandoned(1)
	a, b := batches(t, ours, name), batches(t, theirs, name)
	for want, text := range map[string][]byte{
		"byte 0: belongs to another run of this experiment":     bytes.Join(b, nil),
		"batch 1 does not follow what is before it":             bytes.Join([][]byte{a[0], b[1]}, nil),
		"batch 0 is incomplete, or does not match its checksum": bytes.Join([][]byte{repeatFirst(a[0]), a[1]}, nil),
	} {
		f := ours.Clone(crashfs.Plan{})
		f.Write(name, text)
		if _, err := experiment.OpenOn(f, runDir); !errors.Is(err, experiment.ErrCorrupt) || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

// batches splits a segment before its marks.
func batches(t *testing.T, f *crashfs.FS, name string) (parts [][]byte) {
	t.Helper()
	text, _ := f.Read(name)
	for line := range bytes.Lines(text) {
		if bytes.HasPrefix(line, []byte(`{"batch":`)) {
			parts = append(parts, nil)
		}
		parts[len(parts)-1] = append(parts[len(parts)-1], line...)
	}
	if len(parts) < 2 {
		t.Fatalf("%d batches in %s", len(parts), name)
	}
	return parts
}

// repeatFirst replaces the second episode of a batch by the first. Every line is whole, and
// there are as many as there should be.
func repeatFirst(batch []byte) []byte {
	lines := bytes.SplitAfter(batch, []byte("\n"))
	plays := 0 // lines of an episode
	for plays+1 < len(lines) && episodeOf(lines[plays+1]) == episodeOf(lines[1]) {
		plays++
	}
	copy(lines[1+plays:1+2*plays], lines[1:1+plays])
	return bytes.Join(lines, nil)
}

// episodeOf returns what a line begins with: the number of its episode.
func episodeOf(line []byte) string {
	number, _, _ := strings.Cut(string(line), ",")
	return number
}
