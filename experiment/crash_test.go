// SPDX-License-Identifier: BSD-3-Clause

package experiment_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/veilplan/veil/experiment"
	"github.com/veilplan/veil/experiment/crashfs"
	"github.com/veilplan/veil/experiment/durable"
)

// runDir is where the runs of these tests are, on a disk that is not there.
const runDir = "/crash/runs/toy"

// operation is something that changes a run directory. It can be done again until it
// gets to its end.
type operation struct {
	name   string
	before func(l *lab, f *crashfs.FS) error // what was done to the directory earlier
	do     func(l *lab, f *crashfs.FS) error
}

// lab does operations on file systems that fail, and keeps account of what it was
// promised.
type lab struct {
	whole *experiment.Plan // 12 episodes
	half  *experiment.Plan // the first 6 of them
	lines [][]byte         // of every episode
	want  [2][]byte        // summary and episodes of the undisturbed run

	stored  map[uint64]bool // acknowledged
	damaged bool            // the directory is damaged, or from before
}

func newLab(t testing.TB) *lab {
	t.Helper()
	text := strings.Replace(toySpec, "episodes: 700", "episodes: 12", 1)
	l := &lab{whole: plan(t, text, toys{}), half: plan(t, strings.Replace(text, "12", "6", 1), toys{})}
	for i := range uint64(12) {
		c, err := l.whole.Play(t.Context(), i, i+1, nil)
		if err != nil {
			t.Fatal(err)
		}
		l.lines = append(l.lines, c.Lines)
	}
	f := crashfs.New()
	if err := l.run(f, l.whole, 0); err != nil {
		t.Fatal(err)
	}
	var err error
	if l.want, err = l.outcome(f); err != nil {
		t.Fatal(err)
	}
	return l
}

// chunk is a stretch of episodes. What bob plays is forged.
func (l *lab) chunk(first, end uint64, by string) *experiment.Chunk {
	c := &experiment.Chunk{First: first, End: end, Times: &experiment.ChunkTimes{Nanoseconds: 1000}, By: by}
	c.Lines = bytes.Join(l.lines[first:end], nil)
	if by == "bob" {
		c.Lines = bytes.ReplaceAll(c.Lines, []byte(`"lost"`), []byte(`"won"`))
	}
	return c
}

// create opens the directory, and calls use until that is done.
func (l *lab) create(f *crashfs.FS, p *experiment.Plan, use func(*experiment.Dir) error) error {
	d, _, err := experiment.CreateOn(f, runDir, p, madeBy())
	if err != nil {
		return err
	}
	return errors.Join(use(d), d.Close())
}

var errEnough = errors.New("enough")

// run runs an experiment, by many names if there are any. It is interrupted after a
// number of chunks, if that is not 0.
func (l *lab) run(f *crashfs.FS, p *experiment.Plan, chunks int, names ...string) error {
	err := l.create(f, p, func(d *experiment.Dir) error { return l.play(d, p, chunks, names...) })
	if errors.Is(err, errEnough) {
		return nil
	}
	return err
}

func (l *lab) play(d *experiment.Dir, p *experiment.Plan, chunks int, names ...string) error {
	played := 0
	_, err := experiment.Run(context.Background(), d, p, experiment.Options{Chunk: 3, Play: experiment.Each(func(_ context.Context, first, end uint64) (*experiment.Chunk, error) {
		if played++; chunks > 0 && played > chunks {
			return nil, errEnough
		}
		by := ""
		if len(names) > 0 {
			by = names[played%len(names)]
		}
		c := l.chunk(first, end, by)
		c.Stored = func() {
			for i := c.First; i < c.End && l.stored != nil; i++ {
				l.stored[i] = true
			}
		}
		return c, nil
	})})
	return err
}

// forget opens the directory, forgets bob, and goes on without.
func (l *lab) forget(f *crashfs.FS) error {
	return l.create(f, l.whole, func(d *experiment.Dir) error {
		clear(l.stored) // what bob played may go
		if err := d.Forget("bob"); err != nil {
			return err
		}
		return l.play(d, l.whole, 0, "ann")
	})
}

