// SPDX-License-Identifier: BSD-3-Clause

package experiment_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/veilplan/veil/experiment"
)

func read(t testing.TB, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// same demands that a directory holds exactly what the undisturbed run holds.
func same(t testing.TB, what, dir string, summary, episodes []byte) {
	t.Helper()
	s, e := result(t, dir)
	if !bytes.Equal(s, summary) {
		t.Errorf("%s: the summary differs:\n%s\nwant\n%s", what, s, summary)
	}
	if !bytes.Equal(e, episodes) {
		t.Errorf("%s: the episodes differ", what)
	}
}

// TestNothingChangesTheResult: workers, processors and chunks do not, with and without
// a sequential test that stops the run.
func TestNothingChangesTheResult(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	short, long := strings.Replace(toySpec, "700", "150", 1), strings.Replace(toySpec, "700", "2100", 1)
	const test = "sprt: {first: looker, second: guesser, h0: 0, h1: 0.2, alpha: 0.05, beta: 0.05}\n"
	for _, c := range []struct {
		name, text string
		chunks     []int
		stops      bool
	}{
		{"short", short, []int{1, 7}, false},
		{"long", long, []int{100, 1000}, false},
		{"test", long + test, []int{3, 1000}, true},
	} {
		p := plan(t, c.text, toys{})
		first := t.TempDir()
		s := run(t, first, p, experiment.Options{})
		if (s.Episodes < s.Wanted) != c.stops || !s.Complete {
			t.Fatalf("%s: %d of %d episodes", c.name, s.Episodes, s.Wanted)
		}
		summary, episodes := result(t, first)
		for _, procs := range []int{1, 2} {
			runtime.GOMAXPROCS(procs)
			for _, workers := range []int{1, 2, 4, 8} {
				if testing.Short() && workers != 4 {
					continue
				}
				for _, chunk := range c.chunks {
					what := fmt.Sprintf("%s procs=%d workers=%d chunk=%d", c.name, procs, workers, chunk)
					dir := t.TempDir()
					run(t, dir, p, experiment.Options{Workers: workers, Chunk: chunk})
					same(t, what, dir, summary, episodes)
				}
			}
		}
	}
}

// unclosed runs an experiment and copies its directory before it is closed, as a killed
// process would leave it.
func unclosed(t testing.TB, p *experiment.Plan, o experiment.Options) (dir string) {
	t.Helper()
	d, _, err := experiment.Create(t.TempDir(), p, madeBy())
	if err != nil {
		t.Fatal(err)
	}
	_, err = experiment.Run(t.Context(), d, p, o)
	dir = t.TempDir()
	if err := errors.Join(err, os.CopyFS(dir, os.DirFS(d.Path)), d.Close()); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestTornAnywhere cuts a segment at every byte near its end, fills the rest with
// nothing, zeros or rubbish; and resumes.
func TestTornAnywhere(t *testing.T) {
	p := plan(t, strings.Replace(toySpec, "episodes: 700", "episodes: 40", 1), toys{})
	whole := t.TempDir()
	run(t, whole, p, experiment.Options{Chunk: 10})
	summary, episodes := result(t, whole)
	killed := unclosed(t, p, experiment.Options{Chunk: 10})
	segment := filepath.Join("episodes", "000001.jsonl")
	text := read(t, filepath.Join(killed, segment))
	r := rand.New(rand.NewPCG(1, 1))
	step := 30
	switch {
	case os.Getenv("VEIL_FULL") != "":
		step = 7
	case testing.Short():
		step = 500
	}
	for cut := len(text); cut >= 0; cut -= 1 + r.IntN(step) {
		rest := [][]byte{nil, make([]byte, r.IntN(500)), []byte("{\"episode\":3,\n\xff\n")}[r.IntN(3)]
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS(killed)); err != nil {
			t.Fatal(err)
		}
		torn := append(bytes.Clone(text[:cut]), rest...)
		if err := os.WriteFile(filepath.Join(dir, segment), torn, 0o600); err != nil {
			t.Fatal(err)
		}
		run(t, dir, p, experiment.Options{Chunk: 7})
		same(t, fmt.Sprintf("cut at %d", cut), dir, summary, episodes)
		if d, err := experiment.Open(dir); err != nil || len(d.Notes()) > 0 {
			t.Errorf("cut at %d: %v, %q", cut, err, d.Notes())
		}
	}
}

// TestHolesAreFilled damages a segment in its middle: that is refused, and after a repair
// only what is damaged is played again.
func TestHolesAreFilled(t *testing.T) {
	p := plan(t, toySpec, toys{})
	first := t.TempDir()
	run(t, first, p, experiment.Options{Workers: 2, Chunk: 10})
	summary, episodes := result(t, first)
	name := filepath.Join(first, "episodes", "000001.jsonl")
	text := read(t, name)
	text[bytes.Index(text, []byte(`{"episode":350`))+20] ^= 1
	if err := os.WriteFile(name, text, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := experiment.Create(first, p, madeBy()); !errors.Is(err, experiment.ErrCorrupt) || !strings.Contains(err.Error(), "000001.jsonl: byte ") {
		t.Fatalf("a flipped bit: %v", err)
	}
	if _, err := experiment.Seal(first, false); !errors.Is(err, experiment.ErrCorrupt) {
		t.Fatalf("sealed with a flipped bit: %v", err)
	}
	if dropped, err := experiment.Seal(first, true); err != nil || dropped == 0 {
		t.Fatalf("%d bytes dropped, %v", dropped, err)
	}
	d, torn, err := experiment.Create(first, p, madeBy())
	if err != nil || torn != 0 || d.Have() != 699 {
		t.Fatalf("%d bytes cut off, %d episodes left, %v", torn, d.Have(), err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	run(t, first, p, experiment.Options{})
	same(t, "a flipped bit", first, summary, episodes)
}

// TestStoredTwiceCountsOnce stores episodes again, in other stretches.
func TestStoredTwiceCountsOnce(t *testing.T) {
	p := plan(t, toySpec, toys{})
	first := t.TempDir()
	run(t, first, p, experiment.Options{Chunk: 50})
	summary, episodes := result(t, first)
	d, _, err := experiment.Create(first, p, madeBy())
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range [][2]uint64{{0, 700}, {30, 80}, {650, 700}, {31, 32}} {
		c, err := p.Play(t.Context(), part[0], part[1], nil)
		if err := errors.Join(err, d.Store(c, nil)); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	run(t, first, p, experiment.Options{})
	same(t, "stored twice", first, summary, episodes)
}

// TestInterrupt stops a run after every few chunks and resumes it.
func TestInterrupt(t *testing.T) {
	p := plan(t, toySpec, toys{})
	first, dir := t.TempDir(), t.TempDir()
	run(t, first, p, experiment.Options{})
	summary, episodes := result(t, first)
	sessions := 0
	for done := false; !done; sessions++ {
		d, _, err := experiment.Create(dir, p, madeBy())
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		chunks, before := 0, d.Have()
		_, err = experiment.Run(ctx, d, p, experiment.Options{Workers: 3, Chunk: 20, Progress: func(pr experiment.Progress) {
			if chunks++; chunks == 4 {
				cancel()
			}
			if pr.Have != before+pr.Session || pr.Want != 700 || pr.Tallies[0].N != int(pr.Have) {
				t.Errorf("%+v after %d", pr, before)
			}
		}})
		cancel()
		done = err == nil
		if err != nil && !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		if err := d.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if sessions < 3 {
		t.Errorf("only %d sessions: nothing was interrupted", sessions)
	}
	same(t, "interrupted", dir, summary, episodes)
}

// TestFailureKeepsWhatWasPlayed: a player that fails ends the run, and the episodes
// before are stored.
func TestFailureKeepsWhatWasPlayed(t *testing.T) {
	p := plan(t, strings.Replace(toySpec, "{id: looker}", "{id: looker}, {id: failer}", 1), toys{})
	d, _, err := experiment.Create(t.TempDir(), p, madeBy())
	if err != nil {
		t.Fatal(err)
	}
	_, err = experiment.Run(t.Context(), d, p, experiment.Options{Chunk: 1000})
	if !errors.Is(err, errBroken) || !strings.HasPrefix(err.Error(), "policy failer: episode ") {
		t.Errorf("error %v", err)
	}
	if have := d.Have(); have == 0 || have == 700 {
		t.Errorf("%d episodes were kept", have)
	}
}

func TestOneRunAtATime(t *testing.T) {
	p, dir := plan(t, toySpec, toys{}), t.TempDir()
	d, _, err := experiment.Create(dir, p, madeBy())
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := experiment.Create(dir, p, madeBy()); err == nil || !strings.Contains(err.Error(), "another process") {
		t.Errorf("a second run: %v", err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	run(t, dir, p, experiment.Options{})
}

func TestRunsAreNotMixed(t *testing.T) {
	dir := t.TempDir()
	run(t, dir, plan(t, toySpec, toys{}), experiment.Options{})
	for _, change := range [][2]string{{"seed: 42", "seed: 43"}, {"{id: looker}", "{id: l, player: looker}"}, {"work, ", ""}} {
		other := plan(t, strings.Replace(toySpec, change[0], change[1], 1), toys{})
		if _, _, err := experiment.Create(dir, other, madeBy()); !errors.Is(err, experiment.ErrOther) {
			t.Errorf("%s: %v", change[1], err)
		}
	}
	by := madeBy()
	by.Arch = "linux/arm64"
	if _, _, err := experiment.Create(dir, plan(t, toySpec, toys{}), by); !errors.Is(err, experiment.ErrOther) {
		t.Errorf("another machine: %v", err)
	}
}

// TestLongerRun asks for more episodes: only the new ones are played.
func TestLongerRun(t *testing.T) {
	dir, whole := t.TempDir(), t.TempDir()
	run(t, dir, plan(t, strings.Replace(toySpec, "700", "300", 1), toys{}), experiment.Options{})
	run(t, dir, plan(t, toySpec, toys{}), experiment.Options{Progress: func(p experiment.Progress) {
		if p.Have != p.Session+300 {
			t.Errorf("%+v", p)
		}
	}})
	run(t, whole, plan(t, toySpec, toys{}), experiment.Options{})
	summary, episodes := result(t, whole)
	same(t, "longer", dir, summary, episodes)
}

// TestTimes checks that a clock changes no result and that every move is timed.
func TestTimes(t *testing.T) {
	bare, dir := t.TempDir(), t.TempDir()
	timed := strings.Replace(toySpec, "actions]", "actions, ms_per_move]", 1)
	run(t, bare, plan(t, timed, toys{}), experiment.Options{})
	summary, episodes := result(t, bare)
	now := time.Duration(0)
	run(t, dir, plan(t, timed, toys{}), experiment.Options{Clock: func() time.Duration { now += time.Millisecond; return now }})
	same(t, "timed", dir, summary, episodes)
	d, err := experiment.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	times, err := d.Times()
	if err != nil || times.Episodes != 700 || times.Busy <= 0 || times.Moves[0].N != 700 || times.Moves[1].N != 1400 {
		t.Errorf("%d episodes in %v, %d and %d moves, %v", times.Episodes, times.Busy, times.Moves[0].N, times.Moves[1].N, err)
	}
	if q := times.Moves[0].Quantile(0.5); q < uint64(time.Millisecond) || q > uint64(2*time.Millisecond) {
		t.Errorf("half of the moves took %d ns", q)
	}
}

// TestStoreTogether stores chunks from many goroutines at once, some of them spoilt: the
// good ones are there, each once.
func TestStoreTogether(t *testing.T) {
	p := plan(t, toySpec, toys{})
	want, dir := t.TempDir(), t.TempDir()
	run(t, want, p, experiment.Options{})
	summary, episodes := result(t, want)
	d, _, err := experiment.Create(dir, p, madeBy())
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for first := uint64(0); first < 700; first += 10 {
		all.Go(func() {
			c, err := p.Play(t.Context(), first, first+10, nil)
			if err != nil {
				t.Error(err)
			}
			bad := *c
			bad.End++
			if err := d.Store(&bad, nil); !errors.Is(err, experiment.ErrDamaged) {
				t.Errorf("a spoilt chunk: %v", err)
			}
			if err := d.Store(c, nil); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if d.Have() != 700 {
		t.Errorf("%d episodes", d.Have())
	}
	_, err = experiment.Run(t.Context(), d, p, experiment.Options{})
	if err := errors.Join(err, d.Close()); err != nil {
		t.Fatal(err)
	}
	same(t, "together", dir, summary, episodes)
}
