// SPDX-License-Identifier: BSD-3-Clause

package web_test

import (
	"context"
	"encoding/json"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/diag/isolation"
	"github.com/veilplan/veil/krieg/browser/arbiter"
	"github.com/veilplan/veil/krieg/browser/seat"
	"github.com/veilplan/veil/krieg/composed"
	"github.com/veilplan/veil/krieg/deduction"
	"github.com/veilplan/veil/mines/analysis"
	"github.com/veilplan/veil/pomdp"
	"github.com/veilplan/veil/web"
	"github.com/veilplan/veil/web/server"
	"github.com/veilplan/veil/web/webtest"
)

// games answers as the command does.
func games(l api.Limits) web.Games {
	mines := &analysis.Service{Limits: l}
	return web.Games{
		Verbs:    slices.Concat(mines.Verbs(), (&deduction.Service{Limits: l}).Verbs(), (&isolation.Service{Limits: l}).Verbs(), (&pomdp.Service{Limits: l}).Verbs()),
		Position: mines.PrepareCode, Puzzles: composed.Puzzles,
	}
}

// tables are those of the program, of a seat and of the arbiter.
func tables() api.Table {
	return slices.Concat(games(api.Limits{}).Verbs, new(seat.Service).Verbs(), arbiter.Verbs())
}

// newServer makes a server that answers as the command does.
func newServer(tb testing.TB, cfg server.Config) *web.Server {
	tb.Helper()
	s, err := web.New(web.Config{Config: cfg, Games: games(api.Limits{Time: cfg.Limits.Time, Memory: cfg.Limits.Memory})})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
		defer cancel()
		s.Close(ctx)
	})
	return s
}

// serve starts a server on a free port of this machine.
func serve(t *testing.T, cfg server.Config) *webtest.Client {
	t.Helper()
	s := httptest.NewServer(newServer(t, cfg))
	t.Cleanup(s.Close)
	return &webtest.Client{URL: s.URL}
}

// fits reports whether a document fits the published schema that it names.
func fits(t *testing.T, text string) bool {
	t.Helper()
	var head struct{ Schema string }
	if err := json.Unmarshal([]byte(text), &head); err != nil || head.Schema == "" {
		t.Errorf("no document: %v %.200s", err, text)
		return false
	}
	if err := validate(t, compile(t, strings.Replace(head.Schema, "/", ".v", 1)+".json"), text); err != nil {
		t.Errorf("%.200s: %v", text, err)
		return false
	}
	return true
}
