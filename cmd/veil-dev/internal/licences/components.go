// SPDX-License-Identifier: BSD-3-Clause

package licences

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
)

// component is a module, or something else, that is linked into veil or shipped with it.
type component struct {
	Name, Version string
	Sum           string          // of go.sum
	dirs          map[string]bool // that may contain its licences
	Licences      []string        // SPDX identifiers, sorted
	Texts         []string        // of the licences and notices, in the order of their files
}

// program is a program, and the system and the build tag for which it is built.
type program struct{ system, machine, path, tag string }

// programs lists those of a release, with the engines of the web app.
func programs() []program {
	return append(wasm("", "krieg", "play", "diag"),
		program{"linux", "amd64", "./cmd/veil", ""}, program{"darwin", "arm64", "./cmd/veil", ""}, program{"windows", "amd64", "./cmd/veil", ""})
}

// npm lists the engines of the npm package.
func npm() []program { return wasm("", "kriegspiel", "plans") }

func wasm(tags ...string) (list []program) {
	for _, tag := range tags {
		list = append(list, program{"js", "wasm", "./cmd/veil-wasm", tag})
	}
	return list
}

// listed is a package as go list prints it.
type listed struct {
	Dir    string
	Module *struct{ Path, Version, Sum, Dir string }
}

// vendored returns the library that the web app contains.
func vendored(root string) component {
	return component{Name: "preact", dirs: map[string]bool{filepath.Join(root, "web/page/vendor/preact"): true}}
}

// components returns everything that is linked into programs, and what is shipped with them, sorted by name.
func components(root string, list []program, shipped ...component) ([]component, error) {
	all := map[string]component{}
	for _, p := range list {
		if err := link(all, root, p); err != nil {
			return nil, err
		}
	}
	for _, c := range shipped {
		all[c.Name] = c
	}
	all["go"] = component{Name: "go", dirs: map[string]bool{runtime.GOROOT(): true}} //nolint:staticcheck // run by the go command
	sorted := slices.SortedFunc(maps.Values(all), func(a, b component) int { return cmp.Compare(a.Name, b.Name) })
	for i := range sorted {
		if err := sorted[i].read(); err != nil {
			return nil, err
		}
	}
	return sorted, nil
}

// link adds the modules of one program on one system.
func link(all map[string]component, root string, of program) error {
	cmd := exec.Command("go", "list", "-deps", "-json=Dir,Module", "-tags="+of.tag, of.path) //nolint:noctx // ends by itself
	cmd.Dir, cmd.Env = root, append(os.Environ(), "GOOS="+of.system, "GOARCH="+of.machine, "CGO_ENABLED=0")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("go list %s: %w", of.path, err)
	}
	decoder := json.NewDecoder(bytes.NewReader(out))
	for {
		var p listed
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		if m := p.Module; m != nil && m.Version != "" {
			c, ok := all[m.Path]
			if !ok {
				c = component{Name: m.Path, Version: m.Version, Sum: m.Sum, dirs: map[string]bool{}}
				all[m.Path] = c
			}
			c.addDirs(m.Dir, p.Dir)
		}
	}
}

// addDirs adds the directories from that of a package up to that of its module.
func (c *component) addDirs(module, dir string) {
	for ; len(dir) >= len(module); dir = filepath.Dir(dir) {
		c.dirs[dir] = true
	}
	for _, name := range []string{"licenses", "THIRD_PARTY_LICENSES"} {
		c.dirs[filepath.Join(module, name)] = true
	}
}

// read reads the licence files of a component.
func (c *component) read() error {
	isLicence := regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents|ftl)`)
	for _, dir := range slices.Sorted(maps.Keys(c.dirs)) {
		entries, err := os.ReadDir(dir)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
		for _, entry := range entries {
			inside := strings.HasPrefix(filepath.Base(dir), "THIRD_PARTY")
			if entry.IsDir() || !inside && !isLicence.MatchString(entry.Name()) || strings.HasSuffix(entry.Name(), ".go") {
				continue
			}
			text, err := os.ReadFile(filepath.Join(dir, entry.Name()))
			if err != nil {
				return err
			}
			c.add(strings.TrimSpace(strings.ReplaceAll(string(text), "\r\n", "\n")))
		}
	}
	if len(c.Licences) == 0 {
		return fmt.Errorf("%s %s: no known licence in %s", c.Name, c.Version, strings.Join(slices.Sorted(maps.Keys(c.dirs)), ", "))
	}
	return nil
}

func (c *component) add(text string) {
	if text == "" || slices.Contains(c.Texts, text) {
		return
	}
	c.Texts = append(c.Texts, text)
	c.Licences = append(c.Licences, identify(text)...)
	slices.Sort(c.Licences)
	c.Licences = slices.Compact(c.Licences)
}

// identify returns the SPDX identifiers of the licences in a text.
func identify(text string) (found []string) {
	words := strings.Join(strings.Fields(text), " ")
	for _, known := range []struct{ id, phrase, not string }{
		{"Apache-2.0", "Apache License Version 2.0", ""},
		{"Apache-2.0", "Licensed under the Apache License, Version 2.0", ""},
		{"MIT", "Permission is hereby granted, free of charge, to any person obtaining", "Font Software"},
		{"ISC", "Permission to use, copy, modify, and/or distribute this software for any purpose", ""},
		{"OFL-1.1", "SIL OPEN FONT LICENSE Version 1.1", ""},
		{"FTL", "The FreeType Project LICENSE", ""},
		{"CC-BY-4.0", "Creative Commons Attribution 4.0", ""},
		{"CC-BY-3.0", "Creative Commons Attribution 3.0", ""},
		{"MPL-2.0", "Mozilla Public License Version 2.0", ""},
		{"Unlicense", "This is free and unencumbered software", ""},
	} {
		if strings.Contains(words, known.phrase) && (known.not == "" || !strings.Contains(words, known.not)) {
			found = append(found, known.id)
		}
	}
	if strings.Contains(words, "Redistribution and use in source and binary forms") {
		id := "BSD-2-Clause"
		if regexp.MustCompile(`(?i)neither the names? of|may not be used to endorse`).MatchString(words) {
			id = "BSD-3-Clause"
		}
		found = append(found, id)
	}
	return found
}
