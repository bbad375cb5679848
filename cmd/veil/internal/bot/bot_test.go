// SPDX-License-Identifier: BSD-3-Clause

package bot_test

import (
	"net/http/httptest"
	"testing"
	"time"

	"github.com/veilplan/veil/cmd/veil/internal/bot"
	"github.com/veilplan/veil/cmd/veil/internal/bot/bottest"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/engine"
)

// clean fails unless a report is of games that were played to their end without a fault of
// the bot.
func clean(t *testing.T, r bottest.Report) {
	t.Helper()
	if r.Over != r.Games || r.Nonsense > 0 || r.OutOfTurn > 0 || len(r.Unfair) > 0 || len(r.Problems) > 0 {
		t.Errorf("not clean: %+v", r)
	}
	t.Logf("%d games, %d moves in %d tries, %d faults %v", r.Games, r.Moves, r.Tries, r.Failed(), r.Faults)
}

func play(t *testing.T, c bottest.Config) bottest.Report {
	t.Helper()
	site := bottest.New(c)
	server := httptest.NewServer(site)
	defer server.Close()
	b := bot.New(bot.Config{
		Client: &bot.Client{URL: server.URL, Token: bottest.Token, HTTP: server.Client()},
		Engine: engine.Config{Level: 1}, Poll: 5 * time.Millisecond, Pause: time.Microsecond, Games: 3, Once: true,
	})
	if err := b.Run(t.Context()); err != nil {
		t.Error(err)
	}
	return site.Report()
}

// TestEveryRuleset follows games under all rules: what the site says is understood.
func TestEveryRuleset(t *testing.T) {
	clean(t, play(t, bottest.Config{Rules: krieg.Rulesets()[:6], Games: 6, Moves: 12, Seed: 1}))
}

// TestFaults plays through lost requests and answers, duplicates, errors, halves and old
// answers.
func TestFaults(t *testing.T) {
	r := play(t, bottest.Config{Rules: krieg.Rulesets()[:6], Games: 12, Moves: 15, Seed: 2, Faults: 200, Rate: 0.35})
	clean(t, r)
	if r.Failed() != 200 || len(r.Faults) < 7 {
		t.Errorf("%d faults of %d kinds, want 200 of 7", r.Failed(), len(r.Faults))
	}
}

func TestWrongToken(t *testing.T) {
	server := httptest.NewServer(bottest.New(bottest.Config{Rules: krieg.Rulesets(), Games: 1, Moves: 1}))
	defer server.Close()
	b := bot.New(bot.Config{Client: &bot.Client{URL: server.URL, Token: "wrong"}, Poll: time.Millisecond})
	if err := b.Run(t.Context()); err == nil {
		t.Error("a wrong token is no error")
	}
}
