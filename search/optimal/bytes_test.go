// SPDX-License-Identifier: BSD-3-Clause

package optimal_test

import (
	"errors"
	"runtime"
	"runtime/debug"
	"sync"
	"testing"
	"time"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/internal/testsize"
	"github.com/veilplan/veil/search/optimal"
)

// TestMemoryLimit: a table that is too small costs time, not truth; what does not fit at
// all is refused.
func TestMemoryLimit(t *testing.T) {
	b := newBoard(5, 4, 5)
	s := newSolver(t, b.problem(), optimal.Config{})
	want, err := s.Solve(t.Context(), nil, veil.Budget{})
	if err != nil {
		t.Fatal(err)
	}
	limit := s.Bytes()*5/4 + want.Stats.Bytes/8
	memory := optimal.NewMemory(limit)
	got, err := newSolver(t, b.problem(), optimal.Config{Memory: memory}).Solve(t.Context(), nil, veil.Budget{})
	if err != nil || !got.Done || got.Interval != want.Interval {
		t.Errorf("%v, want %v, %v", got.Interval, want.Interval, err)
	}
	if memory.Bytes() > limit || want.Stats.Bytes < got.Stats.Bytes || got.Stats.Nodes < want.Stats.Nodes {
		t.Errorf("with the limit %+v, without %+v, %d of %d bytes", got.Stats, want.Stats, memory.Bytes(), limit)
	}
	if _, err := optimal.New(t.Context(), b.problem(), optimal.Config{MaxBytes: limit / 4}); !errors.Is(err, veil.ErrTooHard) {
		t.Errorf("a quarter of the memory it needs: %v", err)
	}
}

// TestMemoryBound measures the heap while solvers are made and search: it stays within
// the limit.
func TestMemoryBound(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(10)) // else the heap is mostly garbage
	board := newBoard(5, 5, 6)
	for _, limit := range []int64{6 << 20, 12 << 20, 32 << 20, 20 << 20}[:testsize.Of(3, 4, 4)] {
		heap := watchHeap()
		s, err := optimal.New(t.Context(), board.problem(), optimal.Config{MaxBytes: limit})
		var res optimal.Result
		if err == nil {
			res, err = s.Solve(t.Context(), nil, veil.Budget{Nodes: testsize.Of(8_000, 60_000, 60_000)})
		}
		peak := heap()
		t.Logf("limit %d: peak %d, %v, full %v, %v", limit, peak, err, res.Full, res.Interval)
		if err != nil && !errors.Is(err, veil.ErrTooHard) {
			t.Fatal(err)
		}
		if peak > limit*5/4 {
			t.Errorf("limit %d: the heap grew by %d bytes", limit, peak)
		}
		if limit >= 32<<20 && (err != nil || res.Full) {
			t.Errorf("limit %d: %v, full %v", limit, err, res.Full)
		}
	}
}

// TestMemoryFull: where two solvers share too little memory, the second says so, and what
// it returns is true.
func TestMemoryFull(t *testing.T) {
	b := newBoard(5, 4, 5)
	want, err := newSolver(t, b.problem(), optimal.Config{}).Solve(t.Context(), nil, veil.Budget{})
	if err != nil {
		t.Fatal(err)
	}
	memory := optimal.NewMemory(2_900_000)
	var solvers [2]*optimal.Solver
	for i := range solvers {
		solvers[i] = newSolver(t, b.problem(), optimal.Config{Memory: memory})
	}
	for i, s := range solvers {
		got, err := s.Solve(t.Context(), nil, veil.Budget{})
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%v, full %v, %d bytes", got.Interval, got.Full, memory.Bytes())
		within(t, got, want)
		if got.Full != (i == 1) || got.Done == got.Full || memory.Bytes() > 2_930_000 { // arrays of a few entries are only counted
			t.Errorf("solver %d: full %v, done %v, %d bytes", i, got.Full, got.Done, memory.Bytes())
		}
	}
}

// watchHeap begins to look at the heap; what it returns ends that and returns by how
// much the heap has grown at most.
func watchHeap() (peak func() int64) {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	base, most := m.HeapAlloc, m.HeapAlloc
	stop := make(chan bool)
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			runtime.ReadMemStats(&m)
			most = max(most, m.HeapAlloc)
			select {
			case <-stop:
				return
			case <-time.After(time.Millisecond):
			}
		}
	})
	return func() int64 {
		close(stop)
		wg.Wait()
		return int64(most - base)
	}
}

// TestClose: closed solvers leave nothing behind in a shared memory but what they learned.
func TestClose(t *testing.T) {
	b := newBoard(5, 5, 4)
	memory := optimal.NewMemory(0)
	for _, corner := range []int{0, 4} {
		s := newSolver(t, b.afterZero(corner), optimal.Config{Memory: memory})
		res, err := s.Value(t.Context(), nil, veil.Budget{})
		if err != nil || !res.Done {
			t.Fatal(res, err)
		}
		held := s.Bytes()
		if held < int64(res.States)*16 || memory.Bytes() != held+res.Stats.Bytes {
			t.Errorf("%d bytes in all, %d of the solver, %d of positions", memory.Bytes(), held, res.Stats.Bytes)
		}
		if s.Close(); memory.Bytes() != res.Stats.Bytes {
			t.Errorf("%d bytes after Close, %d of positions", memory.Bytes(), res.Stats.Bytes)
		}
	}
}
