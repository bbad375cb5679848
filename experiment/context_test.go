// SPDX-License-Identifier: BSD-3-Clause

package experiment_test

import (
	"context"
	"errors"
	"io"
	"testing"

	"github.com/veilplan/veil/experiment"
)

// countdown is a context that ends after it was asked a number of times.
type countdown struct {
	context.Context

	left int
}

// Err counts.
func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestReadsEndWithContext: wherever the context ends, opening, summing up and writing end with
// its error, and the directory can be read again.
func TestReadsEndWithContext(t *testing.T) {
	dir := t.TempDir()
	want := run(t, dir, plan(t, toySpec, toys{}), experiment.Options{})
	read := func(ctx context.Context) error {
		d, err := experiment.OpenContext(ctx, dir)
		if err != nil {
			return err
		}
		s, err := experiment.Summarize(d.WithContext(ctx))
		if err != nil {
			return err
		}
		if err := d.WithContext(ctx).WriteJSONL(io.Discard, s); err != nil {
			return err
		}
		if again, err := experiment.Summarize(d); err != nil || again.Episodes != want.Episodes {
			t.Errorf("read again: %v", err)
		}
		return nil
	}
	ends := 0
	for ; ; ends++ {
		err := read(&countdown{t.Context(), ends})
		if err == nil {
			break
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatalf("ended after %d questions: %v", ends, err)
		}
	}
	if ends < 10 {
		t.Errorf("the context was asked %d times", ends)
	}
}
