// SPDX-License-Identifier: BSD-3-Clause

//go:build !lite

package main

import (
	"errors"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/cli/commands"
	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/cmd/veil/internal/skeleton"
	"github.com/veilplan/veil/internal/text"
)

const newLong = `new writes the first files of a domain, a player or a verb, with tests that pass. It writes
all files or none, replaces no file and fetches nothing; then it prints the next steps.`

const newDomainLong = `domain writes a Go module with a small problem: its rules, its name, its program and its tests.
Replace the rules with yours and keep the tests: they check what searches rely on, and play a
game with every method that fits. The module requires the version of this veil; --replace
uses a checkout of veil instead.`

const newPlayerLong = `player writes a player and its test into the package of a domain: one that "veil new domain"
made, or one of veil's own. Put it on the domain's list of players, in the file that is printed.`

const newVerbLong = `verb writes a question that programs ask in JSON: its function, its row for a table of verbs,
its text and its test. In a checkout of veil, add the row to the table of a service; then
UPDATE=1 go test ./web writes its schema, its HTTP route and its types.`

type newFlags struct{ dir, replace string }

func newNew(a *app) *cobra.Command {
	cmd := frame.Group("new", "write a tested skeleton: domain, player, verb", newLong,
		"veil new domain rescue", "veil new player greedy --dir rescue")
	cmd.AddCommand(
		newSkeleton(a, "domain", "NAME", "write a module with a problem, its program and tests", newDomainLong,
			"veil new domain rescue", "veil new domain cave --dir work --replace ../veil"),
		newSkeleton(a, "player", "NAME", "write a player and its test", newPlayerLong,
			"veil new player greedy --dir rescue", "veil new player careful --dir rescue --json"),
		newSkeleton(a, "verb", "GROUP.NAME", "write a question with its row, text and test", newVerbLong,
			"veil new verb rescue.count --dir rescue", "veil new verb rescue.report --dir rescue --plain"),
	)
	for _, c := range append(cmd.Commands(), cmd) {
		c.Annotations = map[string]string{commands.NeedsModule: "yes"}
	}
	return cmd
}

func newSkeleton(a *app, kind, name, short, long string, examples ...string) *cobra.Command {
	var f newFlags
	cmd := frame.Verb(kind+" "+name, short, long, examples...)
	where := "this one"
	if kind == "domain" {
		where = "NAME"
		cmd.Flags().StringVar(&f.replace, "replace", "", "use the checkout of veil in `DIR` instead of a version")
	}
	cmd.Flags().StringVar(&f.dir, "dir", "", "write to the directory `DIR` (default: "+where+")")
	cmd.Args = frame.OneTo(1)
	cmd.RunE = func(_ *cobra.Command, args []string) error { return a.makeSkeleton(kind, args[0], f) }
	return cmd
}

func (a *app) makeSkeleton(kind, name string, f newFlags) error {
	switch {
	case f.dir == "" && kind == "domain":
		f.dir = name
	case f.dir == "":
		f.dir = "."
	}
	r := skeleton.Request{Kind: kind, Name: name, Dir: a.Path(f.dir), Version: a.Version}
	if f.replace != "" {
		r.Replace = a.Path(f.replace)
	}
	made, err := skeleton.Make(r)
	if known, ok := errors.AsType[*skeleton.Failure](err); ok {
		return &frame.Failure{Code: frame.ExitUsage, Kind: frame.KindFile, What: known.What, Notes: known.Notes}
	}
	if err != nil {
		return err
	}
	return a.Emit(&newAnswer{Schema: "veil.new/1", Dir: f.dir, Files: made.Files, Next: made.Next})
}

// newAnswer is the answer of new.
type newAnswer struct {
	Schema string   `json:"schema"`
	Dir    string   `json:"dir"`
	Files  []string `json:"files"`
	Next   []string `json:"next"`
}

func (n *newAnswer) Text(p *text.Page) {
	for _, name := range n.Files {
		p.Line("wrote %s", filepath.Join(n.Dir, name))
	}
	p.Line("")
	if n.Dir != "." {
		p.Line("next: cd %s", n.Dir)
	}
	for _, step := range n.Next {
		p.Line("next: %s", step)
	}
}

func (n *newAnswer) Rows() [][]string {
	rows := [][]string{{"what", "value"}}
	for _, name := range n.Files {
		rows = append(rows, []string{"file", filepath.Join(n.Dir, name)})
	}
	for _, step := range n.Next {
		rows = append(rows, []string{"next", step})
	}
	return rows
}

func (n *newAnswer) Document() any { return n }
