// SPDX-License-Identifier: BSD-3-Clause

package web

import (
	"slices"
	"strings"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/web/packed"
)

// loader is the script that starts an engine in a browser.
const loader = "wasm_exec.js"

// engineFiles are what make engine puts beside the page. They are not in the repository, so a
// program that go install has built lacks them.
func engineFiles() []string { return []string{"veil.wasm", "krieg.wasm", loader} }

// Lacks returns which files the engines in the browser lack. The API needs none of them.
func (s *Server) Lacks() []string { return s.page.lacking }

// explain makes a page that lacks its engines say so: instead of the loader it gets a script
// that tells what to do, which is what the page shows when loading fails.
func (p *page) explain() {
	for _, name := range engineFiles() {
		if _, ok := p.files[name]; !ok {
			p.lacking = append(p.lacking, name)
		}
	}
	if len(p.lacking) == 0 || slices.Equal(p.lacking, []string{"krieg.wasm"}) { // one of two still runs
		return
	}
	text := []byte("throw " + strings.TrimSpace(string(api.Encode(NoEngine(p.lacking)))) + ";\n")
	p.files[loader] = &asset{kindOf(loader), packed.Tag(text), map[string][]byte{"": text}}
}

// NoEngine says in words that files are lacking, and what to do.
func NoEngine(lacking []string) string {
	return "This veil was built without the engine for browsers (" + strings.Join(lacking, ", ") +
		"). Its command line and its API are complete; for the page, build it in its sources with: make build"
}
