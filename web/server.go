// SPDX-License-Identifier: BSD-3-Clause

package web

import (
	"embed"
	"io/fs"

	"github.com/veilplan/veil/web/server"
)

//go:embed static
var builtIn embed.FS

const about = "Exact answers about Minesweeper: the risk and the winning chance of every move, and why; about Kriegspiel: what is possible, and proofs of forced mates."

// Server is the API and the page.
type Server struct {
	*server.Server

	lacking []string // of what the engines of the page need
}

// New makes a server.
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
		cfg.Mines.route(s)
		cfg.Krieg.route(s)
		cfg.Diag.route(s)
	}
	cfg.Runs.route(s)
	return &Server{s, lacking}, nil
}

// plumbing completes the configuration of what is below, and returns what its page lacks.
func (c Config) plumbing() (cfg server.Config, lacking []string, err error) {
	cfg = c.Config
	if cfg.Page == nil {
		if cfg.Page, err = fs.Sub(builtIn, "static"); err != nil {
			return cfg, nil, err
		}
	}
	cfg.About, cfg.Schemas = about, registry()
	if c.OnlyRuns {
		cfg.About = aboutRuns
		cfg.Page, cfg.Instead, err = withoutGames(cfg.Page)
		return cfg, nil, err
	}
	cfg.Instead, lacking = explain(cfg.Page)
	if c.Krieg.Endings != nil {
		cfg.Instead["endings.bin"] = c.Krieg.Endings
	}
	return cfg, lacking, nil
}
