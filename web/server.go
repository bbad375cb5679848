// SPDX-License-Identifier: BSD-3-Clause

package web

import (
	"embed"
	"io/fs"
	"maps"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/web/server"
)

//go:embed static
var builtIn embed.FS

const about = "Exact answers about Minesweeper: the risk and the winning chance of every move, and why; about Kriegspiel: what is possible, and proofs of forced mates."

// Server serves the API and the web app.
type Server struct {
	*server.Server

	lacking []string // missing files of the engines for browsers
}

// New returns a server for the configuration.
func New(cfg Config) (*Server, error) {
	plumbing, lacking, err := cfg.plumbing()
	if err != nil {
		return nil, err
	}
	s, err := server.New(plumbing)
	if err != nil {
		return nil, err
	}
	if !cfg.OnlyRuns {
		cfg.route(s)
	}
	cfg.Runs.route(s)
	return &Server{s, lacking}, nil
}

// route registers the verbs. Those marked ByHand have separate routes, because their answers are jobs
// or can be fetched later from an address.
func (g Games) route(s *server.Server) {
	for i := range g.Verbs {
		if v := &g.Verbs[i]; v.Path != "" && !v.ByHand {
			s.Ask(v)
		}
	}
	if v := g.find("mines.analysis"); v != nil {
		routeMines(s, v[0], g.Position)
	}
	if v := g.find("krieg.belief", "krieg.mate", "krieg.check"); v != nil {
		routeKrieg(s, v[0], v[1], v[2])
	}
	routePuzzles(s, g.Puzzles)
}

// find returns verbs by name, or nil if one of them is missing.
func (g Games) find(names ...string) (list []*api.Verb) {
	for _, name := range names {
		v, err := g.Verbs.Find(name)
		if err != nil {
			return nil
		}
		list = append(list, v)
	}
	return list
}

// plumbing completes the configuration of package server, and returns the missing engine files.
func (c Config) plumbing() (cfg server.Config, lacking []string, err error) {
	cfg = c.Config
	if cfg.Page == nil {
		if cfg.Page, err = fs.Sub(builtIn, "static"); err != nil {
			return cfg, nil, err
		}
	}
	cfg.About, cfg.Schemas = about, registry(c.Games.Verbs)
	if c.OnlyRuns {
		cfg.About = aboutRuns
		cfg.Page, cfg.Instead, err = withoutGames(cfg.Page)
		return cfg, nil, err
	}
	cfg.Verbs = routed(c.Games.Verbs)
	cfg.More = c.Engines
	cfg.Instead, lacking = c.explain(cfg.Page)
	maps.Copy(cfg.Instead, c.Endings)
	return cfg, lacking, nil
}

// routed returns the names of the verbs that have a route.
func routed(t api.Table) []string {
	var names []string
	for i := range t {
		if t[i].Path != "" {
			names = append(names, t[i].Name)
		}
	}
	return names
}
