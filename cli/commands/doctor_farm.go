// SPDX-License-Identifier: BSD-3-Clause

package commands

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/experiment/farm"
	"github.com/veilplan/veil/internal/text"
)

// farmWorks checks a farm from the connection to the workers: what one step needs is not asked if
// an earlier one failed.
func (a *app) farmWorks(ctx context.Context, f farmFlags) ([]api.Finding, error) {
	access, err := a.access(f, slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, 4*patience)
	defer cancel()
	nc, err := farm.Connect(ctx, access)
	if err != nil {
		return []api.Finding{unfit("connection", err)}, nil
	}
	defer nc.Close()
	facts, err := farm.FactsOf(ctx, nc, access.Invitation)
	found := []api.Finding{{What: "connection", State: "ok", Detail: facts.URL}, serverFound(facts)}
	if err != nil {
		return append(found, unfit("storage", err)), nil
	}
	status, err := farm.StatusOf(ctx, nc, access.Invitation)
	if err != nil {
		return append(found, storageFound(facts), unfit("workers", err)), nil
	}
	return append(found, storageFound(facts), a.workersFound(status), api.Finding{What: "runs", State: "ok", Detail: fmt.Sprintf("%d active", len(status.Runs))}), nil
}

// unfit reports a step that failed. An unfit server says itself how to mend it.
func unfit(what string, err error) api.Finding {
	found := api.Finding{What: what, State: "problem", Detail: err.Error()}
	if !errors.Is(err, farm.ErrServer) {
		found.Advice = "is it running, is the address right, and does it ask for an invitation (--invitation)?"
	}
	return found
}

func serverFound(facts farm.Facts) api.Finding {
	detail := "NATS " + facts.Version
	if facts.Cluster != "" {
		detail += ", cluster " + farm.Quote(facts.Cluster)
	}
	return api.Finding{What: "server", State: "ok", Detail: detail}
}

func storageFound(facts farm.Facts) api.Finding {
	found := api.Finding{What: "storage", State: "ok", Detail: fmt.Sprintf("results stored on %s", text.Plural(facts.Copies, "server"))}
	switch {
	case facts.Copies == 0:
		found.Detail = "the first run makes the streams"
	case facts.Cluster != "" && facts.Copies < 3:
		found.State, found.Advice = "note", "in a cluster of three servers a run makes streams of three copies: were they made before?"
	}
	return found
}

// workersFound counts the workers, and those of other builds.
func (a *app) workersFound(status *farm.Status) api.Finding {
	workers := api.Finding{What: "workers", State: "ok", Detail: fmt.Sprintf("%d connected", len(status.Workers))}
	others := 0
	for _, w := range status.Workers {
		if w.Build != a.build() {
			others++
		}
	}
	switch {
	case len(status.Workers) == 0:
		workers.State, workers.Advice = "note", "start one with: veil farm work"
	case others > 0:
		workers.State, workers.Advice = "note", fmt.Sprintf("%d of them are another build than this program: they get no work from its runs", others)
	}
	return workers
}
