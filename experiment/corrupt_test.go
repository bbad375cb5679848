// SPDX-License-Identifier: BSD-3-Clause

package experiment_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/veilplan/veil/experiment"
	"github.com/veilplan/veil/experiment/crashfs"
)

// victim is a run directory that is going to be damaged.
type victim struct {
	name  string
	fsys  *crashfs.FS
	open  bool // its session has not ended
	files []string
	shows string   // what a reader is shown of it
	notes []string // what a reader is warned of
}

// show returns all that is read from a run; without the times if its session has not
// ended, because they are not forced to the disk.
func show(f *crashfs.FS, open bool) (shows string, notes []string, err error) {
	d, err := experiment.OpenOn(f, runDir)
	if err != nil {
		return "", nil, err
	}
	s, err := experiment.Summarize(d)
	if err != nil {
		return "", nil, err
	}
	times, err := d.Times()
	if err != nil {
		return "", nil, err
	}
	stored, err := d.PlayedBy("ann")
	if err != nil {
		return "", nil, err
	}
	text, err := json.Marshal(s)
	if open {
		return string(text), d.Notes(), err
	}
	return fmt.Sprintf("%s %v %v %d %v", text, times.Episodes, times.Busy, stored, d.Spec.MadeBy), d.Notes(), err
}

// victims are runs in every state.
func victims(t *testing.T, l *lab) []*victim {
	t.Helper()
	var all []*victim
	for _, v := range []struct {
		name string
		open bool
		make func(*crashfs.FS) error
	}{
		{"finished", false, func(f *crashfs.FS) error {
			return errors.Join(l.run(f, l.half, 1, "ann", "bob"), l.run(f, l.whole, 2, "ann"), l.forget(f))
		}},
		{"interrupted", false, func(f *crashfs.FS) error { return l.run(f, l.whole, 2) }},
		{"from before", false, func(f *crashfs.FS) error {
			_, err := experiment.SealOn(f, runDir, true)
			return err
		}},
		{"abandoned", true, func(f *crashfs.FS) error { return errors.Join(l.run(f, l.half, 0), l.abandon(f)) }},
	} {
		f := crashfs.New()
		if v.name == "from before" {
			if err := l.plain(f); err != nil {
				t.Fatal(err)
			}
		}
		if err := v.make(f); err != nil {
			t.Fatalf("%s: %v", v.name, err)
		}
		made := &victim{name: v.name, fsys: f, open: v.open, files: runFiles(t, f)}
		var err error
		if made.shows, made.notes, err = show(f, v.open); err != nil {
			t.Fatalf("%s: %v", v.name, err)
		}
		all = append(all, made)
	}
	return all
}

// runFiles lists the files of a run that have a meaning.
func runFiles(t *testing.T, f *crashfs.FS) (names []string) {
	t.Helper()
	for _, dir := range []string{"", "episodes"} {
		entries, err := f.ReadDir(path.Join(runDir, dir))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if !e.IsDir() && !strings.HasSuffix(e.Name(), ".new") {
				names = append(names, path.Join(dir, e.Name()))
			}
		}
	}
	return names
}

// tally counts what became of damage.
type tally struct{ named, unnamed, warned, harmless, silent int }

// judge looks at a damaged directory.
func (c *tally) judge(t *testing.T, v *victim, f *crashfs.FS, file, what string) {
	t.Helper()
	shows, notes, err := show(f, v.open)
	switch {
	case err != nil && strings.Contains(err.Error(), path.Base(file)):
		c.named++
	case err != nil:
		c.unnamed++
		t.Errorf("%s, %s: %s: not named: %v", v.name, file, what, err)
	case !slices.Equal(notes, v.notes):
		c.warned++
	case shows == v.shows:
		c.harmless++
	default:
		if c.silent++; c.silent <= 3 {
			t.Errorf("%s, %s: %s: shows\n%s, not\n%s", v.name, file, what, shows, v.shows)
		}
	}
	if err == nil && !v.open && what != nothing && slices.Equal(notes, v.notes) {
		t.Errorf("%s, %s: %s: not found", v.name, file, what)
	}
}