// plain makes a directory as it was before runs were sealed.
func (l *lab) plain(f *crashfs.FS) error {
	if err := l.run(f, l.whole, 2); err != nil {
		return err
	}
	old := crashfs.New()
	manifest, _ := f.Read(path.Join(runDir, "manifest.yaml"))
	old.Write(path.Join(runDir, "manifest.yaml"), manifest)
	torn := l.lines[6][:len(l.lines[6])/2]
	old.Write(path.Join(runDir, "episodes/000001.jsonl"), append(bytes.Join(l.lines[:3], nil), torn...))
	old.Write(path.Join(runDir, "episodes/000002.jsonl"), bytes.Join(l.lines[3:6], nil))
	old.Write(path.Join(runDir, "times.jsonl"), []byte("\n{\"first\":0,\"end\":3,\"ns\":7}\n\n{\"first\":3,\"e"))
	f.Become(old)
	l.damaged = true
	return nil
}

// damage flips a bit in the middle of a finished run.
func (l *lab) damage(f *crashfs.FS) error {
	if err := errors.Join(l.run(f, l.whole, 2), l.run(f, l.whole, 0)); err != nil {
		return err
	}
	name := path.Join(runDir, "episodes/000001.jsonl")
	text, _ := f.Read(name)
	text[bytes.Index(text, []byte(`"result"`))] ^= 4
	f.Write(name, text)
	l.damaged = true
	return nil
}

// wound flips a bit in the sealed part of a run that has not ended.
func (l *lab) wound(f *crashfs.FS) error {
	if err := errors.Join(l.run(f, l.whole, 2), l.abandon(f)); err != nil {
		return err
	}
	name := path.Join(runDir, "episodes/000001.jsonl")
	text, _ := f.Read(name)
	text[bytes.Index(text, []byte(`"result"`))] ^= 4
	f.Write(name, text)
	l.damaged = true
	return nil
}

func (l *lab) repair(f *crashfs.FS) error {
	if _, err := experiment.SealOn(f, runDir, true); err != nil {
		return err
	}
	l.damaged = false
	return l.run(f, l.whole, 0)
}

// abandon plays for a while and does not close the directory.
func (l *lab) abandon(f *crashfs.FS) error {
	d, _, err := experiment.CreateOn(f, runDir, l.whole, madeBy())
	if err != nil {
		return err
	}
	if err := l.play(d, l.whole, 2); !errors.Is(err, errEnough) {
		return err
	}
	return nil
}

func operations() []operation {
	return []operation{
		{"run", nil, func(l *lab, f *crashfs.FS) error { return l.run(f, l.whole, 0) }},
		{"interrupt", nil, func(l *lab, f *crashfs.FS) error { return errors.Join(l.run(f, l.whole, 2), l.run(f, l.whole, 0)) }},
		{"resume", func(l *lab, f *crashfs.FS) error { return l.run(f, l.whole, 2) }, func(l *lab, f *crashfs.FS) error { return l.run(f, l.whole, 0) }},
		{"recover", (*lab).abandon, func(l *lab, f *crashfs.FS) error { return l.run(f, l.whole, 0) }},
		{"lengthen", func(l *lab, f *crashfs.FS) error { return l.run(f, l.half, 0) }, func(l *lab, f *crashfs.FS) error { return l.run(f, l.whole, 0) }},
		{"names", nil, func(l *lab, f *crashfs.FS) error { return errors.Join(l.run(f, l.whole, 3, "ann", "bob"), l.forget(f)) }},
		{"forget", func(l *lab, f *crashfs.FS) error { return l.run(f, l.whole, 0, "ann", "bob") }, (*lab).forget},
		{"seal", (*lab).plain, (*lab).repair},
		{"repair", (*lab).damage, (*lab).repair},
		{"mend", (*lab).wound, (*lab).repair},
	}
}

