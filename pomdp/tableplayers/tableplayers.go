// SPDX-License-Identifier: BSD-3-Clause

// Package tableplayers provides players for problems that are files: .pomdp and .pomdpx.
package tableplayers

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/play/methods"
	"github.com/veilplan/veil/pomdp"
	"github.com/veilplan/veil/pomdp/tabular"
)

type rules struct {
	// Problem is one that pomdp gen writes; File is a file of another, with its checksum.
	Problem string `json:"problem,omitempty"`
	File    string `json:"file,omitempty"`
	SHA256  string `json:"sha256,omitempty"`
}

// Domain returns problems given as tables. The file is read only where files may be.
func Domain() play.Domain {
	return play.Domain{
		Name: "pomdp", About: "a problem from a file, .pomdp or .pomdpx",
		Open:     func(raw json.RawMessage) (play.Configured, error) { return open(play.Access{}, raw) },
		OpenWith: open,
	}
}

func open(out play.Access, raw json.RawMessage) (play.Configured, error) {
	r, err := play.Strict(raw, rules{})
	if err != nil {
		return play.Configured{}, err
	}
	p, err := r.read(out)
	if err == nil {
		err = methods.CheckDiscount(p.Discount())
	}
	if err != nil {
		return play.Configured{}, err
	}
	t := p.Tables()
	game := problem{
		Game: play.Game[tabular.State, tabular.Action, tabular.Seen]{
			Model:   p,
			Actions: listed(play.Text[tabular.Action]{Format: p.NameAction, Parse: numbered[tabular.Action]("action", t.Actions)}, len(t.Actions)),
			Seen:    listed(play.Text[tabular.Seen]{Format: p.NameSeen, Parse: numbered[tabular.Seen]("observation", t.Observations)}, len(t.Observations)),
		},
		Exact: p, Discount: p.Discount(),
	}
	return methods.Configure(r, game, methods.Rollouts(game), vectors(p, game)), nil
}

// read returns the problem that the rules name.
func (r *rules) read(out play.Access) (*tabular.Problem, error) {
	switch {
	case r.Problem != "" && r.File != "":
		return nil, fmt.Errorf("problem %q and file %q: want one of them", r.Problem, r.File)
	case r.File != "":
		text, sum, err := out.Read(play.File{Name: r.File, SHA256: r.SHA256, Most: pomdp.MaxText})
		if err != nil {
			return nil, err
		}
		r.SHA256 = sum
		return pomdp.Read(text)
	case r.Problem == "":
		r.Problem = "tiger"
	}
	return pomdp.Named(r.Problem)
}

// listed returns the text form with the list of its first n values, which are all.
func listed[T ~uint16](text play.Text[T], n int) play.Text[T] {
	all := make([]T, n)
	for i := range all {
		all[i] = T(i)
	}
	return play.Listed(text, all...)
}

// numbered returns a function that finds a name in a list.
func numbered[T ~uint16](what string, names []string) func(string) (T, error) {
	return func(name string) (T, error) {
		i := slices.Index(names, name)
		if i < 0 {
			return 0, fmt.Errorf("no %s %q: there are %s", what, name, strings.Join(names, ", "))
		}
		return T(i), nil
	}
}
