// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/veilplan/veil/experiment"
	"github.com/veilplan/veil/internal/testsize"
)

// someDay is the time of day in these tests.
func someDay() time.Time { return time.Date(2026, 11, 18, 9, 0, 0, 0, time.UTC) }

// wantFace reads the face of a run.
func wantFace(t *testing.T, dir string) *Face {
	t.Helper()
	f, err := ReadFace(dir)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// events returns the events of a kind, as names of workers.
func (f *Face) events(kind EventKind) (workers []string) {
	for _, e := range f.Events {
		if e.Kind == kind {
			workers = append(workers, e.Worker)
		}
	}
	return workers
}

// TestFace: a run shows who works, who has left, what it has refused, and its verdict; a worker is
// named only if it agreed. Its accounts have every episode once, and no more time than has passed.
func TestFace(t *testing.T) {
	t.Parallel()
	p := planOf(t, fmt.Sprintf(tigerSpec, 1000))
	s := startServer(t, ServerConfig{})
	boast := func(r *result) {
		for _, times := range r.Times {
			times.Nanoseconds = int64(1000 * time.Hour)
		}
	}
	startWorker(t, s.URL(), &Worker{Name: "ann", Public: "Ann B."})
	startWorker(t, s.URL(), &Worker{Name: "bob", spoil: boast})
	stop := startWorker(t, s.URL(), &Worker{Name: "cid", Public: "Cid"})
	r := runner(t, s.URL())
	r.Now = someDay
	d := create(t, t.TempDir(), p)
	start := r.Clock()
	left := false
	progress := func(experiment.Progress) {
		if n, err := d.PlayedBy("cid"); err == nil && n > 0 && !left {
			left = true
			go stop() //nolint:errcheck // the cleanup checks it
		}
	}
	if _, err := r.Run(t.Context(), d, p, experiment.Options{Chunk: 20, Clock: clock(), Progress: progress}); err != nil {
		t.Fatal(err)
	}
	elapsed := r.Clock() - start
	f := wantFace(t, d.Path)
	joined := f.events(EventJoined)
	slices.Sort(joined)
	if !f.Ended || len(f.Workers) != 0 || !reflect.DeepEqual(slices.Compact(joined), []string{"ann", "bob", "cid"}) || !slices.Contains(f.events(EventLeft), "cid") {
		t.Errorf("the face: %+v", f)
	}
	if want := map[string]string{"ann": "Ann B.", "cid": "Cid"}; !reflect.DeepEqual(f.Public, want) {
		t.Errorf("public names: %v, want %v", f.Public, want)
	}
	if last := f.Events[len(f.Events)-1]; last.Kind != EventVerdict || last.Detail != "1 of 1 thresholds hold after 1000 episodes" || f.Events[0].Kind != EventBegan {
		t.Errorf("the events: %+v", f.Events)
	}
	accounts, err := d.Accounts()
	sum := experiment.Account{}
	for _, a := range accounts {
		sum.Episodes, sum.Busy = sum.Episodes+a.Episodes, sum.Busy+a.Busy
		if a.Month != "2026-11" {
			t.Errorf("the month: %+v", a)
		}
	}
	if err != nil || sum.Episodes != 1000 || sum.Busy > 64*elapsed { // a name may hold many chunks
		t.Errorf("accounts %+v (%v), within %v", accounts, err, elapsed)
	}
}

// TestFaceNow: while a run continues, its face lists the workers that are there and what they hold; a run that is
// stopped says so, and the next process continues the log.
func TestFaceNow(t *testing.T) {
	t.Parallel()
	p := planOf(t, fmt.Sprintf(tigerSpec, 1_000_000))
	s := startServer(t, ServerConfig{})
	startWorker(t, s.URL(), &Worker{Name: "ann"})
	dir := t.TempDir()
	for round := range 2 {
		d, _, err := experiment.Create(dir, p, madeBy())
		if err != nil {
			t.Fatal(err)
		}
		r := runner(t, s.URL())
		r.Now = time.Now
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() {
			_, err := r.Run(ctx, d, p, experiment.Options{Chunk: 50, Clock: clock()})
			done <- err
		}()
		testsize.Await(t, "ann plays", func() bool {
			f, err := ReadFace(dir)
			return err == nil && !f.Ended && len(f.Workers) == 1 && f.Workers[0].Worker == "ann" && f.Workers[0].Held > 0
		})
		cancel()
		if err := testsize.Receive(t, "the run ends", done); err == nil {
			t.Fatal("a run that was stopped is complete")
		}
		f := wantFace(t, dir)
		if !f.Ended || len(f.events(EventBegan)) != round+1 || len(f.events(EventStopped)) != round+1 {
			t.Errorf("round %d: %+v", round, f)
		}
		if err := d.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestExcludedShown: a worker that was wrong is in the log, and no longer in the accounts.
func TestExcludedShown(t *testing.T) {
	t.Parallel()
	p := planOf(t, fmt.Sprintf(tigerSpec, 600))
	s := startServer(t, ServerConfig{})
	startWorker(t, s.URL(), &Worker{Name: "bad", Public: "Bad", spoil: tamper})
	startWorker(t, s.URL(), &Worker{Name: "good"})
	r := runner(t, s.URL())
	r.Now, r.Check = someDay, 0.2
	d := create(t, t.TempDir(), p)
	if _, err := r.Run(t.Context(), d, p, experiment.Options{Chunk: 20, Clock: clock()}); err != nil {
		t.Fatal(err)
	}
	if f := wantFace(t, d.Path); !slices.Contains(f.events(EventExcluded), "bad") || !f.Ended || len(f.events(EventBegan)) != 1 {
		t.Errorf("the face: %+v", f)
	}
	accounts, err := d.Accounts()
	if err != nil || len(accounts) != 1 || accounts[0].By != "good" || accounts[0].Episodes != 600 {
		t.Errorf("accounts %+v (%v)", accounts, err)
	}
}

// TestBoardBounds: whatever comes, the log and the lists stay small.
func TestBoardBounds(t *testing.T) {
	b := openBoard(t.TempDir(), someDay)
	for i := range 2 * maxPresent {
		b.saw(fmt.Sprint("w", i))
		b.consent(fmt.Sprint("w", i), "W")
	}
	for range 2 * maxEvents {
		b.note(EventRefused, "ann", strings.Repeat("x", 10*maxDetail))
	}
	if n := len(b.face.Events); n != maxEvents {
		t.Errorf("%d events in memory, want %d", n, maxEvents)
	}
	b.face.Ended = true
	if err := b.save(nil, 0, 0); err != nil {
		t.Fatal(err)
	}
	f := wantFace(t, b.dir)
	if len(f.Workers) != maxPresent || len(f.Public) != maxPresent || len(f.Events) != maxEvents || len(f.Events[0].Detail) != maxDetail {
		t.Errorf("%d workers, %d names, %d events", len(f.Workers), len(f.Public), len(f.Events))
	}
}

// TestPublicNames: a name that could disguise itself or leave its line is refused, also if it is signed.
func TestPublicNames(t *testing.T) {
	for _, name := range []string{"Ann", "Ann B.", "Zoë", "李雷", "o'neil-7"} {
		if err := CheckPublicName(name); err != nil {
			t.Errorf("%v", err)
		}
	}
	for _, name := range []string{"", " Ann", "a\nb", "a\u202eb", "<b>", strings.Repeat("x", 41), "a\u0301\u0301", "\xff"} {
		if CheckPublicName(name) == nil {
			t.Errorf("%q is accepted", name)
		}
	}
	r := someWork().answer(nil, nil)
	r.Public = "a\u202eb"
	text, err := r.encode(fixed("ann"), &compressors{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := decodeResult(text); !errors.Is(err, ErrMessage) {
		t.Errorf("a result in the name of %q: %v", r.Public, err)
	}
}

// FuzzFace: whatever is in the file, what is read can be shown.
func FuzzFace(f *testing.F) {
	text, err := json.Marshal(Face{
		Schema: faceSchema, At: someDay(), Workers: []Present{{"ann", someDay(), 2}}, Public: map[string]string{"ann": "Ann"},
		Events: []Event{{someDay(), EventJoined, "ann", ""}},
	})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte(`{"schema":"farm.face/1","events":[{"kind":"x"},{"kind":"left","worker":"a b"}],"public":{"a":"<"},"workers":[{"worker":"","held":-1}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		face, err := parseFace(text)
		if err != nil {
			return
		}
		for _, e := range face.Events {
			if !slices.Contains(EventKinds(), e.Kind) || e.Worker != "" && !word(e.Worker) || len(e.Detail) > maxDetail {
				t.Errorf("%+v", e)
			}
		}
		for _, p := range face.Workers {
			if !word(p.Worker) || p.Held < 0 {
				t.Errorf("%+v", p)
			}
		}
		for worker, name := range face.Public {
			if !word(worker) || CheckPublicName(name) != nil {
				t.Errorf("%q %q", worker, name)
			}
		}
	})
}

// TestDamagedFace: a face that cannot be read does not stop a run.
func TestDamagedFace(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, faceFile), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadFace(dir); !errors.Is(err, ErrMessage) {
		t.Errorf("a torn file: %v", err)
	}
	if b := openBoard(dir, someDay); len(b.face.Events) != 1 || b.save(nil, 0, 0) != nil {
		t.Errorf("%+v", b.face)
	}
	wantFace(t, dir)
}
