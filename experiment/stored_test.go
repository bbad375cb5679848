// SPDX-License-Identifier: BSD-3-Clause

package experiment_test

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"github.com/veilplan/veil/experiment"
)

// TestStoredRun: a run directory that an earlier build has made is read without a warning, its
// episodes come out as they went in, and its summary is what they give today. The files in
// testdata/stored are never made anew: a change that needs that breaks the runs of others.
func TestStoredRun(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata/stored")); err != nil {
		t.Fatal(err)
	}
	d, err := experiment.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	}()
	if notes := d.Notes(); len(notes) != 0 || d.Have() != 6 {
		t.Errorf("%d episodes, notes %q", d.Have(), notes)
	}
	var scores []float64
	for e, err := range d.Episodes() {
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range e.Plays {
			scores = append(scores, p.Score)
		}
	}
	if len(scores) != 12 || scores[0] != 19 || scores[1] != 8 {
		t.Errorf("scores %v", scores)
	}
	stored, err := d.ReadSummary()
	if err != nil {
		t.Fatal(err)
	}
	sum, err := experiment.Summarize(d)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := asJSON(t, stored), asJSON(t, sum); !bytes.Equal(a, b) {
		t.Errorf("stored %s\ntoday %s", a, b)
	}
}

func asJSON(t *testing.T, v any) []byte {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
