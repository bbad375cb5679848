// SPDX-License-Identifier: BSD-3-Clause

// Package skeleton writes the first files of a domain, a player or a verb. Its templates are the files
// of package sample, which is compiled and tested like any other: a skeleton is a sample with other names.
package skeleton

import (
	"cmp"
	"fmt"
	"strings"
)

// Request describes a skeleton.
type Request struct {
	Kind string // domain, player or verb
	Name string
	Dir  string
	// Version is the version of veil that a new module requires, or "" if it has none.
	Version string
	// Replace is the directory of a checkout of veil that replaces the version, or "".
	Replace string
}

// Made lists the files that were written and the steps that are left.
type Made struct {
	Files []string // below the directory
	Next  []string // commands, and changes of existing files
}

// Failure reports why nothing was written, and what to do.
type Failure struct { //nolint:errname // read by people
	What  string
	Notes []string
}

func (f *Failure) Error() string { return f.What }

func failure(note, format string, args ...any) *Failure {
	return &Failure{What: fmt.Sprintf(format, args...), Notes: []string{note}}
}

// Make writes a skeleton. It writes all files or none, replaces no file, and fetches nothing.
func Make(r Request) (Made, error) {
	plan, err := r.plan()
	if err != nil {
		return Made{}, err
	}
	files, err := plan.files()
	if err != nil {
		return Made{}, err
	}
	if err := cmp.Or(absent(r.Dir, files), plan.into.free(plan, r.Name)); err != nil {
		return Made{}, err
	}
	made := Made{Next: plan.next}
	for _, f := range files {
		made.Files = append(made.Files, f.name)
	}
	return made, write(r.Dir, files)
}

// plan is a skeleton before its files are written.
type plan struct {
	samples []string // files of package sample
	words   *strings.Replacer
	ready   []file    // besides the samples
	into    *existing // the package that gets the files; nil for a new one
	next    []string
}

func (r Request) plan() (*plan, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	switch r.Kind {
	case "domain":
		return r.domain()
	case "player":
		return r.player()
	default:
		return r.verb()
	}
}

// domain plans a module with a problem, its registration and its tests.
func (r Request) domain() (*plan, error) {
	ready, err := r.module()
	if err != nil {
		return nil, err
	}
	p := &plan{samples: samplesOf(r.Kind), ready: ready, words: renaming("hideout", r.Name)}
	if r.Replace == "" {
		p.next = append(p.next, "go mod tidy")
	}
	p.next = append(p.next, "go test ./...", "go build -o "+r.Name+" .", "./"+r.Name+" methods "+r.Name)
	return p, nil
}

// player plans a player in the package of a domain.
func (r Request) player() (*plan, error) {
	pkg, err := readPackage(r.Dir)
	if err != nil {
		return nil, err
	}
	domain, err := pkg.domain(r.Dir)
	if err != nil {
		return nil, err
	}
	return &plan{
		samples: samplesOf(r.Kind), words: renaming("prober", r.Name, "package main", "package "+pkg.name, "Domain()", domain.name+"()"), into: pkg,
		next: []string{fmt.Sprintf("add %s() to the players of %s(): %s", r.Name, domain.name, domain.file), "go test ."},
	}, nil
}

// verb plans the function, the row and the text of a question in an existing package.
func (r Request) verb() (*plan, error) {
	pkg, err := readPackage(r.Dir)
	if err != nil {
		return nil, err
	}
	group, name, _ := strings.Cut(r.Name, ".")
	return &plan{
		samples: samplesOf(r.Kind), words: renaming("tally", name, "package main", "package "+pkg.name, "sample", group), into: pkg,
		next: []string{fmt.Sprintf("add %sVerb() to a table of verbs: %s", name, cmp.Or(pkg.table, "api.Table{"+name+"Verb()}")), "go test ."},
	}, nil
}

// renaming replaces the name of a sample, in small letters and as a part of other names, and further words.
func renaming(sample, name string, others ...string) *strings.Replacer {
	return strings.NewReplacer(append([]string{sample, name, titled(sample), titled(name)}, others...)...)
}

// titled returns a name with a capital, as exported names have it.
func titled(name string) string { return strings.ToUpper(name[:1]) + name[1:] }

// base returns the name without the group of a verb.
func (r Request) base() string { return r.Name[strings.LastIndex(r.Name, ".")+1:] }