const nothing = "nothing changed"

// TestFlippedBits flips single bits of run directories: hundreds, or 100,000 with
// VEIL_FULL=1. Every one is found and named, if the session had ended; in one that has
// not, none changes what is shown without a warning.
func TestFlippedBits(t *testing.T) {
	flips := 1000
	switch {
	case os.Getenv("VEIL_FULL") != "":
		flips = 100_000
	case testing.Short():
		flips = 200
	}
	l := newLab(t)
	r := rand.New(rand.NewPCG(1, 5))
	for _, v := range victims(t, l) {
		var c tally
		for range flips / 4 {
			file := v.files[r.IntN(len(v.files))]
			name := path.Join(runDir, file)
			text, _ := v.fsys.Read(name)
			if len(text) == 0 {
				continue
			}
			bit := r.IntN(8 * len(text))
			bad := bytes.Clone(text)
			bad[bit/8] ^= 1 << (bit % 8)
			v.fsys.Write(name, bad)
			c.judge(t, v, v.fsys, file, fmt.Sprintf("bit %d", bit))
			v.fsys.Write(name, text)
		}
		t.Logf("%-11s %+v", v.name, c)
	}
}

// TestDamagedFiles cuts, removes, exchanges, repeats and rearranges files of run
// directories: hundreds of times, or 10,000 with VEIL_FULL=1.
func TestDamagedFiles(t *testing.T) {
	times := 400
	switch {
	case os.Getenv("VEIL_FULL") != "":
		times = 10_000
	case testing.Short():
		times = 100
	}
	l := newLab(t)
	all := victims(t, l)
	strangers := append(l.strangers(t), all[0].fsys, all[1].fsys)
	r := rand.New(rand.NewPCG(2, 5))
	for _, v := range all {
		counts := map[string]*tally{}
		for range times / 4 {
			kind := wreckers()[r.IntN(len(wreckers()))]
			file := v.files[r.IntN(len(v.files))]
			f := v.fsys.Clone(crashfs.Plan{})
			if counts[kind.name] == nil {
				counts[kind.name] = &tally{}
			}
			hit := kind.wreck(f, file, strangers[r.IntN(len(strangers))], r)
			what := kind.name
			if unchanged(f, v.fsys, v.files, hit) {
				what = nothing
			}
			if v.open && batchesCut(f, v.fsys, hit) {
				continue // as a crash leaves it: see docs/reference/run-directory.md
			}
			counts[kind.name].judge(t, v, f, hit, what)
		}
		for _, kind := range wreckers() {
			if c := counts[kind.name]; c != nil {
				t.Logf("%-11s %-14s %+v", v.name, kind.name, *c)
			}
		}
	}
}

// unchanged reports whether damage has changed nothing.
func unchanged(f, before *crashfs.FS, files []string, hit string) bool {
	for _, file := range append(slices.Clone(files), hit) {
		a, there := f.Read(path.Join(runDir, file))
		b, was := before.Read(path.Join(runDir, file))
		if there != was || !bytes.Equal(a, b) {
			return false
		}
	}
	return true
}

// batchesCut reports whether whole lines were cut off the end of the segment of a session
// that has not ended; the loss of a whole batch cannot be told from a crash.
func batchesCut(f, before *crashfs.FS, file string) bool {
	now, there := f.Read(path.Join(runDir, file))
	was, _ := before.Read(path.Join(runDir, file))
	return file == "episodes/000002.jsonl" && (!there || bytes.HasPrefix(was, now) && (len(now) == 0 || now[len(now)-1] == '\n'))
}

// strangers are other runs: of another seed, and of the same spec in other sessions.
func (l *lab) strangers(t *testing.T) []*crashfs.FS {
	t.Helper()
	seed := plan(t, strings.Replace(strings.Replace(toySpec, "700", "12", 1), "seed: 42", "seed: 43", 1), toys{})
	other, same := crashfs.New(), crashfs.New()
	err := l.create(other, seed, func(d *experiment.Dir) error {
		_, err := experiment.Run(t.Context(), d, seed, experiment.Options{Chunk: 4})
		return err
	})
	if err := errors.Join(err, l.run(same, l.whole, 1, "ann"), l.run(same, l.whole, 0, "cid")); err != nil {
		t.Fatal(err)
	}
	return []*crashfs.FS{other, same}
}

