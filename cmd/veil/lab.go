// SPDX-License-Identifier: BSD-3-Clause

//go:build !lite

package main

import (
	"time"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/catalog"
	"github.com/veilplan/veil/cli/commands"
	"github.com/veilplan/veil/cli/environments"
	"github.com/veilplan/veil/krieg/composed"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/web"
)

// lab returns the commands for experiments, farms, the server and new problems.
func (a *app) lab() []*cobra.Command {
	return append(commands.Lab{
		Domains: catalog.All(), Games: a.games,
		Trial: commands.Trial{Run: "doors", Domain: "tiger", Players: []string{"random", "listener"}, Bounded: "rocksample"},
	}.Commands(a.App), newNew(a), newMCP(a))
}

// games returns the functions that answer about games, for a server.
func (a *app) games(time time.Duration, memory int64) web.Games {
	l := api.Limits{Time: time, Memory: memory}
	mines := a.service()
	mines.Limits = l
	return web.Games{Verbs: a.verbs(l), Position: mines.PrepareCode, Puzzles: composed.Puzzles, Endings: endingFiles()}
}

// environments returns the verbs of problems that a program may play, with the files of a directory.
func (a *app) environments(files string) api.Table {
	access := play.Access{}
	if files != "" {
		access.Files = a.Path(files)
	}
	return (&environments.Service{Domains: catalog.All(), Access: access}).Verbs()
}
