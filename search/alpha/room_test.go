// SPDX-License-Identifier: BSD-3-Clause

package alpha_test

import (
	"errors"
	"runtime"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/problems/tag"
	"github.com/veilplan/veil/problems/tiger"
	"github.com/veilplan/veil/search/alpha"
)

// TestMemory: a search ends when its memory is full, and one whose tables do not fit does not begin.
func TestMemory(t *testing.T) {
	const most = 12 << 20
	s, err := alpha.Solve(t.Context(), tag.New(), veil.Budget{Simulations: 2000}, alpha.Config{Discount: tag.Discount, Memory: most})
	if err != nil || s.Decision.Cut || s.Decision.Work.Simulations == 2000 {
		t.Fatalf("%v, %+v", err, s)
	}
	var after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&after)
	if after.HeapAlloc > most { // that of the tests too
		t.Errorf("%d bytes are held, %d are allowed", after.HeapAlloc, most)
	}
	runtime.KeepAlive(s)
	full := &alpha.MemoryError{}
	_, err = alpha.Solve(t.Context(), tag.New(), veil.Budget{}, alpha.Config{Discount: tag.Discount, Memory: 1 << 20})
	if !errors.As(err, &full) || full.Need <= 1<<20 || !errors.Is(err, veil.ErrTooHard) {
		t.Errorf("a megabyte: %v", err)
	}
	if _, err := alpha.MeasureWithin(t.Context(), tag.New(), alpha.Config{Memory: 1 << 20}); !errors.As(err, &full) {
		t.Errorf("measured in a megabyte: %v", err)
	}
}

// TestNearOne: at a discount near 1 a walk ends all the same.
func TestNearOne(t *testing.T) {
	s, err := alpha.Solve(t.Context(), tiger.Model{}, veil.Budget{Simulations: 1}, alpha.Config{Discount: 0.9999999, Memory: 1 << 26})
	if err != nil || s.Decision.Work.Simulations != 1 {
		t.Errorf("%v", err)
	}
}
