// SPDX-License-Identifier: BSD-3-Clause

package web

import (
	"io/fs"
	"slices"
	"strings"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/web/packed"
)

// loader is the script that starts an engine in a browser.
const loader = "wasm_exec.js"

// engineFiles are what make assets puts beside the page. They are not in the repository, so a
// program that go install has built lacks them.
func engineFiles() []string {
	return []string{"veil.wasm", "krieg.wasm", "play.wasm", "diag.wasm", loader}
}

// Lacks returns which files the engines in the browser lack. The API needs none of them.
func (s *Server) Lacks() []string { return s.lacking }

// MissingEngine returns which files of the engines for browsers this program was built without.
func MissingEngine() []string {
	page, err := fs.Sub(builtIn, "static")
	if err != nil {
		return engineFiles()
	}
	return withoutEngine(page)
}

func withoutEngine(page fs.FS) (lacking []string) {
	for _, name := range engineFiles() {
		if !packed.Contains(page, name) {
			lacking = append(lacking, name)
		}
	}
	return lacking
}

// explain makes a page that lacks its engines say so: instead of the loader it gets a script
// that says what to do, which is what the page shows when loading fails.
func explain(page fs.FS) (instead map[string][]byte, lacking []string) {
	lacking = withoutEngine(page)
	if !slices.Contains(lacking, "veil.wasm") && !slices.Contains(lacking, loader) { // one of three still runs
		return map[string][]byte{}, lacking
	}
	text := "throw " + strings.TrimSpace(string(api.Encode(NoEngine(lacking)))) + ";\n"
	return map[string][]byte{loader: []byte(text)}, lacking
}

// NoEngine says in words that files are lacking, and what to do.
func NoEngine(lacking []string) string {
	return "This veil was built without the engine for browsers (" + strings.Join(lacking, ", ") +
		"). Its command line and its API are complete; for the page, build it in its sources with: make build"
}
