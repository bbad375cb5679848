// SPDX-License-Identifier: BSD-3-Clause

// Package commands implements the domain-independent commands: experiments, farms, the server that
// shows runs, and play.
//
// It is outside the promise of docs/reference/stability.md: other programs use package cli, and
// this package changes with veil's own commands.
package commands

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/web"
)

// Lab configures the commands.
type Lab struct {
	Domains play.Domains
	Games   Games // the games that a server answers about; nil for none
	Trial   Trial // for the examples in help; default: one of the first domain
}

// Trial is a small experiment for examples.
type Trial struct {
	Run     string
	Domain  string
	Players []string
	Bounded string // a domain with a solver; default: the first one
}

// Commands returns the commands.
func (l Lab) Commands(f *frame.App) []*cobra.Command {
	a := &app{App: f, domains: l.Domains, trial: l.Trial, games: l.Games}
	if a.trial.Run == "" {
		a.trial = firstTrial(l.Domains)
	}
	list := []*cobra.Command{newExp(a), newFarm(a), newServe(a), newPlay(a), newInfo(a), newSolve(a), newGraph(a), newMethods(a), newProve(a), newDoctor(a)}
	if l.Games != nil { // experiments are shown without engines
		f.Lacking = web.MissingEngine()
		list = append(list, newPage(a))
	}
	return list
}

// firstTrial compares the first two players of the first domain.
func firstTrial(domains play.Domains) Trial {
	t := Trial{Run: "trial", Domain: "DOMAIN", Players: []string{"PLAYER"}}
	if len(domains) == 0 {
		return t
	}
	t.Domain = domains[0].Name
	if opened, err := domains[0].Open(nil); err == nil && len(opened.Players) > 0 {
		t.Players = nil
		for _, p := range opened.Players[:min(2, len(opened.Players))] {
			t.Players = append(t.Players, p.Name)
		}
	}
	return t
}

func (t Trial) last() string { return t.Players[len(t.Players)-1] }

// example returns the command that runs the trial without a file.
func (t Trial) example() string {
	policies := make([]string, len(t.Players))
	for i, p := range t.Players {
		policies[i] = "{id: " + p + "}"
	}
	return fmt.Sprintf("printf '{name: %s, domain: %s, policies: [%s], episodes: 200, seed: 1}' | veil exp run -",
		t.Run, t.Domain, strings.Join(policies, ", "))
}

// app is one invocation of the program.
type app struct {
	*frame.App

	domains play.Domains
	trial   Trial
	games   Games
}
