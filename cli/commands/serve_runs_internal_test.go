// SPDX-License-Identifier: BSD-3-Clause

package commands

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/veilplan/veil/cli/frame"
)

// TestShelfIsPatient: a run that takes too long to read again is shown as it was read last. One that was never read
// may take as long as the request.
func TestShelfIsPatient(t *testing.T) {
	s := (&app{App: new(frame.App)}).newShelf(t.TempDir(), false)
	s.patience = 0
	ctx, done := context.WithTimeout(t.Context(), time.Minute)
	defer done()
	run := filepath.Join(s.dir, "r")
	if err := os.CopyFS(run, os.DirFS("../../experiment/testdata/stored")); err != nil {
		t.Fatal(err)
	}
	first, err := s.open(ctx, "r")
	if err != nil {
		t.Fatal(err)
	}
	first.took = 0 // it was quick
	later := time.Now().Add(time.Hour).Truncate(time.Second)
	if err := os.Chtimes(filepath.Join(run, manifest), time.Time{}, later); err != nil {
		t.Fatal(err)
	}
	second, err := s.open(ctx, "r")
	if err != nil || second.summary != first.summary || !second.changed.Equal(later) {
		t.Fatalf("a second reading, of %v: %v", second, err)
	}
	s.patience, second.took = 1, 0
	if third, err := s.open(ctx, "r"); err != nil || third.summary == first.summary {
		t.Errorf("a third reading, with patience: %v", err)
	}
}