// outcome returns the summary and the episodes, as they are stored. The directory must be
// sealed.
func (l *lab) outcome(f *crashfs.FS) (files [2][]byte, err error) {
	d, err := experiment.OpenOn(f, runDir)
	if err != nil {
		return files, err
	}
	s, err := d.ReadSummary()
	if err != nil {
		return files, err
	}
	var out bytes.Buffer
	if err := d.WriteJSONL(&out, s); err != nil {
		return files, err
	}
	files[0], _ = f.Read(path.Join(runDir, "summary.json"))
	files[1] = out.Bytes()
	if d.Stored() != d.Have() || len(d.Notes()) > 0 {
		err = fmt.Errorf("%d episodes, %d stored, %q", d.Have(), d.Stored(), d.Notes())
	}
	return files, err
}

// kept demands that everything that was acknowledged is there.
func (l *lab) kept(f *crashfs.FS) error {
	d, err := experiment.OpenOn(f, runDir)
	if l.damaged || errors.Is(err, fs.ErrNotExist) && len(l.stored) == 0 {
		return nil // not even started
	}
	if err != nil {
		return err
	}
	for i := range l.stored {
		if d.Lacks(i, i+1) {
			return fmt.Errorf("episode %d was stored and is lost", i)
		}
	}
	if d.Stored() > d.Have() {
		return fmt.Errorf("%d episodes, %d stored", d.Have(), d.Stored())
	}
	return nil
}

// disturb does an operation on a file system on which something goes wrong, perhaps again
// while that is mended, and then without any disturbance.
func (l *lab) disturb(x *subject, p crashfs.Plan) error {
	r := rand.New(rand.NewPCG(p.Seed, 3))
	l.stored, l.damaged = map[uint64]bool{}, x.damaged
	f := x.base.Clone(p)
	for range 1 + r.IntN(2) {
		failed := x.do(l, f)
		if err := l.kept(f.Clone(crashfs.Plan{})); err != nil {
			return fmt.Errorf("after an operation that returned %q: %w", fmt.Sprint(failed), err)
		}
		if errors.Is(failed, crashfs.ErrCrash) || r.IntN(2) == 0 {
			f = f.Crash(r.Uint64())
			if err := l.kept(f); err != nil {
				return fmt.Errorf("after a crash: %w", err)
			}
		}
		f = f.Clone(crashfs.Plan{Seed: r.Uint64(), Fault: p.Fault, At: 1 + r.IntN(x.calm[p.Fault]), Ignore: p.Ignore})
	}
	f = f.Clone(crashfs.Plan{Ignore: p.Ignore})
	if err := x.do(l, f); err != nil {
		return err
	}
	got, err := l.outcome(f.Crash(r.Uint64()))
	if err == nil && (!bytes.Equal(got[0], l.want[0]) || !bytes.Equal(got[1], l.want[1])) {
		err = errors.New("the result differs from that of the undisturbed run")
	}
	return err
}

// subject is an operation that is ready to be disturbed.
type subject struct {
	operation
	base    *crashfs.FS           // before the operation
	damaged bool                  // so is the directory, before
	calm    map[crashfs.Fault]int // how often each fault could happen in the undisturbed operation
	sites   []string              // the places in it that make something durable
}

func (l *lab) prepare(t testing.TB, o operation) *subject {
	t.Helper()
	l.stored, l.damaged = nil, false
	x := &subject{operation: o, base: crashfs.New(), calm: map[crashfs.Fault]int{}}
	if o.before != nil {
		if err := o.before(l, x.base); err != nil {
			t.Fatalf("%s: %v", o.name, err)
		}
	}
	x.damaged = l.damaged
	f := x.base.Clone(crashfs.Plan{})
	if err := o.do(l, f); err != nil {
		t.Fatalf("%s: %v", o.name, err)
	}
	for _, fault := range crashfs.Faults() {
		x.calm[fault] = f.Count(fault)
	}
	x.sites = slices.Collect(maps.Keys(f.Sites()))
	return x
}

