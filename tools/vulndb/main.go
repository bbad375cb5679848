// SPDX-License-Identifier: BSD-3-Clause

//go:build tools

// Command vulndb builds a database for govulncheck from the reports in the module
// golang.org/x/vulndb: vulndb REPORTS TO. The module's own program for this depends on the modules
// of a cloud provider.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: vulndb REPORTS TO")
		os.Exit(2)
	}
	if err := build(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "vulndb:", err)
		os.Exit(1)
	}
}

// report contains the fields of a report that the index needs.
type report struct {
	ID       string `json:"id"`
	Modified string `json:"modified"`
	Affected []struct {
		Package struct {
			Name string `json:"name"`
		} `json:"package"`
	} `json:"affected"`
}

// entry is a report that names a module. It omits the version with the fix, so that govulncheck
// reads the whole report.
type entry struct {
	ID       string `json:"id"`
	Modified string `json:"modified"`
}

// module is a line of the index.
type module struct {
	Path  string  `json:"path"`
	Vulns []entry `json:"vulns"`
}

// build writes the reports and their index, in the format of https://go.dev/doc/security/vuln/database.
func build(from, to string) error {
	names, err := filepath.Glob(filepath.Join(from, "GO-*.json"))
	if err != nil {
		return err
	}
	if len(names) == 0 {
		return fmt.Errorf("%s has no reports: want files GO-*.json", from)
	}
	if err := errors.Join(os.MkdirAll(filepath.Join(to, "ID"), 0o755), os.MkdirAll(filepath.Join(to, "index"), 0o755)); err != nil {
		return err
	}
	list, newest := map[string][]entry{}, ""
	for _, name := range names {
		r, err := copied(name, filepath.Join(to, "ID"))
		if err != nil {
			return err
		}
		newest = max(newest, r.Modified)
		for path := range r.modules() {
			list[path] = append(list[path], entry{r.ID, r.Modified})
		}
	}
	return index(filepath.Join(to, "index"), list, newest)
}

// copied reads a report and writes it into the database.
func copied(name, to string) (r report, err error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return r, err
	}
	if err := json.Unmarshal(text, &r); err != nil {
		return r, fmt.Errorf("%s: %w", name, err)
	}
	if r.ID+".json" != filepath.Base(name) || r.Modified == "" {
		return r, fmt.Errorf("%s: id %q, modified %q: want the id in the file name, and a time", name, r.ID, r.Modified)
	}
	return r, os.WriteFile(filepath.Join(to, filepath.Base(name)), text, 0o644)
}

func (r report) modules() map[string]bool {
	paths := map[string]bool{}
	for _, a := range r.Affected {
		paths[a.Package.Name] = true
	}
	return paths
}

func index(dir string, list map[string][]entry, newest string) error {
	var modules []module
	for _, path := range slices.Sorted(maps.Keys(list)) {
		modules = append(modules, module{path, list[path]})
	}
	return errors.Join(
		write(filepath.Join(dir, "modules.json"), modules),
		write(filepath.Join(dir, "db.json"), map[string]string{"modified": newest}),
	)
}

func write(name string, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return os.WriteFile(name, text, 0o644)
}
