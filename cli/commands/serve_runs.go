// SPDX-License-Identifier: BSD-3-Clause

package commands

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/veilplan/veil/experiment"
	"github.com/veilplan/veil/experiment/durable"
	"github.com/veilplan/veil/web"
)

// shelf is a directory of runs, served over HTTP. A run is read again when it has changed.
type shelf struct {
	*app

	dir     string
	control bool // runs can be paused

	published bool // for anybody: without paths of this machine

	patience float64 // share of a request's time that a run may take to read that was read before

	turn chan struct{} // one run is read at a time, because reading saturates the disk
	read map[string]*shelved
}

// shelved is a run with the state at which it was read.
type shelved struct {
	stamp   string
	changed time.Time
	read    time.Time
	took    time.Duration
	dir     *experiment.Dir
	summary *experiment.Summary
	times   experiment.Times
	shares  []experiment.Account
}

func (a *app) newShelf(dir string, control bool) *shelf {
	return &shelf{app: a, dir: a.Path(dir), control: control, patience: 0.8, turn: make(chan struct{}, 1), read: map[string]*shelved{}}
}

func (s *shelf) runs() web.Runs {
	r := web.Runs{List: s.list, Read: s.run, Write: s.write, Farm: s.farm}
	if s.control {
		r.Pause = s.pause
	}
	return r
}

// pause pauses or resumes a run.
func (s *shelf) pause(name string, on bool) error {
	path, err := s.path(name)
	if err != nil {
		return err
	}
	return experiment.Pause(path, on)
}