func (x *subject) plan(fault crashfs.Fault, seed uint64, ignore string) crashfs.Plan {
	r := rand.New(rand.NewPCG(seed, 4))
	return crashfs.Plan{Seed: seed, Fault: fault, At: 1 + r.IntN(x.calm[fault]), Ignore: ignore}
}

// TestCrashAnywhere lets the machine crash, and the disk fail, at random moments of every
// operation: 5,000 crashes each with VEIL_FULL=1. Nothing that was acknowledged is lost,
// nothing is there twice, and in the end the result is that of the undisturbed run.
func TestCrashAnywhere(t *testing.T) {
	crashes, others := uint64(100), uint64(40)
	switch {
	case os.Getenv("VEIL_FULL") != "":
		crashes, others = 5000, 1000
	case testing.Short():
		crashes, others = 20, 8
	}
	l := newLab(t)
	for _, o := range operations() {
		x := l.prepare(t, o)
		for _, fault := range crashfs.Faults() {
			times, failed := others, 0
			if fault == crashfs.Crash {
				times = crashes
			}
			for seed := range times {
				if err := l.disturb(x, x.plan(fault, seed, "")); err != nil {
					if failed++; failed <= 3 {
						t.Errorf("%s, %s, seed %d: %v", o.name, fault, seed, err)
					}
				}
			}
			t.Logf("%-9s %-11s %d times, in one of %d operations: %d failed", o.name, fault, times, x.calm[fault], failed)
		}
	}
}

// TestEverySyncCounts leaves out each sync and rename, one at a time, and demands that
// the test above notices.
func TestEverySyncCounts(t *testing.T) {
	l := newLab(t)
	users := map[string][]*subject{} // by place
	for _, o := range operations() {
		x := l.prepare(t, o)
		for _, site := range x.sites {
			users[site] = append(users[site], x)
		}
	}
	sites := slices.Sorted(maps.Keys(users))
	if want := durableSites(); !slices.Equal(sites, want) {
		t.Errorf("the syncs and renames are\n%s\nwant\n%s", strings.Join(sites, "\n"), strings.Join(want, "\n"))
	}
	for _, site := range sites {
		if what, noticed := l.notices(users[site], site); noticed {
			t.Logf("without %s: %s", site, what)
		} else {
			t.Errorf("without %s nothing fails", site)
		}
	}
}

// durableSites lists every sync and rename of a run directory, so that one that is gone
// is noticed at once.
func durableSites() []string {
	var sites []string
	for _, user := range []string{
		"(*Dir).copySegment", "(*Dir).copyTimes", "(*Dir).cutPlain", "(*Dir).replaceManifest",
		"(*Dir).salvageSegment", "(*Dir).tryWriteSummary", "(*Dir).writeSeal", "startManifest",
	} {
		sites = append(sites, "rename in experiment."+user, "sync in experiment."+user)
	}
	for _, dir := range []string{"/", "/crash", "/crash/runs", runDir} {
		sites = append(sites, "sync of the directory "+dir+" in experiment.makeDir")
	}
	sites = append(sites, "sync of the directory in durable.Replace",
		"sync in experiment.(*Dir).addBatch", "sync of the directory "+runDir+"/episodes in experiment.(*Dir).startSegment",
		"sync in experiment.(*Dir).addTimes", "sync of the directory "+runDir+" in experiment.(*Dir).addTimes",
		"sync in experiment.(*Dir).closeSeal")
	slices.Sort(sites)
	return sites
}

// notices looks for a disturbance that fails only because something is left out.
func (l *lab) notices(users []*subject, site string) (what string, noticed bool) {
	for seed := range uint64(2000) {
		fault := []crashfs.Fault{crashfs.Crash, crashfs.BadSync}[seed%2]
		for _, x := range users {
			err := l.disturb(x, x.plan(fault, seed, site))
			if err != nil && l.disturb(x, x.plan(fault, seed, "")) == nil {
				what, _, _ := strings.Cut(err.Error(), "\n")
				return fmt.Sprintf("%s, %s, seed %d: %s", x.name, fault, seed, what), true
			}
		}
	}
	return "", false
}

var _ durable.FS = (*crashfs.FS)(nil)
