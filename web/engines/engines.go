// SPDX-License-Identifier: BSD-3-Clause

// Package engines finds, verifies and builds the engines for browsers of a program that was built
// without them: go install compiles a program, but cannot run make. They are stored in the user's
// cache, one directory per version, with a list of SHA-256 sums; a file that does not match the
// list is never returned.
package engines

import (
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
)

// Loader is the script that starts an engine in a browser.
const Loader = "wasm_exec.js"

// file is a file of the engines, and the pages that do not work without it.
type file struct{ name, pages string }

func all() []file {
	return []file{
		{"veil.wasm", "Play, Review and Train (Minesweeper)"},
		{"krieg.wasm", "Kriegspiel and Problems"},
		{"play.wasm", "Kriegspiel games"},
		{"diag.wasm", "Find the fault"},
		{Loader, ""}, // all of them
	}
}

// Files returns the names of the files that the web app needs.
func Files() []string {
	var names []string
	for _, f := range all() {
		names = append(names, f.name)
	}
	return names
}

// Pages returns the names of the pages that do not work without the given files.
func Pages(files []string) string {
	var pages []string
	for _, f := range all() {
		if f.pages != "" && (slices.Contains(files, f.name) || slices.Contains(files, Loader)) {
			pages = append(pages, f.pages)
		}
	}
	return strings.Join(pages, ", ")
}

// Missing returns sentences about the missing files, and what works without them.
func Missing(files []string) []string {
	return []string{
		"This veil has no engines for browsers (" + strings.Join(files, ", ") + ").",
		"Pages that do not work: " + Pages(files) + ". Experiments, the API and the command line do.",
	}
}

// Program identifies a program by the module that it was built from.
type Program struct {
	Module, Version string
	Sum             string // sum of the module's files, as in go.sum
}

// Installed returns the program recorded by the linker, and whether it was built from a version in
// the module cache, as go install does. A checkout has no recorded sum.
func Installed(build *debug.BuildInfo) (Program, bool) {
	if build == nil || build.Main.Sum == "" {
		return Program{}, false
	}
	return Program{build.Main.Path, build.Main.Version, build.Main.Sum}, true
}

// Dir returns the directory of a program's engines in the user's cache directory.
func (p Program) Dir(cache string) string { return filepath.Join(home(cache), p.Version) }

func home(cache string) string { return filepath.Join(cache, "veil", "page") }