// runName matches the names of runs in requests: never a path.
var runName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$`)

// path returns the directory of a run. Links are not followed: they may lead anywhere.
func (s *shelf) path(name string) (string, error) {
	path := filepath.Join(s.dir, name)
	info, err := os.Lstat(path)
	if !runName.MatchString(name) || err != nil || !info.IsDir() {
		return "", fs.ErrNotExist
	}
	if info, err := os.Lstat(filepath.Join(path, manifest)); err != nil || !info.Mode().IsRegular() {
		return "", fs.ErrNotExist
	}
	return path, nil
}

// manifest is the file that identifies a run directory.
const manifest = "manifest.yaml"

// files returns the files below the directory of runs, readable until the context ends.
func (s *shelf) files(ctx context.Context) durable.FS {
	return durable.WithContext(ctx, durable.Inside(s.dir))
}

// list returns the runs, most recently changed first.
func (s *shelf) list(ctx context.Context) ([]web.RunHead, error) {
	heads := []web.RunHead{}
	err := s.each(ctx, func(name string, r *shelved) { heads = append(heads, r.head(name)) })
	slices.SortStableFunc(heads, func(a, b web.RunHead) int { return b.Changed.Compare(a.Changed) })
	return heads, err
}

// each reads every run. One that is being created or is damaged is skipped; veil exp report explains
// the damage.
func (s *shelf) each(ctx context.Context, see func(name string, r *shelved)) error {
	entries, err := os.ReadDir(s.dir)
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if _, err := s.path(entry.Name()); err != nil {
			continue
		}
		r, err := s.open(ctx, entry.Name())
		if ended := ctx.Err(); ended != nil {
			return ended
		}
		if err == nil {
			see(entry.Name(), r)
		}
	}
	return nil
}

func (r *shelved) head(name string) web.RunHead {
	h := web.RunHead{Name: name, Episodes: r.summary.Episodes, Wanted: r.summary.Wanted, Complete: r.summary.Complete, Changed: r.changed}
	for _, p := range r.summary.Policies {
		h.Policies = append(h.Policies, p.ID)
	}
	return h
}

// open reads a run, unless it is unchanged since the last reading. A run that takes long to read is
// not read again at once; until it is, there is the last reading.
func (s *shelf) open(ctx context.Context, name string) (*shelved, error) {
	path, err := s.path(name)
	if err != nil {
		return nil, err
	}
	select {
	case s.turn <- struct{}{}:
		defer func() { <-s.turn }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	stamp, changed := stampOf(path)
	start := time.Now()
	old := s.read[name]
	if old != nil && (old.stamp == stamp || start.Sub(old.read) < 10*old.took) {
		return old.seen(changed), nil
	}
	if end, limited := ctx.Deadline(); limited && old != nil {
		var done context.CancelFunc
		ctx, done = context.WithTimeout(ctx, time.Duration(s.patience*float64(time.Until(end))))
		defer done()
	}
	r := &shelved{stamp: stamp, changed: changed}
	err = r.fill(ctx, s.files(ctx), path)
	if old != nil && errors.Is(err, context.DeadlineExceeded) {
		r, err = old.seen(changed), nil
	}
	if err != nil {
		return nil, err
	}
	r.read = time.Now()
	r.took = r.read.Sub(start)
	s.read[name] = r
	return r, nil
}

// seen returns an earlier reading of a run that has changed since: it is not called stopped because it was not read again.
func (r *shelved) seen(changed time.Time) *shelved {
	c := *r // other requests may still be reading r
	c.changed = changed
	return &c
}

// fill reads the run at a path.
func (r *shelved) fill(ctx context.Context, files durable.FS, path string) (err error) {
	if r.dir, err = experiment.OpenOn(files, path); err != nil {
		return err
	}
	r.dir = r.dir.WithContext(context.WithoutCancel(ctx)) // it is cached for other requests
	if r.summary, err = experiment.Summarize(r.dir.WithContext(ctx)); err != nil {
		return err
	}
	if r.times, err = r.dir.WithContext(ctx).Times(); err != nil {
		return err
	}
	r.shares, err = r.dir.WithContext(ctx).Accounts()
	return err
}

// stampOf returns a value that changes when a run has grown, and the time of the last change.
func stampOf(path string) (stamp string, changed time.Time) {
	var text strings.Builder
	_ = filepath.WalkDir(path, func(name string, entry fs.DirEntry, err error) error { // unreadable files do not count
		if err != nil || entry.IsDir() {
			return nil //nolint:nilerr // the others count
		}
		if strings.HasPrefix(entry.Name(), "farm.") {
			return nil // written every second, without new episodes
		}
		if info, err := entry.Info(); err == nil && filepath.Ext(name) != ".svg" && filepath.Ext(name) != ".png" {
			text.WriteString(name + info.ModTime().String() + "\n")
			if info.ModTime().After(changed) {
				changed = info.ModTime()
			}
		}
		return nil
	})
	return text.String(), changed.UTC()
}

// run returns the results of a run so far.
func (s *shelf) run(ctx context.Context, name string) (*web.Run, error) {
	r, err := s.open(ctx, name)
	if err != nil {
		return nil, err
	}
	summary, err := json.Marshal(r.summary)
	if err != nil {
		return nil, err
	}
	var report bytes.Buffer
	if err := s.report(&report, r.dir, r.summary); err != nil {
		return nil, err
	}
	doc := &web.Run{
		Schema: "veil.run/1", Name: name, Changed: r.changed, Summary: summary, Timed: r.times.Episodes, BusyMS: r.times.Busy.Milliseconds(),
		Report: report.String(), Reproduce: s.Name() + " exp " + r.dir.Spec.Verb() + " " + filepath.ToSlash(filepath.Join(r.dir.Path, manifest)) + r.dir.Spec.Allow(),
		Paused: experiment.Paused(r.dir.Path), CanPause: s.control && !r.summary.Complete,
		Files: []string{"episodes.jsonl", "episodes.csv", "episodes.parquet", manifest},
	}
	doc.Figures = r.figures()
	if s.published {
		here := strings.NewReplacer(r.dir.Path+"/", "", filepath.ToSlash(r.dir.Path)+"/", "")
		doc.Report, doc.Reproduce = here.Replace(doc.Report), here.Replace(doc.Reproduce)
	}
	return doc, nil
}

func (r *shelved) figures() []web.RunFigure {
	all := []web.RunFigure{}
	for _, p := range plotsOf(r.summary, &r.times) {
		all = append(all, web.RunFigure{Name: p.name, Title: p.title, Image: p.name + ".svg", Data: p.name + ".csv", Unit: p.unit})
	}
	return all
}

// write writes a file of a run.
func (s *shelf) write(ctx context.Context, w io.Writer, name, file string) error {
	r, err := s.open(ctx, name)
	if err != nil {
		return err
	}
	base, format, _ := strings.Cut(file, ".")
	switch {
	case file == manifest:
		text, err := durable.ReadText(s.files(ctx), filepath.Join(r.dir.Path, file), experiment.MaxSpecBytes)
		if err == nil {
			_, err = w.Write(text)
		}
		return err
	case base == "episodes" && slices.Contains([]string{"jsonl", "csv", "parquet"}, format):
		return writeEpisodes(w, r.dir.WithContext(ctx), format)
	}
	for _, p := range plotsOf(r.summary, &r.times) {
		switch file {
		case p.name + ".csv":
			return csv.NewWriter(w).WriteAll(p.data())
		case p.name + ".svg":
			f, err := p.draw()
			if err != nil {
				return err
			}
			return f.Write(w, "svg")
		}
	}
	return fs.ErrNotExist
}
