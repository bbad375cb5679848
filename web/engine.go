// SPDX-License-Identifier: BSD-3-Clause

package web

import (
	"io/fs"
	"slices"
	"strings"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/web/engines"
	"github.com/veilplan/veil/web/packed"
)

// Lacks returns which files the engines in the browser lack. The API needs none of them.
func (s *Server) Lacks() []string { return s.lacking }

// MissingEngine returns which files of the engines for browsers this program was built without: make assets
// puts them beside the page, and they are not in the repository.
func MissingEngine() []string {
	page, err := fs.Sub(builtIn, "static")
	if err != nil {
		return engines.Files()
	}
	return withoutEngine(page, nil)
}

func withoutEngine(page fs.FS, more map[string][]byte) (lacking []string) {
	for _, name := range engines.Files() {
		if !packed.Contains(page, name) && more[name] == nil && more[name+packed.Brotli().Suffix] == nil {
			lacking = append(lacking, name)
		}
	}
	return lacking
}

// explain makes a page without engines show why: instead of the loader it gets a script that throws
// [NoEngine] and the remedy, which the page prints when loading fails.
func (c Config) explain(page fs.FS) (instead map[string][]byte, lacking []string) {
	lacking = withoutEngine(page, c.Engines)
	if !slices.Contains(lacking, "veil.wasm") && !slices.Contains(lacking, engines.Loader) { // one of three still runs
		return map[string][]byte{}, lacking
	}
	text := "throw " + strings.TrimSpace(string(api.Encode(NoEngine(lacking)+" "+c.Remedy))) + ";\n"
	return map[string][]byte{engines.Loader: []byte(text)}, lacking
}

// NoEngine returns a message with the missing files, and what works without them.
func NoEngine(lacking []string) string { return strings.Join(engines.Missing(lacking), " ") }
