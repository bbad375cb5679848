// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"log/slog"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/farm"
	"github.com/veilplan/veil/web"
)

// lackingParts are what this build was made without.
func lackingParts() []string { return web.MissingEngine() }

func browserEngine() api.Finding {
	f := api.Finding{What: "engine for browsers", State: "ok", Detail: "included"}
	if lacking := web.MissingEngine(); len(lacking) > 0 {
		f.State, f.Detail, f.Advice = "note", "not included", web.NoEngine(lacking)
	}
	return f
}

// farmAnswers looks for a farm. Nobody needs one, so that there is none is a problem only
// if it was asked for.
func (a *app) farmAnswers(ctx context.Context, f farmFlags) []api.Finding {
	finding := api.Finding{What: "farm", State: "ok", Detail: "answers"}
	access, err := a.access(f, slog.New(slog.DiscardHandler))
	if err == nil {
		short, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		err = reach(short, access)
	}
	if err == nil {
		return []api.Finding{finding}
	}
	finding.State, finding.Detail, finding.Advice = "problem", err.Error(), "is it running? start one with: veil farm up"
	if f.servers == "" && f.invitation == "" {
		finding.State, finding.Detail, finding.Advice = "note", "none answers on this machine", "only needed to share experiments between machines: veil farm up"
	}
	return []api.Finding{finding}
}

func reach(ctx context.Context, access farm.Access) error {
	nc, err := farm.Connect(ctx, access)
	if err != nil {
		return err
	}
	defer nc.Close()
	_, err = farm.StatusOf(ctx, nc)
	return err
}