// wrecker damages a file, with the help of another run. It returns which file is to
// blame.
type wrecker struct {
	name  string
	wreck func(f *crashfs.FS, file string, other *crashfs.FS, r *rand.Rand) (hit string)
}

// rewrite is a wrecker that changes the text of a file.
func rewrite(name string, change func(text []byte, r *rand.Rand) []byte) wrecker {
	return wrecker{name, func(f *crashfs.FS, file string, _ *crashfs.FS, r *rand.Rand) string {
		text, _ := f.Read(path.Join(runDir, file))
		f.Write(path.Join(runDir, file), change(text, r))
		return file
	}}
}

// relines is a wrecker that changes the lines of a file.
func relines(name string, change func(lines [][]byte, i, j int) [][]byte) wrecker {
	return rewrite(name, func(text []byte, r *rand.Rand) []byte {
		lines := bytes.SplitAfter(text, []byte("\n"))
		return bytes.Join(change(lines, r.IntN(len(lines)), r.IntN(len(lines))), nil)
	})
}

func wreckers() []wrecker {
	return []wrecker{
		rewrite("cut", func(text []byte, r *rand.Rand) []byte { return text[:r.IntN(len(text)+1)] }),
		rewrite("cut at start", func(text []byte, r *rand.Rand) []byte { return text[r.IntN(len(text)+1):] }),
		rewrite("emptied", func([]byte, *rand.Rand) []byte { return nil }),
		rewrite("doubled", func(text []byte, _ *rand.Rand) []byte { return append(text, text...) }),
		rewrite("rubbish added", func(text []byte, r *rand.Rand) []byte { return append(text, byte(r.Uint32()), '\n') }),
		rewrite("zeros", func(text []byte, r *rand.Rand) []byte {
			i := r.IntN(len(text) + 1)
			clear(text[i:min(i+512, len(text))])
			return text
		}),
		relines("line removed", func(lines [][]byte, i, _ int) [][]byte { return slices.Delete(lines, i, i+1) }),
		relines("line moved", func(lines [][]byte, i, j int) [][]byte { lines[i], lines[j] = lines[j], lines[i]; return lines }),
		relines("line repeated", func(lines [][]byte, i, j int) [][]byte { return slices.Insert(lines, j, lines[i]) }),
		relines("lines removed", func(lines [][]byte, i, j int) [][]byte { return slices.Delete(lines, min(i, j), max(i, j)) }),
		rewrite("won for lost", func(text []byte, _ *rand.Rand) []byte {
			return bytes.ReplaceAll(text, []byte(`"lost"`), []byte(`"won"`))
		}),
		{"removed", func(f *crashfs.FS, file string, _ *crashfs.FS, _ *rand.Rand) string {
			f.Remove(path.Join(runDir, file))
			return file
		}},
		{"of another run", func(f *crashfs.FS, file string, other *crashfs.FS, _ *rand.Rand) string {
			if text, ok := other.Read(path.Join(runDir, file)); ok {
				f.Write(path.Join(runDir, file), text)
			}
			return file
		}},
		{"one more", func(f *crashfs.FS, file string, other *crashfs.FS, r *rand.Rand) string {
			text, _ := other.Read(path.Join(runDir, "episodes/000001.jsonl"))
			hit := fmt.Sprintf("episodes/%06d.jsonl", 4+r.IntN(9))
			f.Write(path.Join(runDir, hit), text)
			return hit
		}},
		{"exchanged", func(f *crashfs.FS, file string, _ *crashfs.FS, _ *rand.Rand) string {
			a, b := path.Join(runDir, "episodes/000001.jsonl"), path.Join(runDir, "episodes/000002.jsonl")
			first, _ := f.Read(a)
			if second, ok := f.Read(b); ok {
				f.Write(a, second)
				f.Write(b, first)
			}
			return "episodes/000001.jsonl"
		}},
	}
}
