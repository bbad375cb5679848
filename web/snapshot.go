// SPDX-License-Identifier: BSD-3-Clause

package web

import (
	"bytes"
	"context"
	"io/fs"
	"time"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/web/server"
)

// snapshotFiles lists the files of the page that shows runs.
func snapshotFiles() []string {
	return []string{
		"404.html", "core.js", "experiments/index.html", "first.js", "icon-180.png", "icon-192.png", "icon-512.png", "icon.svg", "index.html",
		"manifest.webmanifest", "veil.css", "veil.js",
	}
}

// Snapshot passes files to a function that show runs as they are now, from any web server: the page,
// the documents of the API, and the figures and specs of all runs, but no episodes.
func Snapshot(ctx context.Context, r Runs, at time.Time, write func(name string, text []byte) error) error {
	for _, step := range []func() error{
		func() error { return snapshotRuns(ctx, r, write) },
		func() error { return snapshotFarm(ctx, r, write) },
		func() error { return snapshotPage(at, write) },
	} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

func snapshotFarm(ctx context.Context, r Runs, write func(string, []byte) error) error {
	doc, err := r.Farm(ctx)
	if err != nil {
		return err
	}
	return write("v1/farm.json", api.Encode(doc))
}

func snapshotRuns(ctx context.Context, r Runs, write func(string, []byte) error) error {
	list, err := r.List(ctx)
	if err != nil {
		return err
	}
	for _, head := range list {
		if err := snapshotRun(ctx, r, head.Name, write); err != nil {
			return err
		}
	}
	return write("v1/experiments.json", api.Encode(runsDocument{Schema: "veil.runs/1", Runs: list}))
}

func snapshotRun(ctx context.Context, r Runs, name string, write func(string, []byte) error) error {
	doc, err := r.Read(ctx, name)
	if err != nil {
		return err
	}
	doc.Files = []string{"manifest.yaml"}
	files := doc.Files
	for _, f := range doc.Figures {
		files = append(files, f.Image, f.Data)
	}
	for _, file := range files {
		var text bytes.Buffer
		if err := r.Write(ctx, &text, name, file); err != nil {
			return err
		}
		if err := write("v1/experiments/"+name+"/files/"+file, text.Bytes()); err != nil {
			return err
		}
	}
	return write("v1/experiments/"+name+".json", api.Encode(doc))
}

// snapshotPage marks the page, which then reads the documents as files, and once.
func snapshotPage(at time.Time, write func(string, []byte) error) error {
	page, err := fs.Sub(builtIn, "static")
	if err != nil {
		return err
	}
	_, instead, err := withoutGames(page)
	if err != nil {
		return err
	}
	for _, name := range snapshotFiles() {
		text, ok := instead[name]
		if !ok {
			if text, err = server.ReadFile(page, name); err != nil {
				return err
			}
		}
		mark := []byte(`<body data-page="experiments"`)
		text = bytes.Replace(text, mark, append(mark, ` data-snapshot="`+at.UTC().Format(time.RFC3339)+`"`...), 1)
		if err := write(name, text); err != nil {
			return err
		}
	}
	return nil
}
