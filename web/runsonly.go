// SPDX-License-Identifier: BSD-3-Clause

package web

import (
	"io/fs"
	"slices"
	"strings"

	"github.com/veilplan/veil/web/packed"
	"github.com/veilplan/veil/web/server"
)

const aboutRuns = "Runs of experiments: what they have shown so far, their figures and their episodes."

// home redirects the start page to the runs; hideGames removes the games from the menu.
const (
	home      = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Experiments</title><meta http-equiv="refresh" content="0; url=experiments/"><a href="experiments/">Experiments</a></html>` + "\n"
	hideGames = "\nheader.top nav a:not([href$=\"experiments/\"]), footer.foot.foot { display: none }\n"
)

// gameFiles lists the parts of the page that are about games.
func gameFiles() []string {
	return []string{"prove", "prove.js", "daily.js", "daily.json", "leaks.js", "live.js", "mines", "krieg", "problems", "problems.json", "engine.js", "review.js", "train.js", "videos.js", "krieg.js", "krieg.css", "play.js", "play.css", "diag", "diag.js", "diag.css", "sw.js", "og", "api", "docs", "docs.js"}
}

// withoutGames returns the page of a server that only shows runs, and the files that replace others.
func withoutGames(page fs.FS) (fs.FS, map[string][]byte, error) {
	style, err := server.ReadFile(page, "veil.css")
	return without{page, gameFiles()}, map[string][]byte{"index.html": []byte(home), "veil.css": append(style, hideGames...)}, err
}

// without is a file system that hides some of its files.
type without struct {
	fs.FS

	hidden []string
}

// ReadDir lists a directory.
func (w without) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(w.FS, name)
	if name != "." {
		return entries, err
	}
	return slices.DeleteFunc(entries, func(e fs.DirEntry) bool {
		return slices.Contains(w.hidden, strings.TrimSuffix(e.Name(), packed.Brotli().Suffix))
	}), err
}
